// Package fairqueue limits the rate of an expensive operation. Free turns are shared fairly: first between
// lanes by their weights, and in a lane between the networks of providers, then between the smaller networks in each
// (netaddr.NetworksOf), and between groups (see urgency.compare). A network without a recent turn comes first, then a
// group without one; the others take turns. Callers of one subscriber and group wait in order of arrival.
package fairqueue

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"
)

// ErrFull reports that a caller got no turn: the queue was full, the caller waited longer than Options.MaxWait,
// or Options.MaxOfUser callers of the same user already waited.
var ErrFull = errors.New("the queue is full")

// Lane is a kind of caller. Each lane gets a share of the turns.
type Lane uint8

// The lanes, in ascending order of their share of turns.
const (
	Unknown       Lane = iota // an unknown caller
	PassedCaptcha             // an unknown caller with a verified captcha token
	Known                     // a caller from a known device, or with a session
	laneCount
)

// laneWeights are the relative shares of turns while every lane has waiting callers, and of places in
// a full queue.
var laneWeights = [laneCount]float64{Unknown: 1, PassedCaptcha: 2, Known: 6}

// Caller identifies a caller and its lane.
type Caller struct {
	Group   int64 // callers of one group share its turns; package account uses the channel id
	Address netip.Addr
	Lane    Lane
	User    int64 // the user that the caller has shown to be, or 0
}

// Options are the limits of a queue.
type Options struct {
	Every      time.Duration // interval between the starts of two turns
	Burst      int           // turns that begin at once after a pause
	AtOnce     int           // most turns that run at the same time
	MaxWait    time.Duration // longest wait of one caller
	MaxWaiting int           // most callers in the queue
	MaxOfUser  int           // maximum waiting callers of one user; 0: unlimited
}

// Queue schedules the turns of callers. It is safe for concurrent use.
type Queue struct {
	options Options

	mu          sync.Mutex
	lanes       [laneCount]*lane
	virtualTime float64       // virtual time of the lane that had the last turn
	users       map[int64]int // waiting callers of each user; holds no zeros
	waiting     int
	running     int
	arrivals    uint64
	emptyAt     time.Time // time at which the full burst is available again (theoretical arrival time of GCRA)
	timer       *time.Timer
}

// New returns an empty queue.
func New(o Options) *Queue {
	q := &Queue{options: o, users: map[int64]int{}}
	for kind := range q.lanes {
		q.lanes[kind] = newLane()
	}
	return q
}

// Enter waits for a turn. The caller must call done at the end of the turn. Enter returns ErrFull
// or ctx.Err() if the caller gets no turn.
func (q *Queue) Enter(ctx context.Context, c Caller) (done func(), err error) {
	w := q.add(c)
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

// add puts a caller into the queue, unless the user already has MaxOfUser waiting callers. If the queue is full,
// add refuses one caller (see callerToRefuse).
func (q *Queue) add(c Caller) *waiter {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.arrivals++
	w := &waiter{caller: c, arrival: q.arrivals, arrivedAt: time.Now(), result: make(chan bool, 1)}
	if c.User != 0 && q.options.MaxOfUser > 0 && q.users[c.User] >= q.options.MaxOfUser {
		w.result <- false
		return w
	}
	q.insert(w)
	if q.waiting > q.options.MaxWaiting {
		refused := q.callerToRefuse(time.Now())
		q.remove(refused)
		refused.result <- false
	}
	q.dispatch()
	return w
}

func (q *Queue) insert(w *waiter) {
	l := q.lanes[w.caller.Lane]
	if l.all.waiting == 0 { // a lane saves no turns while it is empty
		l.virtualTime = max(l.virtualTime, q.virtualTime)
	}
	l.insert(w)
	q.waiting++
	if user := w.caller.User; user != 0 {
		q.users[user]++
	}
}

func (q *Queue) remove(w *waiter) {
	q.lanes[w.caller.Lane].remove(w)
	q.waiting--
	if user := w.caller.User; user != 0 {
		if q.users[user]--; q.users[user] == 0 {
			delete(q.users, user)
		}
	}
}

// leave removes a caller that gave up. If the caller got a turn in the same moment, leave returns that turn: the
// next one may begin earlier, and the turn does not count for the caller's lane, networks and group. It still counts for
// Queue.virtualTime.
func (q *Queue) leave(w *waiter) {
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case admitted := <-w.result:
		if admitted {
			q.running--
			q.emptyAt = q.emptyAt.Add(-q.options.Every)
			q.lanes[w.caller.Lane].virtualTime -= 1 / laneWeights[w.caller.Lane]
			w.source.undoTurn()
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
			q.scheduleDispatch(wait)
			return
		}
		if q.emptyAt.Before(now) {
			q.emptyAt = now
		}
		q.emptyAt = q.emptyAt.Add(q.options.Every)
		w := q.chooseNext(now)
		q.remove(w)
		q.running++
		w.result <- true
	}
}

// scheduleDispatch sets the timer for the next dispatch.
func (q *Queue) scheduleDispatch(wait time.Duration) {
	if q.timer != nil {
		q.timer.Stop()
	}
	q.timer = time.AfterFunc(wait, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.dispatch()
	})
}
