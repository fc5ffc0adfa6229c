package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/jobs"
)

// A queue stops in time while the database is locked, although its last writes would wait for the
// lock: on SQLite for the only writing connection, on PostgreSQL for the tables.
func TestStopDoesNotWaitForALock(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		d := dbtest.SQLite(t)
		stopsDespite(t, d, "BEGIN IMMEDIATE")
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		d := opened(t, dbtest.PostgresDSN(t)+"&lock_timeout=0")
		stopsDespite(t, d, "BEGIN; LOCK TABLE job_nodes, river_job IN ACCESS EXCLUSIVE MODE")
	})
}

func opened(t *testing.T, dsn string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), dsn, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// stopsDespite stops a queue while another connection holds a lock.
func stopsDespite(t *testing.T, d *db.DB, lock string) {
	t.Helper()
	q := start(t, d, time.Minute, func(context.Context, *river.Job[greet]) error { return nil })
	hold(t, d, lock)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	stopped := make(chan error, 1)
	go func() { stopped <- q.Stop(over) }()
	select {
	case err := <-stopped:
		if err == nil {
			t.Error("the node has left a database that is locked")
		}
	case <-time.After(patience):
		t.Fatal("it waits for the lock")
	}
}

// hold locks with one of the connections and unlocks at the end of the test.
func hold(t *testing.T, d *db.DB, lock string) {
	t.Helper()
	conn, err := d.SQL().Conn(t.Context())
	if err == nil {
		_, err = conn.ExecContext(t.Context(), lock)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = conn.ExecContext(context.Background(), "ROLLBACK")
		_ = conn.Close()
	})
}

// A cancelled job is not a failed attempt and is not logged as one: other nodes can run it at once.
func TestStopCancelsRestartableJobs(t *testing.T) {
	for name, test := range map[string]struct {
		restartable []string
		patient     bool // Stop may wait
	}{
		"a restartable one at once":                {[]string{greet{}.Kind()}, true},
		"any when the time to stop is over":        {nil, false},
		"a restartable one when the time is over":  {[]string{greet{}.Kind()}, false},
		"of several kinds the restartable at once": {[]string{"other", greet{}.Kind()}, true},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Both(t, func(t *testing.T, d *db.DB) {
				inside, said := make(chan string, 1), &shouts{}
				q := startWith(t, d, jobs.Options{Log: slog.New(said), Restartable: test.restartable}, func(ctx context.Context, job *river.Job[greet]) error {
					inside <- job.Args.Name
					<-ctx.Done()
					return fmt.Errorf("ffmpeg was killed: %w", ctx.Err())
				})
				if err := q.Insert(t.Context(), greet{Name: "long"}, nil); err != nil {
					t.Fatal(err)
				}
				receive(t, inside)
				stopping, cancel := context.WithCancel(t.Context())
				defer cancel()
				if !test.patient {
					cancel()
				}
				if err := q.Stop(stopping); err != nil {
					t.Errorf("stop: %v", err)
				}
				if got := said.warnings(); len(got) > 0 {
					t.Errorf("the log warns: %v", got)
				}
				var job struct {
					State   string
					Attempt int
				}
				if err := d.Read().NewRaw("SELECT CAST(state AS TEXT) AS state, attempt FROM river_job").Scan(t.Context(), &job); err != nil {
					t.Fatal(err)
				}
				if job.State != "available" || job.Attempt != 0 {
					t.Errorf("the job is %+v", job)
				}
				ran := make(chan string, 1)
				start(t, d, time.Minute, func(_ context.Context, job *river.Job[greet]) error {
					ran <- job.Args.Name
					return nil
				})
				receive(t, ran)
			})
		})
	}
}

// Stop waits for other jobs, because their work would be lost.
func TestStopWaitsForOtherJobs(t *testing.T) {
	d := dbtest.SQLite(t)
	inside, release := make(chan string, 1), make(chan struct{})
	q := startWith(t, d, jobs.Options{Restartable: []string{"other"}}, func(ctx context.Context, job *river.Job[greet]) error {
		inside <- job.Args.Name
		select {
		case <-release:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	events, cancel := q.Subscribe(river.EventKindJobCompleted)
	defer cancel()
	if err := q.Insert(t.Context(), greet{Name: "long"}, nil); err != nil {
		t.Fatal(err)
	}
	receive(t, inside)
	stopped := make(chan error, 1)
	go func() { stopped <- q.Stop(t.Context()) }()
	close(release)
	if err := <-stopped; err != nil {
		t.Errorf("stop: %v", err)
	}
	if event := <-events; event == nil || event.Job.State != rivertype.JobStateCompleted {
		t.Errorf("the job ended as %+v", event)
	}
}

// shouts records warnings and errors.
type shouts struct {
	slog.Handler

	mu    sync.Mutex
	heard []string
}

// Enabled implements slog.Handler.
func (*shouts) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements slog.Handler.
func (s *shouts) Handle(_ context.Context, r slog.Record) error {
	if r.Level >= slog.LevelWarn {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.heard = append(s.heard, r.Message)
	}
	return nil
}

// WithAttrs implements slog.Handler.
func (s *shouts) WithAttrs([]slog.Attr) slog.Handler { return s }

// WithGroup implements slog.Handler.
func (s *shouts) WithGroup(string) slog.Handler { return s }

func (s *shouts) warnings() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.heard
}
