package commerce

import (
	"context"
	"fmt"
	"strconv"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// Refund ends what an order opened and has its money given back; only the channel's
// operators may. Access ends in the transaction that says so; the money goes back by
// PayBack, at once or when the provider answers. Conflict, "not_refundable" for what was
// not paid.
func (t *Till) Refund(ctx context.Context, by actor.Actor, channelID int64, id OrderID) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		now := clock.Millis(t.Clock.Now())
		changed, err := db.Changed(tx.NewUpdate().Model((*orderRow)(nil)).Set("status = ?", OrderRefunded).Set("live = FALSE").
			Set("refunded_ms = ?", now).Set("updated_ms = ?", now).
			Where("channel_id = ?", channelID).Where("id = ?", id).Where("status = ?", OrderPaid).Exec(ctx))
		if err != nil {
			return fmt.Errorf("refund order %d: %w", id, err)
		}
		o, err := t.order(ctx, channelID, id)
		if err != nil {
			return err
		}
		if !changed {
			return fault.New(fault.Conflict, "not_refundable", "Only a paid order can be refunded.")
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

// PayBack gives back the money of a refunded order; of a subscription, that of the last period
// that was paid, after it was ended at the provider. It may be called again: what went back
// once does not go back twice.
func (t *Till) PayBack(ctx context.Context, channelID int64, id OrderID) error {
	o, err := t.order(ctx, channelID, id)
	if err != nil {
		return err
	}
	done, err := t.DB.From(ctx).NewSelect().Model((*transactionRow)(nil)).Where("channel_id = ?", channelID).Where("order_id = ?", id).
		Where("status = ?", OrderRefunded).Exists(ctx)
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
	}
	if done {
		return nil
	}
	latest, err := t.latestPeriod(ctx, c, o)
	if err != nil {
		return err
	}
	ref := ""
	if latest.Amount > 0 {
		if ref, err = t.giveBack(ctx, c, o, latest); err != nil {
			return fmt.Errorf("give back the money of order %d: %w", id, err)
		}
	}
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return t.recordRefund(ctx, tx, c, o, ref, latest.Amount) })
}

// recordRefund writes that money of an order went back, and to who paid it, once however often
// it is called.
func (t *Till) recordRefund(ctx context.Context, tx bun.Tx, c *checkoutRow, o *orderRow, ref string, amount int64) error {
	row := t.transaction(o, OrderRefunded, ref)
	row.Amount = amount
	first, err := db.Changed(tx.NewInsert().Model(&row).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
	if err != nil {
		return fmt.Errorf("record the refund of order %d: %w", o.ID, err)
	}
	if !first || amount == 0 {
		return nil
	}
	return t.tellRefund(ctx, tx, c, o, amount)
}

func (t *Till) giveBack(ctx context.Context, c *checkoutRow, o *orderRow, paid period) (string, error) {
	account, err := t.Payments.Account(ctx, c.ChannelID)
	if err != nil {
		return "", err
	}
	if err := c.belongsTo(account); err != nil {
		return "", err
	}
	number := strconv.FormatInt(int64(o.ID), 10)
	meta := c.metadata()
	meta[metaOrder] = number
	intent := c.Intent
	if paid.invoice != "" {
		if intent, err = account.IntentOfInvoice(ctx, paid.invoice); err != nil {
			return "", err
		}
	}
	ref, err := account.CreateRefund(ctx, payment.Refund{Key: "refund-" + c.Key + "-" + number, Intent: intent, Amount: paid.Amount, Metadata: meta})
	if payment.CodeOf(err) == payment.AlreadyRefunded {
		return intent, nil
	}
	return ref, err
}

// hearOfRefund ends what was opened by a charge that was given back in whole at the
// provider's own desk. A part of it ends nothing: which, only people know.
func (t *Till) hearOfRefund(ctx context.Context, account Account, channelID int64, e payment.Event) error {
	c, ends, err := t.givenBack(ctx, account, channelID, *e.Charge)
	switch {
	case err != nil:
		return err
	case c == nil:
		return t.setAside(ctx, channelID, e, eventUnknown)
	case !ends:
		return t.setAside(ctx, channelID, e, eventIgnored)
	}
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		fresh, err := t.noteEvent(ctx, tx, channelID, e, string(OrderRefunded))
		if err != nil || !fresh {
			return err
		}
		return t.endRefunded(ctx, tx, c, e.Charge.ID)
	})
}

// givenBack finds the checkout that a charge is of, nil for none of ours, and whether what it
// opened ends by what went back of the charge. Unavailable, "payment_in_progress": the refund is
// known before the payment that it is of, and both are to be told again.
func (t *Till) givenBack(ctx context.Context, account Account, channelID int64, charge payment.Charge) (c *checkoutRow, ends bool, err error) {
	found, err := t.checkoutsBy(ctx, channelID, "intent", charge.Intent)
	if err == nil && len(found) == 0 {
		found, err = t.checkoutsBy(ctx, channelID, "key", charge.Metadata[metaCheckout])
	}
	if err == nil && len(found) == 0 {
		found, err = t.checkoutsOfRenewal(ctx, account, channelID, charge.Intent)
	}
	if err != nil || len(found) == 0 || found[0].belongsTo(account) != nil {
		return nil, false, err
	}
	c = found[0]
	if c.Status == OrderCreated {
		return nil, false, fault.New(fault.Unavailable, "payment_in_progress", errInProgress().Detail)
	}
	if c.Status == OrderRefunded || charge.Refunded < charge.Amount {
		return c, false, nil
	}
	ends, err = t.isLatest(ctx, account, c, charge.Intent)
	return c, ends, err
}

// endRefunded ends every order of a checkout that is paid still.
func (t *Till) endRefunded(ctx context.Context, tx bun.Tx, c *checkoutRow, ref string) error {
	orders, err := ordersOf(ctx, tx, c)
	if err != nil {
		return err
	}
	now := clock.Millis(t.Clock.Now())
	for _, o := range orders {
		changed, err := db.Changed(tx.NewUpdate().Model((*orderRow)(nil)).Set("status = ?", OrderRefunded).Set("live = FALSE").
			Set("refunded_ms = ?", now).Set("updated_ms = ?", now).
			Where("channel_id = ?", o.ChannelID).Where("id = ?", o.ID).Where("status = ?", OrderPaid).Exec(ctx))
		if err != nil {
			return fmt.Errorf("refund order %d: %w", o.ID, err)
		}
		if !changed {
			continue
		}
		amount := o.Amount
		if c.Subscribes {
			paid, err := t.latestPeriod(ctx, c, &o)
			if err != nil {
				return err
			}
			amount = paid.Amount
			if err := t.Queue.EnqueueRefund(ctx, tx, c.ChannelID, o.ID); err != nil { // which ends it at the provider
				return err
			}
		}
		if err := t.recordRefund(ctx, tx, c, &o, ref, amount); err != nil {
			return err
		}
		if err := t.closeRefunded(ctx, tx, &o); err != nil {
			return err
		}
	}
	return nil
}
