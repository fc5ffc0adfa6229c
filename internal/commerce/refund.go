package commerce

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// Refund ends what an order opened and has its money given back; only the channel's
// operators may. Access ends in the transaction that says so; the money goes back by
// PayBack, at once or when the provider answers. A refund that failed at the provider is sent
// again. Conflict, "not_refundable" for what was not paid, "payment_disputed" for what the
// buyer's bank has taken back.
func (t *Till) Refund(ctx context.Context, by actor.Actor, channelID int64, id OrderID) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	t.learnPayments(ctx, channelID, id)
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		now := clock.Millis(t.Clock.Now())
		changed, err := db.Changed(tx.NewUpdate().Model((*orderRow)(nil)).Set("status = ?", OrderRefunded).Set("live = FALSE").
			Set("refunded_ms = ?", now).Set("updated_ms = ?", now).Set("paid_back_ms = 0").
			Where("channel_id = ?", channelID).Where("id = ?", id).Where("status = ?", OrderPaid).Where(whereNoOpenDispute, DisputeOpen).Exec(ctx))
		if err != nil {
			return fmt.Errorf("refund order %d: %w", id, err)
		}
		o, err := t.order(ctx, channelID, id)
		switch {
		case err != nil:
			return err
		case !changed && o.Status == OrderPaid:
			return errPaymentDisputed()
		case !changed:
			return t.sendAgain(ctx, tx, o)
		}
		if err := t.closeRefunded(ctx, tx, o); err != nil {
			return err
		}
		return t.Queue.EnqueueRefund(ctx, tx, channelID, id)
	})
}

// order returns an order of the channel, whoever's it is.
func (t *Till) order(ctx context.Context, channelID int64, id OrderID) (*orderRow, error) {
	row := new(orderRow)
	err := t.DB.From(ctx).NewSelect().Model(row).Where("o.channel_id = ?", channelID).Where("o.id = ?", id).Scan(ctx)
	if db.IsNoRows(err) {
		return nil, ErrOrderNotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("find order %d: %w", id, err)
	}
	return row, nil
}

// ChannelOfOrder is the channel of an order, for commands that name only the order.
func (t *Till) ChannelOfOrder(ctx context.Context, by actor.Actor, id OrderID) (int64, error) {
	if err := by.RequireOwner(); err != nil {
		return 0, err
	}
	var channels []int64
	if err := t.DB.Read().NewSelect().Model((*orderRow)(nil)).Column("channel_id").Where("id = ?", id).Scan(ctx, &channels); err != nil {
		return 0, fmt.Errorf("find order %d: %w", id, err)
	}
	if len(channels) == 0 {
		return 0, ErrOrderNotFound()
	}
	return channels[0], nil
}

// closeRefunded makes a checkout refunded once none of its orders is paid any more, and notes
// that its user holds less.
func (t *Till) closeRefunded(ctx context.Context, tx bun.Tx, o *orderRow) error {
	_, err := tx.NewUpdate().Model((*checkoutRow)(nil)).Set("status = ?", OrderRefunded).Set("updated_ms = ?", clock.Millis(t.Clock.Now())).
		Where("channel_id = ?", o.ChannelID).Where("id = ?", o.CheckoutID).Where("status = ?", OrderPaid).
		Where("NOT EXISTS (SELECT 1 FROM orders AS o WHERE o.checkout_id = c.id AND o.status = ?)", OrderPaid).Exec(ctx)
	if err != nil {
		return fmt.Errorf("close checkout %d: %w", o.CheckoutID, err)
	}
	if o.Type == OrderOfSubscription {
		if err := t.closeSubscription(ctx, tx, o); err != nil {
			return err
		}
	}
	return t.Offers.bumpEntitlement(ctx, tx, o.ChannelID, o.UserID)
}

// sendAgain has the money of a refunded order sent once more of which something did not reach the buyer.
func (t *Till) sendAgain(ctx context.Context, tx bun.Tx, o *orderRow) error {
	c, err := t.checkout(ctx, o.ChannelID, o.CheckoutID)
	if err != nil {
		return err
	}
	owed, err := t.owedNow(ctx, c, o)
	if err != nil {
		return err
	}
	again := false
	if o.Status == OrderRefunded && owed > 0 && (c.Subscribes || o.Dispute != DisputeLost) {
		again, err = db.Changed(tx.NewUpdate().Model((*orderRow)(nil)).Set("paid_back_ms = 0").Where("channel_id = ?", o.ChannelID).
			Where("id = ?", o.ID).Where("paid_back_ms > 0").Exec(ctx))
	}
	switch {
	case err != nil:
		return fmt.Errorf("send the money of order %d again: %w", o.ID, err)
	case !again:
		return fault.New(fault.Conflict, "not_refundable", "Only a paid order can be refunded.")
	}
	return t.Queue.EnqueueRefund(ctx, tx, o.ChannelID, o.ID)
}

// owedNow returns the amount of an order's refundable payments that has not gone back.
func (t *Till) owedNow(ctx context.Context, c *checkoutRow, o *orderRow) (int64, error) {
	periods, err := t.refundablePeriods(ctx, c, o)
	if err != nil {
		return 0, err
	}
	sum := int64(0)
	for _, paid := range periods {
		owed, err := t.owed(ctx, o, paid)
		if err != nil {
			return 0, err
		}
		sum += owed
	}
	return sum, nil
}

