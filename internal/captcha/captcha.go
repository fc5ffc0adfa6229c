// Package captcha asks Google's reCAPTCHA whether a browser's token is a person's.
package captcha

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

const (
	// google is where tokens are checked:
	// https://developers.google.com/recaptcha/docs/verify
	google = "https://www.google.com/recaptcha/api/siteverify"
	// timeout bounds one question: somebody is waiting for the answer.
	timeout   = 4 * time.Second
	maxAnswer = 16 << 10
	maxToken  = 4 << 10
)

// Google checks tokens with one secret. It is safe for concurrent use.
type Google struct {
	secret string
	url    string
	client *http.Client
}

// New returns the checker of a site's secret key.
func New(secret string) *Google { return newAt(secret, google) }

func newAt(secret, address string) *Google {
	return &Google{secret: secret, url: address, client: &http.Client{
		Timeout: timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // the secret goes to one place only
		},
	}}
}

// IsHuman reports whether a token is good. An error means that Google did not say.
func (g *Google) IsHuman(ctx context.Context, token string, address netip.Addr) (bool, error) {
	if token == "" || len(token) > maxToken {
		return false, nil
	}
	form := url.Values{"secret": {g.secret}, "response": {token}}
	if address.IsValid() {
		form.Set("remoteip", address.String())
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, g.url, strings.NewReader(form.Encode()))
	if err != nil {
		return false, fmt.Errorf("ask reCAPTCHA: %w", err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := g.client.Do(r)
	if err != nil {
		return false, fmt.Errorf("ask reCAPTCHA: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return false, fmt.Errorf("reCAPTCHA answers %d", answer.StatusCode)
	}
	var verdict struct {
		Success bool `json:"success"`
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxAnswer)).Decode(&verdict); err != nil {
		return false, fmt.Errorf("read reCAPTCHA's answer: %w", err)
	}
	return verdict.Success, nil
}
