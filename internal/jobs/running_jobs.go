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

// completionTimeout is how long after its end River may record the completion of a job. River tries
// a few times and gives up if the database stays unavailable. The job then keeps the state "running"
// at a living node, and would never run again.
const completionTimeout = 25 * time.Second

// runningJobs records the jobs that this node runs or has just run. When the node stops, it cancels the
// running jobs of the restartable kinds.
type runningJobs struct {
	river.MiddlewareDefaults

	clock       clock.Clock
	restartable []string
	stopping    chan struct{} // closed when the node starts to stop
	beginStop   func()        // closes it
	mu          sync.Mutex
	ended       map[int64]time.Time // zero while the job runs
}

func newRunningJobs(c clock.Clock, restartable []string) *runningJobs {
	stopping := make(chan struct{})
	return &runningJobs{
		clock: c, restartable: restartable, stopping: stopping, beginStop: sync.OnceFunc(func() { close(stopping) }), ended: map[int64]time.Time{},
	}
}

// Work implements rivertype.WorkerMiddleware. A job that is cancelled because the node stops has not
// failed: other nodes can run it at once, and the attempt does not count.
func (a *runningJobs) Work(ctx context.Context, job *rivertype.JobRow, do func(context.Context) error) error {
	a.record(job.ID, time.Time{})
	defer func() { a.record(job.ID, a.clock.Now()) }()
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

// cancelOnStop cancels a job when the node starts to stop.
func (a *runningJobs) cancelOnStop(ctx context.Context, cancel context.CancelFunc) {
	select {
	case <-a.stopping:
		cancel()
	case <-ctx.Done():
	}
}

func (a *runningJobs) isStopping() bool {
	select {
	case <-a.stopping:
		return true
	default:
		return false
	}
}

func (a *runningJobs) record(id int64, ended time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended[id] = ended
}

// filterUnknown returns the jobs that neither run nor wait for the record of their completion. It
// removes records older than completionTimeout.
func (a *runningJobs) filterUnknown(ids []int64) []int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	late := a.clock.Now().Add(-completionTimeout)
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
