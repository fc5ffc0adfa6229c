package commerce

import (
	"cmp"
	"context"
	"strconv"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

// Comments with which this program has the provider end a subscription whose payment is missing. They come back with it.
const (
	commentUnpaid = "unpaid"
	commentNoCard = "no card after the trial"
)

// commentFor says why a subscription is ended that the provider no longer collects.
func commentFor(status string) string {
	switch status {
	case payment.SubscriptionUnpaid:
		return commentUnpaid
	case payment.SubscriptionPaused:
		return commentNoCard
	}
	return ""
}

// endedBecause is why a subscription has ended.
func endedBecause(s payment.Subscription) reason {
	switch {
	case s.EndComment == commentUnpaid || s.EndReason == payment.EndPaymentFailed || s.Status == payment.SubscriptionUnpaid:
		return reasonPayment
	case s.EndComment == commentNoCard || s.Status == payment.SubscriptionPaused:
		return reasonNoCard
	case s.CustomerGone:
		return reasonCustomer
	case s.EndReason == payment.EndPaymentDisputed:
		return reasonDispute
	}
	return reasonCanceled
}

// recordOutside writes what the dashboard did to a subscription that goes on: its collection was
// paused or goes on, a period is not charged, its card was removed. While a payment is disputed
// this program pauses the collection, which has separate letters.
func (t *Till) recordOutside(ctx context.Context, tx bun.Tx, was, is *subscriptionRow, o *orderRow, s payment.Subscription) error {
	is.UnchargedMS = unchargedUntil(s.Invoices, is.PeriodEndMS)
	switch {
	case s.Over():
		is.PausedMS, is.UnchargedMS = 0, 0
		return nil
	case !s.Paused || s.Held:
		is.PausedMS = 0
	default:
		is.PausedMS = cmp.Or(was.PausedMS, clock.Millis(t.Clock.Now()))
	}
	for _, h := range outsideSteps(was, is, s) {
		if err := t.recordAndNotify(ctx, tx, is, h); err != nil {
			return err
		}
	}
	write := t.recordAndNotify
	if s.Paused || was.PausedMS != 0 || o.Dispute == DisputeOpen { // the letter about that says it
		write = t.recordHistory
	}
	for _, i := range s.Invoices {
		if !i.IsDropped() || clock.Millis(i.From) < is.PeriodEndMS {
			continue
		}
		h := happeningRow{Kind: HappenedUncharged, Ref: i.ID, Amount: i.Total, FromMS: clock.Millis(i.From), UntilMS: clock.Millis(i.Until)}
		if err := write(ctx, tx, is, h); err != nil {
			return err
		}
	}
	return nil
}

// outsideSteps are the entries of the history for what the dashboard changed of the subscription itself.
func outsideSteps(was, is *subscriptionRow, s payment.Subscription) []happeningRow {
	var steps []happeningRow
	if was.PausedMS == 0 && is.PausedMS != 0 {
		steps = append(steps, happeningRow{Kind: HappenedPaused, Ref: strconv.FormatInt(is.PausedMS, 10)})
	}
	if was.PausedMS != 0 && is.PausedMS == 0 && !s.Held {
		steps = append(steps, happeningRow{Kind: HappenedUnpaused, Ref: strconv.FormatInt(was.PausedMS, 10), UntilMS: millisOrZero(s.PeriodEnd)})
	}
	if was.Card != "" && is.Card == "" && is.AutoRenew {
		steps = append(steps, happeningRow{Kind: HappenedCardRemoved, Ref: was.Card})
	}
	return steps
}

// unchargedUntil is the end of the latest unpaid period that will not be charged; 0 where there is
// none, or a later invoice is asked for.
func unchargedUntil(invoices []payment.Invoice, paidMS int64) int64 {
	for _, i := range invoices { // the newest first
		switch {
		case clock.Millis(i.From) < paidMS || i.First:
			return 0
		case i.IsDropped() || i.IsKept:
			return clock.Millis(i.Until)
		case i.Status == payment.InvoiceOpen:
			return 0
		}
	}
	return 0
}
