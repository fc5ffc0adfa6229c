package db

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/uptrace/bun"
)

// txAttempts bounds how often InTx runs a transaction that lost a race or its connection.
const txAttempts = 8

// unit is a transaction that a context carries, with what is to happen once it stands.
type unit struct {
	db    *DB
	tx    bun.Tx
	after []func()
	ended atomic.Bool // it is committed, or given up
}

type unitKey struct{}

// current is the transaction of this database that ctx is inside of, or nil.
func (d *DB) current(ctx context.Context) *unit {
	if u, ok := ctx.Value(unitKey{}).(*unit); ok && u.db == d && !u.ended.Load() {
		return u
	}
	return nil
}

// InTx runs fn in one transaction. A transaction that lost a race (serialisation
// failure, deadlock, busy), or its connection before it was to be committed, is run again,
// so fn must have no effect outside tx but by AfterCommit. One whose connection is lost
// while it is being committed is not: it may stand. Inside another InTx, by the context that its fn was given, fn joins
// that transaction: all of it is committed together, or none.
func (d *DB) InTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error {
	if u := d.current(ctx); u != nil {
		return fn(ctx, u.tx)
	}
	var err error
	for attempt := range txAttempts {
		var u *unit
		asked := false // to commit
		err = d.write.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
			u = &unit{db: d, tx: tx}
			err := fn(context.WithValue(ctx, unitKey{}, u), tx)
			asked = err == nil
			return err
		})
		if u != nil {
			u.ended.Store(true)
		}
		if err == nil {
			for _, do := range u.after {
				do()
			}
			return nil
		}
		if !isRetryable(err) && (asked || !IsAway(err)) {
			return err
		}
		d.log.DebugContext(ctx, "transaction is run again", "attempt", attempt+1, "error", err)
		if wait(ctx, backoff(attempt)) != nil {
			return err
		}
	}
	return fmt.Errorf("transaction did not succeed in %d attempts: %w", txAttempts, err)
}

// AfterCommit has do run once the transaction that ctx is inside of is committed, and
// never if it is not. Outside of one it runs at once.
func (d *DB) AfterCommit(ctx context.Context, do func()) {
	if u := d.current(ctx); u != nil {
		u.after = append(u.after, do)
		return
	}
	do()
}

// From returns what a query reads from: the transaction that ctx is inside of, whose
// own changes it then sees, else the pool for queries.
func (d *DB) From(ctx context.Context) bun.IDB {
	if u := d.current(ctx); u != nil {
		return u.tx
	}
	return d.Read()
}

func backoff(attempt int) time.Duration {
	return time.Millisecond << attempt
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
