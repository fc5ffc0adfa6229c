package commerce

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/payment"
)

// applyOutcome stores the provider's answer about a payment as the state of its orders. The answers to calls, webhooks and the reconciler all
// pass it. It is one transaction, with the webhook's event if any. The same answer again changes nothing. It returns the new status of the
// checkout.
func (t *Till) applyOutcome(ctx context.Context, c *checkoutRow, o outcome, e *payment.Event) (OrderStatus, error) {
	var status OrderStatus
	err := t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if e != nil {
			fresh, err := t.noteEvent(ctx, tx, c.ChannelID, *e, cmp.Or(string(o.intent.Status), "settled"))
			if err != nil || !fresh {
				status = c.Status
				return err
			}
		}
		if err := t.applyOutcomeTx(ctx, tx, c, o); err != nil {
			return err
		}
		now, err := t.checkout(ctx, c.ChannelID, c.ID)
		if err != nil {
			return err
		}
		status = now.Status
		return nil
	})
	return status, err
}

// applyOutcomeTx is applyOutcome in a transaction of the caller, without an event.
func (t *Till) applyOutcomeTx(ctx context.Context, tx bun.Tx, c *checkoutRow, o outcome) error {
	if c.Status != OrderPaid || o.subscription == nil {
		if err := t.applyPayment(ctx, tx, c, o); err != nil {
			return err
		}
	}
	if o.subscription == nil {
		return nil
	}
	return t.syncSubscription(ctx, tx, c, o)
}

func (t *Till) applyPayment(ctx context.Context, tx bun.Tx, c *checkoutRow, o outcome) error {
	switch {
	case o.failure.Code != "":
		return t.fail(ctx, tx, c, o)
	case !c.fits(o.intent):
		return t.quarantine(ctx, tx, c, o.intent)
	case o.intent.Status == payment.Succeeded:
		return t.paid(ctx, tx, c, o.intent)
	case o.intent.Status == payment.Canceled:
		noted, err := t.checkout(ctx, c.ChannelID, c.ID)
		if err != nil {
			return err
		}
		o.failure = declined(cmp.Or(o.intent.FailureCode, noted.FailureCode, c.cancelReason(o.intent, t.Clock.Now())))
		return t.fail(ctx, tx, c, o)
	}
	_, err := t.changeCheckout(ctx, tx, c, OrderCreated, func(q *bun.UpdateQuery) {
		q.Set("intent = ?", o.intent.ID).Set("awaits_buyer = ?", o.intent.Status == payment.RequiresAction)
	})
	return err
}

// changeCheckout changes a checkout if it still has a status, and reports whether it had.
func (t *Till) changeCheckout(ctx context.Context, tx bun.Tx, c *checkoutRow, from OrderStatus, set func(*bun.UpdateQuery)) (bool, error) {
	q := tx.NewUpdate().Model((*checkoutRow)(nil)).Set("updated_ms = ?", clock.Millis(t.Clock.Now())).
		Where("channel_id = ?", c.ChannelID).Where("id = ?", c.ID).Where("status = ?", from)
	set(q)
	changed, err := db.Changed(q.Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("change checkout %d: %w", c.ID, err)
	}
	return changed, nil
}

// changeOrderStatus changes the status of the orders of a checkout that have another status.
func (t *Till) changeOrderStatus(ctx context.Context, tx bun.Tx, c *checkoutRow, from, to OrderStatus, live bool) error {
	_, err := tx.NewUpdate().Model((*orderRow)(nil)).Set("status = ?", to).Set("live = ?", live).Set("updated_ms = ?", clock.Millis(t.Clock.Now())).
		Where("channel_id = ?", c.ChannelID).Where("checkout_id = ?", c.ID).Where("status = ?", from).Exec(ctx)
	if err != nil {
		return fmt.Errorf("change the orders of checkout %d: %w", c.ID, err)
	}
	return nil
}

