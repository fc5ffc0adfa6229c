package fairqueue

import (
	"cmp"
	"iter"
	"maps"
	"time"
)

// chooseNextLane returns the lane with the next turn, and adds the turn to the virtual times. Of lanes with equal virtual
// times, the one with the larger share comes first.
func (q *Queue) chooseNextLane() *lane {
	var next Lane
	found := false
	for kind, l := range q.lanes {
		if l.all.waiting > 0 && (!found || l.virtualTime <= q.lanes[next].virtualTime) {
			next, found = Lane(kind), true
		}
	}
	l := q.lanes[next]
	q.virtualTime = l.virtualTime
	l.virtualTime += 1 / laneWeights[next]
	return l
}

// Even during a flood from ever new networks, every eighth turn goes to a used network whose caller has waited for a
// third of Options.MaxWait. This holds for the networks of a lane, and for the smaller networks of each network.
const (
	// maxUnusedTurns is the number of consecutive turns for networks without a recent turn before an overdue
	// caller of a used network gets one.
	maxUnusedTurns = 7
	overdueDivisor = 3
)

// chooseNext returns the waiter with the next turn, and records the turn. The caller removes the waiter from the queue.
func (q *Queue) chooseNext(now time.Time) *waiter {
	u := urgency{now: now, overdueSince: now.Add(-q.options.MaxWait / overdueDivisor)}
	next := firstSource(maps.Values(q.chooseNextLane().sources), u.compare)
	next.recordTurn(now)
	return next.waiters[0]
}

// firstSource returns the source for which compare is negative with every other one.
func firstSource(sources iter.Seq[*source], compare func(one, other *source) int) *source {
	var first *source
	for s := range sources {
		if first == nil || compare(s, first) < 0 {
			first = s
		}
	}
	return first
}

// recordTurn adds a turn to the source's networks and group.
func (s *source) recordTurn(now time.Time) {
	for level, network := range s.networks[1:] {
		if within := s.networks[level]; network.isUsed(now) {
			within.unusedTurns = 0
		} else {
			within.unusedTurns++
		}
		network.addTurn(now)
	}
	s.group.addTurn(now)
}

// undoTurn undoes recordTurn, but does not restore activity.unusedTurns.
func (s *source) undoTurn() {
	for _, network := range s.networks[1:] {
		network.undoTurn()
	}
	s.group.undoTurn()
}

// urgency decides which source of a lane has the next turn.
type urgency struct {
	now          time.Time
	overdueSince time.Time // a caller that arrived before has waited long
}

// compare is negative if one comes before other. It compares the networks of each level, from the largest to the
// smallest, in this order:
//  1. A network without a recent turn comes first; in every eighth turn, a used one that is overdue.
//  2. A group without a recent turn comes first, so that a flood in one group does not delay the callers of
//     another group from the same networks.
//  3. The network whose last turn was earlier comes first.
//
// Then the group whose last turn was earlier comes first, and then the source whose first waiter arrived earlier.
//
// Among the used networks of a level, a network therefore waits at most for one turn of every other one, and in each
// minute for one turn of every group. A flood from ever new small networks is one large network. A network
// that uses many groups gains only these turns: after one turn of any network, a group counts as used.
func (u urgency) compare(one, other *source) int {
	groupUsed := compareBool(one.group.isUsed(u.now), other.group.isUsed(u.now))
	for level := 1; level < len(one.networks); level++ {
		a, b := one.networks[level].lastTurn(u.now), other.networks[level].lastTurn(u.now)
		if order := cmp.Or(
			compareBool(!u.isOverdue(one, level), !u.isOverdue(other, level)),
			compareBool(!a.IsZero(), !b.IsZero()),
			groupUsed,
			a.Compare(b),
		); order != 0 {
			return order
		}
	}
	return cmp.Or(
		one.group.lastTurn(u.now).Compare(other.group.lastTurn(u.now)),
		cmp.Compare(one.waiters[0].arrival, other.waiters[0].arrival),
	)
}

// isOverdue reports whether the eighth turn is due within the next larger network, and the source's network of this
// level is used and its first waiter has waited long.
func (u urgency) isOverdue(s *source, level int) bool {
	return s.networks[level-1].unusedTurns >= maxUnusedTurns && s.networks[level].isUsed(u.now) && !s.waiters[0].arrivedAt.After(u.overdueSince)
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
func (q *Queue) callerToRefuse(now time.Time) *waiter {
	fromLargest := func(one, other *source) int { return compareSize(other, one, now) }
	return firstSource(maps.Values(q.fullestLane().sources), fromLargest).newest()
}

// compareSize is positive if one loses a waiter in a full queue before other: of the networks of each level, from the
// largest to the smallest, the one with the most waiters; of equal ones, the one with the latest turn. A flood from many
// small networks or through many groups therefore counts as one flood.
func compareSize(one, other *source, now time.Time) int {
	for level := 1; level < len(one.networks); level++ {
		a, b := one.networks[level], other.networks[level]
		if size := cmp.Or(cmp.Compare(a.waiting, b.waiting), a.lastTurn(now).Compare(b.lastTurn(now))); size != 0 {
			return size
		}
	}
	return cmp.Or(
		cmp.Compare(len(one.waiters), len(other.waiters)),
		cmp.Compare(one.group.waiting, other.group.waiting),
		cmp.Compare(one.newest().arrival, other.newest().arrival),
	)
}

func (s *source) newest() *waiter { return s.waiters[len(s.waiters)-1] }

// fullestLane returns the lane with the most waiters in proportion to its weight.
func (q *Queue) fullestLane() *lane {
	share := func(kind Lane) float64 { return float64(q.lanes[kind].all.waiting) / laneWeights[kind] }
	fullest := Unknown
	for kind := range laneCount {
		if share(kind) > share(fullest) {
			fullest = kind
		}
	}
	return q.lanes[fullest]
}
