package payment

import (
	"context"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// Refund is money to be given back.
type Refund struct {
	Key      string // idempotency key
	Intent   string
	Amount   int64 // minor units of the payment's currency
	Metadata map[string]string
}

// AlreadyRefunded is the code of a payment of which nothing is left to give back.
const AlreadyRefunded = "charge_already_refunded"

// CreateRefund gives money back and returns the refund's id. One that was made before with
// this value of its metadata's key "order" is found, however long ago that was.
func (a *Account) CreateRefund(ctx context.Context, r Refund) (string, error) {
	made := &stripe.RefundListParams{PaymentIntent: &r.Intent}
	for refund, err := range a.client.V1Refunds.List(ctx, made).All(ctx) {
		if err != nil {
			return "", newError(err)
		}
		if refund.Metadata["order"] == r.Metadata["order"] && refund.Status != stripe.RefundStatusFailed {
			return refund.ID, nil
		}
	}
	params := &stripe.RefundCreateParams{PaymentIntent: &r.Intent, Amount: &r.Amount, Metadata: r.Metadata}
	params.SetIdempotencyKey(r.Key)
	refund, err := a.client.V1Refunds.Create(ctx, params)
	if err != nil {
		return "", newError(err)
	}
	return refund.ID, nil
}

// EachRefund calls visit with the charge of every refund that was made at a time or after it,
// the newest first, as the charge is now, until visit fails ("List all refunds", created[gte]).
// A charge of which several parts went back comes several times.
func (a *Account) EachRefund(ctx context.Context, since time.Time, visit func(Charge) error) error {
	params := &stripe.RefundListParams{CreatedRange: &stripe.RangeQueryParams{GreaterThanOrEqual: since.Unix()}}
	params.Limit = stripe.Int64(100)
	params.AddExpand("data.charge")
	for refund, err := range a.client.V1Refunds.List(ctx, params).All(ctx) {
		if err != nil {
			return newError(err)
		}
		if refund.Charge == nil { // it is of no card
			continue
		}
		if err := visit(newCharge(refund.Charge)); err != nil {
			return err
		}
	}
	return nil
}

func newCharge(c *stripe.Charge) Charge {
	out := Charge{ID: c.ID, Amount: c.Amount, Refunded: c.AmountRefunded, Metadata: c.Metadata}
	if c.PaymentIntent != nil {
		out.Intent = c.PaymentIntent.ID
	}
	return out
}
