package commerce

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

// recordPrice stores the price, the length of the period and the next amount of a subscription. If the price or the length changed, it adds
// one entry to the history and sends one letter about both. Otherwise it records only a new pending amount.
func (t *Till) recordPrice(ctx context.Context, tx bun.Tx, r *subscriptionRow, s payment.Subscription) error {
	if s.Over() {
		return nil
	}
	was, pending := r.Price, r.PendingAmount
	usual, changed := r.setInterval(s)
	r.ServiceFee = r.taxesIn(s.Price) // by the former price
	r.Price = s.Price
	changed = changed || was != s.Price
	r.setNextAmount(s, changed)
	if !changed {
		return t.recordPending(ctx, tx, r, pending)
	}
	h := happeningRow{Kind: HappenedPrice, Amount: s.Price, UsualAmount: was, FromMS: millisOrZero(s.PeriodEnd)}
	if usual != r.Interval {
		h.Interval, h.UsualInterval = r.Interval, usual
	}
	// Find the start of the first unrecorded period that was charged at the new price. The newest invoice comes first.
	for _, i := range s.Invoices {
		if !i.Extra && (i.Price != s.Price || clock.Millis(i.From) <= r.PeriodStartMS) {
			break
		}
		if !i.Extra {
			h.FromMS, h.AtMS = clock.Millis(i.From), clock.Millis(i.From)
		}
	}
	h.Ref = fmt.Sprintf("%d-%d-%d", was, s.Price, clock.Millis(t.Clock.Now()))
	if h.Interval.Unit != "" {
		h.Ref += fmt.Sprintf("-%d%s-%d%s", usual.Count, usual.Unit, r.Interval.Count, r.Interval.Unit)
	}
	return t.recordAndNotify(ctx, tx, r, h)
}

// recordPending records an amount that the next renewal charges in addition, unless the history has it.
func (t *Till) recordPending(ctx context.Context, tx bun.Tx, r *subscriptionRow, was int64) error {
	if r.PendingAmount <= 0 || r.PendingAmount == was {
		return nil
	}
	ref := fmt.Sprintf("%d-%d", r.PendingAmount, r.PendingThroughMS)
	return t.recordAndNotify(ctx, tx, r, happeningRow{Kind: HappenedPending, Ref: ref, Amount: r.PendingAmount})
}

// nextAmountIsPrice is a special value of NextAmount: the next renewal charges the price.
const nextAmountIsPrice = -1

// setNextAmount stores the amount of the next renewal. If the provider gives none, the stored amount stays, unless the price or the length
// of the period changed.
func (r *subscriptionRow) setNextAmount(s payment.Subscription, changed bool) {
	if s.NextPayment == nil && !changed {
		return
	}
	r.resetNextAmount()
	if s.NextPayment == nil {
		return
	}
	if s.NextPayment.Amount != s.Price {
		r.NextAmount = s.NextPayment.Amount
	}
	if s.NextPayment.Pending != 0 {
		r.PendingAmount, r.PendingFromMS, r.PendingThroughMS = s.NextPayment.Pending, millisOrZero(s.NextPayment.PendingFrom), millisOrZero(s.NextPayment.PendingThrough)
	}
}

// resetNextAmount sets the amount of the next renewal to the price, and clears the pending amount.
func (r *subscriptionRow) resetNextAmount() {
	r.NextAmount, r.PendingAmount, r.PendingFromMS, r.PendingThroughMS = nextAmountIsPrice, 0, 0, 0
}

// taxesIn returns the taxes that an amount includes, in the proportion of ServiceFee to Price.
func (r *subscriptionRow) taxesIn(amount int64) int64 {
	if r.Price == 0 {
		return 0
	}
	return (2*amount*r.ServiceFee + r.Price) / (2 * r.Price) // rounded half up
}

// nextAmount returns the amount of the next renewal.
func (r *subscriptionRow) nextAmount() int64 {
	if r.NextAmount == nextAmountIsPrice {
		return r.Price
	}
	return r.NextAmount
}
