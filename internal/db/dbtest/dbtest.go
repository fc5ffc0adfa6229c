// Package dbtest gives each test fresh, migrated databases of both engines. The
// PostgreSQL server is a real one that the test process starts for itself.
package dbtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest/prepared"
	"github.com/grandstand/grandstand/internal/jobs"
)

// SQLite returns a fresh, migrated SQLite database.
func SQLite(tb testing.TB) *db.DB {
	tb.Helper()
	return open(tb, SQLiteDSN(tb))
}

// Postgres returns a fresh, migrated PostgreSQL database.
func Postgres(tb testing.TB) *db.DB {
	tb.Helper()
	return open(tb, PostgresDSN(tb))
}

// SQLiteDSN returns the address of a fresh, migrated SQLite database.
func SQLiteDSN(tb testing.TB) string {
	tb.Helper()
	template, err := sqliteTemplate()
	if err != nil {
		tb.Fatalf("migrate the SQLite template: %v", err)
	}
	path := filepath.Join(TempDir(tb), "grandstand.db")
	if err := os.WriteFile(path, template, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

// TempDir is like the TempDir of a test, in memory where there is room. There a write does not wait for a disk: SQLite waits
// for it in each transaction, most of the time of a test that writes much.
func TempDir(tb testing.TB) string {
	tb.Helper()
	parent := prepared.Parent()
	if parent == "" {
		return tb.TempDir()
	}
	dir, err := os.MkdirTemp(parent, "grandstand-test-") //nolint:usetesting // the TempDir of tests is on a disk
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			tb.Error(err)
		}
	})
	return dir
}

// PostgresDSN returns the address of a fresh, migrated PostgreSQL database.
func PostgresDSN(tb testing.TB) string {
	tb.Helper()
	dsn, drop, err := TemporaryPostgres(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(drop)
	return dsn
}

// CopyPostgres returns the address of a copy of another database of the server that tests share. No connection may be
// open to the other one.
func CopyPostgres(tb testing.TB, dsn string) string {
	tb.Helper()
	server, err := postgresServer()
	if err != nil {
		tb.Fatalf("start PostgreSQL (scripts/setup installs it): %v", err)
	}
	name, err := server.copy(tb.Context(), dsn)
	if err != nil {
		tb.Fatalf("copy a PostgreSQL database: %v", err)
	}
	tb.Cleanup(func() { server.drop(name) })
	return server.dsn(name)
}

// EmptyPostgresDSN returns the address of a PostgreSQL database without a table.
func EmptyPostgresDSN(tb testing.TB) string {
	tb.Helper()
	dsn, drop, err := TemporaryEmptyPostgres(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(drop)
	return dsn
}

// TemporaryPostgres is PostgresDSN for a program that is no test; drop removes the database.
func TemporaryPostgres(ctx context.Context) (dsn string, drop func(), err error) {
	return temporary(ctx, (*server).create)
}

// TemporaryEmptyPostgres is EmptyPostgresDSN for a program that is no test; drop removes the database.
func TemporaryEmptyPostgres(ctx context.Context) (dsn string, drop func(), err error) {
	return temporary(ctx, (*server).createEmpty)
}

func temporary(ctx context.Context, create func(*server, context.Context) (name string, err error)) (dsn string, drop func(), err error) {
	server, err := postgresServer()
	if err != nil {
		return "", nil, fmt.Errorf("start PostgreSQL (scripts/setup installs it): %w", err)
	}
	name, err := create(server, ctx)
	if err != nil {
		return "", nil, fmt.Errorf("create a PostgreSQL database: %w", err)
	}
	return server.dsn(name), func() { server.drop(name) }, nil //nolint:contextcheck // it is dropped when ctx is over
}

func open(tb testing.TB, dsn string) *db.DB {
	tb.Helper()
	d, err := db.Open(tb.Context(), dsn, slog.New(slog.DiscardHandler))
	if err != nil {
		tb.Fatal(err)
	}
	d.RefusePoolInTransactions()
	tb.Cleanup(func() {
		if err := d.Close(); err != nil {
			tb.Errorf("close the database: %v", err)
		}
	})
	return d
}

// sqliteTemplate returns the bytes of a migrated file. Test processes of one run share the file.
var sqliteTemplate = sync.OnceValues(func() ([]byte, error) {
	const name = "template.db"
	fill := func(dir string) error { return migrate(context.Background(), filepath.Join(dir, name)) }
	if prepared.IsShared() {
		dir, err := prepared.Folder("sqlite", fill)
		if err != nil {
			return nil, err
		}
		return os.ReadFile(filepath.Join(dir, name))
	}
	dir, err := os.MkdirTemp("", "grandstand-sqlite-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := fill(dir); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, name))
})

// postgresServer starts one server per test process.
var postgresServer = sync.OnceValues(startPostgres)

var databases atomic.Int64

func migrate(ctx context.Context, dsn string) error {
	d, err := db.Open(ctx, dsn, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(migrateAll(ctx, d), d.Close())
}

func migrateAll(ctx context.Context, d *db.DB) error {
	if err := d.Migrate(ctx); err != nil {
		return err
	}
	return jobs.Migrate(ctx, d)
}
