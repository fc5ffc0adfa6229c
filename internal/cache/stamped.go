package cache

import "context"

// Stamped holds one value per key with the stamp of what it was made from, such as a
// revision, and makes it again when a caller comes with another stamp. While one
// caller has it made, others are given the value that was there; without one they
// wait. It is safe for concurrent use.
type Stamped[K, S comparable, V any] struct {
	values  *Bounded[K, stamped[S, V]]
	flights flights[K, V]
}

type stamped[S comparable, V any] struct {
	value V
	stamp S
}

// NewStamped returns an empty cache for at most size keys.
func NewStamped[K, S comparable, V any](size int) *Stamped[K, S, V] {
	return &Stamped[K, S, V]{values: NewBounded[K, stamped[S, V]](size, nil)}
}

// Get returns the value of key at stamp, made by produce where it is not there. An
// error of produce is returned and not kept.
func (c *Stamped[K, S, V]) Get(ctx context.Context, key K, stamp S, produce func(context.Context) (V, error)) (V, error) {
	have, found := c.values.Get(key)
	if found && have.stamp == stamp {
		return have.value, nil
	}
	fl, mine := c.flights.join(key, func() bool {
		have, found = c.values.Get(key)
		return found && have.stamp == stamp
	})
	if !mine && found {
		return have.value, nil
	}
	if mine {
		go c.flights.run(ctx, key, fl, produce, func(v V) { c.values.Set(key, stamped[S, V]{v, stamp}) })
	}
	return fl.wait(ctx)
}
