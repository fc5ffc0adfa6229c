package jobs

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/grandstand/grandstand/internal/clock"
)

// noteWithin is how long after its end a job may be noted as done: River tries that a few
// times and gives up when the database stays away. The job then stays "running" at a node
// that lives, and nobody would ever run it again.
const noteWithin = 25 * time.Second

// atWork knows the jobs that this node runs, and those that it has just run. When the node stops it cancels the jobs of the
// kinds in restartable.
type atWork struct {
	river.MiddlewareDefaults

	clock       clock.Clock
	restartable []string
	stopping    chan struct{} // closed when the node begins to stop
	beginStop   func()        // closes it
	mu          sync.Mutex
	ended       map[int64]time.Time // zero while a job is run
}

func newAtWork(c clock.Clock, restartable []string) *atWork {
	stopping := make(chan struct{})
	return &atWork{
		clock: c, restartable: restartable, stopping: stopping, beginStop: sync.OnceFunc(func() { close(stopping) }), ended: map[int64]time.Time{},
	}
}

// Work is part of rivertype.WorkerMiddleware. A job that is cut short because the node stops has not failed: it is available to
// other nodes at once, and the attempt does not count.
func (a *atWork) Work(ctx context.Context, job *rivertype.JobRow, do func(context.Context) error) error {
	a.set(job.ID, time.Time{})
	defer func() { a.set(job.ID, a.clock.Now()) }()
	if slices.Contains(a.restartable, job.Kind) {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		go a.cancelOnStop(ctx, cancel)
	}
	err := do(ctx)
	if _, given := errors.AsType[*river.JobCancelError](err); err != nil && !given && ctx.Err() != nil && a.isStopping() {
		return river.JobSnooze(0)
	}
	return err
}

// cancelOnStop cancels a job when the node begins to stop.
func (a *atWork) cancelOnStop(ctx context.Context, cancel context.CancelFunc) {
	select {
	case <-a.stopping:
		cancel()
	case <-ctx.Done():
	}
}

func (a *atWork) isStopping() bool {
	select {
	case <-a.stopping:
		return true
	default:
		return false
	}
}

func (a *atWork) set(id int64, ended time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended[id] = ended
}

// unknown are those of some jobs that are neither run nor about to be noted as done, and
// forgets the ones for which that has become too late.
func (a *atWork) unknown(ids []int64) []int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	late := a.clock.Now().Add(-noteWithin)
	for id, ended := range a.ended {
		if !ended.IsZero() && ended.Before(late) {
			delete(a.ended, id)
		}
	}
	var out []int64
	for _, id := range ids {
		if _, known := a.ended[id]; !known {
			out = append(out, id)
		}
	}
	return out
}
