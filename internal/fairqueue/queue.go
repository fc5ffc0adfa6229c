// Package fairqueue paces an expensive operation and shares its turns fairly: first between
// groups of callers, then between kinds of callers, then between networks. Callers of one
// network wait in order of arrival.
package fairqueue

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"
)

// ErrFull reports that a caller got no turn: too many callers wait, or the wait took too long.
var ErrFull = errors.New("the queue is full")

// Lane is a kind of caller. Each lane of a group gets a share of the group's turns.
type Lane uint8

// The lanes, from the smallest share of turns to the largest.
const (
	Unproven Lane = iota // an unknown caller
	Proven               // an unknown caller that proved work or a person
	Known                // a caller that was admitted before
	lanes
)

// laneTurns is the number of turns of each lane while callers of every lane wait.
var laneTurns = [lanes]float64{Unproven: 1, Proven: 2, Known: 6}

// Caller is what a queue knows about a caller.
type Caller struct {
	Group   int64
	Network netip.Prefix
	Lane    Lane
}

// Options are the limits of a queue.
type Options struct {
	Every      time.Duration // a turn begins
	Burst      int           // turns that begin at once after a pause
	AtOnce     int           // turns that run at the same time
	MaxWait    time.Duration // of one caller
	MaxWaiting int           // callers
}

// Queue gives callers their turns. It is safe for concurrent use.
type Queue struct {
	options Options

	mu       sync.Mutex
	groups   map[int64]*group
	waiting  int
	running  int
	arrivals uint64
	emptyAt  time.Time // when the burst is whole again (generic cell rate algorithm)
	timer    *time.Timer
	byGroup  usage[int64]
	byNet    usage[netip.Prefix]
}

// New returns an empty queue.
func New(o Options) *Queue {
	return &Queue{options: o, groups: map[int64]*group{}, byGroup: usage[int64]{}, byNet: usage[netip.Prefix]{}}
}

// Enter waits for a turn. The caller must call done at the end of the turn. Without a turn
// the error is ErrFull or that of the context.
func (q *Queue) Enter(ctx context.Context, c Caller) (done func(), err error) {
	w, ok := q.add(c)
	if !ok {
		return nil, ErrFull
	}
	timeout := time.NewTimer(q.options.MaxWait)
	defer timeout.Stop()
	select {
	case admitted := <-w.result:
		if !admitted {
			return nil, ErrFull
		}
		return q.finish, nil
	case <-timeout.C:
		err = ErrFull
	case <-ctx.Done():
		err = ctx.Err()
	}
	q.leave(w)
	return nil, err
}

// Waiting returns the number of callers that wait.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}

// Used returns the number of turns that a network had of late.
func (q *Queue) Used(network netip.Prefix) float64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.byNet.of(network, time.Now())
}

// add puts a caller into the queue. In a full queue the newest caller of the network with
// the most waiting callers is refused.
func (q *Queue) add(c Caller) (*waiter, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.arrivals++
	w := &waiter{caller: c, arrival: q.arrivals, result: make(chan bool, 1)}
	q.insert(w)
	if q.waiting > q.options.MaxWaiting {
		last := q.newestOfLargest(c.Lane)
		q.remove(last)
		last.result <- false
	}
	q.dispatch()
	return w, true
}

// leave takes a caller that gave up out of the queue, or returns the turn that it was given
// in the same moment.
func (q *Queue) leave(w *waiter) {
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case admitted := <-w.result:
		if admitted {
			q.running--
		}
	default:
		q.remove(w)
	}
	q.dispatch()
}

// finish ends a turn.
func (q *Queue) finish() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	q.dispatch()
}

// dispatch starts every turn that may begin now, and sets the timer for the next one.
func (q *Queue) dispatch() {
	for q.waiting > 0 && q.running < q.options.AtOnce {
		now := time.Now()
		if wait := q.emptyAt.Add(-time.Duration(q.options.Burst-1) * q.options.Every).Sub(now); wait > 0 {
			q.dispatchAfter(wait)
			return
		}
		if q.emptyAt.Before(now) {
			q.emptyAt = now
		}
		q.emptyAt = q.emptyAt.Add(q.options.Every)
		w := q.next(now)
		q.remove(w)
		q.running++
		w.result <- true
	}
}

func (q *Queue) dispatchAfter(wait time.Duration) {
	if q.timer != nil {
		q.timer.Stop()
	}
	q.timer = time.AfterFunc(wait, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.dispatch()
	})
}