// fail ends a checkout of which nothing was charged.
func (t *Till) fail(ctx context.Context, tx bun.Tx, c *checkoutRow, o outcome) error {
	changed, err := t.changeCheckout(ctx, tx, c, OrderCreated, func(q *bun.UpdateQuery) {
		q.Set("status = ?", OrderFailed).Set("awaits_buyer = FALSE").Set("intent = ?", cmp.Or(o.intent.ID, c.Intent)).
			Set("failure_code = ?", o.failure.Code).Set("failure_message = ?", o.failure.Message)
	})
	if err != nil || !changed {
		return err
	}
	if err := t.changeOrderStatus(ctx, tx, c, OrderCreated, OrderFailed, false); err != nil {
		return err
	}
	if err := t.Offers.ReleaseCoupon(ctx, tx, c.ChannelID, c.Key); err != nil {
		return err
	}
	if c.Subscribes {
		if err := t.failSubscription(ctx, tx, c); err != nil {
			return err
		}
	}
	orders, err := ordersOf(ctx, tx, c)
	if err != nil {
		return err
	}
	return t.record(ctx, tx, c, orders, OrderFailed, o.intent.ID)
}

// quarantine sets a payment aside that is not the one that was asked for. It opens nothing.
func (t *Till) quarantine(ctx context.Context, tx bun.Tx, c *checkoutRow, i payment.Intent) error {
	t.Log.ErrorContext(ctx, "a payment does not fit its checkout and is set aside", "checkout", c.ID, "channel", c.ChannelID,
		"asked_amount", c.Amount, "asked_currency", c.Currency, "intent", i.ID, "amount", i.Amount, "received", i.Received,
		"currency", i.Currency, "same_customer", i.Customer == c.Customer)
	changed, err := t.changeCheckout(ctx, tx, c, OrderCreated, func(q *bun.UpdateQuery) {
		q.Set("status = ?", OrderQuarantined).Set("awaits_buyer = FALSE")
	})
	if err != nil || !changed {
		return err
	}
	return t.changeOrderStatus(ctx, tx, c, OrderCreated, OrderQuarantined, false)
}

// paid has a checkout's orders open what was bought.
func (t *Till) paid(ctx context.Context, tx bun.Tx, c *checkoutRow, i payment.Intent) error {
	if c.Subscribes && i.Received != c.Amount {
		if err := t.recordCharged(ctx, tx, c, i.Received); err != nil {
			return err
		}
	}
	changed, err := t.changeCheckout(ctx, tx, c, OrderCreated, func(q *bun.UpdateQuery) {
		q.Set("status = ?", OrderPaid).Set("awaits_buyer = FALSE").Set("intent = ?", i.ID).Set("failure_code = ''")
	})
	if err != nil {
		return err
	}
	if !changed {
		return t.stray(ctx, tx, c, i)
	}
	return t.grant(ctx, tx, c, cmp.Or(i.Charge, i.ID))
}

// pay is paid for a checkout of which nothing is to be paid, or where the money is known to
// be there.
func (t *Till) pay(ctx context.Context, tx bun.Tx, c *checkoutRow, ref string) error {
	changed, err := t.changeCheckout(ctx, tx, c, OrderCreated, func(q *bun.UpdateQuery) { q.Set("status = ?", OrderPaid) })
	if err != nil || !changed {
		return err
	}
	return t.grant(ctx, tx, c, ref)
}

