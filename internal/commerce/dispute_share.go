package commerce

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// shareDisputed divides the disputed amount of a payment among its orders.
func (t *Till) shareDisputed(ctx context.Context, r *chargeState, orders []orderRow, amount int64) ([]int64, error) {
	owed := make([]int64, len(orders))
	for i := range orders {
		var err error
		if owed[i], err = t.owedOfCharge(ctx, r, &orders[i]); err != nil {
			return nil, err
		}
	}
	shares := shareAmong(owed, amount)
	for _, share := range shares {
		amount -= share
	}
	shares[len(shares)-1] += amount // fees of the bank can exceed what was paid
	return shares, nil
}

// disputedOrders returns the orders for which a transaction records a dispute, also one that was won; nil for none.
func (t *Till) disputedOrders(ctx context.Context, tx bun.Tx, orders []orderRow) (map[OrderID]bool, error) {
	ids := make([]OrderID, len(orders))
	for i := range orders {
		ids[i] = orders[i].ID
	}
	var found []OrderID
	err := tx.NewSelect().Model((*transactionRow)(nil)).ColumnExpr("DISTINCT order_id").Where("order_id IN (?)", bun.List(ids)).
		Where("status = ?", TransactionDisputed).Scan(ctx, &found)
	if err != nil {
		return nil, fmt.Errorf("find disputed orders: %w", err)
	}
	var disputed map[OrderID]bool
	for _, id := range found {
		if disputed == nil {
			disputed = map[OrderID]bool{}
		}
		disputed[id] = true
	}
	return disputed, nil
}

// isPartlyDisputed reports whether a bank took only a part of what was paid for an order. It is false for subscriptions: each of
// their periods is disputed by itself.
func (t *Till) isPartlyDisputed(ctx context.Context, c *checkoutRow, o *orderRow) (bool, error) {
	owed, err := t.owedNow(ctx, c, o)
	return owed > 0 && !c.Subscribes, err
}

// whereNoOpenDispute matches orders whose payment has no open dispute. An open dispute blocks the refunds of all orders of the
// payment.
const whereNoOpenDispute = "NOT EXISTS (SELECT 1 FROM orders AS d WHERE d.checkout_id = o.checkout_id AND d.dispute = ?)"

// owedOfDisputed returns how much of an amount the provider cannot refund because a bank took money of the payment: nothing while
// a dispute is open, for then sendDecided tries again later, else all of it.
func (t *Till) owedOfDisputed(ctx context.Context, c *checkoutRow, amount int64) (int64, error) {
	open, err := t.DB.From(ctx).NewSelect().Model((*orderRow)(nil)).Where("o.checkout_id = ?", c.ID).Where("o.dispute = ?", DisputeOpen).Exists(ctx)
	if err != nil {
		return 0, fmt.Errorf("look for a dispute of checkout %d: %w", c.ID, err)
	}
	if open {
		return 0, nil
	}
	return amount, nil
}
