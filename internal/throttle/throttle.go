// Package throttle limits how often one key (an address, an account) may do
// something. It counts on this node only: a limit is there to stop abuse, not to
// share a quota.
package throttle

import (
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
)

// Rate is how much one key may do: Burst at once, and one more every Every. The
// zero Rate allows everything.
type Rate struct {
	Every time.Duration
	Burst int
}

// maxKeys bounds memory; beyond it the least used keys are forgotten.
const maxKeys = 200_000

// Limiter applies one Rate to any number of keys. It implements the generic cell
// rate algorithm (ITU-T I.371): one instant is kept per key, "when the bucket would
// be empty", so that a key costs 8 bytes and no timer. It is safe for concurrent
// use, and a nil Limiter allows everything.
type Limiter[K comparable] struct {
	rate  Rate
	clock clock.Clock
	keys  *cache.LRU[K, int64]
}

// New returns a limiter, or nil when rate allows everything.
func New[K comparable](rate Rate, c clock.Clock) *Limiter[K] {
	if rate.Burst <= 0 || rate.Every <= 0 {
		return nil
	}
	return &Limiter[K]{rate: rate, clock: c, keys: cache.NewLRU[K, int64](maxKeys, nil)}
}

// Allow takes one permit for key. When none is left it takes nothing and returns how
// long to wait for the next one.
func (l *Limiter[K]) Allow(key K) (wait time.Duration, ok bool) {
	if l == nil {
		return 0, true
	}
	now := l.clock.Now().UnixNano()
	l.keys.DropExpired(func(emptyAt int64) bool { return emptyAt <= now }) // it has its whole burst back
	whole := int64(l.rate.Every) * int64(l.rate.Burst)
	l.keys.Update(key, func(emptyAt int64) int64 {
		if emptyAt > now+whole { // the clock was set back: what was noted before says nothing
			emptyAt = now
		}
		next := max(emptyAt, now) + int64(l.rate.Every)
		if over := next - now - whole; over > 0 {
			wait = time.Duration(over)
			return emptyAt
		}
		return next
	})
	return wait, wait == 0
}

// GiveBack returns one permit that Allow gave, for what turned out to be no abuse. Unlike
// Forget it leaves those that others took.
func (l *Limiter[K]) GiveBack(key K) {
	if l == nil {
		return
	}
	l.keys.Update(key, func(emptyAt int64) int64 { return emptyAt - int64(l.rate.Every) })
}

// Forget gives key its whole burst back.
func (l *Limiter[K]) Forget(key K) {
	if l != nil {
		l.keys.Delete(key)
	}
}