// grant makes the orders of a checkout paid.
func (t *Till) grant(ctx context.Context, tx bun.Tx, c *checkoutRow, ref string) error {
	now := t.Clock.Now()
	orders, err := ordersOf(ctx, tx, c)
	if err != nil {
		return err
	}
	var ended []OrderID
	for _, o := range orders {
		var p packageRow
		if err := tx.NewSelect().Model(&p).Column("type", "ends_ms").Where("channel_id = ?", c.ChannelID).Where("id = ?", o.PackageID).Scan(ctx); err != nil {
			return fmt.Errorf("find package %d: %w", o.PackageID, err)
		}
		until := lasts(p.Type, timeOrZero(p.EndsMS), now)
		if c.Subscribes {
			row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
			if err != nil {
				return err
			}
			until = row.firstEnd(now).Add(renewalGrace)
		}
		if !until.IsZero() && !until.After(now) {
			ended = append(ended, o.ID)
		}
		_, err := tx.NewUpdate().Model((*orderRow)(nil)).Set("status = ?", OrderPaid).Set("paid_ms = ?", clock.Millis(now)).
			Set("updated_ms = ?", clock.Millis(now)).Set("until_ms = ?", millisOrZero(until)).
			Where("channel_id = ?", c.ChannelID).Where("id = ?", o.ID).Where("status = ?", OrderCreated).Exec(ctx)
		if err != nil {
			return fmt.Errorf("pay order %d: %w", o.ID, err)
		}
	}
	if err := t.record(ctx, tx, c, orders, OrderPaid, ref); err != nil {
		return err
	}
	if err := t.Offers.bumpEntitlement(ctx, tx, c.ChannelID, c.UserID); err != nil {
		return err
	}
	if err := t.Queue.EnqueueReceipt(ctx, tx, c.ChannelID, c.ID); err != nil {
		return err
	}
	return t.refundUseless(ctx, c, orders, ended)
}

// stray gives back what was charged for a checkout that was given up. It cannot happen while
// the provider keeps its word that a canceled payment is never charged.
func (t *Till) stray(ctx context.Context, tx bun.Tx, c *checkoutRow, i payment.Intent) error {
	changed, err := t.changeCheckout(ctx, tx, c, OrderFailed, func(q *bun.UpdateQuery) {
		q.Set("status = ?", OrderRefunded).Set("intent = ?", i.ID)
	})
	if err != nil || !changed {
		return err
	}
	t.Log.ErrorContext(ctx, "a checkout was charged after it had failed; the money goes back", "checkout", c.ID, "channel", c.ChannelID, "intent", i.ID)
	orders, err := ordersOf(ctx, tx, c)
	if err != nil {
		return err
	}
	if err := t.record(ctx, tx, c, orders, OrderPaid, cmp.Or(i.Charge, i.ID)); err != nil {
		return err
	}
	if err := t.changeOrderStatus(ctx, tx, c, OrderFailed, OrderRefunded, false); err != nil {
		return err
	}
	for _, o := range orders {
		if err := t.Queue.EnqueueRefund(ctx, tx, c.ChannelID, o.ID); err != nil {
			return err
		}
	}
	return nil
}

func ordersOf(ctx context.Context, tx bun.IDB, c *checkoutRow) ([]orderRow, error) {
	var orders []orderRow
	err := tx.NewSelect().Model(&orders).Where("channel_id = ?", c.ChannelID).Where("checkout_id = ?", c.ID).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the orders of checkout %d: %w", c.ID, err)
	}
	return orders, nil
}

// record writes what happened to the money of a checkout, once for each of its orders.
func (t *Till) record(ctx context.Context, tx bun.Tx, c *checkoutRow, orders []orderRow, status OrderStatus, ref string) error {
	rows := slices.Collect(func(yield func(transactionRow) bool) {
		for _, o := range orders {
			if !yield(t.transaction(&o, status, ref)) {
				return
			}
		}
	})
	if _, err := tx.NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
		return fmt.Errorf("record a transaction of checkout %d: %w", c.ID, err)
	}
	return nil
}

func (t *Till) transaction(o *orderRow, status OrderStatus, ref string) transactionRow {
	return transactionRow{
		ChannelID: o.ChannelID, OrderID: o.ID, Status: status, Amount: o.Amount, Currency: o.Currency, Ref: ref, CreatedMS: clock.Millis(t.Clock.Now()),
	}
}
