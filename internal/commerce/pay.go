package commerce

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/payment"
)

// Keys of the metadata of payments at the provider.
const (
	metaCheckout = "checkout"
	metaChannel  = "channel"
	metaOrder    = "order"
)

// outcome is the provider's answer about a payment. With a failure nothing was charged, and nothing can be charged later.
type outcome struct {
	intent  payment.Intent
	failure Failure
	// subscription is the subscription that the payment begins; nil for a payment without one.
	subscription *payment.Subscription
	askedAt      time.Time // of the request for the subscription
}

// request returns the request for the payment of a checkout. It depends on the row alone, so that a request that is repeated after a crash,
// or made twice at the same time, creates one payment.
func (c *checkoutRow) request() payment.Request {
	return payment.Request{
		Key: c.idempotencyKey(), Amount: c.Amount, Currency: c.Currency, Customer: c.Customer, PaymentMethod: c.PaymentMethod,
		SaveCard: c.SaveCard, Metadata: c.metadata(),
	}
}

// idempotencyKey returns the idempotency key for creating the payment. The provider repeats a refusal under the same key; an attempt with
// another customer therefore has another key.
func (c *checkoutRow) idempotencyKey() string {
	if c.Attempt == 0 {
		return "checkout-" + c.Key
	}
	return fmt.Sprintf("checkout-%s-%d", c.Key, c.Attempt)
}

func (c *checkoutRow) metadata() map[string]string {
	return map[string]string{metaCheckout: c.Key, metaChannel: strconv.FormatInt(c.ChannelID, 10)}
}

// fits reports whether a payment belongs to the checkout. The amount of a subscription's first payment may differ: the provider's invoice
// subtracts the customer's credit balance.
func (c *checkoutRow) fits(i payment.Intent) bool {
	requested := c.Amount
	if c.Subscribes {
		requested = i.Amount
	}
	return i.Amount == requested && i.Currency == c.Currency && i.Customer == c.Customer &&
		i.Metadata[metaCheckout] == c.Key && i.Metadata[metaChannel] == c.metadata()[metaChannel] &&
		(c.Intent == "" || c.Intent == i.ID) && (i.Status != payment.Succeeded || i.Received == requested)
}

// charge creates the payment of a new checkout. If the buyer's bank must confirm the payment (3-D Secure), it returns the client secret with
// which the browser continues. If the provider does not answer until the deadline, the orders stay "created".
func (t *Till) charge(ctx context.Context, account Account, c *checkoutRow, until time.Time) (clientSecret string, err error) {
	if c.free() {
		return "", nil
	}
	providerCtx, stop := context.WithDeadline(ctx, until)
	defer stop()
	o, err := t.createPayment(providerCtx, account, c)
	if err != nil {
		t.Log.WarnContext(ctx, "payment outcome unknown", "checkout", c.ID, "channel", c.ChannelID, "error", err)
		return "", nil // Reconcile finds out the outcome
	}
	status, err := t.applyOutcome(ctx, c, o, nil)
	if err != nil || status != OrderCreated || o.intent.Status != payment.RequiresAction {
		return "", err
	}
	return o.intent.ClientSecret, nil
}

// errCustomerGone is the refusal of a payment because its customer was deleted at the provider. No payment was created.
var errCustomerGone = errors.New("the customer was deleted at the provider")

// createPayment creates the payment of a checkout, or returns the outcome of the payment that an earlier call created. After an error the
// outcome is unknown. If the customer was deleted at the provider, it creates another customer.
func (t *Till) createPayment(ctx context.Context, account Account, c *checkoutRow) (outcome, error) {
	o, err := t.createPaymentOnce(ctx, account, c)
	if !errors.Is(err, errCustomerGone) {
		return o, err
	}
	if err := t.renewCustomer(ctx, account, c); err != nil {
		return outcome{}, err
	}
	return t.createPaymentOnce(ctx, account, c)
}

