package db

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// connectTimeout bounds one attempt to connect to one server. A machine that is gone says
// nothing, and the next server is to be asked before who waits for an answer gives up.
const connectTimeout = 3 * time.Second

// openPostgres opens a pool through pgx. Connections are renewed so that a
// fail-over to another server is followed within the life of one.
//
// Where the address names several servers, the one that came last is taken.
func openPostgres(ctx context.Context, dsn string) (*DB, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("parse the PostgreSQL address: %w", err)
	}
	// bun writes the arguments into the statement itself, so that a prepared
	// statement would be used only once.
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	if config.ConnectTimeout == 0 || config.ConnectTimeout > connectTimeout {
		config.ConnectTimeout = connectTimeout
	}
	setSession(&config.Config)
	if several(&config.Config) {
		last := &successors{check: config.ValidateConnect}
		last.survey(ctx, &config.Config)
		config.ValidateConnect = last.validate
	}
	// As SQLite's busy_timeout: a lock that nobody gives back must not take one connection
	// after the other, until nothing else is answered either.
	if _, ok := config.RuntimeParams["lock_timeout"]; !ok {
		config.RuntimeParams["lock_timeout"] = strconv.FormatInt(lockTimeout.Milliseconds(), 10)
	}
	pool := stdlib.OpenDB(*config)
	size := max(8, runtime.GOMAXPROCS(0)*4)
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxLifetime(30 * time.Minute)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	d := &DB{engine: Postgres}
	d.write = bun.NewDB(pool, pgdialect.New(), bun.WithDiscardUnknownColumns(), bun.WithConnResolver(&poolGuard{db: d}))
	d.read = d.write
	return d, nil
}
