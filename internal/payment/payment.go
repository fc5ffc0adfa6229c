// Package payment talks to the payment provider: Stripe's API, by its own library. It knows
// no order and no channel, and decides nothing: it says what was asked and what came of it.
package payment

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// Mode is the kind of a payment account by its money: simulated, test or real money.
type Mode string

// Modes.
const (
	Simulated Mode = "simulated" // no money: our simulator of the provider
	Test      Mode = "test"      // no money: the provider's test mode
	Live      Mode = "live"
)

// ModeOfKey returns the mode of a secret key by its prefix, or "" for a text that is no secret key.
func ModeOfKey(key string) Mode {
	for prefix, mode := range map[string]Mode{
		"sk_sim_": Simulated, "sk_test_": Test, "rk_test_": Test, "sk_live_": Live, "rk_live_": Live,
	} {
		if strings.HasPrefix(key, prefix) {
			return mode
		}
	}
	return ""
}

// Options say who takes the money.
type Options struct {
	SecretKey      string
	PublishableKey string
	WebhookSecret  string
	// Name tells the accounts of a channel apart in its database. Empty: the key's mode.
	Name string
	URL  string // of the simulator; empty for Stripe itself
	HTTP *http.Client
	// Retries is how often the library repeats a request within one call.
	Retries int64
}

// Account is one account at the provider. It is safe for concurrent use.
type Account struct {
	client      *stripe.Client
	mode        Mode
	name        string
	publishable string
	secret      string
}

// Patience is how long one request to the provider may take.
const Patience = 15 * time.Second

// Open returns the account of a key. Real keys go to Stripe only, those of the simulator
// to a simulator only, and none goes anywhere without a secret for webhooks.
func Open(o Options) (*Account, error) {
	mode := ModeOfKey(o.SecretKey)
	switch {
	case mode == "":
		return nil, errors.New("the key of the payment provider is not a secret key")
	case (mode == Simulated) == (o.URL == ""):
		return nil, fmt.Errorf("a key in %s mode does not go to this provider", mode)
	case o.WebhookSecret == "":
		return nil, errors.New("the payment provider's webhooks have no secret")
	}
	config := &stripe.BackendConfig{
		HTTPClient: o.HTTP, MaxNetworkRetries: &o.Retries, EnableTelemetry: new(bool), LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull},
	}
	if o.URL != "" {
		config.URL = &o.URL
	}
	if o.HTTP == nil {
		config.HTTPClient = &http.Client{Timeout: Patience}
	}
	client := stripe.NewClient(o.SecretKey, stripe.WithBackends(stripe.NewBackendsWithConfig(config)))
	return &Account{client: client, mode: mode, name: cmp.Or(o.Name, string(mode)), publishable: o.PublishableKey, secret: o.WebhookSecret}, nil
}

// Mode says whose money the account moves.
func (a *Account) Mode() Mode { return a.mode }

// Name returns the name under which the channel's database knows the account (Options.Name).
func (a *Account) Name() string { return a.name }

// NewName returns the name of an account whose mode another account of the channel has too. ref is the provider's id.
func NewName(mode Mode, ref string) string { return string(mode) + " " + ref }

// ModeOfName returns the mode of the account with a name.
func ModeOfName(name string) Mode {
	mode, _, _ := strings.Cut(name, " ")
	return Mode(mode)
}

// Retrieve returns the provider's id of the account, and whether the account may charge cards ("Account", charges_enabled). The
// provider turns charges off while it waits for information from the account's owner. A restricted key may be refused.
func (a *Account) Retrieve(ctx context.Context) (ref string, chargesEnabled bool, err error) {
	found, err := a.client.V1Accounts.Retrieve(ctx, &stripe.AccountRetrieveParams{})
	if err != nil {
		return "", false, newError(err)
	}
	return found.ID, found.ChargesEnabled, nil
}

// PublishableKey is the key that browsers see.
func (a *Account) PublishableKey() string { return a.publishable }

// Customer is who a user is to the provider.
type Customer struct {
	Key      string // idempotency key: asking again gives the same customer
	Email    string
	Metadata map[string]string
}

// CreateCustomer makes a customer and returns its id.
func (a *Account) CreateCustomer(ctx context.Context, c Customer) (string, error) {
	params := &stripe.CustomerCreateParams{Metadata: c.Metadata}
	if c.Email != "" {
		params.Email = &c.Email
	}
	params.SetIdempotencyKey(c.Key)
	made, err := a.client.V1Customers.Create(ctx, params)
	if err != nil {
		return "", newError(err)
	}
	return made.ID, nil
}

// ChangeEmail tells the provider another address of a customer. It writes to that address itself
// where the channel has it send receipts.
func (a *Account) ChangeEmail(ctx context.Context, id, email string) error {
	_, err := a.client.V1Customers.Update(ctx, id, &stripe.CustomerUpdateParams{Email: &email})
	return failed(err)
}

// DeleteCustomer has the provider forget a customer with all their cards, and end whatever renews
// ("Delete a customer"); what they paid stays known. One that is gone already is no error.
func (a *Account) DeleteCustomer(ctx context.Context, id string) error {
	_, err := a.client.V1Customers.Delete(ctx, id, &stripe.CustomerDeleteParams{})
	if err = failed(err); CodeOf(err) == string(stripe.ErrorCodeResourceMissing) {
		return nil
	}
	return err
}

// EachDeletedCustomer visits the ids of the customers who were deleted within the last 30 days, for
// which the provider keeps events ("List all events").
func (a *Account) EachDeletedCustomer(ctx context.Context, visit func(customer string) error) error {
	params := &stripe.EventListParams{Type: stripe.String(CustomerDeleted)}
	params.Limit = stripe.Int64(listPage)
	for event, err := range a.client.V1Events.List(ctx, params).All(ctx) {
		if err != nil {
			return newError(err)
		}
		var customer stripe.Customer
		if err := json.Unmarshal(event.Data.Raw, &customer); err != nil {
			return fmt.Errorf("read a deleted customer: %w", err)
		}
		if err := visit(customer.ID); err != nil {
			return err
		}
	}
	return nil
}

// SetupIntent begins to save a card of a customer and returns the secret with which the
// browser goes on.
func (a *Account) SetupIntent(ctx context.Context, customer string) (string, error) {
	params := &stripe.SetupIntentCreateParams{
		Customer: &customer, PaymentMethodTypes: stripe.StringSlice([]string{"card"}), Usage: stripe.String("off_session"),
	}
	made, err := a.client.V1SetupIntents.Create(ctx, params)
	if err != nil {
		return "", newError(err)
	}
	return made.ClientSecret, nil
}
