package fairqueue

import (
	"cmp"
	"net/netip"
	"slices"
	"time"
)

// waiter is a caller that waits.
type waiter struct {
	caller  Caller
	arrival uint64
	result  chan bool // whether the caller got its turn; has room for it
}

// source is the origin of callers that wait in order of arrival.
type source struct {
	network netip.Prefix
	group   int64
}

func (w *waiter) source() source { return source{w.caller.Network, w.caller.Group} }

// lane holds the waiting callers of one lane.
type lane struct {
	sources  map[source][]*waiter
	networks tally[netip.Prefix] // waiting callers of each network
	groups   tally[int64]        // waiting callers of each group
	waiting  int
	// Turns of this lane only: a network's known devices take no turns from its other callers.
	networkUsage usage[netip.Prefix]
	groupUsage   usage[int64]
	// passed is the lane's virtual time: it grows by less at each turn of a lane with a
	// larger share (stride scheduling).
	passed float64
}

func newLane() *lane {
	return &lane{
		sources: map[source][]*waiter{}, networks: tally[netip.Prefix]{}, groups: tally[int64]{},
		networkUsage: usage[netip.Prefix]{}, groupUsage: usage[int64]{},
	}
}

// tally counts by key. It keeps no zeros.
type tally[K comparable] map[K]int

func (t tally[K]) decrement(key K) {
	if t[key]--; t[key] <= 0 {
		delete(t, key)
	}
}

// insert appends a waiter to those of its source.
func (q *Queue) insert(w *waiter) {
	l, c := q.lanes[w.caller.Lane], w.caller
	if l.waiting == 0 { // a lane saves no turns while it is empty
		l.passed = max(l.passed, q.passed)
	}
	l.sources[w.source()] = append(l.sources[w.source()], w)
	l.networks[c.Network]++
	l.groups[c.Group]++
	l.waiting++
	q.waiting++
	if c.User != 0 {
		q.users[c.User]++
	}
}

// remove takes a waiter out.
func (q *Queue) remove(w *waiter) {
	l, c := q.lanes[w.caller.Lane], w.caller
	waiters := l.sources[w.source()]
	if len(waiters) == 1 {
		delete(l.sources, w.source())
	} else {
		i := slices.Index(waiters, w)
		l.sources[w.source()] = slices.Delete(waiters, i, i+1)
	}
	l.networks.decrement(c.Network)
	l.groups.decrement(c.Group)
	l.waiting--
	q.waiting--
	if c.User != 0 {
		q.users.decrement(c.User)
	}
}

// nextLane chooses the lane that has the next turn, and counts the turn.
func (q *Queue) nextLane() *lane {
	var next Lane
	found := false
	for kind, l := range q.lanes {
		if l.waiting > 0 && (!found || l.passed <= q.lanes[next].passed) {
			next, found = Lane(kind), true
		}
	}
	l := q.lanes[next]
	q.passed = l.passed
	l.passed += 1 / laneWeights[next]
	return l
}

// next chooses the waiter whose turn it is, and counts the turn.
func (q *Queue) next(now time.Time) *waiter {
	l := q.nextLane()
	var first *waiter
	var best urgency
	for from, waiters := range l.sources {
		u := urgency{
			used:    !q.networkUsage.lastTurn(from.network, now).IsZero(),
			network: l.networkUsage.lastTurn(from.network, now),
			group:   l.groupUsage.lastTurn(from.group, now),
			arrival: waiters[0].arrival,
		}
		if first == nil || u.compare(best) < 0 {
			first, best = waiters[0], u
		}
	}
	q.networkUsage.add(first.caller.Network, now)
	l.networkUsage.add(first.caller.Network, now)
	l.groupUsage.add(first.caller.Group, now)
	return first
}

// urgency decides which source of a lane has the next turn. A time is zero if the last turn was not
// recent.
type urgency struct {
	used    bool      // whether the network had a recent turn in any lane
	network time.Time // of the network's last turn in the lane
	group   time.Time // of the group's last turn in the lane
	arrival uint64    // of the source's first waiter
}

// compare is negative if u comes before other. A network without a recent turn comes first, and then a
// group without one. Otherwise the networks take turns, and so do the groups of equal networks. A used
// network therefore waits for one turn of each other used network, through however many groups these
// call, and one of each group.
func (u urgency) compare(other urgency) int {
	return cmp.Or(
		compareBool(u.used, other.used),
		compareBool(!u.group.IsZero(), !other.group.IsZero()),
		u.network.Compare(other.network),
		u.group.Compare(other.group),
		cmp.Compare(u.arrival, other.arrival),
	)
}

// compareBool orders false before true.
func compareBool(one, other bool) int {
	switch {
	case one == other:
		return 0
	case other:
		return -1
	}
	return 1
}

// callerToRefuse chooses the waiter that a full queue refuses: in the lane that is furthest above
// its share of the places, the newest waiter of the largest source. A lane below its share therefore
// loses no caller.
func (q *Queue) callerToRefuse() *waiter {
	l, now := q.fullestLane(), time.Now()
	var newest *waiter
	var largest size
	for from, waiters := range l.sources {
		w := waiters[len(waiters)-1]
		s := size{
			network: l.networks[from.network], used: q.networkUsage.count(from.network, now),
			source: len(waiters), group: l.groups[from.group], arrival: w.arrival,
		}
		if newest == nil || s.compare(largest) > 0 {
			newest, largest = w, s
		}
	}
	return newest
}

// size decides which source loses a waiter when the queue is full. A network loses waiters before its
// groups are compared, so that a flood through many groups counts as one.
type size struct {
	network int     // waiters of the network
	used    float64 // recent turns of the network
	source  int     // waiters of the source
	group   int     // waiters of the group
	arrival uint64  // of the source's newest waiter
}

func (s size) compare(other size) int {
	return cmp.Or(
		cmp.Compare(s.network, other.network), cmp.Compare(s.used, other.used), cmp.Compare(s.source, other.source),
		cmp.Compare(s.group, other.group), cmp.Compare(s.arrival, other.arrival),
	)
}

// fullestLane returns the lane with the most waiters in proportion to its weight.
func (q *Queue) fullestLane() *lane {
	share := func(kind Lane) float64 { return float64(q.lanes[kind].waiting) / laneWeights[kind] }
	fullest := Unproven
	for kind := range lanes {
		if share(kind) > share(fullest) {
			fullest = kind
		}
	}
	return q.lanes[fullest]
}