func (t *Till) markPaidBack(ctx context.Context, tx bun.IDB, o *orderRow, atMS int64) error {
	_, err := tx.NewUpdate().Model((*orderRow)(nil)).Set("paid_back_ms = ?", atMS).Where("channel_id = ?", o.ChannelID).Where("id = ?", o.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note that the money of order %d went back: %w", o.ID, err)
	}
	return nil
}

// PayBack sends back the money of a refunded order. It first ends a subscription at the provider, and sends back the money of its
// refundablePeriods. It may be called again: no money goes back twice, whether it went back here or at the provider.
func (t *Till) PayBack(ctx context.Context, channelID int64, id OrderID) error {
	o, err := t.order(ctx, channelID, id)
	if err != nil || o.Status != OrderRefunded {
		return err
	}
	c, err := t.checkout(ctx, channelID, o.CheckoutID)
	if err != nil {
		return err
	}
	if c.Subscribes {
		if err := t.endRefundedSubscription(ctx, c); err != nil {
			return fmt.Errorf("end the subscription of order %d: %w", id, err)
		}
		if o, err = t.order(ctx, channelID, id); err != nil {
			return err
		}
	}
	if o.PaidBackMS != 0 {
		return nil
	}
	periods, err := t.refundablePeriods(ctx, c, o)
	if err != nil {
		return err
	}
	outside := make([]int64, len(periods))
	for i, paid := range periods {
		if paid.Amount == 0 {
			continue
		}
		if outside[i], err = t.giveBack(ctx, c, o, paid); err != nil {
			return fmt.Errorf("give back the money of order %d: %w", id, err)
		}
	}
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for i, paid := range periods {
			if outside[i] == 0 {
				continue
			}
			if err := t.recordOwed(ctx, tx, c, o, paid, outside[i]); err != nil {
				return err
			}
		}
		if err := t.markPaidBack(ctx, tx, o, clock.Millis(t.Clock.Now())); err != nil {
			return err
		}
		found, err := t.refundablePeriods(ctx, c, o)
		if err != nil || len(found) == len(periods) {
			return err
		}
		return t.markPaidBack(ctx, tx, o, 0) // a charge was recorded meanwhile; recordUnknownCharges has enqueued its refund
	})
}

// giveBack refunds at the provider what is not refunded yet of an order's payment, and records it. It returns the amount that the
// provider cannot refund, because it has no charge of the payment or because a bank took money of it.
func (t *Till) giveBack(ctx context.Context, c *checkoutRow, o *orderRow, paid period) (outside int64, err error) {
	account, err := t.accountOf(ctx, c)
	if err != nil {
		return 0, err
	}
	intent := c.Intent
	if paid.invoice != "" {
		if intent, err = account.IntentOfInvoice(ctx, paid.invoice); err != nil {
			return 0, err
		}
	}
	// What was given back without us is recorded first: only the rest is owed.
	if _, err := t.syncCharge(ctx, account, c, intent, nil); err != nil {
		return 0, err
	}
	refund, outside, err := t.nextRefund(ctx, account, c, o, paid, intent)
	if err != nil || refund.Amount == 0 {
		return outside, err
	}
	_, err = account.CreateRefund(ctx, refund)
	switch code := payment.CodeOf(err); {
	case code == payment.ChargeDisputed:
		return t.owedOfDisputed(ctx, c, refund.Amount)
	case err != nil && code != payment.AlreadyRefunded:
		return 0, err
	}
	_, err = t.syncCharge(ctx, account, c, intent, nil)
	return 0, err
}

// nextRefund is the refund that an order is owed: no more than the provider has left of the charge. All that is owed is outside
// where it charged nothing. The key of the refund follows from what is sent and how often that failed, so that asking again sends
// it once.
func (t *Till) nextRefund(ctx context.Context, account Account, c *checkoutRow, o *orderRow, paid period, intent string) (refund payment.Refund, outside int64, err error) {
	recorded, err := t.refundsOf(ctx, o) // before owed: a refund that is recorded meanwhile is not sent again
	if err != nil {
		return payment.Refund{}, 0, err
	}
	owed, err := t.owed(ctx, o, paid)
	if err != nil || owed == 0 {
		return payment.Refund{}, 0, err
	}
	charge, found, err := account.RetrieveCharge(ctx, intent)
	if err != nil || !found {
		return payment.Refund{}, owed, err
	}
	number, failed := orderNumber(o.ID), 0
	for _, r := range charge.Refunds {
		if r.Failed && r.Order == number {
			failed++
		}
	}
	amount := max(min(owed, charge.Amount-charge.Refunded), 0)
	meta := c.metadata()
	meta[metaOrder] = number
	key := fmt.Sprintf("refund-%s-%s", c.Key, number)
	if paid.extra {
		key += "-" + paid.invoice
	}
	if amount != paid.Amount || failed > 0 {
		key = fmt.Sprintf("%s-%d-%d", key, amount, failed)
	}
	return payment.Refund{Key: key, Intent: intent, Amount: amount, Metadata: meta, Recorded: recorded}, 0, nil
}

// refundsOf returns the references of the refunds that are recorded for an order, also those that failed since.
func (t *Till) refundsOf(ctx context.Context, o *orderRow) ([]string, error) {
	var refs []string
	err := t.DB.From(ctx).NewSelect().Model((*transactionRow)(nil)).Column("ref").Where("channel_id = ?", o.ChannelID).Where("order_id = ?", o.ID).
		Where("status = ?", OrderRefunded).Scan(ctx, &refs)
	if err != nil {
		return nil, fmt.Errorf("list the refunds of order %d: %w", o.ID, err)
	}
	return refs, nil
}
