package commerce

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

// sendOverdueRefunds sends the refunds that should have been sent by now, and reports those that fail.
func (t *Till) sendOverdueRefunds(ctx context.Context, out *Audit) error {
	var rows []orderRow
	err := t.DB.From(ctx).NewSelect().Model(&rows).Where("o.status = ?", OrderRefunded).Where("o.paid_back_ms = 0").
		Where("o.refunded_ms <= ?", clock.Millis(t.Clock.Now().Add(-sweepAfter))).Order("o.id").Scan(ctx)
	if err != nil {
		return fmt.Errorf("list refunds that are not sent: %w", err)
	}
	for i := range rows {
		o := &rows[i]
		if err := t.PayBack(ctx, o.ChannelID, o.ID); err != nil {
			out.Differences = append(out.Differences, fmt.Sprintf("order %s of channel %d: its refund was not sent: %v", o.order().Receipt(), o.ChannelID, err))
		}
	}
	return ctx.Err()
}

// listUnpaidRefunds lists refunded orders whose buyers do not have the money: the refund failed, or the provider has no money to refund.
func (t *Till) listUnpaidRefunds(ctx context.Context, out *Audit) error {
	var rows []orderRow
	err := t.DB.From(ctx).NewSelect().Model(&rows).Where("o.status = ?", OrderRefunded).Where("o.paid_back_ms > 0").
		Where("EXISTS (SELECT 1 FROM transactions AS t WHERE t.order_id = o.id AND t.status IN (?))", bun.List([]OrderStatus{TransactionRefundFailed, TransactionRefundOwed})).
		Order("o.id").Scan(ctx)
	if err != nil {
		return fmt.Errorf("list refunds that buyers do not have: %w", err)
	}
	for i := range rows {
		if err := t.listUnpaidRefund(ctx, &rows[i], out); err != nil {
			return err
		}
	}
	return nil
}

func (t *Till) listUnpaidRefund(ctx context.Context, o *orderRow, out *Audit) error {
	c, err := t.checkout(ctx, o.ChannelID, o.CheckoutID)
	if err != nil {
		return err
	}
	owed, err := t.owedNow(ctx, c, o)
	if err != nil || owed == 0 {
		return err
	}
	outside, err := t.hasOwedRefund(ctx, o)
	if err != nil {
		return err
	}
	about, amount := fmt.Sprintf("order %s of channel %d", o.order().Receipt(), o.ChannelID), money("en", owed, o.Currency)
	if outside {
		out.Waiting = append(out.Waiting, fmt.Sprintf("%s: the provider has no money to refund; pay the buyer %s by other means, then record it with `grandstand order paid-back %d`",
			about, amount, o.ID))
		return nil
	}
	out.Differences = append(out.Differences, fmt.Sprintf("%s: a refund failed and the buyer is owed %s; `grandstand order refund %d` sends it again, "+
		"or pay it by other means and record it with `grandstand order paid-back %d`", about, amount, o.ID, o.ID))
	return nil
}

// listUndecidedRefund lists a refund of the dashboard that may be for one of several orders. None of them has ended.
func (t *Till) listUndecidedRefund(ctx context.Context, refund payment.RefundState, entry *transactionRow, out *Audit) error {
	o, err := t.order(ctx, entry.ChannelID, entry.OrderID)
	if err != nil || o.Status != OrderPaid {
		return err
	}
	r, orders, err := t.chargeOf(ctx, o)
	if err != nil || r == nil {
		return err
	}
	others, err := t.otherOrdersOfRefund(ctx, r, orders, o, refund)
	if err != nil || len(others) == 0 {
		return err
	}
	receipts, ids := o.order().Receipt(), orderNumber(o.ID)
	for _, other := range others {
		receipts, ids = receipts+" or "+other.order().Receipt(), ids+" or "+orderNumber(other.ID)
	}
	out.Waiting = append(out.Waiting, fmt.Sprintf("refund %s (%s) of channel %d can be for order %s, and all of them give access; "+
		"write the number of the order into the refund's metadata at the provider: \"order\" with the value %s",
		refund.ID, money("en", refund.Amount, o.Currency), o.ChannelID, receipts, ids))
	return nil
}

// compareOrderOfRefund reports a refund that names an order of its payment at the provider, and is recorded for another one. The totals of
// the payment are equal all the same. The dashboard can write the number of an order on a refund after it was recorded.
func (t *Till) compareOrderOfRefund(ctx context.Context, r payment.RefundState, entries []transactionRow, out *Audit) error {
	named := Order{ID: namedOrder(r)}
	for i := range entries {
		e, recorded := &entries[i], Order{ID: entries[i].OrderID}
		if named.ID == 0 || named.ID == recorded.ID {
			continue
		}
		ofPayment, err := t.DB.From(ctx).NewSelect().Model((*orderRow)(nil)).Where("o.channel_id = ?", e.ChannelID).Where("o.id = ?", named.ID).
			Where("o.checkout_id = (SELECT checkout_id FROM orders WHERE id = ?)", recorded.ID).Exists(ctx)
		if err != nil {
			return fmt.Errorf("look for the order of refund %s: %w", r.ID, err)
		}
		if !ofPayment {
			continue
		}
		out.Differences = append(out.Differences, fmt.Sprintf("order %s of channel %d: %s of refund %s is recorded for this order, but the refund names order %s "+
			"at the provider; if the record is right, change the refund's metadata \"order\" to %d",
			recorded.Receipt(), e.ChannelID, money("en", e.Amount, e.Currency), r.ID, named.Receipt(), recorded.ID))
	}
	return nil
}
