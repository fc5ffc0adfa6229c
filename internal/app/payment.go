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
	"path/filepath"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
	"github.com/grandstand/grandstand/internal/stripesim"
	"github.com/grandstand/grandstand/internal/tax"
)

// payments finds out who takes a channel's money: Stripe where the channel has a key of it,
// else the simulator of test payments, where there is one.
type payments struct {
	app *App
	url string // of the simulator, "" for none
	// foreign says that the simulator is another process's, which has told it of webhooks.
	foreign bool
	secret  []byte
	told    sync.Map // channel keys whose webhooks the simulator knows of
	// clients are kept, so that not every call of the till makes one.
	clients paymentClients
}

func (a *App) openPayments(ctx context.Context, secret []byte) error {
	p := &payments{app: a, url: a.Config.StripeURL, secret: secret}
	if a.Config.Demo && p.url == "" {
		var err error
		if p.url, err = a.openSimulator(ctx); err != nil {
			return err
		}
	}
	a.payments = p
	a.Till = commerce.NewTill(commerce.TillDeps{
		DB: a.DB, Clock: a.Clock, Log: a.Log, Offers: a.Commerce, Payments: p, Buyers: buyers{a}, Sites: sites{a}, Letters: letters{a}, Queue: cashbox{a},
		CardKey: secret,
	})
	return nil
}

// simulatorPath is where browsers reach the simulator of test payments.
const simulatorPath = "/stripe-simulator"

// openSimulator runs the demo's own simulator on this machine and returns its address.
func (a *App) openSimulator(ctx context.Context) (string, error) {
	simulator, err := stripesim.Open(stripesim.Options{ //nolint:contextcheck // deliveries end with Close
		Folder: filepath.Join(a.Config.Data, "stripe-simulator"), Log: a.Log, Now: a.Clock.Now, Base: simulatorPath,
	})
	if err != nil {
		return "", fmt.Errorf("open the simulator of payments: %w", err)
	}
	a.closers = append(a.closers, simulator.Close)
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("open the simulator of payments: %w", err)
	}
	server := &http.Server{Handler: simulator, ReadHeaderTimeout: 5 * time.Second}
	a.closers = append(a.closers, server.Close)
	go func() { _ = server.Serve(listener) }() // it ends when it is closed
	address := "http://" + listener.Addr().String()
	return address, a.announceSimulator(address)
}

// Account is part of commerce.Payments.
func (p *payments) Account(ctx context.Context, channelID int64) (commerce.Account, error) {
	c, err := p.app.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return nil, err
	}
	secrets, err := p.app.Channels.Secrets(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	options := payment.Options{
		SecretKey: secrets[channel.StripeSecretKey], WebhookSecret: secrets[channel.StripeWebhookSecret], PublishableKey: c.Settings.StripeKey, Retries: 1,
	}
	if options.SecretKey == "" {
		if options, err = p.simulated(ctx, c.Key); err != nil {
			p.app.Log.WarnContext(ctx, "test payments are not available", "channel", c.Key, "error", err)
			return nil, commerce.ErrPaymentsUnavailable()
		}
	}
	opened, err := p.clients.of(channelID, options)
	if err != nil {
		p.app.Log.ErrorContext(ctx, "the channel's payments are not set up", "channel", c.Key, "error", err)
		return nil, commerce.ErrPaymentsUnavailable()
	}
	return opened, nil
}

// simulated are the keys of a channel at the simulator, which learns on the way where the
// channel hears of payments.
func (p *payments) simulated(ctx context.Context, key string) (payment.Options, error) {
	if p.url == "" {
		return payment.Options{}, fmt.Errorf("the channel has no key for payments, and no simulator is configured")
	}
	mac := hmac.New(sha256.New, p.secret)
	mac.Write([]byte("test payments of " + key))
	options := payment.Options{
		SecretKey: "sk_sim_" + key, PublishableKey: "pk_sim_" + key, WebhookSecret: "whsec_sim_" + hex.EncodeToString(mac.Sum(nil)), URL: p.url, Retries: 1,
	}
	if _, told := p.told.Load(key); told || p.foreign {
		return options, nil
	}
	if err := p.tell(ctx, key, options.WebhookSecret); err != nil {
		return payment.Options{}, err
	}
	p.told.Store(key, true)
	return options, nil
}

// tell has the simulator send a channel's webhooks to this node.
func (p *payments) tell(ctx context.Context, key, secret string) error {
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
		return fmt.Errorf("tell the simulator of webhooks: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("tell the simulator of webhooks: %s", answer.Status)
	}
	return nil
}

// sites answers the till from the channels.
type sites struct{ app *App }

// Site is part of commerce.Sites.
func (s sites) Site(ctx context.Context, channelID int64) (string, error) {
	c, err := s.app.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil || len(c.Domains) == 0 {
		return "", err
	}
	return s.app.Config.Site(c.Domains[0]), nil
}

// Zone is part of commerce.Sites and account.Zones.
func (s sites) Zone(ctx context.Context, channelID int64) (*time.Location, error) {
	c, err := s.app.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return nil, err
	}
	return c.Zone(), nil
}

// Taxes is part of commerce.Sites.
func (s sites) Taxes(ctx context.Context, channelID int64) (tax.List, error) {
	c, err := s.app.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return nil, err
	}
	return c.Settings.Taxes, nil
}

// buyers answers the till from the accounts.
type buyers struct{ app *App }

// Recipient is part of commerce.Buyers.
func (b buyers) Recipient(ctx context.Context, channelID, userID int64) (commerce.Recipient, bool, error) {
	user, err := b.app.Accounts.Profile(ctx, actor.Actor{Role: actor.User, ChannelID: channelID, UserID: userID})
	if fault.KindOf(err) == fault.NotFound {
		return commerce.Recipient{}, false, nil
	}
	if err != nil {
		return commerce.Recipient{}, false, err
	}
	language, err := people(b).language(ctx, user)
	return commerce.Recipient{Email: user.Email, Language: language, Chosen: user.Language != "", Leaving: !user.DeletingSince.IsZero(), Verified: user.EmailVerified, Guest: !user.HasPassword() && !user.EmailVerified}, true, err
}
