// Package cache holds values that are expensive to load: for a limited time (TTL), for a limited
// time with a reload in the background (StaleWhileRevalidate), or until their version changes
// (Versioned). Each loads a value once for all concurrent callers. LRU is the storage of the three,
// and Batcher loads the values of many keys with one call.
package cache

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"
)

// loadTimeout limits the loading of one value. Loading does not stop when the request that caused
// it is cancelled, because other callers wait for the value too.
const loadTimeout = 20 * time.Second

// callGroup contains the loads in progress, at most one for each key.
type callGroup[K comparable, V any] struct {
	timeout time.Duration // of each load; 0 selects loadTimeout
	mu      sync.Mutex
	calls   map[K]*call[V]
}

type call[V any] struct {
	done  chan struct{}
	value V
	err   error
}

// join returns the load of a key in progress, or starts one: then mine is true, and the caller
// must call run. First it calls look again, because another load may have ended since the caller
// looked for the value; if look returns true, join returns nil.
func (f *callGroup[K, V]) join(key K, look func() bool) (pending *call[V], mine bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if pending, ok := f.calls[key]; ok {
		return pending, false
	}
	if look() {
		return nil, false
	}
	if f.calls == nil {
		f.calls = map[K]*call[V]{}
	}
	pending = &call[V]{done: make(chan struct{})}
	f.calls[key] = pending
	return pending, true
}

// run loads the value and wakes all callers that wait for it. It passes the value to keep, unless
// loading failed or the key was forgotten. keep must not call f.
func (f *callGroup[K, V]) run(ctx context.Context, key K, pending *call[V], produce func(context.Context) (V, error), keep func(V)) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(f.timeout, loadTimeout))
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			pending.err = fmt.Errorf("loading a value panicked: %v", p)
		}
		f.finish(key, pending, keep)
		close(pending.done)
	}()
	pending.value, pending.err = produce(ctx)
}

func (f *callGroup[K, V]) finish(key K, pending *call[V], keep func(V)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.calls[key] != pending {
		return // forgotten
	}
	delete(f.calls, key)
	if pending.err == nil {
		keep(pending.value)
	}
}

// forget hides the load of a key from later callers. Earlier callers still get its value.
func (f *callGroup[K, V]) forget(key K) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.calls, key)
}

func (f *callGroup[K, V]) forgetAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.calls)
}

func (pending *call[V]) wait(ctx context.Context) (V, error) {
	select {
	case <-pending.done:
		return pending.value, pending.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}
