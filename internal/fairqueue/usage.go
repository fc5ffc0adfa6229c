package fairqueue

import (
	"math"
	"time"
)

const (
	// usageHalfLife is the time after which a turn counts half.
	usageHalfLife = time.Minute
	// maxUsageKeys bounds memory. Above it, keys with hardly any use are dropped.
	maxUsageKeys = 100_000
	// forgettable is a use that makes no difference any more.
	forgettable = 0.01
)

// usage counts turns by key. Each turn counts less as time passes.
type usage[K comparable] map[K]used

type used struct {
	turns float64
	at    time.Time
}

func (u used) now(now time.Time) float64 {
	return u.turns * math.Exp2(-float64(now.Sub(u.at))/float64(usageHalfLife))
}

// of returns the turns of a key, each weighted by its age.
func (u usage[K]) of(key K, now time.Time) float64 {
	if have, found := u[key]; found {
		return have.now(now)
	}
	return 0
}

func (u usage[K]) add(key K, now time.Time) {
	if len(u) >= maxUsageKeys {
		u.drop(now)
	}
	u[key] = used{u.of(key, now) + 1, now}
}

// drop removes keys with hardly any use, or every key where that frees nothing.
func (u usage[K]) drop(now time.Time) {
	for key, have := range u {
		if have.now(now) < forgettable {
			delete(u, key)
		}
	}
	if len(u) >= maxUsageKeys {
		clear(u)
	}
}

// leastUsed returns the key of waiting with the fewest turns, and of equal ones the one that
// came first.
func leastUsed[K comparable, V any](waiting map[K]V, u usage[K], now time.Time, arrival func(V) uint64) (least K, found bool) {
	var fewest float64
	var first uint64
	for key, value := range waiting {
		turns, came := u.of(key, now), arrival(value)
		if !found || turns < fewest || turns == fewest && came < first {
			least, fewest, first, found = key, turns, came, true
		}
	}
	return least, found
}
