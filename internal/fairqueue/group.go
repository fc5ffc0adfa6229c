package fairqueue

import (
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

// group holds the waiting callers of one group.
type group struct {
	lanes   [lanes]lane
	waiting int
}

// lane holds the waiting callers of one lane, by network.
type lane struct {
	networks map[netip.Prefix][]*waiter
	waiting  int
	// passed is the lane's virtual time: it grows by less at each turn of a lane with a
	// larger share (stride scheduling).
	passed float64
}

// insert appends a waiter to those of its network.
func (q *Queue) insert(w *waiter) {
	g := q.groups[w.caller.Group]
	if g == nil {
		g = &group{}
		q.groups[w.caller.Group] = g
	}
	l := &g.lanes[w.caller.Lane]
	if l.networks == nil {
		l.networks = map[netip.Prefix][]*waiter{}
	}
	if l.waiting == 0 { // a lane saves no turns while it is empty
		l.passed = max(l.passed, g.leastPassed())
	}
	l.networks[w.caller.Network] = append(l.networks[w.caller.Network], w)
	l.waiting++
	g.waiting++
	q.waiting++
	q.laneWaiting[w.caller.Lane]++
	if w.caller.User != 0 {
		q.users[w.caller.User]++
	}
}

// remove takes a waiter out.
func (q *Queue) remove(w *waiter) {
	g := q.groups[w.caller.Group]
	l := &g.lanes[w.caller.Lane]
	queue := l.networks[w.caller.Network]
	if len(queue) == 1 {
		delete(l.networks, w.caller.Network)
	} else {
		i := slices.Index(queue, w)
		l.networks[w.caller.Network] = slices.Delete(queue, i, i+1)
	}
	l.waiting--
	g.waiting--
	q.waiting--
	q.laneWaiting[w.caller.Lane]--
	if g.waiting == 0 {
		delete(q.groups, w.caller.Group)
	}
	if user := w.caller.User; q.users[user] > 1 {
		q.users[user]--
	} else {
		delete(q.users, user)
	}
}

// next chooses the waiter whose turn it is, and counts the turn. Of groups and of networks
// the one with the fewest turns of late comes first, so that a new one never waits behind
// those that ask all the time.
func (q *Queue) next(now time.Time) *waiter {
	groupID, _ := leastUsed(q.groups, q.groupUsage, now, func(g *group) uint64 { return g.firstArrival() })
	g := q.groups[groupID]
	l := g.nextLane()
	network, _ := leastUsed(l.networks, q.networkUsage, now, func(waiters []*waiter) uint64 { return waiters[0].arrival })
	q.groupUsage.add(groupID, now)
	q.networkUsage.add(network, now)
	return l.networks[network][0]
}

// nextLane chooses the lane that has the next turn of a group.
func (g *group) nextLane() *lane {
	var next *lane
	var kind Lane
	for i := range g.lanes {
		l := &g.lanes[i]
		if l.waiting > 0 && (next == nil || l.passed <= next.passed) {
			next, kind = l, Lane(i)
		}
	}
	next.passed += 1 / laneWeights[kind]
	return next
}

// leastPassed returns the smallest virtual time of the lanes with waiters.
func (g *group) leastPassed() float64 {
	least, found := 0.0, false
	for i := range g.lanes {
		if l := &g.lanes[i]; l.waiting > 0 && (!found || l.passed < least) {
			least, found = l.passed, true
		}
	}
	return least
}

func (g *group) firstArrival() uint64 {
	var first uint64
	for i := range g.lanes {
		for _, waiters := range g.lanes[i].networks {
			if arrival := waiters[0].arrival; first == 0 || arrival < first {
				first = arrival
			}
		}
	}
	return first
}

// callerToRefuse chooses the waiter that a full queue refuses: in the lane that is furthest above
// its share of the places, and there in the group with the most waiters, the newest waiter of the
// network with the most waiters or, of equal networks, with the most turns of late. A lane below its
// share therefore loses no caller.
func (q *Queue) callerToRefuse() *waiter {
	kind, now := q.fullestLane(), time.Now()
	most := 0
	var largest []*waiter
	for _, g := range q.groups {
		l := &g.lanes[kind]
		if l.waiting < most {
			continue
		}
		if l.waiting > most {
			most, largest = l.waiting, nil
		}
		for _, waiters := range l.networks {
			if q.isLarger(waiters, largest, now) {
				largest = waiters
			}
		}
	}
	return largest[len(largest)-1]
}

// fullestLane returns the lane with the most waiters in proportion to its weight.
func (q *Queue) fullestLane() Lane {
	fullest := Unproven
	for kind := Unproven; kind < lanes; kind++ {
		if float64(q.laneWaiting[kind])/laneWeights[kind] > float64(q.laneWaiting[fullest])/laneWeights[fullest] {
			fullest = kind
		}
	}
	return fullest
}

// isLarger compares two networks' waiters by number, then by recent turns, then by the newest
// arrival.
func (q *Queue) isLarger(one, other []*waiter, now time.Time) bool {
	if len(one) != len(other) || len(one) == 0 {
		return len(one) > len(other)
	}
	newest, otherNewest := one[len(one)-1], other[len(other)-1]
	used, otherUsed := q.networkUsage.count(newest.caller.Network, now), q.networkUsage.count(otherNewest.caller.Network, now)
	if used != otherUsed {
		return used > otherUsed
	}
	return newest.arrival > otherNewest.arrival
}
