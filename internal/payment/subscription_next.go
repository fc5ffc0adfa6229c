package payment

import (
	"context"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// NextPayment is the charge of the next invoice of a subscription ("Create a preview invoice"). Money is in minor units.
type NextPayment struct {
	Amount int64 // after discounts and the customer's credit
	// Pending is the part, after discounts, for what changed within a period: prorations and invoice items that wait for the next invoice. It is negative for
	// a credit.
	Pending        int64
	PendingFrom    time.Time // of the first of these changes; zero for none
	PendingThrough time.Time // of the last
}

// previewNext returns the charge of the next invoice of a subscription; nil if the provider does not return it. What was paid is known without
// the answer, so an error is none here. A subscription that ends with its period charges what is pending, and nothing else.
func (a *Account) previewNext(ctx context.Context, s Subscription) *NextPayment {
	if s.Over() || s.Status == SubscriptionIncomplete {
		return nil
	}
	preview, err := a.client.V1Invoices.CreatePreview(ctx, &stripe.InvoiceCreatePreviewParams{Subscription: &s.ID})
	if FailureKindOf(failed(err)) == Refused { // there is no next invoice
		return &NextPayment{Amount: s.Price}
	}
	if err != nil {
		return nil
	}
	next := &NextPayment{Amount: preview.AmountDue}
	if preview.Lines == nil {
		return next
	}
	for _, line := range preview.Lines.Data {
		if opensPeriod(line) {
			continue
		}
		next.Pending += line.Amount
		for _, discount := range line.DiscountAmounts {
			next.Pending -= discount.Amount
		}
		if line.Period == nil {
			continue
		}
		at := second(line.Period.Start)
		if next.PendingFrom.IsZero() || at.Before(next.PendingFrom) {
			next.PendingFrom = at
		}
		if at.After(next.PendingThrough) {
			next.PendingThrough = at
		}
	}
	return next
}
