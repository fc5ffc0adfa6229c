package social

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// google is any provider of OpenID Connect: where it is asked, it says itself
// (OpenID Connect Discovery 1.0).
type google struct {
	issuer string
	client *http.Client
	now    func() time.Time

	mu         sync.Mutex
	discovered *oidc.Provider
}

func (g *google) authorize(ctx context.Context, r Request) (string, error) {
	provider, err := g.discover(ctx)
	if err != nil {
		return "", err
	}
	return g.config(provider, r).AuthCodeURL(r.State, oidc.Nonce(r.Nonce), oauth2.S256ChallengeOption(r.Verifier)), nil
}

func (g *google) config(provider *oidc.Provider, r Request) *oauth2.Config {
	endpoint := provider.Endpoint()
	return config(r, endpoint.AuthURL, endpoint.TokenURL, oidc.ScopeOpenID, "email", "profile")
}

// discover asks once where everything is; a failure is not remembered.
func (g *google) discover(ctx context.Context) (*oidc.Provider, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.discovered != nil {
		return g.discovered, nil
	}
	// The provider keeps the client for its keys, and nothing else of this context.
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, g.client), g.issuer)
	if err != nil {
		return nil, fmt.Errorf("discover %s: %w", g.issuer, withoutAddress(err))
	}
	g.discovered = provider
	return provider, nil
}

func (g *google) identify(ctx context.Context, r Request, code string) (Person, error) {
	provider, err := g.discover(ctx)
	if err != nil {
		return Person{}, err
	}
	token, err := g.config(provider, r).Exchange(oidc.ClientContext(ctx, g.client), code, oauth2.VerifierOption(r.Verifier))
	if err != nil {
		return Person{}, fmt.Errorf("exchange the code: %w", withoutAnswer(err))
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return Person{}, errors.New("the answer has no id token")
	}
	id, err := provider.Verifier(&oidc.Config{ClientID: r.ID, Now: g.now}).Verify(ctx, raw)
	if err != nil {
		return Person{}, fmt.Errorf("verify the id token: %w", err)
	}
	// A token for several would let each of them log in at the others.
	if id.Nonce != r.Nonce || len(id.Audience) != 1 {
		return Person{}, errors.New("the id token is of another login")
	}
	return claimed(id)
}

func claimed(id *oidc.IDToken) (Person, error) {
	var said struct {
		Email         string `json:"email"`
		EmailVerified bool   `json:"email_verified"`
		GivenName     string `json:"given_name"`
		FamilyName    string `json:"family_name"`
	}
	if err := id.Claims(&said); err != nil {
		return Person{}, fmt.Errorf("read the id token: %w", err)
	}
	return Person{
		Subject: id.Subject, Email: said.Email, EmailVerified: said.EmailVerified && said.Email != "",
		FirstName: said.GivenName, LastName: said.FamilyName,
	}, nil
}
