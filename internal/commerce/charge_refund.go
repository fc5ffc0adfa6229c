package commerce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/payment"
)

// refundOutcome is the outcome of a refund for its buyer.
type refundOutcome int

const (
	refundSent        refundOutcome = iota // to the card
	refundBounced                          // failed after it was sent
	refundOwedOutside                      // the provider has no money to send: an operator must pay by other means
	refundPaidOutside                      // an operator paid by other means
)

// orderRefund is the part of a refund that belongs to one order.
type orderRefund struct {
	order   *orderRow
	paid    string // the provider's invoice of the subscription period, empty for a purchase
	amount  int64
	last    bool // the refund covers all that was left of the orders it can be for
	outcome refundOutcome
}

// recordRefunds writes the refunds of a charge that are not recorded yet, that failed since or that name another order by now, and returns
// them.
func (t *Till) recordRefunds(ctx context.Context, tx bun.Tx, r *chargeState, orders []orderRow, out *chargeChanges) ([]orderRefund, error) {
	var moves []orderRefund
	for _, refund := range r.charge.Refunds {
		known, err := t.movesOf(ctx, tx, orders, OrderRefunded, refund.ID)
		if err != nil {
			return nil, err
		}
		if err := t.correctPayment(ctx, tx, r, known); err != nil {
			return nil, err
		}
		var fresh []orderRefund
		switch {
		case refund.Failed:
			fresh, err = t.recordFailedRefund(ctx, tx, orders, known, refund)
		case len(known) == 0:
			fresh, err = t.recordRefund(ctx, tx, r, orders, refund)
		default:
			fresh, err = t.moveToNamedOrder(ctx, tx, r, orders, refund, known)
		}
		if err != nil {
			return nil, err
		}
		if len(fresh) > 0 && !isBeingSent(orders, refund) {
			out.notes = append(out.notes, describeRefund(refund, fresh, r.checkout.Currency))
		}
		moves = append(moves, fresh...)
	}
	return moves, nil
}

// recordRefund writes a refund on the order that it was sent for. A refund in the provider's dashboard names no order: shareAmong
// divides it among the orders of the charge.
func (t *Till) recordRefund(ctx context.Context, tx bun.Tx, r *chargeState, orders []orderRow, refund payment.RefundState) ([]orderRefund, error) {
	candidates := ordersOfRefund(orders, refund)
	owed, all := make([]int64, len(candidates)), int64(0)
	for i, o := range candidates {
		var err error
		if owed[i], err = t.owedOfCharge(ctx, r, o); err != nil {
			return nil, err
		}
		all += owed[i]
	}
	var moves []orderRefund
	for i, share := range shareAmong(owed, refund.Amount) {
		o := candidates[i]
		if share == 0 {
			continue
		}
		if err := t.recordMove(ctx, tx, r, o, OrderRefunded, refund.ID, share); err != nil {
			return nil, err
		}
		moves = append(moves, orderRefund{order: o, paid: r.paid.invoice, amount: share, last: all <= refund.Amount})
	}
	return moves, nil
}

// ordersOfRefund returns the orders that a refund can be for: the order that it names, or else all orders of the charge. Refunded orders
// are first, because their buyers still wait for money.
func ordersOfRefund(orders []orderRow, refund payment.RefundState) []*orderRow {
	var refunded, paid []*orderRow
	for i := range orders {
		o := &orders[i]
		switch {
		case namedOrder(refund) == o.ID:
			return []*orderRow{o}
		case o.Status == OrderRefunded:
			refunded = append(refunded, o)
		default:
			paid = append(paid, o)
		}
	}
	return append(refunded, paid...)
}

// correctPayment moves the entries of a refund to the period of the subscription whose payment the provider refunded. It changes the
// database and known.
func (t *Till) correctPayment(ctx context.Context, tx bun.Tx, r *chargeState, known []transactionRow) error {
	for i := range known {
		m := &known[i]
		if m.PaidRef == r.paid.invoice {
			continue
		}
		_, err := tx.NewUpdate().Model((*transactionRow)(nil)).Set("paid_ref = ?", r.paid.invoice).Set("from_ms = ?", r.paid.fromMS).
			Set("until_ms = ?", r.paid.untilMS).Where("order_id = ?", m.OrderID).Where("ref = ?", m.Ref).
			Where("status IN (?)", bun.List([]OrderStatus{OrderRefunded, TransactionRefundFailed})).Exec(ctx)
		if err != nil {
			return fmt.Errorf("correct the payment of refund %s of order %d: %w", m.Ref, m.OrderID, err)
		}
		m.PaidRef, m.FromMS, m.UntilMS = r.paid.invoice, r.paid.fromMS, r.paid.untilMS
	}
	return nil
}

