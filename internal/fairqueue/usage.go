package fairqueue

import (
	"math"
	"time"
)

const (
	// usageHalfLife is the half-life of a turn's weight.
	usageHalfLife = time.Minute
	// A network or group counts as used for recentWindow after a turn.
	recentWindow = time.Minute
	// maxUsageKeys bounds memory. At this size, keys with less usage than minUsage are deleted.
	maxUsageKeys = 100_000
	// minUsage is the least usage that is kept when memory is short.
	minUsage = 0.01
)

// usage holds a decayed count of turns for each key.
type usage[K comparable] map[K]decayedCount

type decayedCount struct {
	turns float64
	last  time.Time // of the last turn
}

func (c decayedCount) at(now time.Time) float64 {
	return c.turns * math.Exp2(-float64(now.Sub(c.last))/float64(usageHalfLife))
}

// count returns the decayed count of a key's turns.
func (u usage[K]) count(key K, now time.Time) float64 {
	if have, found := u[key]; found {
		return have.at(now)
	}
	return 0
}

// lastTurn returns the time of a key's last turn, or zero if the turn was not recent.
func (u usage[K]) lastTurn(key K, now time.Time) time.Time {
	if have := u[key]; now.Sub(have.last) < recentWindow {
		return have.last
	}
	return time.Time{}
}

func (u usage[K]) add(key K, now time.Time) {
	if len(u) >= maxUsageKeys {
		u.evict(now)
	}
	u[key] = decayedCount{u.count(key, now) + 1, now}
}

// subtract takes a turn back that was added a moment ago. A key whose other turns are not recent becomes unused.
// For another key the time of the last turn stays.
func (u usage[K]) subtract(key K) {
	const leastRecent = 0.5 // count of one turn after recentWindow
	if have := u[key]; have.turns-1 >= leastRecent {
		u[key] = decayedCount{have.turns - 1, have.last}
	} else {
		delete(u, key)
	}
}

// evict deletes keys below minUsage. If the table is still full, it deletes every key.
func (u usage[K]) evict(now time.Time) {
	for key, have := range u {
		if have.at(now) < minUsage {
			delete(u, key)
		}
	}
	if len(u) >= maxUsageKeys {
		clear(u)
	}
}
