package cache

import (
	"context"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// Kept holds what was loaded for as long as it may be believed. What is forgotten
// while it is being loaded is given to those who wait, and not kept. It is safe for
// concurrent use.
type Kept[K comparable, V any] struct {
	clock   clock.Clock
	lasts   func(V) time.Duration
	load    func(context.Context, K) (V, error)
	values  *Bounded[K, kept[V]]
	flights flights[K, V]
}

type kept[V any] struct {
	value V
	since time.Time
	until time.Time
}

// jitter is how much earlier than somebody else's a moment may be without the clock having
// been set back: two who ask at once look at it one after the other.
const jitter = time.Second

// KeptOptions say what a Kept holds and for how long.
type KeptOptions[K comparable, V any] struct {
	// Load makes the value of a key that is not held. One call serves everybody who
	// asks meanwhile and goes on when they hang up, for Within at most.
	Load func(context.Context, K) (V, error)
	// Within bounds one call of Load. Default 20 s.
	Within time.Duration
	// Lasts is how long a value is believed after its loading began.
	Lasts func(V) time.Duration
	// Limit is how much is held in all, as Weigh counts; without Weigh, values.
	Limit int
	Weigh func(V) int
	Clock clock.Clock
}

// NewKept returns an empty cache.
func NewKept[K comparable, V any](o KeptOptions[K, V]) *Kept[K, V] {
	var weigh func(kept[V]) int
	if o.Weigh != nil {
		weigh = func(k kept[V]) int { return o.Weigh(k.value) }
	}
	return &Kept[K, V]{
		clock: o.Clock, lasts: o.Lasts, load: o.Load, values: NewBounded[K](o.Limit, weigh), flights: flights[K, V]{within: o.Within},
	}
}

// For is the Lasts of values that are all believed for d.
func For[V any](d time.Duration) func(V) time.Duration {
	return func(V) time.Duration { return d }
}

// Get returns the value of key, loaded where none is held. An error is not kept.
func (c *Kept[K, V]) Get(ctx context.Context, key K) (V, error) {
	now := c.clock.Now()
	if v, found := c.held(key, now); found {
		return v, nil
	}
	return c.wait(ctx, key, now)
}

func (c *Kept[K, V]) held(key K, now time.Time) (v V, found bool) {
	if have, found := c.values.Get(key); found && have.believed(now) {
		return have.value, true
	}
	return v, false
}

// believed says whether a value still counts. Of one that was loaded later than now, because
// the clock was set back, nobody knows how old it is.
func (k kept[V]) believed(now time.Time) bool {
	return now.Before(k.until) && k.since.Sub(now) <= jitter
}

func (c *Kept[K, V]) wait(ctx context.Context, key K, now time.Time) (v V, err error) {
	fl, mine := c.flights.join(key, func() (found bool) {
		v, found = c.held(key, now)
		return found
	})
	if fl == nil {
		return v, nil
	}
	if mine {
		load := func(ctx context.Context) (V, error) { return c.load(ctx, key) }
		go c.flights.run(ctx, key, fl, load, func(v V) {
			c.values.DropSpent(func(k kept[V]) bool { return !k.believed(now) })
			c.values.Set(key, kept[V]{v, now, now.Add(c.lasts(v))})
		})
	}
	return fl.wait(ctx)
}

// Forget drops the value of key. Who asks from now on gets one whose loading begins
// after this call.
func (c *Kept[K, V]) Forget(key K) {
	c.flights.abandon(key)
	c.values.Delete(key)
}

// ForgetAll drops every value.
func (c *Kept[K, V]) ForgetAll() {
	c.flights.abandonAll()
	c.values.Clear()
}
