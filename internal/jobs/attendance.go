package jobs

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
)

// attendance knows which jobs this process is at work on. River notes how an attempt ended
// three times, for half a minute, and then no more: a database that is locked or full for
// longer leaves the job "running", with nobody at work on it. It is safe for concurrent use.
type attendance struct {
	river.WorkerMiddlewareDefaults

	noteWithin time.Duration // how long River takes at most to note how an attempt ended

	mu       sync.Mutex
	ended    map[int64]time.Time // when, by job; zero while it is worked on
	doubtful map[int64]bool      // that nobody was at work on, the last time that somebody looked
}

func newAttendance(noteWithin time.Duration) *attendance {
	return &attendance{noteWithin: noteWithin, ended: map[int64]time.Time{}, doubtful: map[int64]bool{}}
}

// Work is part of rivertype.WorkerMiddleware.
func (a *attendance) Work(ctx context.Context, job *rivertype.JobRow, do func(context.Context) error) error {
	a.note(job.ID, time.Time{})
	defer func() { a.note(job.ID, time.Now()) }()
	return do(ctx)
}

func (a *attendance) note(job int64, ended time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended[job] = ended
}

// forgotten are those of the jobs called running that nobody is at work on, was not a moment
// ago, and was not the last time either: one that was fetched just now has yet to begin.
func (a *attendance) forgotten(running []int64) (jobs []int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for job, ended := range a.ended {
		if !ended.IsZero() && time.Since(ended) > a.noteWithin {
			delete(a.ended, job)
		}
	}
	doubtful := map[int64]bool{}
	for _, job := range running {
		if _, attended := a.ended[job]; attended {
			continue
		}
		if a.doubtful[job] {
			jobs = append(jobs, job)
		}
		doubtful[job] = true
	}
	a.doubtful = doubtful
	return jobs
}

// takeUp has jobs of this node run again whose end was never noted.
func (r *rescuer) takeUp(ctx context.Context) error {
	var running []int64
	if err := r.db.Read().NewRaw(ownSQL[r.db.Engine()], r.node).Scan(ctx, &running); err != nil {
		return fmt.Errorf("list the jobs of this node: %w", err)
	}
	jobs := r.attendance.forgotten(running)
	if len(jobs) == 0 {
		return nil
	}
	_, err := r.db.Write().NewRaw(`UPDATE river_job SET state = 'available' WHERE id IN (?) AND state = 'running' AND attempt < max_attempts`,
		bun.List(jobs)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("take jobs up again: %w", err)
	}
	r.log.WarnContext(ctx, "jobs start again whose end was never noted", "jobs", len(jobs))
	return nil
}

// ownSQL lists the jobs that a node is said to be running.
var ownSQL = map[db.Engine]string{
	db.SQLite:   `SELECT id FROM river_job WHERE state = 'running' AND json_extract(CAST(attempted_by AS TEXT), '$[#-1]') = ?`,
	db.Postgres: `SELECT id FROM river_job WHERE state = 'running' AND attempted_by[array_upper(attempted_by, 1)] = ?`,
}
