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
	// Charge names what an event of refunds or disputes is of, by its Intent and, where the event tells it, its Metadata.
	Charge   *Charge
	Customer string // of events of saved cards, of CustomerDeleted, and of invoice items without a subscription
}

// MethodAttached is the type of the event that tells of a card that was saved.
const MethodAttached = "payment_method.attached"

// CustomerDeleted is the type of the event that tells of a customer who was deleted in the dashboard.
const CustomerDeleted = "customer.deleted"

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
	case strings.HasPrefix(e.Type, "invoiceitem."):
		if err := e.readItem(signed.Data.Raw); err != nil {
			return Event{}, err
		}
	case e.Type == "charge.refunded":
		var charge stripe.Charge
		if err := json.Unmarshal(signed.Data.Raw, &charge); err != nil {
			return Event{}, fmt.Errorf("read a charge of a webhook: %w", err)
		}
		told := newCharge(&charge)
		e.Charge = &told
	case strings.HasPrefix(e.Type, "refund.") || e.Type == "charge.refund.updated":
		var refund stripe.Refund
		if err := json.Unmarshal(signed.Data.Raw, &refund); err != nil {
			return Event{}, fmt.Errorf("read a refund of a webhook: %w", err)
		}
		told := newRefundState(&refund)
		e.Charge = &Charge{ID: told.Charge, Intent: told.Intent}
	case strings.HasPrefix(e.Type, "charge.dispute."):
		var dispute stripe.Dispute
		if err := json.Unmarshal(signed.Data.Raw, &dispute); err != nil {
			return Event{}, fmt.Errorf("read a dispute of a webhook: %w", err)
		}
		told := newDispute(&dispute)
		e.Charge = &Charge{ID: told.Charge, Intent: told.Intent}
	case strings.HasPrefix(e.Type, "payment_method."):
		if err := e.readCard(signed.Data); err != nil {
			return Event{}, err
		}
	case e.Type == CustomerDeleted:
		var customer stripe.Customer
		if err := json.Unmarshal(signed.Data.Raw, &customer); err != nil {
			return Event{}, fmt.Errorf("read a customer of a webhook: %w", err)
		}
		e.Customer = customer.ID
	}
	return e, nil
}

// readItem reads what is charged with the next invoice of a subscription, or of any subscription of a customer.
func (e *Event) readItem(raw json.RawMessage) error {
	var item stripe.InvoiceItem
	if err := json.Unmarshal(raw, &item); err != nil {
		return fmt.Errorf("read an invoice item of a webhook: %w", err)
	}
	if p := item.Parent; p != nil && p.SubscriptionDetails != nil && p.SubscriptionDetails.Subscription != "" {
		e.Subscription = p.SubscriptionDetails.Subscription
	} else if item.Customer != nil {
		e.Customer = item.Customer.ID
	}
	return nil
}

// readCard reads whose card an event is of. A card that was detached names its customer among its former values.
func (e *Event) readCard(data *stripe.EventData) error {
	var method stripe.PaymentMethod
	if err := json.Unmarshal(data.Raw, &method); err != nil {
		return fmt.Errorf("read a card of a webhook: %w", err)
	}
	if method.Customer != nil {
		e.Customer = method.Customer.ID
	} else if was, ok := data.PreviousAttributes["customer"].(string); ok {
		e.Customer = was
	}
	return nil
}
