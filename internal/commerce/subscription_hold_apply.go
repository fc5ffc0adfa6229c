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
	// holdRetryDelay is the delay before applyHold is retried.
	holdRetryDelay = 10 * time.Second
	// userCancelMargin separates the user's cancellation from ours. A cancellation at least this long before the deletion counts as the
	// user's own. It allows for clock skew.
	userCancelMargin = time.Minute
)

// ensureHoldApplied enqueues ApplyHolds if the hold of a subscription is not applied at the provider yet. If the user's account is being
// deleted (leaving) and the renewing subscription has no hold, it sets one first. This happens if the purchase was under way at the
// deletion, or if an older version, which had no holds, confirmed the deletion.
func (t *Till) ensureHoldApplied(ctx context.Context, row *subscriptionRow, leaving bool) error {
	missing := leaving && row.AutoRenew && row.Hold == holdNone
	unapplied := row.Hold == holdResuming || row.Hold == holdHeld && row.AutoRenew
	if !missing && !unapplied {
		return nil
	}
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if missing {
			if err := holdRenewal(ctx, tx, row, clock.Millis(t.Clock.Now())); err != nil {
				return err
			}
		}
		return t.Queue.EnqueueHolds(ctx, tx, row.ChannelID, row.UserID)
	})
}

// ApplyHolds applies the holds of a user's subscriptions at the provider: it cancels the renewal for holdHeld and turns it on for
// holdResuming. It is safe to repeat, because it refreshes each subscription first. It returns the delay before the next call, 0 for none.
func (t *Till) ApplyHolds(ctx context.Context, channelID, userID int64) (retryAfter time.Duration, err error) {
	rows, err := t.subscriptionsOf(ctx, t.DB.From(ctx), channelID, userID, "s.hold <> ?", holdNone)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	var failed []error
	for i := range rows {
		delay, err := t.applyHold(ctx, channelID, rows[i].ID)
		if err != nil && t.isUnreachable(ctx, channelAccount{channelID, rows[i].Account}, err) {
			t.Log.WarnContext(ctx, "subscription of a deleted account not stopped at the provider", "channel", channelID, "subscription", rows[i].ID, "error", err)
			continue // RecheckSubscription enqueues the hold again once the account answers
		}
		if err != nil { // go on with the user's other subscriptions
			failed = append(failed, fmt.Errorf("apply the hold of subscription %d: %w", rows[i].ID, err))
		}
		retryAfter = max(retryAfter, delay)
	}
	return retryAfter, errors.Join(failed...)
}

func (t *Till) applyHold(ctx context.Context, channelID int64, id SubscriptionID) (retryAfter time.Duration, err error) {
	row, err := t.subscriptionBy(ctx, channelID, "id", id)
	if err != nil {
		return 0, err
	}
	c, err := t.checkout(ctx, channelID, row.CheckoutID)
	if err != nil {
		return 0, err
	}
	account, err := t.accountOf(ctx, c)
	if err != nil {
		return 0, err
	}
	if row, err = t.reloadSubscription(ctx, account, c); err != nil {
		return 0, err
	}
	switch {
	case row.Hold == holdNone:
		return 0, nil
	case row.EndedMS != 0:
		return 0, t.finishEnded(ctx, row)
	case c.Status == OrderCreated:
		return holdRetryDelay, nil // its first payment is under way
	case row.Hold == holdResuming:
		return t.resumeHeldRenewal(ctx, account, c, row)
	}
	return t.cancelHeldRenewal(ctx, account, c, row)
}

// cancelHeldRenewal cancels the renewal of a held subscription at the provider, and refunds the renewals that were charged after the hold.
// If the user cancelled before the deletion, it only clears the hold.
func (t *Till) cancelHeldRenewal(ctx context.Context, account Account, c *checkoutRow, row *subscriptionRow) (retryAfter time.Duration, err error) {
	if !row.AutoRenew {
		if row.CanceledMS+userCancelMargin.Milliseconds() < row.HeldMS { // cancelled in the provider's portal before the deletion; we learned of it late
			return 0, t.forgetHold(ctx, row)
		}
		return 0, t.refundHeld(ctx, row)
	}
	if err := t.cancelRenewal(ctx, account, row); err != nil {
		return 0, err
	}
	fresh, err := t.reloadSubscription(ctx, account, c)
	if err != nil {
		return 0, err
	}
	if fresh.Hold != holdHeld { // the account was kept while the provider was asked
		return holdRetryDelay, nil
	}
	return 0, t.refundHeld(ctx, fresh)
}

// resumeHeldRenewal turns the renewal of a held subscription on again.
func (t *Till) resumeHeldRenewal(ctx context.Context, account Account, c *checkoutRow, row *subscriptionRow) (retryAfter time.Duration, err error) {
	if !row.AutoRenew {
		refused := account.SetCancelAtPeriodEnd(ctx, row.Ref, false)
		if refused != nil && payment.FailureKindOf(refused) != payment.Refused {
			return 0, refused
		}
		if row, err = t.reloadSubscription(ctx, account, c); err != nil {
			return 0, err
		}
		if refused != nil && row.EndedMS == 0 {
			return 0, refused
		}
	}
	if row.Hold != holdResuming { // the account is being deleted again
		return holdRetryDelay, nil
	}
	changed, err := changeHold(ctx, t.DB.Write(), row, holdNone)
	if err == nil && !changed {
		retryAfter = holdRetryDelay
	}
	return retryAfter, err
}

// finishEnded handles the hold of a subscription that has ended. While the account is being deleted, it refunds the renewals that were
// charged since the hold, and keeps the hold: ResumeRenewals needs it to report the end in the "account kept" email. Otherwise it clears
// the hold.
func (t *Till) finishEnded(ctx context.Context, row *subscriptionRow) error {
	if row.Hold == holdHeld {
		return t.refundHeld(ctx, row)
	}
	return t.forgetHold(ctx, row)
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

// refundEarlierPeriods refunds the renewals that were charged while a subscription was held, except the refundablePeriods, which PayBack
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
	refundable, err := t.refundablePeriods(ctx, c, o)
	if err != nil {
		return err
	}
	for _, paid := range charged {
		if slices.ContainsFunc(refundable, func(p period) bool { return p.invoice == paid.invoice }) {
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

// reloadSubscription refreshes the subscription from the provider and reloads c and the subscription.
func (t *Till) reloadSubscription(ctx context.Context, account Account, c *checkoutRow) (*subscriptionRow, error) {
	if _, err := t.refreshSubscription(ctx, account, c, nil); err != nil {
		return nil, err
	}
	fresh, err := t.checkout(ctx, c.ChannelID, c.ID)
	if err != nil {
		return nil, err
	}
	*c = *fresh
	return t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
}

func (t *Till) forgetHold(ctx context.Context, row *subscriptionRow) error {
	_, err := changeHold(ctx, t.DB.Write(), row, holdNone)
	return err
}

// isRenewalUnpaid reports whether the next period of a subscription has begun and is not paid. Stripe charges an invoice an hour after
// creating it, and retries a failed card for days.
func (r *subscriptionRow) isRenewalUnpaid(now time.Time) bool {
	return r.PastDue || r.PeriodEndMS <= clock.Millis(now)
}
