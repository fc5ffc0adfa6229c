package cache

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Bounded holds values up to a weight in all; beyond it those that were not asked for
// the longest go. It is safe for concurrent use.
type Bounded[K comparable, V any] struct {
	mu     sync.Mutex
	values *simplelru.LRU[K, weighed[V]]
	weigh  func(V) int
	weight int
	limit  int
}

// weighed is a value with its weight when it came, since it may change in use.
type weighed[V any] struct {
	value  V
	weight int
}

// NewBounded returns an empty cache of at most limit in all, as weigh counts values.
// Without weigh each value counts one.
func NewBounded[K comparable, V any](limit int, weigh func(V) int) *Bounded[K, V] {
	if weigh == nil {
		weigh = func(V) int { return 1 }
	}
	b := &Bounded[K, V]{weigh: weigh, limit: limit}
	// The error is for a size below one; the weight is what bounds, not the count.
	b.values, _ = simplelru.NewLRU(math.MaxInt, func(_ K, v weighed[V]) { b.weight -= v.weight })
	return b
}

// Get returns the value of key, which thereby counts as asked for.
func (b *Bounded[K, V]) Get(key K) (V, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	have, found := b.values.Get(key)
	return have.value, found
}

// Set puts a value under key. One that is heavier than all may be is not kept.
func (b *Bounded[K, V]) Set(key K, value V) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.set(key, value)
}

// Update puts under key what change makes of its value, or of the zero value where
// there is none. Nobody sees or changes the cache meanwhile, so change must be quick.
func (b *Bounded[K, V]) Update(key K, change func(V) V) {
	b.mu.Lock()
	defer b.mu.Unlock()
	old, _ := b.values.Get(key)
	b.set(key, change(old.value))
}

func (b *Bounded[K, V]) set(key K, value V) {
	b.values.Remove(key) // takes the old value's weight off
	w := b.weigh(value)
	if w > b.limit {
		return
	}
	b.values.Add(key, weighed[V]{value, w})
	for b.weight += w; b.weight > b.limit; {
		b.values.RemoveOldest()
	}
}

// dropped is how many spent values may go for each that comes: more than one, so that
// what a busy hour left behind goes in time.
const dropped = 2

// DropSpent drops those of the longest not asked for values that are spent, a few at a
// time, so that memory follows what is in use and not what once was.
func (b *Bounded[K, V]) DropSpent(spent func(V) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range dropped {
		_, oldest, found := b.values.GetOldest()
		if !found || !spent(oldest.value) {
			return
		}
		b.values.RemoveOldest()
	}
}

// Delete drops the value of key.
func (b *Bounded[K, V]) Delete(key K) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.values.Remove(key)
}

// Clear drops every value.
func (b *Bounded[K, V]) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.values.Purge()
}
