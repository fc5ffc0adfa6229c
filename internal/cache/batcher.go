package cache

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// batchDelay is how long a key waits for other keys of its batch. The first key after a pause
	// does not wait.
	batchDelay = 5 * time.Millisecond
	// maxBatch is the largest number of keys in one load.
	maxBatch = 500
)

// Batcher loads the values of many keys with one call, so that any number of callers causes at
// most about 200 loads a second. It caches nothing: the load of a value begins after the call that
// returns it. It is safe for concurrent use.
type Batcher[K comparable, V any] struct {
	load func(context.Context, []K) (map[K]V, error)

	mu      sync.Mutex
	waiting []*waiter[K, V]
	running bool
}

// waiter is a caller that waits for its value.
type waiter[K comparable, V any] struct {
	key    K
	result result[V]
	done   chan struct{}
}

type result[V any] struct {
	value V
	found bool
	err   error
}

// NewBatcher returns a Batcher that calls load. The keys passed to load may contain duplicates. A
// key that is missing in the returned map has no value.
func NewBatcher[K comparable, V any](load func(context.Context, []K) (map[K]V, error)) *Batcher[K, V] {
	return &Batcher[K, V]{load: load}
}

// Get returns the value of a key, and whether it has one. An error of load is returned to all
// callers of its batch.
func (g *Batcher[K, V]) Get(ctx context.Context, key K) (value V, found bool, err error) {
	w := &waiter[K, V]{key: key, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	if !g.running {
		g.running = true
		go g.run(context.WithoutCancel(ctx))
	}
	g.mu.Unlock()
	select {
	case <-w.done:
		return w.result.value, w.result.found, w.result.err
	case <-ctx.Done():
		return value, false, ctx.Err()
	}
}

// run starts a load for each batch of waiting keys, until no key waits. It does not wait for the
// loads: a load that hangs does not delay later batches.
func (g *Batcher[K, V]) run(ctx context.Context) {
	for {
		g.mu.Lock()
		batch := g.waiting[:min(len(g.waiting), maxBatch)]
		g.waiting = g.waiting[len(batch):]
		g.running = len(batch) > 0
		full := len(g.waiting) > 0
		g.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		go g.loadBatch(ctx, batch)
		if !full {
			<-time.After(batchDelay)
		}
	}
}

// loadBatch loads a batch and wakes its callers.
func (g *Batcher[K, V]) loadBatch(ctx context.Context, batch []*waiter[K, V]) {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	keys := make([]K, len(batch))
	for i, w := range batch {
		keys[i] = w.key
	}
	values, err := g.loadRecovered(ctx, keys)
	for _, w := range batch {
		w.result.value, w.result.found = values[w.key]
		w.result.err = err
		close(w.done)
	}
}

func (g *Batcher[K, V]) loadRecovered(ctx context.Context, keys []K) (values map[K]V, err error) {
	defer func() {
		if p := recover(); p != nil {
			values, err = nil, fmt.Errorf("loading values panicked: %v", p)
		}
	}()
	return g.load(ctx, keys)
}
