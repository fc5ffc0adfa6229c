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
	result    chan bool // true if the caller gets a turn; buffered, so that sending never blocks
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
	// sharedUsage decides whether a network counts as used. Unknown and PassedCaptcha share one, so that a flood that
	// switches between them still counts as used. Known has its own, so that a network's known devices do not
	// delay its unknown callers.
	sharedUsage usage[netip.Prefix]
	// unusedNetworkTurns is the number of consecutive turns for networks without a recent turn.
	unusedNetworkTurns int
	// virtualTime grows by less at each turn of a lane with a
	// larger share (stride scheduling).
	virtualTime float64
}

func newLane(sharedUsage usage[netip.Prefix]) *lane {
	return &lane{
		sources: map[source][]*waiter{}, networks: tally[netip.Prefix]{}, groups: tally[int64]{},
		networkUsage: usage[netip.Prefix]{}, groupUsage: usage[int64]{}, sharedUsage: sharedUsage,
	}
}

// tally counts by key. It keeps no zeros.
type tally[K comparable] map[K]int

func (t tally[K]) decrement(key K) {
	if t[key]--; t[key] <= 0 {
		delete(t, key)
	}
}
