package jobs_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/jobs"
)

// If the database is unavailable for longer than completionTimeout, a completed job keeps the state
// "running" at a living node. That node runs it again, and does not restart a job that really runs.
func TestJobWithoutRecordedCompletionRunsAgain(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		now := clock.NewManual(time.Unix(1_800_000_000, 0))
		ran, release := make(chan string, 4), make(chan struct{})
		workers := river.NewWorkers()
		river.AddWorker(workers, &greeter{work: func(_ context.Context, job *river.Job[greet]) error {
			ran <- job.Args.Name
			if job.Args.Name == "long" {
				<-release
			}
			return nil
		}})
		q, err := jobs.New(d, jobs.Options{
			Log: slog.New(slog.DiscardHandler), Clock: now, Workers: workers, Concurrency: 4,
			PollInterval: 20 * time.Millisecond, DeadAfter: 200 * time.Millisecond,
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = q.Stop(context.Background()) })
		for _, name := range []string{"long", "lost"} {
			if err := q.Insert(t.Context(), greet{Name: name}, nil); err != nil {
				t.Fatal(err)
			}
			if got := receive(t, ran); got != name {
				t.Fatalf("ran %q", got)
			}
		}
		unnote(t, d)
		now.Advance(time.Minute) // completionTimeout has passed
		if got := receive(t, ran); got != "lost" {
			t.Errorf("%q ran again", got)
		}
		close(release)
	})
}

// unnote gives the one job that is done the state that it had while it was run.
func unnote(t *testing.T, d *db.DB) {
	t.Helper()
	for changed := int64(0); changed == 0; {
		err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			result, err := tx.NewRaw(`UPDATE river_job SET state = 'running', finalized_at = NULL WHERE state = 'completed'`).Exec(ctx)
			if err == nil {
				changed, err = result.RowsAffected()
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
