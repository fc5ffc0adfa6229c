package cache

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// gatherFor is how long keys wait for others, to be loaded with them. The first after a
	// pause does not wait.
	gatherFor = 5 * time.Millisecond
	// mostTogether bounds how many keys are loaded at once.
	mostTogether = 500
)

// Gathered loads values of many keys together, so that however many callers ask there are
// at most some two hundred loads a second. It remembers nothing: the loading of what a
// caller gets began after the call. It is safe for concurrent use.
type Gathered[K comparable, V any] struct {
	load func(context.Context, []K) (map[K]V, error)

	mu        sync.Mutex
	waiting   []*gathering[K, V]
	gathering bool
}

// gathering is one caller waiting for its value.
type gathering[K comparable, V any] struct {
	key    K
	answer answer[V]
	done   chan struct{}
}

type answer[V any] struct {
	value V
	found bool
	err   error
}

// NewGathered returns one that loads by load. A key that its map lacks has no value; the
// keys that it is given may name one more than once.
func NewGathered[K comparable, V any](load func(context.Context, []K) (map[K]V, error)) *Gathered[K, V] {
	return &Gathered[K, V]{load: load}
}

// Get returns the value of key, and whether it has one. An error of load is returned to
// everybody whose key it was given.
func (g *Gathered[K, V]) Get(ctx context.Context, key K) (value V, found bool, err error) {
	w := &gathering[K, V]{key: key, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	if !g.gathering {
		g.gathering = true
		go g.run(context.WithoutCancel(ctx))
	}
	g.mu.Unlock()
	select {
	case <-w.done:
		return w.answer.value, w.answer.found, w.answer.err
	case <-ctx.Done():
		return value, false, ctx.Err()
	}
}

// run sends off what waits until nothing does. It does not wait for what it sent: one load
// that hangs holds up nobody who asks later.
func (g *Gathered[K, V]) run(ctx context.Context) {
	for {
		g.mu.Lock()
		batch := g.waiting[:min(len(g.waiting), mostTogether)]
		g.waiting = g.waiting[len(batch):]
		g.gathering = len(batch) > 0
		full := len(g.waiting) > 0
		g.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		go g.settle(ctx, batch)
		if !full {
			<-time.After(gatherFor)
		}
	}
}

// settle loads a batch and answers everybody in it.
func (g *Gathered[K, V]) settle(ctx context.Context, batch []*gathering[K, V]) {
	ctx, cancel := context.WithTimeout(ctx, makeTimeout)
	defer cancel()
	keys := make([]K, len(batch))
	for i, w := range batch {
		keys[i] = w.key
	}
	values, err := g.loaded(ctx, keys)
	for _, w := range batch {
		w.answer.value, w.answer.found = values[w.key]
		w.answer.err = err
		close(w.done)
	}
}

func (g *Gathered[K, V]) loaded(ctx context.Context, keys []K) (values map[K]V, err error) {
	defer func() {
		if p := recover(); p != nil {
			values, err = nil, fmt.Errorf("loading values panicked: %v", p)
		}
	}()
	return g.load(ctx, keys)
}
