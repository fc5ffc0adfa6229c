// Package jobs is the durable queue: work that is enqueued in the transaction that
// asks for it, runs at least once, and survives a killed process. It is River on
// both engines, plus the rescue of a dead node's jobs within seconds.
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

// Options of a queue. Workers and Periodic decide what this node can run.
type Options struct {
	Log      *slog.Logger
	Clock    clock.Clock
	Workers  *river.Workers
	Periodic []*river.PeriodicJob
	// Restartable are the kinds of jobs that Stop does not wait for: it ends them at once, and they are run again later.
	Restartable []string
	// Concurrency is how many jobs run at once on this node; 0 means this node only
	// enqueues.
	Concurrency int
	// PollInterval is how long a job enqueued by another node may wait; the default
	// is one second.
	PollInterval time.Duration
	// DeadAfter is how long a node may be silent before its jobs are given to
	// others; the default is 20 seconds.
	DeadAfter time.Duration
}

const (
	defaultPollInterval = time.Second
	defaultDeadAfter    = 20 * time.Second
	// longestJob bounds any one attempt. A worker with a shorter limit says so in
	// its Timeout method.
	longestJob = 30 * time.Minute
	// leaveWithin bounds each of the steps that are left once the time to stop is over. Others
	// free what was not given back until then: jobs of dead nodes run again in any case.
	leaveWithin = 5 * time.Second
)

// Queue enqueues jobs and, when it has workers, runs them.
type Queue struct {
	client  *river.Client[*sql.Tx]
	rescuer *rescuer
	log     *slog.Logger
	stop    context.CancelFunc
	rescues sync.WaitGroup
}

// Migrate brings the queue's own tables up to date.
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

// New prepares a queue on a migrated database. Nothing runs until Start.
func New(d *db.DB, o Options) (*Queue, error) {
	if o.PollInterval == 0 {
		o.PollInterval = defaultPollInterval
	}
	if o.DeadAfter == 0 {
		o.DeadAfter = defaultDeadAfter
	}
	node, work := "node-"+rand.Text(), newAtWork(o.Clock, o.Restartable)
	config := &river.Config{
		ID:                          node,
		Logger:                      slog.New(warnings{o.Log.Handler()}),
		FetchPollInterval:           o.PollInterval,
		FetchCooldown:               min(river.FetchCooldownDefault, o.PollInterval),
		JobTimeout:                  longestJob,
		RescueStuckJobsAfter:        longestJob + time.Minute,
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
		rescuer: &rescuer{db: d, node: node, work: work, clock: o.Clock, deadAfter: o.DeadAfter, log: o.Log},
	}, nil
}

// Start begins to run jobs, first taking over those of dead nodes. ctx bounds the
// start alone; Stop ends the work.
func (q *Queue) Start(ctx context.Context) error {
	if err := q.rescuer.beat(ctx); err != nil {
		return err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	q.stop = stop
	if err := q.client.Start(running); err != nil {
		stop()
		return fmt.Errorf("start the queue: %w", err)
	}
	q.rescues.Go(func() { q.rescuer.run(running) })
	return nil
}

// Stop ends restartable jobs, waits for the other running jobs until ctx is over, then cancels them: they run again
// later. It returns soon after that, also if the database does not answer. Jobs that are cut short are no error.
func (q *Queue) Stop(ctx context.Context) error {
	if q.stop == nil {
		return nil
	}
	q.rescuer.work.beginStop()
	err := q.client.Stop(ctx)
	if err != nil {
		q.log.InfoContext(ctx, "jobs that run still are cut short, and run again later")
		err = within(ctx, q.client.StopAndCancel)
	}
	q.stop()
	return errors.Join(err, within(ctx, q.leave))
}

// leave ends the looking after others and takes this node off the list of those that live.
func (q *Queue) leave(ctx context.Context) error {
	q.rescues.Wait()
	return q.rescuer.leave(ctx)
}

// within takes a step that may begin after ctx is over, and leaves it to itself after
// leaveWithin: a statement that waits for SQLite's lock does not end with its context.
func within(ctx context.Context, step func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveWithin)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- step(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// InsertTx enqueues a job that exists exactly when tx commits.
func (q *Queue) InsertTx(ctx context.Context, tx bun.Tx, args river.JobArgs, opts *river.InsertOpts) error {
	if _, err := q.client.InsertTx(ctx, tx.Tx, args, opts); err != nil {
		return fmt.Errorf("enqueue %s: %w", args.Kind(), err)
	}
	return nil
}

// Insert enqueues a job by itself.
func (q *Queue) Insert(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
	if _, err := q.client.Insert(ctx, args, opts); err != nil {
		return fmt.Errorf("enqueue %s: %w", args.Kind(), err)
	}
	return nil
}

// Subscribe reports finished attempts of the given kinds; cancel ends it.
func (q *Queue) Subscribe(kinds ...river.EventKind) (events <-chan *river.Event, cancel func()) {
	return q.client.Subscribe(kinds...)
}

// Counts are how many jobs are available now, running, retryable after a failure, and discarded after the last one.
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
