package db

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"
)

// poolGuard finds queries that take a connection from the pool while their caller holds one in a transaction. When all
// connections are in transactions, each of these queries waits for the others, and none ends. It is a bun.ConnResolver, which
// bun asks for queries of the pool alone: those of a transaction have their connection.
type poolGuard struct{ db *DB }

// ResolveConn leaves the choice of the pool's connection to bun.
func (g *poolGuard) ResolveConn(ctx context.Context, _ bun.Query) bun.IConn {
	g.db.CheckPool(ctx)
	return nil
}

// Close has nothing to close.
func (g *poolGuard) Close() error { return nil }

// guardedPool is a pool whose statements that bun does not build are looked at too.
type guardedPool struct {
	*bun.DB

	of *DB
}

// CheckPool is DB.CheckPool.
func (p guardedPool) CheckPool(ctx context.Context) { p.of.CheckPool(ctx) }

// QueryContext is part of bun.IDB.
func (p guardedPool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	p.of.CheckPool(ctx)
	return p.DB.QueryContext(ctx, query, args...)
}

// QueryRowContext is part of bun.IDB.
func (p guardedPool) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	p.of.CheckPool(ctx)
	return p.DB.QueryRowContext(ctx, query, args...)
}

// ExecContext is part of bun.IDB.
func (p guardedPool) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	p.of.CheckPool(ctx)
	return p.DB.ExecContext(ctx, query, args...)
}

// BeginTx is part of bun.IDB.
func (p guardedPool) BeginTx(ctx context.Context, options *sql.TxOptions) (bun.Tx, error) {
	p.of.CheckPool(ctx)
	return p.DB.BeginTx(ctx, options)
}

// RunInTx is part of bun.IDB.
func (p guardedPool) RunInTx(ctx context.Context, options *sql.TxOptions, do func(ctx context.Context, tx bun.Tx) error) error {
	p.of.CheckPool(ctx)
	return p.DB.RunInTx(ctx, options, do)
}

// CheckPool is what each query of the pool passes first. What answers from memory, and from the pool where it does not know, calls
// it too.
func (d *DB) CheckPool(ctx context.Context) {
	if d.refusesPool && d.Inside(ctx) {
		panic("a query inside a transaction takes another connection from the pool: use the transaction, or DB.From")
	}
}

// RefusePoolInTransactions has queries panic that use the pool inside a transaction. Tests call it, before the first query.
func (d *DB) RefusePoolInTransactions() { d.refusesPool = true }

// Watch shows the hook each statement of the product, in transactions too. Tests call it, before the first query.
func (d *DB) Watch(hook bun.QueryHook) {
	isOnePool := d.read == d.write
	d.write = d.write.WithQueryHook(hook)
	if isOnePool {
		d.read = d.write
		return
	}
	d.read = d.read.WithQueryHook(hook)
}

// Inside reports whether ctx is inside of a transaction of this database.
func (d *DB) Inside(ctx context.Context) bool { return d.current(ctx) != nil }
