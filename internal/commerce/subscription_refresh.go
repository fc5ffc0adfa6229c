package commerce

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/payment"
)

// refreshSubscription fetches the subscription from the provider and updates our rows. Calls, webhooks and the periodic
// check all use it. It ignores the event's payload, because events arrive late and out of order. It returns false if the
// provider has no such subscription.
func (t *Till) refreshSubscription(ctx context.Context, account Account, c *checkoutRow, e *payment.Event) (bool, error) {
	o, found, err := t.findOutcome(ctx, account, c)
	if err != nil || !found {
		return false, err
	}
	if c.mustCancel(*o.subscription) {
		if err := account.CancelSubscription(ctx, o.subscription.ID, commentFor(o.subscription.Status)); err != nil {
			return true, err
		}
		if o, _, err = t.fetchSubscription(ctx, account, c, o.subscription.ID); err != nil {
			return true, err
		}
	}
	if o, err = t.holdCollection(ctx, account, c, o); err != nil {
		return true, err
	}
	switch {
	case c.Status == OrderCreated && o.isWrittenOff():
		_, err = t.cancelOpenPayment(ctx, account, c, o, e, FailureCanceled)
	case c.Status == OrderCreated && o.intent.Status == payment.RequiresMethod && !o.awaitsFirstCharge():
		_, err = t.cancelOpenPayment(ctx, account, c, o, e, FailureAbandoned)
	default:
		_, err = t.applyOutcome(ctx, c, o, e)
	}
	return true, err
}

// holdCollection pauses the collection of a subscription while one of its payments is disputed.
func (t *Till) holdCollection(ctx context.Context, account Account, c *checkoutRow, o outcome) (outcome, error) {
	s := o.subscription
	if c.Status != OrderPaid || s.Over() {
		return o, nil
	}
	disputed, err := t.DB.From(ctx).NewSelect().Model((*orderRow)(nil)).Where("o.channel_id = ?", c.ChannelID).Where("o.checkout_id = ?", c.ID).
		Where("o.dispute = ?", DisputeOpen).Exists(ctx)
	if err != nil {
		return o, fmt.Errorf("look for a dispute of checkout %d: %w", c.ID, err)
	}
	if disputed == s.Held || disputed && s.Paused {
		return o, nil
	}
	if err := account.PauseCollection(ctx, s.ID, disputed); err != nil {
		return o, err
	}
	o, _, err = t.fetchSubscription(ctx, account, c, s.ID)
	return o, err
}

// mustCancel reports whether the provider must not charge for a subscription any more: its payment was refunded, or the
// provider has stopped collecting (unpaid or paused).
func (c *checkoutRow) mustCancel(s payment.Subscription) bool {
	return c.Status == OrderRefunded && !s.Over() || s.Status == payment.SubscriptionUnpaid || s.Status == payment.SubscriptionPaused
}

// syncSubscription updates our rows to the provider's state, in the transaction of applyOutcome. The answer to
// the latest request wins.
func (t *Till) syncSubscription(ctx context.Context, tx bun.Tx, c *checkoutRow, o outcome) error {
	latest, err := db.Changed(tx.NewUpdate().Model((*subscriptionRow)(nil)).Set("looked_ms = ?", clock.Millis(o.askedAt)).
		Where("channel_id = ?", c.ChannelID).Where("checkout_id = ?", c.ID).Where("looked_ms <= ?", clock.Millis(o.askedAt)).Exec(ctx))
	if err != nil || !latest {
		return err
	}
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return err
	}
	if !row.fits(c, *o.subscription) {
		t.Log.ErrorContext(ctx, "subscription mismatch, ignored", "subscription", row.ID, "channel", c.ChannelID,
			"ref", o.subscription.ID, "currency", o.subscription.Currency, "same_customer", o.subscription.Customer == row.Customer)
		return nil
	}
	if o.subscription.CustomerGone {
		if err := t.dropCustomer(ctx, tx, c.Account, c.ChannelID, row.Customer); err != nil {
			return err
		}
	}
	order, err := t.order(ctx, c.ChannelID, row.OrderID)
	if err != nil {
		return err
	}
	next := *row
	next.Ref = o.subscription.ID
	if order.Status == OrderPaid {
		if err := t.recordPrice(ctx, tx, &next, *o.subscription); err != nil {
			return err
		}
		if err := t.recordPeriods(ctx, tx, order, &next, *o.subscription); err != nil {
			return err
		}
		next.copyProviderState(*o.subscription, t.Clock.Now())
		if err := t.recordEnd(ctx, tx, row, &next, *o.subscription); err != nil {
			return err
		}
		if err := t.recordOutside(ctx, tx, row, &next, order, *o.subscription); err != nil {
			return err
		}
		if err := t.announceTrialEnd(ctx, tx, &next); err != nil {
			return err
		}
		if err := t.askForCard(ctx, tx, order, &next); err != nil {
			return err
		}
		if err := t.moveEnd(ctx, tx, order, &next); err != nil {
			return err
		}
	}
	if order.Status == OrderRefunded {
		if err := t.recordUnknownCharges(ctx, tx, order, &next, *o.subscription); err != nil {
			return err
		}
	}
	if row.PeriodEndMS == 0 && next.AutoRenew && next.Hold == holdHeld { // it begins while its account is being deleted
		if err := t.Queue.EnqueueHolds(ctx, tx, c.ChannelID, row.UserID); err != nil {
			return err
		}
	}
	next.UpdatedMS = clock.Millis(t.Clock.Now())
	if _, err := tx.NewUpdate().Model(&next).WherePK().Where("channel_id = ?", c.ChannelID).Exec(ctx); err != nil {
		return fmt.Errorf("change subscription %d: %w", row.ID, err)
	}
	return nil
}

