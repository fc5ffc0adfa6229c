// Package cache keeps what is costly to make: until what it was made from changes
// (Stamped), for a time while it is made anew behind the callers' backs (Aged), or for
// a time that nothing outlives (Kept). All make a value once, however many ask for it.
package cache

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"
)

// makeTimeout bounds the making of one value, which outlives the request that caused
// it because others wait for it too.
const makeTimeout = 20 * time.Second

// flights are the values being made, at most one per key.
type flights[K comparable, V any] struct {
	within time.Duration // for each; makeTimeout where it is 0
	mu     sync.Mutex
	flying map[K]*flight[V]
}

type flight[V any] struct {
	landed chan struct{}
	value  V
	err    error
}

// join returns the flight of key, and whether the caller is the one to run it; nil when
// look finds the value, which a flight may have left since the caller looked for it.
func (f *flights[K, V]) join(key K, look func() bool) (fl *flight[V], mine bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if fl, ok := f.flying[key]; ok {
		return fl, false
	}
	if look() {
		return nil, false
	}
	if f.flying == nil {
		f.flying = map[K]*flight[V]{}
	}
	fl = &flight[V]{landed: make(chan struct{})}
	f.flying[key] = fl
	return fl, true
}

// run makes the value, gives it to keep unless it failed or was abandoned, and lets
// everybody go. keep must not call f.
func (f *flights[K, V]) run(ctx context.Context, key K, fl *flight[V], produce func(context.Context) (V, error), keep func(V)) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(f.within, makeTimeout))
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			fl.err = fmt.Errorf("making a value panicked: %v", p)
		}
		f.land(key, fl, keep)
		close(fl.landed)
	}()
	fl.value, fl.err = produce(ctx)
}

func (f *flights[K, V]) land(key K, fl *flight[V], keep func(V)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.flying[key] != fl {
		return // abandoned
	}
	delete(f.flying, key)
	if fl.err == nil {
		keep(fl.value)
	}
}

// abandon lets the flight of key go on for those who wait for it and for nobody else.
func (f *flights[K, V]) abandon(key K) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.flying, key)
}

func (f *flights[K, V]) abandonAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.flying)
}

func (fl *flight[V]) wait(ctx context.Context) (V, error) {
	select {
	case <-fl.landed:
		return fl.value, fl.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}
