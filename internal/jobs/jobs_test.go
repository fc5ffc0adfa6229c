package jobs_test

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/jobs"
)

// patience bounds waits for jobs and other processes.
const patience = 3 * time.Minute

type greet struct {
	Name string `json:"name"`
}

func (greet) Kind() string { return "greet" }

type greeter struct {
	river.WorkerDefaults[greet]
	work func(ctx context.Context, job *river.Job[greet]) error
}

func (g *greeter) Work(ctx context.Context, job *river.Job[greet]) error { return g.work(ctx, job) }

func start(t *testing.T, d *db.DB, deadAfter time.Duration, work func(context.Context, *river.Job[greet]) error) *jobs.Queue {
	t.Helper()
	return startWith(t, d, jobs.Options{DeadAfter: deadAfter}, work)
}

func startWith(t *testing.T, d *db.DB, o jobs.Options, work func(context.Context, *river.Job[greet]) error) *jobs.Queue {
	t.Helper()
	o.Clock, o.Workers, o.Concurrency, o.PollInterval = clock.System{}, river.NewWorkers(), 4, 20*time.Millisecond
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	river.AddWorker(o.Workers, &greeter{work: work})
	q, err := jobs.New(d, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := q.Stop(context.Background()); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return q
}

func TestJobsBelongToTheirTransaction(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		ran := make(chan string, 2)
		q := start(t, d, time.Minute, func(_ context.Context, job *river.Job[greet]) error {
			ran <- job.Args.Name
			return nil
		})
		refusal := errors.New("refused")
		for _, test := range []struct {
			name string
			err  error
		}{{"rolled back", refusal}, {"committed", nil}} {
			err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				if err := q.InsertTx(ctx, tx, greet{Name: test.name}, nil); err != nil {
					return err
				}
				return test.err
			})
			if !errors.Is(err, test.err) {
				t.Fatal(err)
			}
		}
		if got := receive(t, ran); got != "committed" {
			t.Errorf("ran %q", got)
		}
		if len(ran) != 0 {
			t.Errorf("also ran %q", <-ran)
		}
	})
}

func TestFailedJobsRunAgain(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		var attempts atomic.Int32
		done := make(chan string, 1)
		q := start(t, d, time.Minute, func(_ context.Context, _ *river.Job[greet]) error {
			if attempts.Add(1) == 1 {
				return errors.New("the first attempt fails")
			}
			done <- "again"
			return nil
		})
		if err := q.Insert(t.Context(), greet{Name: "a"}, nil); err != nil {
			t.Fatal(err)
		}
		receive(t, done)
	})
}

// A process killed with SIGKILL during a job leaves the job in the state "running". The next node must
// run it again within seconds, not after jobTimeout, even if the last heartbeat is in the future
// because a clock was set back.
func TestJobOfAKilledProcessRunsAgain(t *testing.T) {
	if dsn := os.Getenv("JOBS_TEST_VICTIM"); dsn != "" {
		victim(t, dsn)
		return
	}
	dsns := map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN}
	for name, newDSN := range dsns {
		runsAgain := func(t *testing.T, setBack time.Duration) {
			dsn := newDSN(t)
			killInTheMiddleOfAJob(t, dsn)
			d, err := db.Open(t.Context(), dsn, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = d.Close() })
			if _, err := d.Write().NewRaw(`UPDATE job_nodes SET seen_ms = seen_ms + ?`, setBack.Milliseconds()).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
			ran := make(chan string, 1)
			start(t, d, time.Second, func(_ context.Context, job *river.Job[greet]) error {
				ran <- job.Args.Name
				return nil
			})
			if got := receive(t, ran); got != "interrupted" {
				t.Errorf("ran %q", got)
			}
		}
		t.Run(name, func(t *testing.T) { runsAgain(t, 0) })
		t.Run(name+" with a clock set back", func(t *testing.T) { runsAgain(t, time.Hour) })
	}
}

// killInTheMiddleOfAJob runs this test in another process, waits until that process runs the job,
// and kills it.
func killInTheMiddleOfAJob(t *testing.T, dsn string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestJobOfAKilledProcessRunsAgain$", "-test.v")
	cmd.Env = append(os.Environ(), "JOBS_TEST_VICTIM="+dsn)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines, inside := bufio.NewScanner(out), false
	for !inside && lines.Scan() {
		inside = strings.Contains(lines.Text(), "inside the job")
	}
	if !inside {
		t.Fatalf("the other process did not run the job within %s: %v, %v", patience, ctx.Err(), cmd.Wait())
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the process ended before it was killed")
	}
}

func victim(t *testing.T, dsn string) {
	d, err := db.Open(t.Context(), dsn, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	q := start(t, d, time.Second, func(ctx context.Context, _ *river.Job[greet]) error {
		_, _ = os.Stdout.WriteString("inside the job\n")
		<-ctx.Done()
		return ctx.Err()
	})
	if err := q.Insert(t.Context(), greet{Name: "interrupted"}, nil); err != nil {
		t.Fatal(err)
	}
	select {}
}

func receive(t *testing.T, c <-chan string) string {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatal("no job ran")
		return ""
	}
}

// The negative control of the test above: while the first node lives, a second node must not run its
// running job.
func TestJobOfALivingNodeDoesNotRunAgain(t *testing.T) {
	d := dbtest.Postgres(t)
	inside, release := make(chan string, 2), make(chan struct{})
	work := func(_ context.Context, job *river.Job[greet]) error {
		inside <- job.Args.Name
		if job.Args.Name == "long" {
			<-release
		}
		return nil
	}
	first := start(t, d, time.Minute, work)
	if err := first.Insert(t.Context(), greet{Name: "long"}, nil); err != nil {
		t.Fatal(err)
	}
	receive(t, inside)
	second := start(t, d, time.Minute, work)
	if err := second.Insert(t.Context(), greet{Name: "short"}, nil); err != nil {
		t.Fatal(err)
	}
	if got := receive(t, inside); got != "short" {
		t.Errorf("%q ran twice", got)
	}
	close(release)
}
