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

// settleSubscription asks how a subscription stands and makes that our rows, with the event
// that was the reason to ask, if any. Whatever tells of a subscription comes here: calls,
// webhooks, the look at those that are due. What an event itself says is never believed, since
// events come late and in disorder. false: the provider knows no such subscription.
func (t *Till) settleSubscription(ctx context.Context, account Account, c *checkoutRow, e *payment.Event) (bool, error) {
	o, found, err := t.look(ctx, account, c)
	if err != nil || !found {
		return false, err
	}
	if c.givesNothing(*o.subscription) {
		if err := account.CancelSubscription(ctx, o.subscription.ID, commentFor(o.subscription.Status)); err != nil {
			return true, err
		}
		if o, _, err = t.fetch(ctx, account, c, o.subscription.ID); err != nil {
			return true, err
		}
	}
	if o, err = t.holdCollection(ctx, account, c, o); err != nil {
		return true, err
	}
	switch {
	case c.Status == OrderCreated && o.isWrittenOff():
		_, err = t.end(ctx, account, c, o, e, FailureCanceled)
	case c.Status == OrderCreated && o.intent.Status == payment.RequiresMethod && !o.unconfirmed():
		_, err = t.end(ctx, account, c, o, e, FailureAbandoned)
	default:
		_, err = t.settle(ctx, c, o, e)
	}
	return true, err
}

// holdCollection has the provider charge nothing for a subscription while a payment of it is disputed.
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
	o, _, err = t.fetch(ctx, account, c, s.ID)
	return o, err
}

// givesNothing reports whether a subscription must not be charged for any more: it was given
// back, or the provider waits for what it no longer tries to get.
func (c *checkoutRow) givesNothing(s payment.Subscription) bool {
	return c.Status == OrderRefunded && !s.Over() || s.Status == payment.SubscriptionUnpaid || s.Status == payment.SubscriptionPaused
}

