package app

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/payment"
)

// payments finds the payment accounts of channels: at Stripe if the channel has a Stripe key, else at the simulator of test payments
// if there is one. It implements commerce.Payments.
type payments struct {
	app *App
	url string // of the simulator, "" for none
	// external is set if another process runs the simulator and has registered the webhooks.
	external   bool
	secret     []byte
	registered sync.Map // channel keys whose webhooks are registered at the simulator
	clients    *paymentClients
}

func newPayments(a *App, url string, secret []byte) *payments {
	p := &payments{app: a, url: url, secret: secret}
	p.clients = newPaymentClients(a.Clock, p.identify)
	return p
}

// Account returns the account for new payments.
func (p *payments) Account(ctx context.Context, channelID int64) (commerce.Account, error) {
	c, err := p.app.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return nil, err
	}
	options, err := p.currentOptions(ctx, c)
	if err != nil {
		return nil, err
	}
	if options.Name, err = p.clients.accountName(ctx, channelKeys{channelID, options}); err != nil {
		p.app.Log.ErrorContext(ctx, "payment account not identified", "channel", c.Key, "error", err)
		return nil, commerce.ErrPaymentsUnavailable()
	}
	return p.open(ctx, c.ID, options)
}

// AccountNamed returns the account of a name. If the keys for new payments belong to it, it has these. They can be newer than the
// stored ones.
func (p *payments) AccountNamed(ctx context.Context, channelID int64, name string) (commerce.Account, error) {
	current, currentErr := p.Account(ctx, channelID)
	if currentErr == nil && current.Name() == name {
		return current, nil
	}
	c, err := p.app.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return nil, err
	}
	stored, err := p.app.Channels.PaymentAccounts(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(stored, func(a channel.PaymentAccount) bool { return a.Name == name })
	if i < 0 {
		if currentErr != nil {
			return nil, currentErr
		}
		return nil, commerce.ErrAccountUnknown(name)
	}
	return p.open(ctx, c.ID, p.optionsOf(name, stored[i].Keys))
}

// Accounts returns all accounts of a channel, the one for new payments first. If the provider does not tell that one, it returns the
// others.
func (p *payments) Accounts(ctx context.Context, channelID int64) ([]commerce.Account, error) {
	current, err := p.Account(ctx, channelID)
	var accounts []commerce.Account
	if err == nil {
		accounts = append(accounts, current)
	}
	stored, storedErr := p.app.Channels.PaymentAccounts(ctx, channel.ID(channelID))
	if storedErr != nil {
		return nil, storedErr
	}
	for _, a := range stored {
		if current != nil && current.Name() == a.Name {
			continue
		}
		former, openErr := p.open(ctx, channel.ID(channelID), p.optionsOf(a.Name, a.Keys))
		if openErr != nil {
			return nil, openErr
		}
		accounts = append(accounts, former)
	}
	if len(accounts) == 0 {
		return nil, err
	}
	return accounts, nil
}

// open returns the client of an account.
func (p *payments) open(ctx context.Context, id channel.ID, options payment.Options) (commerce.Account, error) {
	opened, err := p.clients.clientFor(int64(id), options)
	if err != nil {
		p.app.Log.ErrorContext(ctx, "payment account not opened", "channel", id, "account", options.Name, "error", err)
		return nil, commerce.ErrPaymentsUnavailable()
	}
	return opened, nil
}

// currentOptions returns the keys of the account that takes new payments, without its name.
func (p *payments) currentOptions(ctx context.Context, c *channel.Channel) (payment.Options, error) {
	secrets, err := p.app.Channels.Secrets(ctx, c.ID)
	if err != nil {
		return payment.Options{}, err
	}
	if secrets[channel.StripeSecretKey] != "" {
		return p.optionsOf("", channel.PaymentKeys{
			SecretKey: secrets[channel.StripeSecretKey], WebhookSecret: secrets[channel.StripeWebhookSecret], PublishableKey: c.Settings.StripeKey,
		}), nil
	}
	options, err := p.simulatorOptions(ctx, c.Key)
	if err != nil {
		p.app.Log.WarnContext(ctx, "test payments are not available", "channel", c.Key, "error", err)
		return payment.Options{}, commerce.ErrPaymentsUnavailable()
	}
	return options, nil
}