// moveToNamedOrder moves a recorded refund to the order that the metadata of the refund names. Operators set this metadata in the
// provider's dashboard, to decide which of several orders a refund is for. It returns nothing for a refund that does not move.
func (t *Till) moveToNamedOrder(ctx context.Context, tx bun.Tx, r *chargeState, orders []orderRow, refund payment.RefundState, known []transactionRow) ([]orderRefund, error) {
	named, err := t.orderToMoveTo(ctx, r, orders, refund, known)
	if err != nil || named == nil {
		return nil, err
	}
	moved := known[0]
	moved.OrderID, moved.Amount = named.ID, refund.Amount
	for _, m := range known {
		if _, err := tx.NewDelete().Model(&m).WherePK().Exec(ctx); err != nil {
			return nil, fmt.Errorf("remove refund %s of order %d: %w", refund.ID, m.OrderID, err)
		}
	}
	if _, err := tx.NewInsert().Model(&moved).Exec(ctx); err != nil {
		return nil, fmt.Errorf("move refund %s to order %d: %w", refund.ID, named.ID, err)
	}
	return []orderRefund{{order: named, paid: r.paid.invoice, amount: refund.Amount}}, nil
}

// orderToMoveTo returns the order that a refund names, if the refund is recorded on other orders and can move, nil otherwise. It cannot
// move from an order that has ended, because a letter told the buyer of the end. It cannot move to an order that has less left to refund.
func (t *Till) orderToMoveTo(ctx context.Context, r *chargeState, orders []orderRow, refund payment.RefundState, known []transactionRow) (*orderRow, error) {
	i := slices.IndexFunc(orders, func(o orderRow) bool { return namedOrder(refund) == o.ID })
	if i < 0 {
		return nil, nil
	}
	named, elsewhere, missing := &orders[i], false, refund.Amount
	for _, m := range known {
		if m.OrderID == named.ID {
			missing -= m.Amount
			continue
		}
		elsewhere = true
		if slices.ContainsFunc(orders, func(o orderRow) bool { return o.ID == m.OrderID && o.Status != OrderPaid }) {
			return nil, nil
		}
	}
	if owed, err := t.owedOfCharge(ctx, r, named); err != nil || !elsewhere || owed < missing {
		return nil, err
	}
	return named, nil
}

// isBeingSent reports whether a refund is the one that PayBack sends now, and has not recorded yet. Its webhook can come first. Operators
// need no note about such a refund.
func isBeingSent(orders []orderRow, refund payment.RefundState) bool {
	for i := range orders {
		if o := &orders[i]; namedOrder(refund) == o.ID {
			return !refund.Failed && o.Status == OrderRefunded && o.PaidBackMS == 0
		}
	}
	return false
}

// recordFailedRefund writes that a recorded refund did not reach the buyer.
func (t *Till) recordFailedRefund(ctx context.Context, tx bun.Tx, orders []orderRow, known []transactionRow, refund payment.RefundState) ([]orderRefund, error) {
	fresh, err := t.undo(ctx, tx, known, TransactionRefundFailed)
	if err != nil || !fresh {
		return nil, err
	}
	t.Log.ErrorContext(ctx, "refund failed; the buyer does not have the money", "refund", refund.ID, "channel", orders[0].ChannelID, "reason", refund.Reason)
	var moves []orderRefund
	for _, m := range known {
		for i := range orders {
			if orders[i].ID == m.OrderID {
				moves = append(moves, orderRefund{order: &orders[i], paid: m.PaidRef, amount: m.Amount, outcome: refundBounced})
			}
		}
	}
	return moves, nil
}

// describeRefund tells an operator of a refund, and of which orders it is recorded.
func describeRefund(r payment.RefundState, moves []orderRefund, currency string) string {
	orders := make([]string, len(moves))
	for i, m := range moves {
		orders[i] = "order " + m.order.order().Receipt()
		if m.amount != r.Amount {
			orders[i] += " (" + money("en", m.amount, currency) + ")"
		}
	}
	described := fmt.Sprintf("refund %s (%s) of %s", r.ID, money("en", r.Amount, currency), strings.Join(orders, " and "))
	if r.Failed {
		described += " failed: " + r.Reason
	}
	return described
}
