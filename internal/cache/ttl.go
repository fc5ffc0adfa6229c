package cache

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// TTL is a cache whose values expire. If a key is invalidated while its value is loaded, the
// waiting callers get the value, and it is not cached. It is safe for concurrent use.
type TTL[K comparable, V any] struct {
	clock        clock.Clock
	ttl          func(V) time.Duration
	staleIfError *StaleIfError[V]
	load         func(context.Context, K) (V, error)
	values       *LRU[K, ttlValue[V]]
	calls        callGroup[K, V]
}

type ttlValue[V any] struct {
	value      V
	loadedAt   time.Time     // the start of its load
	expires    time.Time     // when it is loaded again
	unusableAt time.Time     // when it is no longer used, even if loading fails
	retryAfter *atomic.Int64 // Unix nanoseconds; no load is tried before this
}

// StaleIfError allows the use of an expired value when loading fails (RFC 5861, section 4).
type StaleIfError[V any] struct {
	// If reports whether an error allows it: an error that says nothing about the value.
	If func(error) bool
	// Extra is how long after its expiry a value may be used.
	Extra func(V) time.Duration
}

// maxClockSkew is how far the time of a value may be in the future without the clock having been
// set back. Concurrent callers read the clock one after the other.
const maxClockSkew = time.Second

// TTLOptions configure a TTL cache.
type TTLOptions[K comparable, V any] struct {
	// Load loads the value of a key. One call serves all concurrent callers. It continues when
	// they are cancelled, at most for LoadTimeout.
	Load func(context.Context, K) (V, error)
	// LoadTimeout limits one call of Load. Default 20 s.
	LoadTimeout time.Duration
	// TTL returns the lifetime of a value, from the start of its load.
	TTL func(V) time.Duration
	// StaleIfError allows expired values when loading fails; nil does not.
	StaleIfError *StaleIfError[V]
	// MaxWeight limits the total weight. Weigh returns the weight of a value; nil gives each the
	// weight 1.
	MaxWeight int
	Weigh     func(V) int
	Clock     clock.Clock
}

// NewTTL returns an empty cache.
func NewTTL[K comparable, V any](o TTLOptions[K, V]) *TTL[K, V] {
	var weigh func(ttlValue[V]) int
	if o.Weigh != nil {
		weigh = func(k ttlValue[V]) int { return o.Weigh(k.value) }
	}
	return &TTL[K, V]{
		clock: o.Clock, ttl: o.TTL, staleIfError: o.StaleIfError, load: o.Load, values: NewLRU[K](o.MaxWeight, weigh), calls: callGroup[K, V]{timeout: o.LoadTimeout},
	}
}

// FixedTTL returns a function for TTLOptions.TTL that gives all values the same lifetime.
func FixedTTL[V any](d time.Duration) func(V) time.Duration {
	return func(V) time.Duration { return d }
}

// Get returns the value of a key, and loads it if necessary. Errors are not cached.
func (c *TTL[K, V]) Get(ctx context.Context, key K) (V, error) {
	now := c.clock.Now()
	if v, found := c.freshValue(key, now); found {
		return v, nil
	}
	v, err := c.loadOrWait(ctx, key, now)
	if err != nil && c.staleIfError != nil && c.staleIfError.If(err) && ctx.Err() == nil {
		return c.staleValue(key, now, err)
	}
	return v, err
}

// retryDelay is the pause between two loads of a key that fail.
const retryDelay = time.Second

// staleValue returns the expired value of a key if it may still be used, or else the error of the
// load.
func (c *TTL[K, V]) staleValue(key K, now time.Time, why error) (v V, err error) {
	have, found := c.values.Get(key)
	if !found || have.isUnusable(now) {
		return v, why
	}
	have.retryAfter.Store(now.Add(retryDelay).UnixNano())
	return have.value, nil
}

func (c *TTL[K, V]) freshValue(key K, now time.Time) (v V, found bool) {
	if have, found := c.values.Get(key); found && have.isFresh(now) {
		return have.value, true
	}
	return v, false
}

// isFresh reports whether a value is used without a load. A value from the future is not, because
// the clock was set back and its age is unknown.
func (k ttlValue[V]) isFresh(now time.Time) bool {
	return !k.isFromFuture(now) && (now.Before(k.expires) || now.UnixNano() < k.retryAfter.Load())
}

// isUnusable reports whether a value may not be used even if loading fails.
func (k ttlValue[V]) isUnusable(now time.Time) bool {
	return k.isFromFuture(now) || !now.Before(k.unusableAt)
}

func (k ttlValue[V]) isFromFuture(now time.Time) bool { return k.loadedAt.Sub(now) > maxClockSkew }

func (c *TTL[K, V]) loadOrWait(ctx context.Context, key K, now time.Time) (v V, err error) {
	pending, mine := c.calls.join(key, func() (found bool) {
		v, found = c.freshValue(key, now)
		return found
	})
	if pending == nil {
		return v, nil
	}
	if mine {
		load := func(ctx context.Context) (V, error) { return c.load(ctx, key) }
		go c.calls.run(ctx, key, pending, load, func(v V) {
			c.values.DropExpired(func(k ttlValue[V]) bool { return k.isUnusable(now) })
			c.values.Set(key, c.newValue(v, now))
		})
	}
	return pending.wait(ctx)
}

func (c *TTL[K, V]) newValue(v V, since time.Time) ttlValue[V] {
	k := ttlValue[V]{value: v, loadedAt: since, expires: since.Add(c.ttl(v)), retryAfter: new(atomic.Int64)}
	k.unusableAt = k.expires
	if c.staleIfError != nil {
		k.unusableAt = k.expires.Add(c.staleIfError.Extra(v))
	}
	return k
}

// Invalidate removes the value of a key. Later calls of Get return a value whose load begins after
// this call.
func (c *TTL[K, V]) Invalidate(key K) {
	c.calls.forget(key)
	c.values.Delete(key)
}

// InvalidateAll removes all values.
func (c *TTL[K, V]) InvalidateAll() {
	c.calls.forgetAll()
	c.values.Clear()
}
