package cache

import (
	"context"
	"math"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// Aged holds one value per key for a time. A value younger than fresh is given out
// as it is; up to limit it is given out too, while a new one is made; an older one
// is never given out. It is safe for concurrent use.
type Aged[K comparable, V any] struct {
	clock   clock.Clock
	fresh   time.Duration
	limit   time.Duration
	values  *Bounded[K, aged[V]]
	flights flights[K, V]
}

type aged[V any] struct {
	value V
	at    time.Time
}

// age is how old a value is: older than any limit when the clock was set back since.
func (v aged[V]) age(now time.Time) time.Duration {
	if v.at.Sub(now) > jitter {
		return math.MaxInt64
	}
	return now.Sub(v.at)
}

// NewAged returns an empty cache of at most weight in all, as weigh
// counts values; without weigh each counts one.
func NewAged[K comparable, V any](c clock.Clock, fresh, limit time.Duration, weight int, weigh func(V) int) *Aged[K, V] {
	a := &Aged[K, V]{clock: c, fresh: fresh, limit: limit}
	if weigh == nil {
		a.values = NewBounded[K, aged[V]](weight, nil)
	} else {
		a.values = NewBounded[K](weight, func(v aged[V]) int { return weigh(v.value) })
	}
	return a
}

// Get returns the value of key, made by produce where there is none young enough. Its
// age counts from the moment before it was made. An error of produce is returned and
// not kept.
func (c *Aged[K, V]) Get(ctx context.Context, key K, produce func(context.Context) (V, error)) (V, error) {
	now := c.clock.Now()
	have, found := c.values.Get(key)
	age := have.age(now)
	if found && age < c.fresh {
		return have.value, nil
	}
	fl, mine := c.flights.join(key, func() bool {
		have, found = c.values.Get(key)
		age = have.age(now)
		return found && age < c.fresh
	})
	if fl == nil {
		return have.value, nil
	}
	if mine {
		go c.flights.run(ctx, key, fl, produce, func(v V) { c.values.Set(key, aged[V]{v, now}) })
	}
	if found && age < c.limit {
		return have.value, nil
	}
	return fl.wait(ctx)
}
