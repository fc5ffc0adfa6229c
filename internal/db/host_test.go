package db_test

import (
	"log/slog"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A primary server that failed has come back, and its promoted standby accepts writes too. Open connects to the promoted one. By the order of
// the addresses alone, pgx connects to the former primary.
func TestOpenConnectsToThePromotedServer(t *testing.T) {
	first := dbtest.NewCluster(t)
	first.Database(t, "twice")
	standby := first.Follow(t)
	dsn := dbtest.DSNOf("twice", first, standby)
	first.End(t, syscall.SIGKILL)
	standby.Promote(t)
	first.Start(t)

	const startedAt = `SELECT pg_postmaster_start_time()::text || current_setting('data_directory')`
	asked := func(dsn string) (server string) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if err := conn.QueryRow(t.Context(), startedAt).Scan(&server); err != nil {
			t.Fatal(err)
		}
		return server
	}
	lost, last := asked(first.DSN("twice")), asked(standby.DSN("twice"))
	if by := asked(dsn); by != lost {
		t.Errorf("by the address alone: %s, want %s", by, lost)
	}
	d, err := db.Open(t.Context(), dsn, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var ours string
	if err := d.Read().NewRaw(startedAt).Scan(t.Context(), &ours); err != nil || ours != last {
		t.Errorf("connected to %s, %v, want %s", ours, err, last)
	}
}
