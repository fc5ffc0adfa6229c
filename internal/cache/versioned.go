package cache

import "context"

// Versioned is a cache whose values have the version of the data that they were loaded from, such
// as a revision. A caller with another version causes a reload and waits for it. Other callers
// get the earlier value meanwhile, or wait if there is none. It is safe for concurrent use.
type Versioned[K, S comparable, V any] struct {
	values *LRU[K, versionedValue[S, V]]
	calls  callGroup[K, V]
}

type versionedValue[S comparable, V any] struct {
	value   V
	version S
}

// NewVersioned returns an empty cache for at most size keys.
func NewVersioned[K, S comparable, V any](size int) *Versioned[K, S, V] {
	return &Versioned[K, S, V]{values: NewLRU[K, versionedValue[S, V]](size, nil)}
}

// Get returns the value of a key with a version, and calls produce to load it if necessary. An
// error of produce is returned and not cached.
func (c *Versioned[K, S, V]) Get(ctx context.Context, key K, version S, produce func(context.Context) (V, error)) (V, error) {
	have, found := c.values.Get(key)
	if found && have.version == version {
		return have.value, nil
	}
	pending, mine := c.calls.join(key, func() bool {
		have, found = c.values.Get(key)
		return found && have.version == version
	})
	if !mine && found {
		return have.value, nil
	}
	if mine {
		go c.calls.run(ctx, key, pending, produce, func(v V) { c.values.Set(key, versionedValue[S, V]{v, version}) })
	}
	return pending.wait(ctx)
}
