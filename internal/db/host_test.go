package db_test

import (
	"log/slog"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Of two servers that both take writes, since one that was lost has come back, the one that
// took its place is connected to. By the address alone it would be the other.
func TestTheServerThatCameLastIsConnectedTo(t *testing.T) {
	first := dbtest.NewCluster(t)
	first.Database(t, "twice")
	standby := first.Follow(t)
	dsn := dbtest.DSNOf("twice", first, standby)
	first.End(t, syscall.SIGKILL)
	standby.Promote(t)
	first.Start(t)

	const startedAt = `SELECT pg_postmaster_start_time()::text || current_setting('data_directory')`
	asked := func(dsn string) (said string) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if err := conn.QueryRow(t.Context(), startedAt).Scan(&said); err != nil {
			t.Fatal(err)
		}
		return said
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