// follow makes what the provider says of a subscription our rows, in the transaction that
// settles its payment. Of two answers the one that was asked for later counts.
func (t *Till) follow(ctx context.Context, tx bun.Tx, c *checkoutRow, o outcome) error {
	latest, err := db.Changed(tx.NewUpdate().Model((*subscriptionRow)(nil)).Set("looked_ms = ?", clock.Millis(o.asked)).
		Where("channel_id = ?", c.ChannelID).Where("checkout_id = ?", c.ID).Where("looked_ms <= ?", clock.Millis(o.asked)).Exec(ctx))
	if err != nil || !latest {
		return err
	}
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return err
	}
	if !row.fits(c, *o.subscription) {
		t.Log.ErrorContext(ctx, "a subscription is another than was asked for and is set aside", "subscription", row.ID, "channel", c.ChannelID,
			"ref", o.subscription.ID, "asked_price", row.Price, "price", o.subscription.Price, "currency", o.subscription.Currency)
		return nil
	}
	order, err := t.order(ctx, c.ChannelID, row.OrderID)
	if err != nil {
		return err
	}
	next := *row
	next.Ref = o.subscription.ID
	if order.Status == OrderPaid {
		if err := t.recordPeriods(ctx, tx, c, order, &next, *o.subscription); err != nil {
			return err
		}
		next.take(*o.subscription, t.Clock.Now())
		if err := t.recordEnd(ctx, tx, row, &next, *o.subscription); err != nil {
			return err
		}
		if err := t.recordOutside(ctx, tx, row, &next, order, *o.subscription); err != nil {
			return err
		}
		if err := t.announceTrialEnd(ctx, tx, &next); err != nil {
			return err
		}
		if err := t.moveEnd(ctx, tx, order, &next); err != nil {
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

// recordPeriods writes what was paid, and tried in vain, and notes the last period that is
// paid.
func (t *Till) recordPeriods(ctx context.Context, tx bun.Tx, c *checkoutRow, o *orderRow, r *subscriptionRow, s payment.Subscription) error {
	for i := len(s.Invoices) - 1; i >= 0; i-- { // the oldest first
		invoice := s.Invoices[i]
		switch {
		case invoice.Status == payment.InvoicePaid && r.owes(c, invoice):
			if err := t.recordPaid(ctx, tx, o, r, invoice); err != nil {
				return err
			}
			if end := clock.Millis(invoice.Until); end > r.PeriodEndMS {
				r.PeriodStartMS, r.PeriodEndMS = clock.Millis(invoice.From), end
			}
		case invoice.Status == payment.InvoicePaid:
			t.Log.ErrorContext(ctx, "a period was paid otherwise than was asked for, and opens nothing", "subscription", r.ID, "channel", r.ChannelID,
				"invoice", invoice.ID, "price", r.Price, "paid", invoice.Paid, "currency", invoice.Currency)
		case invoice.Status == payment.InvoiceOpen && invoice.Attempts > 0 && !invoice.First:
			if err := t.recordFailed(ctx, tx, r, invoice, failedBecause(s.Card, invoice.At)); err != nil {
				return err
			}
		case invoice.Status == payment.InvoiceOpen && !invoice.First && !invoice.At.IsZero() && t.Clock.Now().Sub(invoice.At) >= attemptedWithin:
			if err := t.recordFailed(ctx, tx, r, invoice, reasonAccount); err != nil {
				return err
			}
		}
	}
	return nil
}

// attemptedWithin is how long after an invoice is final the provider has charged the card, unless it may charge none.
const attemptedWithin = time.Hour

func (t *Till) recordFailed(ctx context.Context, tx bun.Tx, r *subscriptionRow, i payment.Invoice, why reason) error {
	return t.tell(ctx, tx, r, happeningRow{Kind: HappenedFailed, Ref: i.ID, Amount: i.Total, AtMS: millisOrZero(i.At), Reason: why})
}

// failedBecause is why a card did not pay, as far as the card tells it.
func failedBecause(c payment.Card, at time.Time) reason {
	if c.ExpYear > 0 && !at.UTC().Before(time.Date(int(c.ExpYear), time.Month(c.ExpMonth)+1, 1, 0, 0, 0, 0, time.UTC)) {
		return reasonExpired
	}
	return ""
}

// owes reports whether an invoice is for what was asked for.
func (r *subscriptionRow) owes(c *checkoutRow, i payment.Invoice) bool {
	amount := r.Price
	if i.First {
		amount = c.Amount
	}
	return i.Paid == amount && i.Total == amount && i.Currency == r.Currency && i.Customer == r.Customer
}

// recordPaid writes a period that was paid: once as what happened, once as money.
func (t *Till) recordPaid(ctx context.Context, tx bun.Tx, o *orderRow, r *subscriptionRow, i payment.Invoice) error {
	from, until := clock.Millis(i.From), clock.Millis(i.Until)
	h := happeningRow{Kind: HappenedUpdated, Ref: i.ID, Amount: i.Paid, FromMS: from, UntilMS: until, AtMS: millisOrZero(i.At)}
	write := t.tell
	if i.Outside {
		h.Reason = reasonOutside
	}
	if i.First { // of which the checkout's receipt tells
		h.Kind, write = HappenedCreated, t.note
	}
	if err := write(ctx, tx, r, h); err != nil {
		return err
	}
	row := t.transaction(o, OrderPaid, i.ID)
	row.Amount, row.FromMS, row.UntilMS = i.Paid, from, until
	if !i.At.IsZero() {
		row.CreatedMS = clock.Millis(i.At)
	}
	_, err := tx.NewInsert().Model(&row).On("CONFLICT (order_id, status, ref) DO UPDATE").Set("from_ms = EXCLUDED.from_ms").
		Set("until_ms = EXCLUDED.until_ms").Exec(ctx)
	if err != nil {
		return fmt.Errorf("record a period of subscription %d: %w", r.ID, err)
	}
	return nil
}

// take takes over how the provider has a subscription whose periods are recorded.
func (r *subscriptionRow) take(s payment.Subscription, now time.Time) {
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

// recordEnd writes that a subscription was told to end, to go on after all, or has ended.
func (t *Till) recordEnd(ctx context.Context, tx bun.Tx, was, is *subscriptionRow, s payment.Subscription) error {
	switch {
	case was.CanceledMS == 0 && is.CanceledMS != 0 && is.EndedMS == 0:
		return t.tell(ctx, tx, is, happeningRow{Kind: HappenedCanceled, Ref: strconv.FormatInt(is.CanceledMS, 10), AtMS: is.CanceledMS})
	case was.CanceledMS != 0 && is.CanceledMS == 0:
		return t.tell(ctx, tx, is, happeningRow{Kind: HappenedResumed, Ref: strconv.FormatInt(was.CanceledMS, 10)})
	case was.EndedMS != 0 || is.EndedMS == 0:
		return nil
	}
	ended := happeningRow{Kind: HappenedEnded, AtMS: is.EndedMS, Reason: endedBecause(s)}
	if was.CanceledMS != 0 && is.Hold != holdResuming { // its end was told when it was canceled
		return t.note(ctx, tx, is, ended)
	}
	return t.tell(ctx, tx, is, ended)
}

// moveEnd has access last as long as the subscription does: with what is paid where it ends
// then, and a while longer where the next period is to be paid.
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

// isOver finds out whether a subscription that was paid has ended and its access with it, so
// that it can be bought again. Anything else that was paid is not over.
func (t *Till) isOver(ctx context.Context, account Account, c *checkoutRow) (bool, error) {
	if !c.Subscribes {
		return false, nil
	}
	if _, err := t.settleSubscription(ctx, account, c, nil); err != nil {
		t.Log.WarnContext(ctx, "a subscription is not clear yet", "checkout", c.ID, "error", err)
		return false, errInProgress()
	}
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return false, err
	}
	o, err := t.order(ctx, c.ChannelID, row.OrderID)
	return err == nil && row.EndedMS != 0 && o.UntilMS <= clock.Millis(t.Clock.Now()), err
}
