package fairqueue

import (
	"net/netip"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/netaddr"
)

// waiter is a caller that waits.
type waiter struct {
	caller    Caller
	source    *source // set by lane.insert
	arrival   uint64
	arrivedAt time.Time
	result    chan bool // true if the caller gets a turn; buffered, so that sending never blocks
}

// lane holds the waiting callers of one lane.
type lane struct {
	all      activity // of the whole lane
	networks [netaddr.Levels]activities[netip.Prefix]
	groups   activities[int64]
	sources  map[sourceKey]*source
	// virtualTime grows by less at each turn of a lane with a
	// larger share (stride scheduling).
	virtualTime float64
}

// sourceKey identifies callers that wait in order of arrival.
type sourceKey struct {
	subscriber netip.Prefix // the smallest of netaddr.NetworksOf
	group      int64
}

// source holds the waiters of one subscriber and group, in order of arrival. A source without waiters is not in a lane.
type source struct {
	key sourceKey
	// networks are the activities of the whole lane and of the subscriber's networks, from the largest to the smallest.
	networks [1 + netaddr.Levels]*activity
	group    *activity
	waiters  []*waiter
}

func newLane() *lane {
	l := &lane{groups: activities[int64]{}, sources: map[sourceKey]*source{}}
	for level := range l.networks {
		l.networks[level] = activities[netip.Prefix]{}
	}
	return l
}

// insert appends a waiter to those of its source.
func (l *lane) insert(w *waiter) {
	w.source = l.sourceOf(w)
	w.source.waiters = append(w.source.waiters, w)
	w.source.addWaiting(1)
}

// remove takes a waiter out.
func (l *lane) remove(w *waiter) {
	s := w.source
	i := slices.Index(s.waiters, w)
	s.waiters = slices.Delete(s.waiters, i, i+1)
	s.addWaiting(-1)
	if len(s.waiters) == 0 {
		delete(l.sources, s.key)
	}
}

// sourceOf returns the source of a waiter, and adds it to the lane if necessary.
func (l *lane) sourceOf(w *waiter) *source {
	networks := netaddr.NetworksOf(w.caller.Address)
	key := sourceKey{networks[netaddr.Levels-1], w.caller.Group}
	s := l.sources[key]
	if s == nil {
		s = &source{key: key, group: l.groups.find(key.group, w.arrivedAt)}
		s.networks[0] = &l.all
		for level, network := range networks {
			s.networks[1+level] = l.networks[level].find(network, w.arrivedAt)
		}
		l.sources[key] = s
	}
	return s
}

func (s *source) addWaiting(n int) {
	s.group.waiting += n
	for _, network := range s.networks {
		network.waiting += n
	}
}
