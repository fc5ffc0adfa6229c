package commerce

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/payment"
)

// shareAmong divides a refund or a disputed amount among the orders of its payment. owed[i] is the part of the price of order i that has
// not gone back yet. If the amount equals that of an order, the first such order gets all of it. Otherwise the orders are filled
// in sequence. Money above the sum of owed belongs to no order.
func shareAmong(owed []int64, amount int64) []int64 {
	shares := make([]int64, len(owed))
	for i := range owed {
		if owed[i] == amount {
			shares[i] = amount
			return shares
		}
	}
	for i := range owed {
		shares[i] = min(amount, owed[i])
		amount -= shares[i]
	}
	return shares
}

// isFullyRefunded reports whether the whole price of an order was refunded, and each of these refunds is for this order for certain. A refund
// is uncertain if it is divided between orders, or if it names no order and equals the refundable amount of another one. Money that a bank
// took back does not count: a dispute decides about the order (see applyDispute).
func (t *Till) isFullyRefunded(ctx context.Context, tx bun.IDB, r *chargeState, orders []orderRow, o *orderRow) (bool, error) {
	refunded := int64(0)
	for _, refund := range r.charge.Refunds {
		if refund.Failed {
			continue
		}
		recorded, err := t.movesOf(ctx, tx, orders, OrderRefunded, refund.ID)
		if err != nil {
			return false, err
		}
		if !slices.ContainsFunc(recorded, func(m transactionRow) bool { return m.OrderID == o.ID }) {
			continue
		}
		others, err := t.otherOrdersOfRefund(ctx, r, orders, o, refund)
		if err != nil || len(recorded) > 1 || len(others) > 0 {
			return false, err
		}
		refunded += recorded[0].Amount
	}
	return refunded > 0 && refunded >= r.amountOf(o), nil
}

// chargeOf returns the charge that paid an order, without the provider's answer, and all its orders. It returns nil for a subscription,
// which has one order and several charges.
func (t *Till) chargeOf(ctx context.Context, o *orderRow) (*chargeState, []orderRow, error) {
	c, err := t.checkout(ctx, o.ChannelID, o.CheckoutID)
	if err != nil || c.Subscribes {
		return nil, nil, err
	}
	orders, err := ordersOf(ctx, t.DB.From(ctx), c)
	return &chargeState{checkout: c, paid: period{Amount: c.Amount}}, orders, err
}

// otherOrdersOfRefund returns the other paid orders of a charge that a refund may be meant for, although it is recorded on the order o: the
// refund names no order, and its amount is exactly what has not gone back of each of them.
func (t *Till) otherOrdersOfRefund(ctx context.Context, r *chargeState, orders []orderRow, o *orderRow, refund payment.RefundState) ([]*orderRow, error) {
	var others []*orderRow
	for i := range orders {
		other := &orders[i]
		if namedOrder(refund) == other.ID {
			return nil, nil
		}
		if other.ID == o.ID || other.Status != OrderPaid {
			continue
		}
		owed, err := t.owedOfCharge(ctx, r, other)
		if err != nil {
			return nil, err
		}
		if owed == refund.Amount {
			others = append(others, other)
		}
	}
	return others, nil
}
