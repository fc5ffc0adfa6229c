package payment

import (
	"context"
	"slices"

	"github.com/stripe/stripe-go/v85"
)

// Refund is money to be given back.
type Refund struct {
	Key      string // idempotency key
	Intent   string
	Amount   int64 // minor units of the payment's currency
	Metadata map[string]string
	Recorded []string // ids of earlier refunds that Amount already leaves out
}

// AlreadyRefunded is the code of a payment of which nothing is left to give back.
const AlreadyRefunded = "charge_already_refunded"

// refundedOrder is the key of a refund's metadata that names the order.
const refundedOrder = "order"

// CreateRefund gives money back and returns the refund's id. One that was made before with
// this value of its metadata's key "order" is found, however long ago that was, unless it failed or is Recorded.
func (a *Account) CreateRefund(ctx context.Context, r Refund) (string, error) {
	made := &stripe.RefundListParams{PaymentIntent: &r.Intent}
	for refund, err := range a.client.V1Refunds.List(ctx, made).All(ctx) {
		if err != nil {
			return "", newError(err)
		}
		if refund.Metadata[refundedOrder] == r.Metadata[refundedOrder] && !newRefundState(refund).Failed && !slices.Contains(r.Recorded, refund.ID) {
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
