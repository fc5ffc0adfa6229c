package commerce

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

const (
	// holdAgain is when a hold is applied again that changed meanwhile, or whose subscription
	// has not begun.
	holdAgain = 10 * time.Second
	// ownWish is how long before the deletion a subscription must have been cancelled to count
	// as cancelled by its user: the provider's clock is another than ours, and counts seconds.
	ownWish = time.Minute
)

// ApplyHolds makes the provider renew, or not renew, a user's subscriptions as their holds say.
// It may be called again at any time and asks the provider before it changes anything. It
// returns when to be called again, 0 for not at all.
func (t *Till) ApplyHolds(ctx context.Context, channelID, userID int64) (again time.Duration, err error) {
	rows, err := t.subscriptionsOf(ctx, t.DB.From(ctx), channelID, userID, "s.hold <> ?", holdNone)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	var failed []error
	for i := range rows {
		next, err := t.applyHold(ctx, channelID, rows[i].ID)
		if err != nil { // the user's other subscriptions need not wait
			failed = append(failed, fmt.Errorf("apply the hold of subscription %d: %w", rows[i].ID, err))
		}
		again = max(again, next)
	}
	return again, errors.Join(failed...)
}

func (t *Till) applyHold(ctx context.Context, channelID int64, id SubscriptionID) (again time.Duration, err error) {
	row, err := t.subscriptionBy(ctx, channelID, "id", id)
	if err != nil {
		return 0, err
	}
	c, err := t.checkout(ctx, channelID, row.CheckoutID)
	if err != nil {
		return 0, err
	}
	account, err := t.accountOf(ctx, c)
	if errors.Is(err, errAccountUnknown) {
		t.Log.WarnContext(ctx, "subscription of a deleted account not stopped at the provider", "channel", channelID, "subscription", id, "error", err)
		return 0, nil // LookAtSubscription enqueues the hold again once the keys are known
	}
	if err != nil {
		return 0, err
	}
	if row, err = t.askAgain(ctx, account, c); err != nil {
		return 0, err
	}
	switch {
	case row.Hold == holdNone:
		return 0, nil
	case row.EndedMS != 0:
		return 0, t.leaveEnded(ctx, row)
	case c.Status == OrderCreated:
		return holdAgain, nil // its first payment is under way
	case row.Hold == holdResuming:
		return t.resumeHeld(ctx, account, c, row)
	}
	return t.stopHeld(ctx, account, c, row)
}

// askAgain makes a subscription's row what the provider has, and reads it.
func (t *Till) askAgain(ctx context.Context, account Account, c *checkoutRow) (*subscriptionRow, error) {
	if _, err := t.settleSubscription(ctx, account, c, nil); err != nil {
		return nil, err
	}
	fresh, err := t.checkout(ctx, c.ChannelID, c.ID)
	if err != nil {
		return nil, err
	}
	*c = *fresh
	return t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
}

// leaveEnded forgets the hold of a subscription that has ended. One that is held keeps it: the
// letter that says that the account was kept tells of the end.
func (t *Till) leaveEnded(ctx context.Context, row *subscriptionRow) error {
	if row.Hold == holdHeld {
		return t.refundHeld(ctx, row)
	}
	return t.forgetHold(ctx, row)
}

func (t *Till) forgetHold(ctx context.Context, row *subscriptionRow) error {
	_, err := changeHold(ctx, t.DB.Write(), row, holdNone)
	return err
}

// stopHeld has a subscription end with what is paid. One whose next period is being paid ends
// at once, or its card would be charged.
func (t *Till) stopHeld(ctx context.Context, account Account, c *checkoutRow, row *subscriptionRow) (again time.Duration, err error) {
	if !row.AutoRenew {
		if row.CanceledMS+ownWish.Milliseconds() < row.HeldMS { // in the provider's portal, which we had not heard of
			return 0, t.forgetHold(ctx, row)
		}
		return 0, t.refundHeld(ctx, row)
	}
	if row.owing(t.Clock.Now()) {
		err = account.CancelSubscription(ctx, row.Ref, commentUnpaid)
	} else {
		err = account.EndSubscription(ctx, row.Ref, true)
	}
	if err != nil {
		return 0, err
	}
	now, err := t.askAgain(ctx, account, c)
	if err != nil {
		return 0, err
	}
	if now.Hold != holdHeld { // the account was kept while the provider was asked
		return holdAgain, nil
	}
	return 0, t.refundHeld(ctx, now)
}

