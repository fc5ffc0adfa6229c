package jobs_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A queue that is to stop while the database is locked stops nevertheless, though what it
// wants to write would wait for as long as the lock is held: on SQLite for the only
// connection that writes, on PostgreSQL for the tables.
func TestStoppingDoesNotWaitForALock(t *testing.T) {
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

// stopsDespite stops a queue while another connection has a lock.
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
	case <-time.After(3 * time.Minute):
		t.Fatal("it waits for the lock")
	}
}

// hold takes a lock on one of the connections and gives it back when the test is over.
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
