package app

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/stripesim"
	"github.com/grandstand/grandstand/internal/tax"
)

func (a *App) openPayments(ctx context.Context, secret []byte) error {
	p := newPayments(a, a.Config.StripeURL, secret)
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
