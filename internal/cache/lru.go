package cache

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// LRU holds values up to a total weight. Beyond it the least recently used values are removed. It
// is safe for concurrent use.
type LRU[K comparable, V any] struct {
	mu     sync.Mutex
	values *simplelru.LRU[K, weightedValue[V]]
	weigh  func(V) int
	weight int
	limit  int
}

// weightedValue is a value and its weight at the time it was added. The weight of a value may change
// later.
type weightedValue[V any] struct {
	value  V
	weight int
}

// NewLRU returns an empty cache with a maximum total weight. weigh returns the weight of a value;
// nil gives each value the weight 1.
func NewLRU[K comparable, V any](limit int, weigh func(V) int) *LRU[K, V] {
	if weigh == nil {
		weigh = func(V) int { return 1 }
	}
	b := &LRU[K, V]{weigh: weigh, limit: limit}
	// NewLRU returns an error only for a size below 1. The total weight is the limit, not the count.
	b.values, _ = simplelru.NewLRU(math.MaxInt, func(_ K, v weightedValue[V]) { b.weight -= v.weight })
	return b
}

// Get returns the value of a key and marks it as recently used.
func (b *LRU[K, V]) Get(key K) (V, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	have, found := b.values.Get(key)
	return have.value, found
}

// Set adds or replaces the value of a key. A value heavier than the limit is not added.
func (b *LRU[K, V]) Set(key K, value V) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.set(key, value)
}

// Update replaces the value of a key by the result of change, which gets the current value or the
// zero value. The cache is locked meanwhile, so change must be fast.
func (b *LRU[K, V]) Update(key K, change func(V) V) {
	b.mu.Lock()
	defer b.mu.Unlock()
	old, _ := b.values.Get(key)
	b.set(key, change(old.value))
}

func (b *LRU[K, V]) set(key K, value V) {
	b.values.Remove(key) // subtracts the weight of the old value
	w := b.weigh(value)
	if w > b.limit {
		return
	}
	b.values.Add(key, weightedValue[V]{value, w})
	for b.weight += w; b.weight > b.limit; {
		b.values.RemoveOldest()
	}
}

// maxDropped is the number of expired values that one call of DropExpired removes. It is more than
// 1, so that the values of a busy hour are removed in time.
const maxDropped = 2

// DropExpired removes a few expired values, if they are the least recently used ones. Called for
// each added value, it keeps memory in proportion to the values in use.
func (b *LRU[K, V]) DropExpired(expired func(V) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range maxDropped {
		_, oldest, found := b.values.GetOldest()
		if !found || !expired(oldest.value) {
			return
		}
		b.values.RemoveOldest()
	}
}

// Delete removes the value of a key.
func (b *LRU[K, V]) Delete(key K) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.values.Remove(key)
}

// Clear removes all values.
func (b *LRU[K, V]) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.values.Purge()
}
