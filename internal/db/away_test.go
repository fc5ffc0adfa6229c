package db_test

import (
	"context"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A transaction whose connection is lost on the way runs again; one that was to be committed
// does not, since nobody knows whether it stands.
func TestTransactionsOverALostConnection(t *testing.T) {
	d := dbtest.Postgres(t)
	runs := 0
	err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		if runs++; runs > 1 {
			return nil
		}
		_, err := tx.ExecContext(ctx, `SELECT pg_terminate_backend(pg_backend_pid())`)
		return err
	})
	if err != nil || runs != 2 {
		t.Errorf("lost on the way: %d runs, %v", runs, err)
	}
	runs = 0
	err = d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		runs++
		var pid int
		if err := tx.NewRaw(`SELECT pg_backend_pid()`).Scan(ctx, &pid); err != nil {
			return err
		}
		_, err := d.SQL().ExecContext(ctx, `SELECT pg_terminate_backend($1, 10000)`, pid)
		return err
	})
	if !db.IsAway(err) || runs != 1 {
		t.Errorf("lost when it was to be committed: %d runs, %v", runs, err)
	}
}