// optionsOf returns the options of a client for keys. A key of the simulator needs the simulator's URL.
func (p *payments) optionsOf(name string, keys channel.PaymentKeys) payment.Options {
	options := payment.Options{
		Name: name, SecretKey: keys.SecretKey, WebhookSecret: keys.WebhookSecret, PublishableKey: keys.PublishableKey, Retries: 1,
	}
	if payment.ModeOfKey(options.SecretKey) == payment.Simulated {
		options.URL = p.url
	}
	return options
}

// identify returns the name of the account that keys belong to, and stores the keys. It asks the provider about a key that it has
// not stored: this may be a new key of a known account, or a key of another account. The channel's first account of a mode has the
// mode as its name.
//
// A restricted key may not read its account. It is taken for a key of the first account, and is not stored. A mistyped or revoked key
// is an error: it says nothing about an account.
func (p *payments) identify(ctx context.Context, k channelKeys) (string, error) {
	client, err := payment.Open(k.options)
	if err != nil {
		return "", err
	}
	id, mode := channel.ID(k.channelID), client.Mode()
	keys := channel.PaymentKeys{SecretKey: k.options.SecretKey, WebhookSecret: k.options.WebhookSecret, PublishableKey: k.options.PublishableKey}
	stored, err := p.app.Channels.PaymentAccounts(ctx, id)
	if err != nil {
		return "", err
	}
	ref := ""
	for _, a := range stored {
		if payment.ModeOfName(a.Name) != mode {
			continue
		}
		if a.Keys == keys {
			return a.Name, nil
		}
		if a.Keys.SecretKey == keys.SecretKey {
			ref = a.Ref
		}
	}
	if ref == "" {
		ref, _, err = client.Retrieve(ctx)
		if payment.FailureKindOf(err) == payment.Refused && !payment.IsUnauthorized(err) {
			p.app.Log.WarnContext(ctx, "payment key may not read its account and is taken for one of the first account: after a change to another account, give "+
				"it this permission (Account, read)", "channel", id, "error", err)
			return string(mode), nil
		}
		if err != nil {
			return "", err
		}
	}
	return p.app.Channels.StorePaymentAccount(ctx, id, ref, keys, string(mode), payment.NewName(mode, ref))
}

// simulatorOptions returns the options of a channel's account at the simulator. The first call registers the channel's webhook.
func (p *payments) simulatorOptions(ctx context.Context, key string) (payment.Options, error) {
	if p.url == "" {
		return payment.Options{}, fmt.Errorf("the channel has no key for payments, and no simulator is configured")
	}
	mac := hmac.New(sha256.New, p.secret)
	mac.Write([]byte("test payments of " + key))
	options := payment.Options{
		SecretKey: "sk_sim_" + key, PublishableKey: "pk_sim_" + key, WebhookSecret: "whsec_sim_" + hex.EncodeToString(mac.Sum(nil)), URL: p.url, Retries: 1,
	}
	if _, registered := p.registered.Load(key); registered || p.external {
		return options, nil
	}
	if err := p.registerWebhook(ctx, key, options.WebhookSecret); err != nil {
		return payment.Options{}, err
	}
	p.registered.Store(key, true)
	return options, nil
}

// registerWebhook registers this node at the simulator as the receiver of a channel's webhooks.
func (p *payments) registerWebhook(ctx context.Context, key, secret string) error {
	host, port, err := net.SplitHostPort(p.app.Config.Listen)
	if err != nil {
		return err
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	body, err := json.Marshal(map[string]any{
		"account": key, "url": "http://" + net.JoinHostPort(host, port) + "/api/stripe/webhook/" + key, "secret": secret,
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, payment.Patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url+"/_simulator/endpoints", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("register a webhook at the simulator: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("register a webhook at the simulator: %s", answer.Status)
	}
	return nil
}
