// Package captcha asks Google's reCAPTCHA v3 whether a browser's token is a person's.
package captcha

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
)

const (
	// timeout bounds one question: somebody is waiting for the answer.
	timeout   = 4 * time.Second
	maxAnswer = 16 << 10
	maxToken  = 4 << 10
	// minScore is the least that a person gets, between 0 and 1: what the documentation
	// advises to begin with (https://developers.google.com/recaptcha/docs/v3).
	minScore = 0.5
)

// Proof is what a browser sent to show that a person uses it.
type Proof struct {
	Secret  string     // of the site, for the provider
	Token   string     // that the provider gave the browser
	Action  string     // for which it must have been given
	Hosts   []string   // names of the site's hosts, on one of which it must have been given
	Address netip.Addr // of the client; may be invalid
}

// Google checks proofs. It is safe for concurrent use.
type Google struct {
	base   string
	client *http.Client
}

// New returns a checker of the service at base, such as https://www.google.com/recaptcha.
// Where that cannot be reached, www.recaptcha.net is the same.
func New(base string) *Google {
	return &Google{base: strings.TrimSuffix(base, "/"), client: &http.Client{
		Timeout: timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // secrets go to one place only
		},
	}}
}

// Script is the address of what browsers load to be given tokens.
func (g *Google) Script() string { return g.base + "/api.js" }

// Sources are what a page's policy must allow for the script to work, as a
// Content-Security-Policy lists them. The zero value is nothing.
type Sources struct{ Scripts, Frames, Connections string }

// Sources follow https://developers.google.com/recaptcha/docs/faq, "I'm using content
// security policy (CSP)".
func (g *Google) Sources() Sources {
	own := g.base + "/"
	return Sources{own + " https://www.gstatic.com/recaptcha/", own + " https://recaptcha.google.com/recaptcha/", own}
}

// verdict is what the service answers:
// https://developers.google.com/recaptcha/docs/v3#site_verify_response
type verdict struct {
	Success  bool     `json:"success"`
	Score    *float64 `json:"score"`
	Action   string   `json:"action"`
	Hostname string   `json:"hostname"`
	Errors   []string `json:"error-codes"`
}

// IsHuman reports whether a proof is good: a token is good once, for two minutes, on the
// host and for the action that it was given for. An error means that nobody could tell.
func (g *Google) IsHuman(ctx context.Context, p Proof) (bool, error) {
	if p.Token == "" || len(p.Token) > maxToken {
		return false, nil
	}
	v, err := g.ask(ctx, p)
	if err != nil {
		return false, err
	}
	if !v.Success {
		if slices.ContainsFunc(v.Errors, func(code string) bool { return strings.HasSuffix(code, "-input-secret") }) {
			return false, errors.New("reCAPTCHA does not know the channel's secret")
		}
		return false, nil
	}
	if v.Score == nil {
		return false, errors.New("the channel's keys are not of reCAPTCHA v3")
	}
	return *v.Score >= minScore && v.Action == p.Action && slices.Contains(p.Hosts, strings.ToLower(v.Hostname)), nil
}

func (g *Google) ask(ctx context.Context, p Proof) (verdict, error) {
	form := url.Values{"secret": {p.Secret}, "response": {p.Token}}
	if p.Address.IsValid() {
		form.Set("remoteip", p.Address.String())
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, g.base+"/api/siteverify", strings.NewReader(form.Encode()))
	if err != nil {
		return verdict{}, fmt.Errorf("ask reCAPTCHA: %w", err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := g.client.Do(r)
	if err != nil {
		return verdict{}, fmt.Errorf("ask reCAPTCHA: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return verdict{}, fmt.Errorf("reCAPTCHA answers %d", answer.StatusCode)
	}
	var v verdict
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxAnswer)).Decode(&v); err != nil {
		return verdict{}, fmt.Errorf("read reCAPTCHA's answer: %w", err)
	}
	return v, nil
}
