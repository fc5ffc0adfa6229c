package commerce

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

// recordPrice stores a changed price, length of the period or next payment, and records the change. The history has one entry, and the
// subscriber one letter, for what changed together.
func (t *Till) recordPrice(ctx context.Context, tx bun.Tx, r *subscriptionRow, s payment.Subscription) error {
	if s.Over() {
		return nil
	}
	was, pending := r.Price, r.PendingAmount
	usual, changed := r.setInterval(s)
	r.Price, r.ServiceFee = s.Price, r.taxesIn(s.Price)
	changed = changed || was != s.Price
	r.setNext(s, changed)
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

// asPrice is the NextAmount of a subscription whose next renewal charges its price.
const asPrice = -1

// setNext stores what the next renewal charges. Where the provider did not say it, the last answer is kept, unless the price has changed since.
func (r *subscriptionRow) setNext(s payment.Subscription, changed bool) {
	if s.Next == nil && !changed {
		return
	}
	r.expectPrice()
	if s.Next == nil {
		return
	}
	if s.Next.Amount != s.Price {
		r.NextAmount = s.Next.Amount
	}
	if s.Next.Pending != 0 {
		r.PendingAmount, r.PendingFromMS, r.PendingThroughMS = s.Next.Pending, millisOrZero(s.Next.PendingFrom), millisOrZero(s.Next.PendingThrough)
	}
}

// expectPrice has the next payment be the price, as far as is known.
func (r *subscriptionRow) expectPrice() {
	r.NextAmount, r.PendingAmount, r.PendingFromMS, r.PendingThroughMS = asPrice, 0, 0, 0
}

// taxesIn returns the taxes that an amount includes, at the rate that the price of a period includes them.
func (r *subscriptionRow) taxesIn(amount int64) int64 {
	if r.Price == 0 {
		return 0
	}
	return (2*amount*r.ServiceFee + r.Price) / (2 * r.Price) // rounded half up
}

// nextAmount returns the amount of the next renewal.
func (r *subscriptionRow) nextAmount() int64 {
	if r.NextAmount == asPrice {
		return r.Price
	}
	return r.NextAmount
}
