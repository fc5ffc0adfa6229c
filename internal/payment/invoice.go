package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// FirstPayment is the payment with which a subscription begins. It carries the
// subscription's metadata, and as Charge the id of the invoice that it pays. Where nothing is
// to be paid it has no id, and has succeeded.
func (a *Account) FirstPayment(ctx context.Context, s Subscription) (Intent, error) {
	var first *Invoice
	for i := range s.Invoices {
		if s.Invoices[i].First {
			first = &s.Invoices[i]
		}
	}
	if first == nil && s.MoreInvoices {
		var err error
		if first, err = a.firstInvoice(ctx, s); err != nil {
			return Intent{}, err
		}
	}
	if first == nil {
		return Intent{}, &Error{Kind: Unclear, Cause: fmt.Errorf("subscription %s has no first invoice", s.ID)}
	}
	if first.Due == 0 { // for nothing, or paid by the customer's credit
		i := Intent{Status: Processing, Customer: s.Customer, Metadata: s.Metadata, Currency: first.Currency, Charge: first.ID}
		switch {
		case first.Status == InvoicePaid:
			i.Status = Succeeded
		case s.Over():
			i.Status = Canceled
		}
		return i, nil
	}
	id, err := a.IntentOfInvoice(ctx, first.ID)
	if err != nil {
		return Intent{}, err
	}
	i, err := a.RetrieveIntent(ctx, id)
	if err != nil {
		return Intent{}, err
	}
	i.Metadata, i.Charge = s.Metadata, first.ID
	if first.Outside { // the payment itself is canceled
		i.Status, i.Received = Succeeded, first.Paid
	}
	if i.Status != Succeeded && i.Status != Canceled && s.Over() {
		i.Status, i.CancelReason = Canceled, ""
		if s.Status == SubscriptionExpired {
			i.CancelReason = CancelExpired
		}
	}
	return i, nil
}

// firstInvoice finds the first invoice of a subscription by its time, because Subscription.Invoices has only the latest. It returns nil for
// none.
func (a *Account) firstInvoice(ctx context.Context, s Subscription) (*Invoice, error) {
	soon := s.Created.Add(time.Hour).Unix() // Stripe creates the first invoice together with the subscription
	list := &stripe.InvoiceListParams{Subscription: &s.ID, CreatedRange: &stripe.RangeQueryParams{LesserThanOrEqual: soon}}
	found, _, err := a.listInvoices(ctx, list, maxSubscriptionInvoices)
	for i := range found {
		if found[i].First {
			return &found[i], err
		}
	}
	return nil, err
}

// OlderInvoices returns at most limit invoices of a subscription that are older than another of its invoices, the newest first, and
// reports whether there are more.
func (a *Account) OlderInvoices(ctx context.Context, subscription, than string, limit int) (invoices []Invoice, more bool, err error) {
	list := &stripe.InvoiceListParams{Subscription: &subscription}
	list.StartingAfter = &than
	return a.listInvoices(ctx, list, limit)
}

// listInvoices returns the first invoices of a list, and reports whether there are more.
func (a *Account) listInvoices(ctx context.Context, list *stripe.InvoiceListParams, limit int) (invoices []Invoice, more bool, err error) {
	list.Limit = stripe.Int64(listPage)
	list.AddExpand("data.payments")
	for invoice, err := range a.client.V1Invoices.List(ctx, list).All(ctx) {
		if err != nil {
			return nil, false, newError(err)
		}
		if len(invoices) == limit {
			return invoices, true, nil
		}
		invoices = append(invoices, newInvoice(invoice))
	}
	return invoices, false, nil
}

// ConfirmIntent tries to charge a card for a payment that waits for one. The buyer is there.
func (a *Account) ConfirmIntent(ctx context.Context, key, id, method string) (Intent, error) {
	params := &stripe.PaymentIntentConfirmParams{PaymentMethod: &method}
	params.SetIdempotencyKey(key)
	return answered(a.client.V1PaymentIntents.Confirm(ctx, id, params))
}

// IntentOfInvoice is the payment of an invoice ("Invoice Payment"), "" where nothing was to be
// paid.
func (a *Account) IntentOfInvoice(ctx context.Context, invoice string) (string, error) {
	for paid, err := range a.client.V1InvoicePayments.List(ctx, &stripe.InvoicePaymentListParams{Invoice: &invoice}).All(ctx) {
		if err != nil {
			return "", newError(err)
		}
		if paid.Payment != nil && paid.Payment.PaymentIntent != nil {
			return paid.Payment.PaymentIntent.ID, nil
		}
	}
	return "", nil
}

// InvoiceOfIntent is the invoice that a payment is of, "" for none.
func (a *Account) InvoiceOfIntent(ctx context.Context, intent string) (string, error) {
	params := &stripe.InvoicePaymentListParams{Payment: &stripe.InvoicePaymentListPaymentParams{Type: stripe.String("payment_intent"), PaymentIntent: &intent}}
	for paid, err := range a.client.V1InvoicePayments.List(ctx, params).All(ctx) {
		if err != nil {
			return "", newError(err)
		}
		if paid.Invoice != nil {
			return paid.Invoice.ID, nil
		}
	}
	return "", nil
}

// PayInvoice tries at once to have an open invoice paid by the card of its subscription; the
// customer is there, so that their bank may ask them. Then it is Declined, and the payment of the
// invoice waits for them ("Pay an invoice", off_session; code
// invoice_payment_intent_requires_action). One that is paid by then is no error.
func (a *Account) PayInvoice(ctx context.Context, invoice string) error {
	_, err := a.client.V1Invoices.Pay(ctx, invoice, &stripe.InvoicePayParams{OffSession: new(bool)})
	if err = failed(err); CodeOf(err) == "invoice_already_paid" {
		return nil
	}
	return err
}

// VoidInvoice gives up an invoice: nobody can pay it any more. One that is paid is Refused.
func (a *Account) VoidInvoice(ctx context.Context, invoice string) error {
	_, err := a.client.V1Invoices.VoidInvoice(ctx, invoice, &stripe.InvoiceVoidInvoiceParams{})
	return failed(err)
}

// Portal is the address of a page of the provider's on which a customer sees to their cards
// and subscriptions ("Customer portal"). It leads back to an address of ours.
func (a *Account) Portal(ctx context.Context, customer, back, language string) (string, error) {
	made, err := a.client.V1BillingPortalSessions.Create(ctx, &stripe.BillingPortalSessionCreateParams{
		Customer: &customer, ReturnURL: &back, Locale: &language,
	})
	if err != nil {
		return "", newError(err)
	}
	return made.URL, nil
}
