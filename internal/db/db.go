// Package db opens the product's database, SQLite or PostgreSQL, behind one query
// builder and one set of migrations, and translates driver errors by code.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/uptrace/bun"
)

// Engine names the database behind a DB.
type Engine string

// The two engines. Everything above this package is written once for both.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// lockTimeout is how long a statement waits for a lock that somebody else holds.
const lockTimeout = 10 * time.Second

// DB is one database. On SQLite it is one writer connection and a pool of
// read-only ones, so that readers never wait for a writer and writers never fail
// on each other; on PostgreSQL both are the same pool.
type DB struct {
	engine Engine
	write  *bun.DB
	read   *bun.DB
	log    *slog.Logger

	refusesPool bool // inside of transactions: see RefusePoolInTransactions
}

// Open connects to dsn: "postgres://…" for PostgreSQL, otherwise a SQLite file,
// written as a path or as "sqlite:<path>". The schema is not touched: see Migrate.
func Open(ctx context.Context, dsn string, log *slog.Logger) (*DB, error) {
	d, err := open(ctx, dsn)
	if err != nil {
		return nil, err
	}
	d.log = log
	if err := d.write.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s database: %w", d.engine, err), d.Close())
	}
	return d, nil
}

func open(ctx context.Context, dsn string) (*DB, error) {
	if path, ok := SQLitePath(dsn); ok {
		return openSQLite(path)
	}
	return openPostgres(ctx, dsn)
}

// SQLitePath is the file that an address names, where it names one.
func SQLitePath(dsn string) (path string, ok bool) {
	if strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://") {
		return "", false
	}
	return strings.TrimPrefix(dsn, "sqlite:"), true
}

// Engine says which database this is, for the few statements that differ.
func (d *DB) Engine() Engine { return d.engine }

// Read returns the pool for queries. On SQLite its connections refuse writes.
func (d *DB) Read() bun.IDB { return guardedPool{DB: d.read, of: d} }

// Write returns the pool for single writing statements.
func (d *DB) Write() bun.IDB { return guardedPool{DB: d.write, of: d} }

// SQL returns the writing pool without the query builder, for libraries that
// bring their own statements.
func (d *DB) SQL() *sql.DB { return d.write.DB }

// Ping reports whether the database answers.
func (d *DB) Ping(ctx context.Context) error { return d.read.PingContext(ctx) }

// Warm opens a connection for queries and lets it read the schema, so that the first query
// does not have to.
func (d *DB) Warm(ctx context.Context) error {
	if _, err := d.read.ExecContext(ctx, "SELECT 1 FROM goose_db_version WHERE 1 = 0"); err != nil {
		return fmt.Errorf("warm up the %s database: %w", d.engine, err)
	}
	return nil
}

// Close closes every connection, folding SQLite's write-ahead log into its file.
func (d *DB) Close() error {
	if d.read == d.write {
		return d.write.Close()
	}
	return errors.Join(d.read.Close(), d.write.Close())
}
