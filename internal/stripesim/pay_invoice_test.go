package stripesim

import (
	"errors"
	"testing"

	"github.com/stripe/stripe-go/v85"
)

// A renewal that the bank wants to ask about fails while nobody is there; tried with the person
// present, its payment waits for them ("Pay an invoice", off_session).
func TestAnInvoiceWaitsForItsPersonsBank(t *testing.T) {
	b := newBilling(t, "2027-01-31 10:00", "pm_card_visa", "month", 900)
	ctx, s := t.Context(), b.secret()
	sub := b.subscribe(b.params())
	asked, err := s.V1PaymentMethods.Attach(ctx, "pm_card_authenticationRequired", &stripe.PaymentMethodAttachParams{Customer: stripe.String(b.customer)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.V1Subscriptions.Update(ctx, sub.ID, &stripe.SubscriptionUpdateParams{DefaultPaymentMethod: &asked.ID}); err != nil {
		t.Fatal(err)
	}
	b.to("2027-02-28 12:00")
	open := b.is(sub.ID).LatestInvoice.ID
	for _, try := range []struct {
		away         *bool
		code, status string
	}{
		{nil, "authentication_required", needsMethod},
		{stripe.Bool(true), "authentication_required", needsMethod},
		{stripe.Bool(false), "invoice_payment_intent_requires_action", needsAction},
	} {
		_, err := s.V1Invoices.Pay(ctx, open, &stripe.InvoicePayParams{OffSession: try.away})
		said, ok := errors.AsType[*stripe.Error](err)
		if !ok || string(said.Code) != try.code || said.Type != stripe.ErrorTypeCard || said.HTTPStatusCode != 402 {
			t.Errorf("paid: %v, instead of %s", err, try.code)
		}
		for paid, err := range s.V1InvoicePayments.List(ctx, &stripe.InvoicePaymentListParams{Invoice: &open}).All(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			intent, err := s.V1PaymentIntents.Retrieve(ctx, paid.Payment.PaymentIntent.ID, nil)
			if err != nil || string(intent.Status) != try.status {
				t.Errorf("the payment is %s, %v, instead of %s", intent.Status, err, try.status)
			}
		}
	}
	if got := b.is(sub.ID).Status; got != stripe.SubscriptionStatusPastDue {
		t.Errorf("the subscription is %s", got)
	}
}