// copyProviderState copies the provider's state of a subscription whose periods are recorded.
func (r *subscriptionRow) copyProviderState(s payment.Subscription, now time.Time) {
	over := s.Over()
	r.AutoRenew, r.PastDue = !over && !s.Ends, !over && s.Status == payment.SubscriptionPastDue
	r.TrialUntilMS = millisOrZero(s.TrialEnd)
	r.Card, r.CardBrand, r.CardLast4 = s.Card.ID, s.Card.Brand, s.Card.Last4
	if r.PeriodEndMS == 0 { // the provider is a moment behind its own payment
		r.PeriodStartMS, r.PeriodEndMS = clock.Millis(now), clock.Millis(r.firstEnd(now))
	}
	switch {
	case over || s.Ends:
		if r.CanceledMS == 0 {
			r.CanceledMS = millisOr(s.CanceledAt, now)
		}
	default:
		r.CanceledMS = 0
	}
	if over && r.EndedMS == 0 {
		r.EndedMS = millisOr(s.EndedAt, now)
	}
	switch {
	case over && r.PeriodEndMS <= clock.Millis(now):
		r.Status = SubscriptionExpired
	case over || s.Ends:
		r.Status = SubscriptionCanceled
	default:
		r.Status = SubscriptionActive
	}
}

func millisOr(t, otherwise time.Time) int64 {
	if t.IsZero() {
		t = otherwise
	}
	return clock.Millis(t)
}

// recordEnd records that a subscription was canceled, resumed, or has ended.
func (t *Till) recordEnd(ctx context.Context, tx bun.Tx, was, is *subscriptionRow, s payment.Subscription) error {
	switch {
	case was.CanceledMS == 0 && is.CanceledMS != 0 && is.EndedMS == 0:
		return t.recordAndNotify(ctx, tx, is, happeningRow{Kind: HappenedCanceled, Ref: strconv.FormatInt(is.CanceledMS, 10), AtMS: is.CanceledMS})
	case was.CanceledMS != 0 && is.CanceledMS == 0:
		return t.recordAndNotify(ctx, tx, is, happeningRow{Kind: HappenedResumed, Ref: strconv.FormatInt(was.CanceledMS, 10)})
	case was.EndedMS != 0 || is.EndedMS == 0:
		return nil
	}
	ended := happeningRow{Kind: HappenedEnded, AtMS: is.EndedMS, Reason: endedBecause(s)}
	if was.CanceledMS != 0 && is.Hold != holdResuming { // its end was told when it was canceled
		return t.recordHistory(ctx, tx, is, ended)
	}
	return t.recordAndNotify(ctx, tx, is, ended)
}

// moveEnd sets the end of access: the end of the paid period, plus a grace period if the subscription renews.
func (t *Till) moveEnd(ctx context.Context, tx bun.Tx, o *orderRow, r *subscriptionRow) error {
	until, now := r.accessEnd(), t.Clock.Now()
	live := r.EndedMS == 0 || until > clock.Millis(now)
	changed, err := db.Changed(tx.NewUpdate().Model((*orderRow)(nil)).Set("until_ms = ?", until).Set("live = ?", live).Set("updated_ms = ?", clock.Millis(now)).
		Where("channel_id = ?", o.ChannelID).Where("id = ?", o.ID).Where("status = ?", OrderPaid).
		Where("(until_ms <> ? OR live <> ?)", until, live).Exec(ctx))
	if err != nil {
		return fmt.Errorf("move the end of order %d: %w", o.ID, err)
	}
	if !changed {
		return nil
	}
	return t.Offers.bumpEntitlement(ctx, tx, o.ChannelID, o.UserID)
}

// checkSubscriptionOver refreshes the subscription of a paid checkout from the provider, and reports whether the subscription and its access
// have ended, so that the user can buy it again. It returns false for all other purchases.
func (t *Till) checkSubscriptionOver(ctx context.Context, c *checkoutRow) (bool, error) {
	if !c.Subscribes {
		return false, nil
	}
	account, err := t.accountOf(ctx, c)
	if err != nil {
		return false, err
	}
	if _, err := t.refreshSubscription(ctx, account, c, nil); err != nil {
		t.Log.WarnContext(ctx, "subscription state still unknown", "checkout", c.ID, "error", err)
		return false, errInProgress()
	}
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return false, err
	}
	o, err := t.order(ctx, c.ChannelID, row.OrderID)
	return err == nil && row.EndedMS != 0 && o.UntilMS <= clock.Millis(t.Clock.Now()), err
}

// refreshSubscriptionOf is refreshSubscription for a checkout by its id.
func (t *Till) refreshSubscriptionOf(ctx context.Context, account Account, channelID int64, id CheckoutID) error {
	c, err := t.checkout(ctx, channelID, id)
	if err != nil {
		return err
	}
	_, err = t.refreshSubscription(ctx, account, c, nil)
	return err
}