func (t *Till) createPaymentOnce(ctx context.Context, account Account, c *checkoutRow) (outcome, error) {
	if err := c.belongsTo(account); err != nil {
		return outcome{}, err
	}
	if c.Subscribes {
		return t.createSubscription(ctx, account, c)
	}
	i, err := account.CreateIntent(ctx, c.request())
	if err == nil {
		return outcome{intent: i}, nil
	}
	var o outcome
	if e, ok := errors.AsType[*payment.Error](err); ok && e.Intent != nil {
		o.intent = *e.Intent
	}
	return t.outcomeOfError(ctx, c, o, err)
}

// belongsTo returns an error if a checkout was made at another account: accounts do not know each other's payments.
func (c *checkoutRow) belongsTo(account Account) error {
	if account.Name() != c.Account {
		return fmt.Errorf("checkout %d is of the payment account %q, not of %q", c.ID, c.Account, account.Name())
	}
	return nil
}

// accountOf returns the payment account of a checkout, which may be a former account of the channel.
func (t *Till) accountOf(ctx context.Context, c *checkoutRow) (Account, error) {
	return t.Payments.AccountNamed(ctx, c.ChannelID, c.Account)
}

// findOutcome asks the provider for the outcome of a checkout's payment, and returns false if the provider has no such
// payment. It changes nothing.
func (t *Till) findOutcome(ctx context.Context, account Account, c *checkoutRow) (outcome, bool, error) {
	if err := c.belongsTo(account); err != nil {
		return outcome{}, false, err
	}
	if c.Subscribes {
		return t.findSubscriptionOutcome(ctx, account, c)
	}
	if c.Intent == "" {
		i, found, err := account.FindIntent(ctx, c.Customer, metaCheckout, c.Key)
		return outcome{intent: i}, found, err
	}
	i, err := account.RetrieveIntent(ctx, c.Intent)
	return outcome{intent: i}, err == nil, err
}

// free reports whether a checkout needs no payment at the provider.
func (c *checkoutRow) free() bool { return c.Amount == 0 && !c.Subscribes }

// cancelUnlessPaid cancels the payment of a checkout whose buyer starts the purchase again, and returns the new status: paid if the buyer
// has paid meanwhile, or created if the provider is still processing the payment.
func (t *Till) cancelUnlessPaid(ctx context.Context, c *checkoutRow) (OrderStatus, error) {
	account, err := t.accountOf(ctx, c)
	if err != nil {
		return c.Status, err
	}
	o, found, err := t.findOutcome(ctx, account, c)
	if err != nil {
		return c.Status, err
	}
	if found {
		return t.cancelOpenPayment(ctx, account, c, o, nil, FailureReplaced)
	}
	// An earlier request may still be on its way. The same request again has the same idempotency key and the same payment.
	if o, err = t.createPayment(ctx, account, c); err != nil {
		return c.Status, err
	}
	if o.failure.Code != "" {
		return t.applyOutcome(ctx, c, o, nil)
	}
	return t.cancelOpenPayment(ctx, account, c, o, nil, FailureReplaced)
}

// cancelOpenPayment cancels a payment that is not over yet, and stores its outcome. The buyer sees why as the reason, unless a card was declined. If
// the buyer confirms at the same moment, the provider decides which of the two counts.
func (t *Till) cancelOpenPayment(ctx context.Context, account Account, c *checkoutRow, o outcome, e *payment.Event, why string) (OrderStatus, error) {
	if i := o.intent; i.Status == payment.Succeeded || i.Status == payment.Canceled || !c.fits(i) {
		return t.applyOutcome(ctx, c, o, e)
	}
	if err := t.storeFailureReason(ctx, c, why); err != nil {
		return c.Status, err
	}
	ended, err := t.cancelPayment(ctx, account, c, o)
	if err != nil {
		return c.Status, err
	}
	return t.applyOutcome(ctx, c, ended, e)
}
