package fairqueue

import (
	"net/netip"
	"time"
)

// waiter is a caller that waits.
type waiter struct {
	caller    Caller
	arrival   uint64
	arrivedAt time.Time
	result    chan bool // whether the caller got its turn; has room for it
}

// source is the origin of callers that wait in order of arrival.
type source struct {
	network netip.Prefix
	group   int64
}

func (w *waiter) source() source { return source{w.caller.Network, w.caller.Group} }

// lane holds the waiting callers of one lane.
type lane struct {
	sources      map[source][]*waiter
	networks     tally[netip.Prefix] // waiting callers of each network
	groups       tally[int64]        // waiting callers of each group
	waiting      int
	networkUsage usage[netip.Prefix] // turns of this lane
	groupUsage   usage[int64]        // turns of this lane
	// kindUsage holds the turns of known devices in the lane Known, and those of all unknown callers in the
	// other lanes. A network's known devices therefore do not put its unknown callers behind other networks,
	// and a flood that changes between Unproven and Proven does not pass for unused.
	kindUsage usage[netip.Prefix]
	// unusedTurns is the number of turns that networks without a recent turn had in a row.
	unusedTurns int
	// virtualTime grows by less at each turn of a lane with a
	// larger share (stride scheduling).
	virtualTime float64
}

func newLane(kindUsage usage[netip.Prefix]) *lane {
	return &lane{
		sources: map[source][]*waiter{}, networks: tally[netip.Prefix]{}, groups: tally[int64]{},
		networkUsage: usage[netip.Prefix]{}, groupUsage: usage[int64]{}, kindUsage: kindUsage,
	}
}

// tally counts by key. It keeps no zeros.
type tally[K comparable] map[K]int

func (t tally[K]) decrement(key K) {
	if t[key]--; t[key] <= 0 {
		delete(t, key)
	}
}
