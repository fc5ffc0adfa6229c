package db_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/revision"
)

// A query of the pool inside a transaction waits for a connection that another such transaction holds. Tests refuse it.
func TestThePoolIsRefusedInsideATransaction(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		tracker := revision.NewTracker(d.Read(), clock.System{}, slog.New(slog.DiscardHandler))
		one := func(from bun.IDB) func(ctx context.Context) error {
			return func(ctx context.Context) error { return from.NewRaw("SELECT 1").Scan(ctx, new(int)) }
		}
		for name, query := range map[string]struct {
			run     func(ctx context.Context) error
			refused bool
		}{
			"a query of bun":     {one(d.Read()), true},
			"of the write pool":  {one(d.Write()), true},
			"of the transaction": {func(ctx context.Context) error { return one(d.From(ctx))(ctx) }, false},
			"a plain statement": {func(ctx context.Context) error {
				rows, err := d.Read().QueryContext(ctx, "SELECT 1")
				if err != nil {
					return err
				}
				defer rows.Close()
				return rows.Err()
			}, true},
			"a row":                       {func(ctx context.Context) error { return d.Read().QueryRowContext(ctx, "SELECT 1").Scan(new(int)) }, true},
			"a change":                    {func(ctx context.Context) error { _, err := d.Write().ExecContext(ctx, "SELECT 1"); return err }, true},
			"what may answer from memory": {func(ctx context.Context) error { _, err := tracker.Of(ctx, 1); return err }, true},
			"another transaction": {func(ctx context.Context) error {
				return d.Write().RunInTx(ctx, nil, func(context.Context, bun.Tx) error { return nil })
			}, true},
			"one that joins": {func(ctx context.Context) error {
				return d.InTx(ctx, func(context.Context, bun.Tx) error { return nil })
			}, false},
		} {
			t.Run(name, func(t *testing.T) {
				if err := query.run(t.Context()); err != nil {
					t.Fatalf("outside: %v", err)
				}
				var after context.Context
				refused := false
				err := d.InTx(t.Context(), func(ctx context.Context, _ bun.Tx) error {
					after = ctx
					defer func() { refused = recover() != nil }()
					return query.run(ctx)
				})
				if err != nil || refused != query.refused {
					t.Errorf("inside: refused %v, want %v, %v", refused, query.refused, err)
				}
				if err := query.run(after); err != nil {
					t.Errorf("after the transaction: %v", err)
				}
			})
		}
	})
}
