package commerce

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/payment"
)

// Names of what a payment carries to the provider and back.
const (
	metaCheckout = "checkout"
	metaChannel  = "channel"
	metaOrder    = "order"
)

// outcome is what the provider says of a payment. With a failure nothing was charged, and
// nothing can be any more.
type outcome struct {
	intent  payment.Intent
	failure Failure
	// subscription is what begins with the payment, as it was when asked; nil for none.
	subscription *payment.Subscription
	asked        time.Time
}

// request is the payment of a checkout, a function of its row alone: whoever asks again,
// after a crash or beside another, asks for the very same.
func (c *checkoutRow) request() payment.Request {
	return payment.Request{
		Key: c.idempotencyKey(), Amount: c.Amount, Currency: c.Currency, Customer: c.Customer, PaymentMethod: c.PaymentMethod,
		SaveCard: c.SaveCard, Metadata: c.metadata(),
	}
}

// idempotencyKey is that of the payment's creation. The provider repeats a refusal under its key, so that each attempt for
// another customer has its own.
func (c *checkoutRow) idempotencyKey() string {
	if c.Attempt == 0 {
		return "checkout-" + c.Key
	}
	return fmt.Sprintf("checkout-%s-%d", c.Key, c.Attempt)
}

func (c *checkoutRow) metadata() map[string]string {
	return map[string]string{metaCheckout: c.Key, metaChannel: strconv.FormatInt(c.ChannelID, 10)}
}

// fits reports whether a payment is the one that the checkout asked for. The first payment of a subscription is of the provider's
// invoice, whose amount the dashboard can change: a credit of the customer pays a part of it.
func (c *checkoutRow) fits(i payment.Intent) bool {
	asked := c.Amount
	if c.Subscribes {
		asked = i.Amount
	}
	return i.Amount == asked && i.Currency == c.Currency && i.Customer == c.Customer &&
		i.Metadata[metaCheckout] == c.Key && i.Metadata[metaChannel] == c.metadata()[metaChannel] &&
		(c.Intent == "" || c.Intent == i.ID) && (i.Status != payment.Succeeded || i.Received == asked)
}

// charge asks the provider for the money of a checkout that was just opened. The secret
// that it returns lets the buyer's browser go on, where their bank wants to be asked. What the
// provider has not answered until then is not clear yet.
func (t *Till) charge(ctx context.Context, account Account, c *checkoutRow, until time.Time) (clientSecret string, err error) {
	if c.free() {
		return "", nil
	}
	asking, stop := context.WithDeadline(ctx, until)
	defer stop()
	o, err := t.ask(asking, account, c)
	if err != nil {
		t.Log.WarnContext(ctx, "a payment is not clear yet", "checkout", c.ID, "channel", c.ChannelID, "error", err)
		return "", nil // the buyer waits for the order, and Reconcile finds out
	}
	status, err := t.settle(ctx, c, o, nil)
	if err != nil || status != OrderCreated || o.intent.Status != payment.RequiresAction {
		return "", err
	}
	return o.intent.ClientSecret, nil
}

// errCustomerGone is a refusal because the customer was deleted at the provider: nothing was made.
var errCustomerGone = errors.New("the customer was deleted at the provider")

// ask makes the payment, or learns what became of it when it was made before. An error
// leaves open what happened. Where the customer was deleted at the provider, it asks for a new one.
func (t *Till) ask(ctx context.Context, account Account, c *checkoutRow) (outcome, error) {
	o, err := t.askOnce(ctx, account, c)
	if !errors.Is(err, errCustomerGone) {
		return o, err
	}
	if err := t.renewCustomer(ctx, account, c); err != nil {
		return outcome{}, err
	}
	return t.askOnce(ctx, account, c)
}

func (t *Till) askOnce(ctx context.Context, account Account, c *checkoutRow) (outcome, error) {
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
	if said, ok := errors.AsType[*payment.Error](err); ok && said.Intent != nil {
		o.intent = *said.Intent
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

// free reports whether nobody is to be asked for a checkout.
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
		return t.cancelAndSettle(ctx, account, c, o, nil, FailureReplaced)
	}
	// An earlier request may still be on its way. The same request again has the same idempotency key and the same payment.
	if o, err = t.ask(ctx, account, c); err != nil {
		return c.Status, err
	}
	if o.failure.Code != "" {
		return t.settle(ctx, c, o, nil)
	}
	return t.cancelAndSettle(ctx, account, c, o, nil, FailureReplaced)
}

// cancelAndSettle cancels a payment that is not over yet, and settles it. The buyer sees why as the reason, unless a card was declined. If
// the buyer confirms at the same moment, the provider decides which of the two counts.
func (t *Till) cancelAndSettle(ctx context.Context, account Account, c *checkoutRow, o outcome, e *payment.Event, why string) (OrderStatus, error) {
	if i := o.intent; i.Status == payment.Succeeded || i.Status == payment.Canceled || !c.fits(i) {
		return t.settle(ctx, c, o, e)
	}
	if err := t.storeFailureReason(ctx, c, why); err != nil {
		return c.Status, err
	}
	ended, err := t.cancelPayment(ctx, account, c, o)
	if err != nil {
		return c.Status, err
	}
	return t.settle(ctx, c, ended, e)
}
