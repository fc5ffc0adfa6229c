// Package jobs is the durable job queue. A job is enqueued in the transaction that needs it, runs at
// least once, and survives a killed process. The package uses River on both database engines, and
// adds a rescuer that restarts the jobs of a dead node within seconds.
package jobs

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

// Options configure a queue. Workers and Periodic define the jobs that this node can run.
type Options struct {
	Log      *slog.Logger
	Clock    clock.Clock
	Workers  *river.Workers
	Periodic []*river.PeriodicJob
	// Restartable are the kinds of jobs that Stop cancels at once instead of waiting. They run again later.
	Restartable []string
	// Concurrency is the number of jobs that run at once on this node; 0 for a node that only
	// enqueues.
	Concurrency int
	// PollInterval is the longest wait of a job that another node enqueued. Default 1 s.
	PollInterval time.Duration
	// DeadAfter is the time without a heartbeat after which other nodes run a node's jobs.
	// Default 20 s.
	DeadAfter time.Duration
}

const (
	defaultPollInterval = time.Second
	defaultDeadAfter    = 20 * time.Second
	// jobTimeout limits one attempt. A worker can have a shorter limit (its Timeout method).
	jobTimeout = 30 * time.Minute
	// cancelTimeout is the last part of the time to stop, in which running jobs are cancelled and
	// made available again. If that fails, other nodes do it, as for the jobs of dead nodes.
	cancelTimeout = 3 * time.Second
)

// Queue enqueues jobs and, if it has workers, runs them.
type Queue struct {
	client      *river.Client[*sql.Tx]
	rescuer     *rescuer
	log         *slog.Logger
	stop        context.CancelFunc
	rescuerDone sync.WaitGroup
}

// Migrate applies the migrations of River's tables.
func Migrate(ctx context.Context, d *db.DB) error {
	migrator, err := newMigrator(driver(d))
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrate the queue: %w", err)
	}
	return nil
}

// New returns a queue on a migrated database. No job runs before Start.
func New(d *db.DB, o Options) (*Queue, error) {
	if o.PollInterval == 0 {
		o.PollInterval = defaultPollInterval
	}
	if o.DeadAfter == 0 {
		o.DeadAfter = defaultDeadAfter
	}
	node, work := "node-"+rand.Text(), newRunningJobs(o.Clock, o.Restartable)
	config := &river.Config{
		ID:                          node,
		Logger:                      slog.New(warnHandler{o.Log.Handler()}),
		FetchPollInterval:           o.PollInterval,
		FetchCooldown:               min(river.FetchCooldownDefault, o.PollInterval),
		JobTimeout:                  jobTimeout,
		RescueStuckJobsAfter:        jobTimeout + time.Minute,
		CompletedJobRetentionPeriod: time.Hour,
		PeriodicJobs:                o.Periodic,
		PollOnly:                    true,
		Middleware:                  []rivertype.Middleware{work},
	}
	if o.Concurrency > 0 {
		config.Workers = o.Workers
		config.Queues = map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: o.Concurrency}}
	}
	client, err := river.NewClient(driver(d), config)
	if err != nil {
		return nil, fmt.Errorf("prepare the queue: %w", err)
	}
	return &Queue{
		client:  client,
		log:     o.Log,
		rescuer: &rescuer{db: d, node: node, running: work, clock: o.Clock, deadAfter: o.DeadAfter, log: o.Log},
	}, nil
}

// Start makes the jobs of dead nodes available again, then starts to run jobs. ctx limits only the
// start.
func (q *Queue) Start(ctx context.Context) error {
	if err := q.rescuer.heartbeat(ctx); err != nil {
		return err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	q.stop = stop
	if err := q.client.Start(running); err != nil {
		stop()
		return fmt.Errorf("start the queue: %w", err)
	}
	q.rescuerDone.Go(func() { q.rescuer.run(running) })
	return nil
}

// Stop cancels restartable jobs and waits for the other running jobs until cancelTimeout before the
// deadline of ctx. Then it cancels them too, and they run again later. It returns at the deadline, or
// cancelTimeout later if ctx is already done, even if the database does not respond. Cancelled jobs
// are not an error.
func (q *Queue) Stop(ctx context.Context) error {
	if q.stop == nil {
		return nil
	}
	q.rescuer.running.beginStop()
	waiting, cancel := withTimeToCancel(ctx)
	defer cancel()
	err := q.client.Stop(waiting)
	leaving, leave := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	defer leave()
	if err != nil {
		q.log.InfoContext(ctx, "cancelling running jobs; they run again later")
		err = runUntilDone(leaving, q.client.StopAndCancel)
	}
	q.stop()
	return errors.Join(err, runUntilDone(leaving, q.deregister))
}

// withTimeToCancel returns ctx with a deadline that is cancelTimeout earlier.
func withTimeToCancel(ctx context.Context) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok {
		return context.WithDeadline(ctx, deadline.Add(-cancelTimeout))
	}
	return context.WithCancel(ctx)
}

// deregister waits for the rescuer to end and removes this node from the living nodes.
func (q *Queue) deregister(ctx context.Context) error {
	q.rescuerDone.Wait()
	return q.rescuer.deregister(ctx)
}

// runUntilDone runs a step and returns when it ends or ctx is done. In the second case the step goes on:
// a statement that waits for SQLite's lock does not end with its context.
func runUntilDone(ctx context.Context, step func(ctx context.Context) error) error {
	done := make(chan error, 1)
	go func() { done <- step(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// InsertTx enqueues a job in a transaction.
func (q *Queue) InsertTx(ctx context.Context, tx bun.Tx, args river.JobArgs, opts *river.InsertOpts) error {
	if _, err := q.client.InsertTx(ctx, tx.Tx, args, opts); err != nil {
		return fmt.Errorf("enqueue %s: %w", args.Kind(), err)
	}
	return nil
}

// Insert enqueues a job without a transaction of the caller.
func (q *Queue) Insert(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
	if _, err := q.client.Insert(ctx, args, opts); err != nil {
		return fmt.Errorf("enqueue %s: %w", args.Kind(), err)
	}
	return nil
}

// Subscribe returns a channel of finished attempts of the given kinds. cancel ends the subscription.
func (q *Queue) Subscribe(kinds ...river.EventKind) (events <-chan *river.Event, cancel func()) {
	return q.client.Subscribe(kinds...)
}

// Counts returns the number of jobs in each of the states available, running, retryable and discarded.
func (q *Queue) Counts(ctx context.Context) (map[string]int, error) {
	var rows []struct {
		State string
		Count int
	}
	err := q.rescuer.db.Read().NewRaw(`SELECT CAST(state AS TEXT) AS state, count(*) AS count FROM river_job
		WHERE state IN ('available', 'running', 'retryable', 'discarded') GROUP BY state`).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("count jobs: %w", err)
	}
	counts := map[string]int{"available": 0, "running": 0, "retryable": 0, "discarded": 0}
	for _, row := range rows {
		counts[row.State] = row.Count
	}
	return counts, nil
}

func driver(d *db.DB) riverdriver.Driver[*sql.Tx] {
	if d.Engine() == db.Postgres {
		return riverdatabasesql.New(d.SQL())
	}
	return riversqlite.New(d.SQL())
}
