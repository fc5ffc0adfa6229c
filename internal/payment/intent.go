package payment

import (
	"cmp"
	"context"
	"strings"

	"github.com/stripe/stripe-go/v85"
)

// Status is how far a payment has come ("PaymentIntent", status).
type Status string

// Statuses.
const (
	Succeeded      Status = "succeeded"
	Processing     Status = "processing"
	RequiresAction Status = "requires_action"         // of the buyer, with their bank
	RequiresMethod Status = "requires_payment_method" // the card did not do
	// RequiresConfirmation is a payment that nobody tried yet.
	RequiresConfirmation Status = "requires_confirmation"
	Canceled             Status = "canceled"
	// RequiresCapture is an authorized payment that is not captured. Ours are collected at once, so
	// that it waits for its buyer no longer than another, and is given up then.
	RequiresCapture Status = "requires_capture"
)

// Reasons for which a payment is canceled ("PaymentIntent", cancellation_reason) that matter here. The dashboard gives one of the
// last three, or none.
const (
	CancelAbandoned  = "abandoned" // by this program
	CancelExpired    = "expired"
	CancelVoided     = "void_invoice" // with its invoice: by this program, in the dashboard, or by the provider after its time
	CancelDuplicate  = "duplicate"
	CancelFraudulent = "fraudulent"
	CancelRequested  = "requested_by_customer"
)

// Intent is a payment at the provider.
type Intent struct {
	ID           string
	Status       Status
	Amount       int64  // minor units of Currency
	Received     int64  // of that, what was charged
	Currency     string // ISO 4217, upper case
	Customer     string
	Metadata     map[string]string
	ClientSecret string // lets a browser confirm the payment: never stored, never logged
	Charge       string // id of what was charged
	Refunded     int64  // of what was charged, what went back; RetrieveIntent alone knows
	Disputed     bool   // the cardholder's bank questions, or questioned, what was charged; likewise
	FailureCode  string // of the latest attempt, where that failed
	CancelReason string // of one that is canceled; empty where the dashboard canceled it without one
}

func newIntent(p *stripe.PaymentIntent) Intent {
	i := Intent{
		ID: p.ID, Status: Status(p.Status), Amount: p.Amount, Received: p.AmountReceived, Currency: strings.ToUpper(string(p.Currency)),
		Metadata: p.Metadata, ClientSecret: p.ClientSecret, CancelReason: string(p.CancellationReason),
	}
	if p.Customer != nil {
		i.Customer = p.Customer.ID
	}
	if p.LatestCharge != nil {
		i.Charge, i.Refunded, i.Disputed = p.LatestCharge.ID, p.LatestCharge.AmountRefunded, p.LatestCharge.Disputed
	}
	if p.LastPaymentError != nil {
		i.FailureCode = cmp.Or(string(p.LastPaymentError.DeclineCode), string(p.LastPaymentError.Code))
	}
	return i
}

// Request is a payment to be made. The same request with the same key has the same answer.
type Request struct {
	Key           string // idempotency key
	Amount        int64  // minor units of Currency
	Currency      string // ISO 4217
	Customer      string
	PaymentMethod string
	SaveCard      bool
	Metadata      map[string]string
}

// CreateIntent makes a payment and tries to charge the card at once. It takes what the account takes in its dashboard, as a
// wallet may leave a method that is no card (Link), except what sends the buyer to another site.
func (a *Account) CreateIntent(ctx context.Context, r Request) (Intent, error) {
	params := &stripe.PaymentIntentCreateParams{
		Amount: &r.Amount, Currency: stripe.String(strings.ToLower(r.Currency)), Customer: &r.Customer, PaymentMethod: &r.PaymentMethod,
		Confirm: stripe.Bool(true), Metadata: r.Metadata,
		AutomaticPaymentMethods: &stripe.PaymentIntentCreateAutomaticPaymentMethodsParams{
			Enabled: stripe.Bool(true), AllowRedirects: stripe.String(string(stripe.PaymentIntentAutomaticPaymentMethodsAllowRedirectsNever)),
		},
	}
	if r.SaveCard {
		params.SetupFutureUsage = stripe.String(string(stripe.PaymentIntentSetupFutureUsageOffSession))
	}
	params.SetIdempotencyKey(r.Key)
	return answered(a.client.V1PaymentIntents.Create(ctx, params))
}

// RetrieveIntent says how a payment stands.
func (a *Account) RetrieveIntent(ctx context.Context, id string) (Intent, error) {
	params := &stripe.PaymentIntentRetrieveParams{}
	params.AddExpand("latest_charge")
	return answered(a.client.V1PaymentIntents.Retrieve(ctx, id, params))
}

// CancelIntent ends a payment that has not succeeded: nobody can confirm it any more. One
// that has is Refused.
func (a *Account) CancelIntent(ctx context.Context, id string) (Intent, error) {
	return answered(a.client.V1PaymentIntents.Cancel(ctx, id, &stripe.PaymentIntentCancelParams{CancellationReason: stripe.String(CancelAbandoned)}))
}

func answered(p *stripe.PaymentIntent, err error) (Intent, error) {
	if err != nil {
		return Intent{}, newError(err)
	}
	return newIntent(p), nil
}

// maxSearched bounds how many payments of a customer are looked through.
const maxSearched = 200

// FindIntent looks among a customer's latest payments for one by its metadata; false when
// there is none. It asks the list, which shows a payment as soon as it is made; the
// provider's search does not.
func (a *Account) FindIntent(ctx context.Context, customer, key, value string) (Intent, bool, error) {
	params := &stripe.PaymentIntentListParams{Customer: &customer}
	params.Limit = stripe.Int64(100)
	looked := 0
	for p, err := range a.client.V1PaymentIntents.List(ctx, params).All(ctx) {
		if err != nil {
			return Intent{}, false, newError(err)
		}
		if p.Metadata[key] == value {
			return newIntent(p), true, nil
		}
		if looked++; looked >= maxSearched {
			break
		}
	}
	return Intent{}, false, nil
}
