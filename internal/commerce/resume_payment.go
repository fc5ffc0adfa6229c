package commerce

import (
	"context"

	"github.com/grandstand/grandstand/internal/payment"
)

// ResumePayment lets a buyer continue on any device with an order whose payment waits for their bank. The client secret is not stored here:
// the provider returns it again. If the payment has ended meanwhile, its outcome is stored, and the result has no secret.
// NotFound, "order_not_found"; Unavailable, "payments_unavailable".
func (t *Till) ResumePayment(ctx context.Context, channelID, userID int64, id OrderID) (PurchaseResult, error) {
	if _, err := t.Offers.FindOrder(ctx, channelID, userID, id); err != nil {
		return PurchaseResult{}, err
	}
	o, err := t.order(ctx, channelID, id)
	if err != nil {
		return PurchaseResult{}, err
	}
	c, err := t.checkout(ctx, channelID, o.CheckoutID)
	if err != nil {
		return PurchaseResult{}, err
	}
	account, err := t.accountOf(ctx, c)
	if err != nil {
		return PurchaseResult{}, err
	}
	secret, err := t.secretOf(context.WithoutCancel(ctx), account, c)
	if err != nil {
		return PurchaseResult{}, err
	}
	orders, err := t.Offers.ofCheckout(ctx, channelID, c.ID)
	return PurchaseResult{Orders: orders, ClientSecret: secret, PublishableKey: account.PublishableKey(), TestPayments: isTest(account)}, err
}

// secretOf is what the buyer's browser confirms a payment with, empty where the provider
// waits for nobody.
func (t *Till) secretOf(ctx context.Context, account Account, c *checkoutRow) (string, error) {
	if c.Status != OrderCreated || c.free() {
		return "", nil
	}
	o, found, err := t.findOutcome(ctx, account, c)
	if err != nil {
		return "", unavailable(err)
	}
	if !found {
		return "", nil // Reconcile asks for it
	}
	status, err := t.applyOutcome(ctx, c, o, nil)
	if err != nil || status != OrderCreated || o.intent.Status != payment.RequiresAction {
		return "", err
	}
	return o.intent.ClientSecret, nil
}
