package commerce

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// outsidePrefix begins the reference of a refund that an operator paid by other means.
const outsidePrefix = "outside:"

// outsideRef is the reference of a refund by other means of what a transaction with a reference owes.
func outsideRef(owed string) string { return outsidePrefix + owed }

// recordOwed writes that an amount of a refunded order cannot go back through the provider, and asks the buyer to write: each
// once.
func (t *Till) recordOwed(ctx context.Context, tx bun.Tx, c *checkoutRow, o *orderRow, paid period, amount int64) error {
	row := paid.of(t.transaction(o, TransactionRefundOwed, paid.ref(c)))
	row.Amount = amount
	fresh, err := db.Changed(tx.NewInsert().Model(&row).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
	if err != nil {
		return fmt.Errorf("record what order %d is owed: %w", o.ID, err)
	}
	if !fresh {
		return nil
	}
	t.Log.ErrorContext(ctx, "refund impossible at the provider; pay the buyer by other means", "order", o.ID, "channel", o.ChannelID, "owed", amount)
	return t.tellRefund(ctx, tx, c, orderRefund{order: o, paid: paid.invoice, amount: amount, outcome: refundOwedOutside})
}

// ref names a period among the transactions of its order.
func (p period) ref(c *checkoutRow) string {
	if p.invoice != "" {
		return p.invoice
	}
	return c.Key
}

// OwedOutside returns what of a refunded order the channel must pay the buyer by other means than the provider, in words;
// empty for nothing.
func (t *Till) OwedOutside(ctx context.Context, by actor.Actor, channelID int64, id OrderID) (string, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return "", err
	}
	o, err := t.order(ctx, channelID, id)
	if err != nil {
		return "", err
	}
	outside, err := t.hasOwedRefund(ctx, o)
	if err != nil || !outside {
		return "", err
	}
	c, err := t.checkout(ctx, channelID, o.CheckoutID)
	if err != nil {
		return "", err
	}
	owed, err := t.owedNow(ctx, c, o)
	if err != nil || owed == 0 {
		return "", err
	}
	return money("en", owed, o.Currency), nil
}

// hasOwedRefund reports whether an order has a refund_owed transaction, paid or not.
func (t *Till) hasOwedRefund(ctx context.Context, o *orderRow) (bool, error) {
	outside, err := t.DB.From(ctx).NewSelect().Model((*transactionRow)(nil)).Where("channel_id = ?", o.ChannelID).Where("order_id = ?", o.ID).
		Where("status = ?", TransactionRefundOwed).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("look for what order %d is owed: %w", o.ID, err)
	}
	return outside, nil
}

// RecordPaidBack records that an operator paid the buyer of a refunded order by other means what the provider could not send,
// tells the buyer, and returns the amount in words; only the channel's operators may. Conflict, "nothing_owed".
func (t *Till) RecordPaidBack(ctx context.Context, by actor.Actor, channelID int64, id OrderID) (amount string, err error) {
	if err := by.RequireOperator(channelID); err != nil {
		return "", err
	}
	return amount, t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		// The row is locked: of two commands one records the payment.
		changed, err := db.Changed(tx.NewUpdate().Model((*orderRow)(nil)).Set("updated_ms = ?", clock.Millis(t.Clock.Now())).
			Where("channel_id = ?", channelID).Where("id = ?", id).Where("status = ?", OrderRefunded).Where("paid_back_ms > 0").Exec(ctx))
		if err != nil {
			return fmt.Errorf("lock order %d: %w", id, err)
		}
		o, err := t.order(ctx, channelID, id)
		if err != nil {
			return err
		}
		c, err := t.checkout(ctx, channelID, o.CheckoutID)
		if err != nil {
			return err
		}
		owed, err := t.owedNow(ctx, c, o)
		if err != nil {
			return err
		}
		if !changed || owed == 0 || o.Dispute == DisputeLost && !c.Subscribes {
			return errNothingOwed()
		}
		if err := t.recordPaidOutside(ctx, tx, c, o); err != nil {
			return err
		}
		amount = money("en", owed, o.Currency)
		return t.tellRefund(ctx, tx, c, orderRefund{order: o, amount: owed, outcome: refundPaidOutside})
	})
}

// recordPaidOutside records for each refundable payment of an order that the owed amount was paid by other means.
func (t *Till) recordPaidOutside(ctx context.Context, tx bun.Tx, c *checkoutRow, o *orderRow) error {
	periods, err := t.refundablePeriods(ctx, c, o)
	if err != nil {
		return err
	}
	for _, paid := range periods {
		owed, err := t.owed(ctx, o, paid)
		if err != nil {
			return err
		}
		if owed == 0 {
			continue
		}
		row := paid.of(t.transaction(o, OrderRefunded, outsideRef(paid.ref(c))))
		row.Amount = owed
		if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
			return fmt.Errorf("record that order %d was paid back: %w", o.ID, err)
		}
	}
	return nil
}

func errNothingOwed() *fault.Error {
	return fault.New(fault.Conflict, "nothing_owed", "No refund is owed for this order outside the payment provider.")
}

// isPaidOutside reports whether an owed refund was paid by other means since.
func isPaidOutside(owed *transactionRow, all []transactionRow) bool {
	for i := range all {
		if all[i].OrderID == owed.OrderID && all[i].Status == OrderRefunded && all[i].Ref == outsideRef(owed.Ref) {
			return true
		}
	}
	return false
}
