package cache

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// Kept holds what was loaded for as long as it may be believed. What is forgotten
// while it is being loaded is given to those who wait, and not kept. It is safe for
// concurrent use.
type Kept[K comparable, V any] struct {
	clock   clock.Clock
	lasts   func(V) time.Duration
	spare   *Spare[V]
	load    func(context.Context, K) (V, error)
	values  *Bounded[K, kept[V]]
	flights flights[K, V]
}

type kept[V any] struct {
	value V
	since time.Time     // when its loading began
	until time.Time     // when it is to be loaded anew
	dead  time.Time     // when it is believed no more, even where it cannot be
	rest  *atomic.Int64 // Unix nanoseconds before which that is not tried again
}

// Spare says when a value outlives its time: while no other can be loaded.
type Spare[V any] struct {
	// If reports whether a failure to load says nothing about the value.
	If func(error) bool
	// Lasts is how much longer a value is believed then.
	Lasts func(V) time.Duration
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
	// Spare is for values that outlive their time; nil means that none does.
	Spare *Spare[V]
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
		clock: o.Clock, lasts: o.Lasts, spare: o.Spare, load: o.Load, values: NewBounded[K](o.Limit, weigh), flights: flights[K, V]{within: o.Within},
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
	v, err := c.wait(ctx, key, now)
	if err != nil && c.spare != nil && c.spare.If(err) && ctx.Err() == nil {
		return c.spared(key, now, err)
	}
	return v, err
}

// spareRest is how long it is not tried again to load what could not be.
const spareRest = time.Second

// spared returns the value of key that was loaded before, where it may be believed still,
// or else why no other could be loaded.
func (c *Kept[K, V]) spared(key K, now time.Time, why error) (v V, err error) {
	have, found := c.values.Get(key)
	if !found || have.spent(now) {
		return v, why
	}
	have.rest.Store(now.Add(spareRest).UnixNano())
	return have.value, nil
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
	return !k.ahead(now) && (now.Before(k.until) || now.UnixNano() < k.rest.Load())
}

// spent says whether a value counts no more, even where no other can be had.
func (k kept[V]) spent(now time.Time) bool { return k.ahead(now) || !now.Before(k.dead) }

func (k kept[V]) ahead(now time.Time) bool { return k.since.Sub(now) > jitter }

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
			c.values.DropSpent(func(k kept[V]) bool { return k.spent(now) })
			c.values.Set(key, c.keep(v, now))
		})
	}
	return fl.wait(ctx)
}

func (c *Kept[K, V]) keep(v V, since time.Time) kept[V] {
	k := kept[V]{value: v, since: since, until: since.Add(c.lasts(v)), rest: new(atomic.Int64)}
	k.dead = k.until
	if c.spare != nil {
		k.dead = k.until.Add(c.spare.Lasts(v))
	}
	return k
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
