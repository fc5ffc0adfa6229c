package cache

import (
	"context"
	"math"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// StaleWhileRevalidate is a cache whose stale values are reloaded in the background (RFC 5861,
// section 3). A value is returned without a reload until it is freshFor old. An older value is
// returned while it is reloaded. A value older than maxAge is never returned. It is safe for
// concurrent use.
type StaleWhileRevalidate[K comparable, V any] struct {
	clock    clock.Clock
	freshFor time.Duration
	maxAge   time.Duration
	values   *LRU[K, agedValue[V]]
	calls    callGroup[K, V]
}

type agedValue[V any] struct {
	value V
	at    time.Time
}

// age returns the age of a value. If the clock was set back since the value was loaded, the age is
// unknown, and age returns the largest duration.
func (v agedValue[V]) age(now time.Time) time.Duration {
	if v.at.Sub(now) > maxClockSkew {
		return math.MaxInt64
	}
	return now.Sub(v.at)
}

// NewStaleWhileRevalidate returns an empty cache with a maximum total weight. weigh returns the
// weight of a value; nil gives each value the weight 1.
func NewStaleWhileRevalidate[K comparable, V any](c clock.Clock, fresh, limit time.Duration, weight int, weigh func(V) int) *StaleWhileRevalidate[K, V] {
	a := &StaleWhileRevalidate[K, V]{clock: c, freshFor: fresh, maxAge: limit}
	if weigh == nil {
		a.values = NewLRU[K, agedValue[V]](weight, nil)
	} else {
		a.values = NewLRU[K](weight, func(v agedValue[V]) int { return weigh(v.value) })
	}
	return a
}

// Get returns the value of a key, and calls produce to load it if necessary. The age of a value
// counts from the start of its load. An error of produce is returned and not cached.
func (c *StaleWhileRevalidate[K, V]) Get(ctx context.Context, key K, produce func(context.Context) (V, error)) (V, error) {
	now := c.clock.Now()
	have, found := c.values.Get(key)
	age := have.age(now)
	if found && age < c.freshFor {
		return have.value, nil
	}
	pending, mine := c.calls.join(key, func() bool {
		have, found = c.values.Get(key)
		age = have.age(now)
		return found && age < c.freshFor
	})
	if pending == nil {
		return have.value, nil
	}
	if mine {
		go c.calls.run(ctx, key, pending, produce, func(v V) { c.values.Set(key, agedValue[V]{v, now}) })
	}
	if found && age < c.maxAge {
		return have.value, nil
	}
	return pending.wait(ctx)
}
