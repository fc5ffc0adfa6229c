package revision

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
)

// buildTimeout bounds one build, which outlives the request that caused it because
// others wait for it too.
const buildTimeout = 20 * time.Second

// Kept holds one value per key, each built from data of one revision, and builds it
// again when a caller names another. While one caller builds, others are given the
// value that was there; without one they wait. It is safe for concurrent use.
type Kept[K comparable, V any] struct {
	cache  *otter.Cache[K, built[V]]
	mu     sync.Mutex
	builds map[K]*build[V]
}

type built[V any] struct {
	value    V
	revision Set
}

type build[V any] struct {
	done     chan struct{}
	revision Set
	value    V
	err      error
}

// NewKept returns an empty cache for at most size keys.
func NewKept[K comparable, V any](size int) *Kept[K, V] {
	return &Kept[K, V]{
		cache:  otter.Must(&otter.Options[K, built[V]]{MaximumSize: size}),
		builds: map[K]*build[V]{},
	}
}

// Get returns the value of key at revision, made by produce where it is not there. An
// error of produce is returned and not kept. Fields of revision that the value does not
// depend on must be zero.
func (k *Kept[K, V]) Get(ctx context.Context, key K, revision Set, produce func(context.Context) (V, error)) (V, error) {
	have, found := k.cache.GetIfPresent(key)
	if found && have.revision == revision {
		return have.value, nil
	}
	b, mine := k.join(key, revision)
	if !mine && found {
		return have.value, nil
	}
	if mine {
		go k.run(context.WithoutCancel(ctx), key, b, produce)
	}
	select {
	case <-b.done:
		return b.value, b.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

func (k *Kept[K, V]) join(key K, revision Set) (b *build[V], mine bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if b, ok := k.builds[key]; ok {
		return b, false
	}
	b = &build[V]{done: make(chan struct{}), revision: revision}
	k.builds[key] = b
	return b, true
}

func (k *Kept[K, V]) run(ctx context.Context, key K, b *build[V], produce func(context.Context) (V, error)) {
	ctx, cancel := context.WithTimeout(ctx, buildTimeout)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			b.err = fmt.Errorf("build panicked: %v", p)
		}
		if b.err == nil {
			k.cache.Set(key, built[V]{value: b.value, revision: b.revision})
		}
		k.mu.Lock()
		delete(k.builds, key)
		k.mu.Unlock()
		close(b.done)
	}()
	b.value, b.err = produce(ctx)
}