// resumeHeld has a subscription renew again that was held.
func (t *Till) resumeHeld(ctx context.Context, account Account, c *checkoutRow, row *subscriptionRow) (again time.Duration, err error) {
	if !row.AutoRenew {
		refused := account.EndSubscription(ctx, row.Ref, false)
		if refused != nil && payment.OutcomeOf(refused) != payment.Refused {
			return 0, refused
		}
		if row, err = t.askAgain(ctx, account, c); err != nil {
			return 0, err
		}
		if refused != nil && row.EndedMS == 0 {
			return 0, refused
		}
	}
	if row.Hold != holdResuming { // the account is being deleted again
		return holdAgain, nil
	}
	changed, err := changeHold(ctx, t.DB.Write(), row, holdNone)
	if err == nil && !changed {
		again = holdAgain
	}
	return again, err
}

// owing reports whether the next period of a subscription has begun and is not paid: the
// provider charges an invoice an hour after it is made, and a card that failed for days.
func (r *subscriptionRow) owing(now time.Time) bool {
	return r.PastDue || r.PeriodEndMS <= clock.Millis(now)
}

// refundHeld refunds all renewals that were charged after the deletion was confirmed. This happens if the provider was unreachable or
// the keys of its account were unknown. The refund of the order ends the subscription and refunds its latest period.
func (t *Till) refundHeld(ctx context.Context, row *subscriptionRow) error {
	charged, err := t.chargedWhileHeld(ctx, row)
	if err != nil || len(charged) == 0 {
		return err
	}
	err = t.Refund(ctx, actor.ForSystem(row.ChannelID), row.ChannelID, row.OrderID)
	// not_refundable: the order was refunded already. payment_disputed: followDisputed enqueues the hold again after the bank's decision.
	if err != nil && !slices.Contains([]string{"not_refundable", "payment_disputed"}, fault.CodeOf(err)) {
		return err
	}
	return t.refundEarlierPeriods(ctx, row)
}

// chargedWhileHeld returns the renewals of a subscription that were charged after its renewal was held.
func (t *Till) chargedWhileHeld(ctx context.Context, row *subscriptionRow) ([]period, error) {
	var rows []transactionRow
	err := t.DB.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", row.ChannelID).Where("order_id = ?", row.OrderID).Where("status = ?", OrderPaid).
		Where("ref IN (SELECT h.ref FROM subscription_history AS h WHERE h.channel_id = ? AND h.subscription_id = ? AND h.kind = ? AND h.at_ms > ?)",
			row.ChannelID, row.ID, HappenedUpdated, row.HeldMS).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the charges of held subscription %d: %w", row.ID, err)
	}
	charged := make([]period, len(rows))
	for i := range rows {
		charged[i] = newPeriod(&rows[i])
	}
	return charged, nil
}

// refundEarlierPeriods refunds the renewals that were charged while a subscription was held, except the latest period, which PayBack
// refunds.
func (t *Till) refundEarlierPeriods(ctx context.Context, row *subscriptionRow) error {
	charged, err := t.chargedWhileHeld(ctx, row)
	if err != nil {
		return err
	}
	c, err := t.checkout(ctx, row.ChannelID, row.CheckoutID)
	if err != nil {
		return err
	}
	o, err := t.order(ctx, row.ChannelID, row.OrderID)
	if err != nil {
		return err
	}
	latest, err := t.latestPeriods(ctx, c, o)
	if err != nil {
		return err
	}
	for _, paid := range charged {
		if slices.ContainsFunc(latest, func(p period) bool { return p.invoice == paid.invoice }) {
			continue
		}
		paid.extra = true // its refund has a key of its own
		if err := t.refundPeriod(ctx, c, o, paid); err != nil {
			return fmt.Errorf("refund invoice %s of subscription %d: %w", paid.invoice, row.ID, err)
		}
	}
	return nil
}

// refundPeriod refunds what is still owed of a period, and records the amount that the provider cannot refund.
func (t *Till) refundPeriod(ctx context.Context, c *checkoutRow, o *orderRow, paid period) error {
	owed, err := t.owed(ctx, o, paid)
	if err != nil || owed == 0 {
		return err
	}
	outside, err := t.giveBack(ctx, c, o, paid)
	if err != nil || outside == 0 {
		return err
	}
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return t.recordOwed(ctx, tx, c, o, paid, outside) })
}

// seeToHold has the hold of a subscription applied that is not yet, and holds the renewal of one
// whose account is being deleted without a hold: its purchase was under way then, or the
// account was deleted before there were holds.
func (t *Till) seeToHold(ctx context.Context, row *subscriptionRow, leaving bool) error {
	fresh := leaving && row.AutoRenew && row.Hold == holdNone
	if !fresh && row.Hold != holdResuming && (row.Hold != holdHeld || !row.AutoRenew) {
		return nil
	}
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if fresh {
			if err := holdRenewal(ctx, tx, row, clock.Millis(t.Clock.Now())); err != nil {
				return err
			}
		}
		return t.Queue.EnqueueHolds(ctx, tx, row.ChannelID, row.UserID)
	})
}
