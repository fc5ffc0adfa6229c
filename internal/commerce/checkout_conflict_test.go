package commerce_test

import (
	"context"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// conflicting is a queue that lets some transactions of checkouts break a unique constraint.
type conflicting struct {
	commerce.Queue

	left *int
}

// EnqueueReconcile is part of commerce.Queue.
func (q conflicting) EnqueueReconcile(ctx context.Context, tx bun.Tx, channelID int64, id commerce.CheckoutID, after time.Duration) error {
	if *q.left > 0 {
		*q.left--
		_, err := tx.NewRaw(`INSERT INTO payment_customers (channel_id, user_id, account, ref, created_ms)
			SELECT channel_id, user_id, account, ref, created_ms FROM payment_customers`).Exec(ctx)
		return err
	}
	return q.Queue.EnqueueReconcile(ctx, tx, channelID, id, after)
}

// A purchase clears the conflicting orders three times, and tries again each time.
func TestPurchaseTriesAgainAfterEachConflict(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		conflicts := 4
		deps := r.TillDeps
		deps.Queue = conflicting{r, &conflicts}
		till := commerce.NewTill(deps)
		if _, err := till.Buy(t.Context(), r.purchase("pm_card_visa")); fault.CodeOf(err) != "payment_in_progress" || conflicts != 0 {
			t.Errorf("after four conflicts: %v, %d left", err, conflicts)
		}
		conflicts = 3
		if bought, err := till.Buy(t.Context(), r.purchase("pm_card_visa")); err != nil || bought.Orders[0].Status != commerce.OrderPaid {
			t.Errorf("after three conflicts: %+v, %v", bought.Orders, err)
		}
	})
}
