package fairqueue

import (
	"cmp"
	"net/netip"
	"time"
)

// chooseNextLane returns the lane with the next turn, and adds the turn to the virtual times. Of lanes with equal virtual
// times, the one with the larger share comes first.
func (q *Queue) chooseNextLane() *lane {
	var next Lane
	found := false
	for kind, l := range q.lanes {
		if l.waiting > 0 && (!found || l.virtualTime <= q.lanes[next].virtualTime) {
			next, found = Lane(kind), true
		}
	}
	l := q.lanes[next]
	q.virtualTime = l.virtualTime
	l.virtualTime += 1 / laneWeights[next]
	return l
}

// Even during a flood from ever new networks, every eighth turn of the lane goes to a used network whose caller has
// waited for a third of Options.MaxWait.
const (
	// maxUnusedNetworkTurns is the number of consecutive turns for networks without a recent turn before an overdue
	// caller of a used network gets one.
	maxUnusedNetworkTurns = 7
	overdueDivisor        = 3
)

// chooseNext returns the waiter with the next turn, and records the turn. The caller removes the waiter from the queue.
func (q *Queue) chooseNext(now time.Time) *waiter {
	l := q.chooseNextLane()
	isUsed := func(network netip.Prefix) bool { return !l.sharedUsage.lastTurn(network, now).IsZero() }
	isOverdue := func(w *waiter) bool {
		return l.unusedNetworkTurns >= maxUnusedNetworkTurns && now.Sub(w.arrivedAt) >= q.options.MaxWait/overdueDivisor
	}
	var first *waiter
	var best urgency
	for from, waiters := range l.sources {
		u := urgency{
			used:            isUsed(from.network),
			networkLastTurn: l.networkUsage.lastTurn(from.network, now),
			groupLastTurn:   l.groupUsage.lastTurn(from.group, now),
			arrival:         waiters[0].arrival,
		}
		u.overdue = u.used && isOverdue(waiters[0])
		if first == nil || u.compare(best) < 0 {
			first, best = waiters[0], u
		}
	}
	if best.used {
		l.unusedNetworkTurns = 0
	} else {
		l.unusedNetworkTurns++
	}
	q.recordTurn(first.caller, now)
	return first
}

// recordTurn adds a turn to the usage of the caller's network and group.
func (q *Queue) recordTurn(c Caller, now time.Time) {
	l := q.lanes[c.Lane]
	for _, u := range []usage[netip.Prefix]{q.networkUsage, l.networkUsage, l.sharedUsage} {
		u.add(c.Network, now)
	}
	l.groupUsage.add(c.Group, now)
}

// undoTurn undoes recordTurn, and takes back the virtual time that the turn added to the lane. It does not restore
// lane.unusedNetworkTurns and Queue.virtualTime.
func (q *Queue) undoTurn(c Caller) {
	l := q.lanes[c.Lane]
	l.virtualTime -= 1 / laneWeights[c.Lane]
	for _, u := range []usage[netip.Prefix]{q.networkUsage, l.networkUsage, l.sharedUsage} {
		u.subtract(c.Network)
	}
	l.groupUsage.subtract(c.Group)
}

// urgency decides which source of a lane has the next turn. A time is zero if the last turn was not
// recent.
type urgency struct {
	overdue         bool      // true if the network is used, its caller has waited long, and the eighth turn is due
	used            bool      // true if the network had a recent turn (see lane.sharedUsage)
	networkLastTurn time.Time // in the lane
	groupLastTurn   time.Time // in the lane
	arrival         uint64    // of the source's first waiter
}

// compare is negative if u comes before other. It compares in this order:
//  1. A network without a recent turn comes first; in every eighth turn, a used one that is overdue.
//  2. A group without a recent turn comes first, so that a flood in one group does not delay the callers of
//     another group from the same networks.
//  3. The network whose last turn was earlier comes first.
//  4. The group whose last turn was earlier comes first.
//  5. The source whose first waiter arrived earlier comes first.
//
// Among the used networks, a network therefore waits at most for one turn of every other one, and in each minute
// for one turn of every group. A network that uses many groups gains only these turns: after one turn of any
// network, a group counts as used.
func (u urgency) compare(other urgency) int {
	return cmp.Or(
		compareBool(!u.overdue, !other.overdue),
		compareBool(u.used, other.used),
		compareBool(!u.groupLastTurn.IsZero(), !other.groupLastTurn.IsZero()),
		u.networkLastTurn.Compare(other.networkLastTurn),
		u.groupLastTurn.Compare(other.groupLastTurn),
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
// loses no caller. If all networks have one waiter, a used network loses before an unused one.
func (q *Queue) callerToRefuse(now time.Time) *waiter {
	l := q.fullestLane()
	var newest *waiter
	var largest size
	for from, waiters := range l.sources {
		w := waiters[len(waiters)-1]
		s := size{
			network: l.networks[from.network], turns: q.networkUsage.count(from.network, now),
			source: len(waiters), group: l.groups[from.group], arrival: w.arrival,
		}
		if newest == nil || s.compare(largest) > 0 {
			newest, largest = w, s
		}
	}
	return newest
}

// size decides which source loses a waiter in a full queue. The waiters of the whole network are compared first,
// so that a flood through many groups counts as one flood.
type size struct {
	network int     // waiters of the network
	turns   float64 // decayed turns of the network
	source  int     // waiters of the source
	group   int     // waiters of the group
	arrival uint64  // of the source's newest waiter
}

func (s size) compare(other size) int {
	return cmp.Or(
		cmp.Compare(s.network, other.network), cmp.Compare(s.turns, other.turns), cmp.Compare(s.source, other.source),
		cmp.Compare(s.group, other.group), cmp.Compare(s.arrival, other.arrival),
	)
}

// fullestLane returns the lane with the most waiters in proportion to its weight.
func (q *Queue) fullestLane() *lane {
	share := func(kind Lane) float64 { return float64(q.lanes[kind].waiting) / laneWeights[kind] }
	fullest := Unknown
	for kind := range laneCount {
		if share(kind) > share(fullest) {
			fullest = kind
		}
	}
	return q.lanes[fullest]
}
