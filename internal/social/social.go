// Package social finds out who somebody is from others who know: Google by OpenID
// Connect, Facebook by OAuth 2, and a channel's own membership system by a token that
// it signs. It knows no users: what it learns is for the accounts to judge.
package social

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/oauth2"

	"github.com/grandstand/grandstand/internal/outbound"
)

// timeout bounds one question: somebody is waiting for the answer.
const timeout = 8 * time.Second

// Provider names who is asked.
type Provider string

// The providers whose login people may use here.
const (
	Google   Provider = "google"
	Facebook Provider = "facebook"
)

// Providers are all of them, in the order in which they are offered.
func Providers() []Provider { return []Provider{Google, Facebook} }

// Keys name a channel at a provider.
type Keys struct{ ID, Secret string }

// Request is one login at a provider. State, Nonce and Verifier are random and of this
// login alone; Verifier never leaves this side before the code is exchanged (RFC 7636).
type Request struct {
	Keys

	Redirect               string // where the provider sends the browser back to
	State, Nonce, Verifier string
}

// Person is who somebody is to a provider.
type Person struct {
	Subject       string // for ever the same, and nobody else's
	Email         string // or empty
	EmailVerified bool   // the provider says that the mailbox is theirs
	FirstName     string
	LastName      string
}

// Options say where the providers are. An empty address switches one off.
type Options struct {
	GoogleIssuer  string // https://accounts.google.com
	FacebookURL   string // of its dialogue, with the version: https://www.facebook.com/v23.0
	FacebookGraph string // of its data: https://graph.facebook.com/v23.0
	Now           func() time.Time
}

// Client asks the providers. It is safe for concurrent use.
type Client struct{ providers map[Provider]provider }

type provider interface {
	// authorize is the address at which a person logs in.
	authorize(ctx context.Context, r Request) (string, error)
	// identify exchanges the code that the person came back with.
	identify(ctx context.Context, r Request, code string) (Person, error)
}

// New returns a client of the providers at the addresses that o names.
func New(o Options) *Client {
	c := &Client{map[Provider]provider{}}
	if o.GoogleIssuer != "" {
		c.providers[Google] = &google{issuer: o.GoogleIssuer, now: o.Now, client: outbound.GuardFor(o.GoogleIssuer).Client(timeout)}
	}
	if o.FacebookURL != "" && o.FacebookGraph != "" {
		c.providers[Facebook] = &facebook{dialog: o.FacebookURL, graph: o.FacebookGraph, client: outbound.GuardFor(o.FacebookGraph).Client(timeout)}
	}
	return c
}

// Knows reports whether there is such a provider here.
func (c *Client) Knows(p Provider) bool { return c.providers[p] != nil }

// Authorize is the address of a provider at which a person logs in.
func (c *Client) Authorize(ctx context.Context, p Provider, r Request) (string, error) {
	asked, ok := c.providers[p]
	if !ok {
		return "", fmt.Errorf("there is no provider %q", p)
	}
	return asked.authorize(ctx, r)
}

// Identify asks a provider who came back with a code. The request must be the one that
// the person was sent away with.
func (c *Client) Identify(ctx context.Context, p Provider, r Request, code string) (Person, error) {
	asked, ok := c.providers[p]
	if !ok {
		return Person{}, fmt.Errorf("there is no provider %q", p)
	}
	who, err := asked.identify(ctx, r, code)
	if err == nil && !isName(who.Subject) {
		return Person{}, fmt.Errorf("%s names nobody", p)
	}
	return who, err
}

// maxSubject is the longest name of a person at a provider: OpenID Connect Core 1.0, 2.
const maxSubject = 255

// config has both credentials in the body, which every provider takes: to try out which
// way it wants them would spend the code.
func config(r Request, authURL, tokenURL string, scopes ...string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: r.ID, ClientSecret: r.Secret, RedirectURL: r.Redirect, Scopes: scopes,
		Endpoint: oauth2.Endpoint{AuthURL: authURL, TokenURL: tokenURL, AuthStyle: oauth2.AuthStyleInParams},
	}
}
