package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

// The provider attempts the charge within this time after finalizing an invoice, unless the account cannot charge cards.
const attemptedWithin = time.Hour

// recordPeriods records paid and failed invoices and sets the last paid period. A paid invoice opens its period even if
// the dashboard changed the amount.
func (t *Till) recordPeriods(ctx context.Context, tx bun.Tx, o *orderRow, r *subscriptionRow, s payment.Subscription) error {
	r.setPeriod(s)
	for i := len(s.Invoices) - 1; i >= 0; i-- { // the oldest first
		invoice := s.Invoices[i]
		switch {
		case invoice.Status == payment.InvoicePaid && invoice.IsCredit():
		case invoice.Status == payment.InvoicePaid && r.matchesInvoice(invoice):
			if err := t.recordPaid(ctx, tx, o, r, invoice); err != nil {
				return err
			}
		case invoice.Status == payment.InvoicePaid:
			t.Log.ErrorContext(ctx, "invoice with another currency or customer, ignored", "subscription", r.ID, "channel", r.ChannelID,
				"invoice", invoice.ID, "paid", invoice.Paid, "currency", invoice.Currency)
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

// setPeriod sets the last paid period: the one that began last. Its end can be before that of an earlier period, because the dashboard can
// change the length of a period. A trial ends when the provider says, without another invoice.
func (r *subscriptionRow) setPeriod(s payment.Subscription) {
	var last payment.Invoice
	for i := len(s.Invoices) - 1; i >= 0; i-- {
		invoice := s.Invoices[i]
		if invoice.Status == payment.InvoicePaid && !invoice.Extra && r.matchesInvoice(invoice) && !invoice.From.Before(last.From) {
			last = invoice
		}
	}
	if last.Until.IsZero() {
		return
	}
	if s.NextPayment == nil && r.PeriodStartMS < clock.Millis(last.From) { // what was known of the next payment is paid
		r.resetNextAmount()
	}
	r.PeriodStartMS, r.PeriodEndMS = clock.Millis(last.From), clock.Millis(last.Until)
	if s.Status == payment.SubscriptionTrialing {
		r.PeriodEndMS = millisOr(s.TrialEnd, last.Until)
	}
}

func (t *Till) recordFailed(ctx context.Context, tx bun.Tx, r *subscriptionRow, i payment.Invoice, why reason) error {
	return t.recordAndNotify(ctx, tx, r, happeningRow{Kind: HappenedFailed, Ref: i.ID, Amount: i.Due, AtMS: millisOrZero(i.At), Reason: why})
}

// failedBecause returns the reason of a failed charge: an expired card, or "" for an unknown reason.
func failedBecause(c payment.Card, at time.Time) reason {
	if c.ExpYear > 0 && !at.UTC().Before(time.Date(int(c.ExpYear), time.Month(c.ExpMonth)+1, 1, 0, 0, 0, 0, time.UTC)) {
		return reasonExpired
	}
	return ""
}

// matchesInvoice reports whether an invoice has this subscription's customer and currency. The amount is not checked,
// because the operator can change it in the provider's dashboard.
func (r *subscriptionRow) matchesInvoice(i payment.Invoice) bool {
	return i.Currency == r.Currency && i.Customer == r.Customer
}

// recordPaid records a paid period as a subscription event and as a transaction.
func (t *Till) recordPaid(ctx context.Context, tx bun.Tx, o *orderRow, r *subscriptionRow, i payment.Invoice) error {
	from, until := clock.Millis(i.From), clock.Millis(i.Until)
	h := happeningRow{Kind: HappenedUpdated, Ref: i.ID, Amount: i.Paid, FromMS: from, UntilMS: until, AtMS: millisOrZero(i.At)}
	write := t.recordAndNotify
	switch {
	case i.First: // the checkout sends the receipt
		h.Kind, write = HappenedCreated, t.recordHistory
	case i.Extra:
		h.Kind = HappenedExtra
	case i.Change:
		h.Reason = reasonPeriod
	case i.Paid != i.Price:
		h.Reason = reasonAmount
	}
	if h.Kind == HappenedUpdated && i.Paid != i.Price {
		h.UsualAmount = i.Price
	}
	if i.Outside {
		h.Reason = reasonOutside
	}
	if o.Status == OrderRefunded { // the subscriber gets the letter of the refund
		write = t.recordHistory
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
