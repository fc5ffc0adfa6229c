package fairqueue

import (
	"maps"
	"time"
)

const (
	// A network or group counts as used for recentWindow after a turn.
	recentWindow = time.Minute
	// maxActivities bounds memory. At this size, the activities of networks and groups without waiting callers are
	// deleted: first those that are not used.
	maxActivities = 100_000
)

// activity holds the waiting callers and the last turn of a network or group in a lane.
type activity struct {
	waiting        int
	last, previous time.Time // of the last two turns; zero: none
	// unusedTurns is the number of consecutive turns within a network for smaller networks that were not used.
	unusedTurns int
}

// lastTurn returns the time of the last turn, or zero if the turn was not recent.
func (a *activity) lastTurn(now time.Time) time.Time {
	if now.Sub(a.last) < recentWindow {
		return a.last
	}
	return time.Time{}
}

// isUsed reports whether the last turn was recent.
func (a *activity) isUsed(now time.Time) bool { return !a.lastTurn(now).IsZero() }

func (a *activity) addTurn(now time.Time) { a.previous, a.last = a.last, now }

// undoTurn undoes the last addTurn.
func (a *activity) undoTurn() { a.last = a.previous }

// activities holds the activity of each network of one level, or of each group.
type activities[K comparable] map[K]*activity

// find returns the activity of a key, and adds it if necessary.
func (a activities[K]) find(key K, now time.Time) *activity {
	found := a[key]
	if found == nil {
		if len(a) >= maxActivities {
			a.evict(now)
		}
		found = &activity{}
		a[key] = found
	}
	return found
}

func (a activities[K]) evict(now time.Time) {
	maps.DeleteFunc(a, func(_ K, one *activity) bool { return one.waiting == 0 && !one.isUsed(now) })
	if len(a) >= maxActivities {
		maps.DeleteFunc(a, func(_ K, one *activity) bool { return one.waiting == 0 })
	}
}
