//go:build e2e

package e2e

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// Somebody else holds the database, longer than anybody waits for it: SQLite's write lock, or on PostgreSQL every table
// and one that nobody may even read. Who watches goes on, at the live edge too; whoever wants something written is told to
// come again; and afterwards everything that waited is done.
func TestFaultDatabaseLocked(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, dsn string) {
		t.Parallel()
		data := filepath.Join(t.TempDir(), "data")
		a := openArena(t, till.Options{Data: data, DB: dsn, Env: []string{reconnectWithin(reconnect), patientStore()}})
		product := a.buyer.Product(1)
		release := a.triedWhileLocked(t, product)
		release()
		a.worksAgain(t, product)
		a.sound(t)
		if strings.Contains(a.Server.Log.String(), "panic") {
			t.Error("the server panicked")
		}
	})
}

// triedWhileLocked locks the database and tries everything. It returns what unlocks it.
func (a *arena) triedWhileLocked(t *testing.T, product int64) (release func()) {
	t.Helper()
	release = a.lock(t)
	var told sync.WaitGroup
	told.Go(func() {
		if !later(t, "editing the profile", a.edits(t, "Locked")) {
			t.Error("the profile is edited in a database that is locked")
		}
	})
	told.Go(func() {
		_, err := a.buyer.Buy(within(t, patience), product, till.CardGood, "")
		if !later(t, "buying", err) {
			t.Error("something is bought in a database that is locked")
		}
	})
	a.playable(t)
	length := mustPlaylist(t, a.fan, a.media).Duration()
	waitPlaylist(t, a.fan, a.media, "grows", func(p *stage.Playlist) bool { return p.Duration() >= length+4*time.Second })
	told.Wait()
	a.playable(t)
	return release
}

// lock takes the database from another process, and returns what gives it back.
func (a *arena) lock(t *testing.T) (release func()) {
	t.Helper()
	driver, address := "sqlite", filepath.Join(a.data, "grandstand.db")
	if a.dsn != "" {
		driver, address = "pgx", a.dsn
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	conn, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range a.locking(t, conn) {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return func() {
		_, err := conn.ExecContext(t.Context(), "ROLLBACK")
		if err := errors.Join(err, conn.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func (a *arena) locking(t *testing.T, conn *sql.Conn) []string {
	t.Helper()
	if a.dsn == "" {
		return []string{fmt.Sprintf("PRAGMA busy_timeout(%d)", patience.Milliseconds()), "BEGIN IMMEDIATE"}
	}
	var tables string
	err := conn.QueryRowContext(t.Context(), `SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE schemaname = 'public'`).Scan(&tables)
	if err != nil {
		t.Fatal(err)
	}
	// Tables are locked one after the other, which can deadlock with the server. PostgreSQL ends the transaction that notices
	// first; with a long timeout that is one of the server, which tries again.
	return []string{"SET deadlock_timeout = '1h'", "BEGIN", "LOCK TABLE " + tables + " IN EXCLUSIVE MODE", "LOCK TABLE checkouts IN ACCESS EXCLUSIVE MODE"}
}
