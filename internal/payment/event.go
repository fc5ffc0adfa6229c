package payment

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"
)

// Event is what the provider tells of itself. At most one of Intent, Charge, Subscription and
// Customer is set.
type Event struct {
	ID, Type string
	// Subscription is the id of that which an event of subscriptions or of their invoices is of.
	// What the event says of it may be old: who is told so asks.
	Subscription string
	Intent       *Intent // of events of payments
	Charge       *Charge // of charge.refunded
	Customer     string  // of payment_method.attached: who has saved a card
}

// Charge is what is left of a charge.
type Charge struct {
	ID, Intent       string
	Amount, Refunded int64
	Metadata         map[string]string // of the payment
}

// ChargeRefunded is the type of the event that tells of money given back.
const ChargeRefunded = "charge.refunded"

// methodAttached is the type of the event that tells of a card that was saved.
const methodAttached = "payment_method.attached"

// ReadEvent checks the signature of a webhook over its raw body (scheme v1, HMAC-SHA256, at
// most 300 s old; "Resolve webhook signature verification errors") and reads the event. An
// error is a body that does not come from the provider, or not for this account.
func (a *Account) ReadEvent(body []byte, signature string) (Event, error) {
	signed, err := webhook.ConstructEventWithOptions(body, signature, a.secret, webhook.ConstructEventOptions{
		Tolerance: webhook.DefaultTolerance, IgnoreAPIVersionMismatch: true,
	})
	if err != nil {
		return Event{}, fmt.Errorf("read a webhook: %w", err)
	}
	if signed.ID == "" || signed.Data == nil {
		return Event{}, fmt.Errorf("read a webhook: no event")
	}
	e := Event{ID: signed.ID, Type: string(signed.Type)}
	switch {
	case strings.HasPrefix(e.Type, "payment_intent."):
		var intent stripe.PaymentIntent
		if err := json.Unmarshal(signed.Data.Raw, &intent); err != nil {
			return Event{}, fmt.Errorf("read a payment of a webhook: %w", err)
		}
		i := newIntent(&intent)
		e.Intent = &i
	case strings.HasPrefix(e.Type, "customer.subscription."):
		var s stripe.Subscription
		if err := json.Unmarshal(signed.Data.Raw, &s); err != nil {
			return Event{}, fmt.Errorf("read a subscription of a webhook: %w", err)
		}
		e.Subscription = s.ID
	case strings.HasPrefix(e.Type, "invoice."):
		var i stripe.Invoice
		if err := json.Unmarshal(signed.Data.Raw, &i); err != nil {
			return Event{}, fmt.Errorf("read an invoice of a webhook: %w", err)
		}
		if p := i.Parent; p != nil && p.SubscriptionDetails != nil && p.SubscriptionDetails.Subscription != nil {
			e.Subscription = p.SubscriptionDetails.Subscription.ID
		}
	case e.Type == ChargeRefunded:
		var charge stripe.Charge
		if err := json.Unmarshal(signed.Data.Raw, &charge); err != nil {
			return Event{}, fmt.Errorf("read a charge of a webhook: %w", err)
		}
		told := newCharge(&charge)
		e.Charge = &told
	case e.Type == methodAttached:
		var method stripe.PaymentMethod
		if err := json.Unmarshal(signed.Data.Raw, &method); err != nil {
			return Event{}, fmt.Errorf("read a card of a webhook: %w", err)
		}
		if method.Customer != nil {
			e.Customer = method.Customer.ID
		}
	}
	return e, nil
}
