package cache

import (
	"context"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/grandstand/grandstand/internal/clock"
)

// Aged holds one value per key for a time. A value younger than fresh is given out
// as it is; up to limit it is given out too, while a new one is made; an older one
// is never given out. It is safe for concurrent use.
type Aged[K comparable, V any] struct {
	clock   clock.Clock
	fresh   time.Duration
	limit   time.Duration
	values  *otter.Cache[K, aged[V]]
	flights flights[K, V]
}

type aged[V any] struct {
	value V
	at    time.Time
}

// NewAged returns an empty cache of at most weight in all, as weigh counts values.
func NewAged[K comparable, V any](c clock.Clock, fresh, limit time.Duration, weight uint64, weigh func(V) uint32) *Aged[K, V] {
	return &Aged[K, V]{clock: c, fresh: fresh, limit: limit, values: otter.Must(&otter.Options[K, aged[V]]{
		MaximumWeight: weight,
		Weigher:       func(_ K, a aged[V]) uint32 { return weigh(a.value) },
	})}
}

// Get returns the value of key, made by produce where there is none young enough. Its
// age counts from the moment before it was made. An error of produce is returned and
// not kept.
func (c *Aged[K, V]) Get(ctx context.Context, key K, produce func(context.Context) (V, error)) (V, error) {
	now := c.clock.Now()
	have, found := c.values.GetIfPresent(key)
	age := now.Sub(have.at)
	if found && age < c.fresh {
		return have.value, nil
	}
	fl, mine := c.flights.join(key)
	if mine {
		go c.flights.run(ctx, key, fl, produce, func(v V) { c.values.Set(key, aged[V]{v, now}) })
	}
	if found && age < c.limit {
		return have.value, nil
	}
	return fl.wait(ctx)
}
