package commerce

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// shareDisputed divides what a bank took of a payment among its orders. A bank names no order: an order of just this amount is
// meant, else they are in their turn, each with as much as has not gone back of it.
func (t *Till) shareDisputed(ctx context.Context, r *reversal, orders []orderRow, amount int64) ([]int64, error) {
	shares, owed := make([]int64, len(orders)), make([]int64, len(orders))
	for i := range orders {
		paid := r.paid
		paid.Amount = r.amountOf(&orders[i])
		var err error
		if owed[i], err = t.owed(ctx, &orders[i], paid); err != nil {
			return nil, err
		}
	}
	for i := range orders {
		if owed[i] == amount {
			shares[i] = amount
			return shares, nil
		}
	}
	left := amount
	for i := range orders {
		shares[i] = min(left, owed[i])
		left -= shares[i]
	}
	shares[len(shares)-1] += left // with charges of the bank it may be more than was paid
	return shares, nil
}

// disputedOrders returns those of a payment's orders of which a bank took money, whether it gave the money back or not; nil where
// that is not known of any.
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
	var concerned map[OrderID]bool
	for _, id := range found {
		if concerned == nil {
			concerned = map[OrderID]bool{}
		}
		concerned[id] = true
	}
	return concerned, nil
}

// isPartDisputed reports whether a bank took only a part of what was paid for an order.
func (t *Till) isPartDisputed(ctx context.Context, c *checkoutRow, o *orderRow) (bool, error) {
	owed, err := t.owedNow(ctx, c, o)
	return owed > 0 && !c.Subscribes, err
}

// noneDisputed is the condition that no bank is deciding about an order's payment, also where it took the money of another order
// of the payment: nothing of the payment can be given back meanwhile.
const noneDisputed = "NOT EXISTS (SELECT 1 FROM orders AS d WHERE d.checkout_id = o.checkout_id AND d.dispute = ?)"

// owedOfDisputed returns what must be paid by other means of an amount that the provider does not give back because a bank took
// money of the payment. While the bank decides it is nothing: sendDecided sends it after that.
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
