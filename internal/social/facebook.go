package social

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"
)

// facebook is Facebook Login by its manual flow:
// https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
type facebook struct {
	dialog, graph string
	client        *http.Client
}

func (f *facebook) config(r Request) *oauth2.Config {
	return config(r, f.dialog+"/dialog/oauth", f.graph+"/oauth/access_token", "email", "public_profile")
}

func (f *facebook) authorize(_ context.Context, r Request) (string, error) {
	return f.config(r).AuthCodeURL(r.State, oauth2.S256ChallengeOption(r.Verifier)), nil
}

// identify takes no e-mail address for verified: Facebook does not say that its owner
// has shown to read it.
func (f *facebook) identify(ctx context.Context, r Request, code string) (Person, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, f.client)
	token, err := f.config(r).Exchange(ctx, code, oauth2.VerifierOption(r.Verifier))
	if err != nil {
		return Person{}, fmt.Errorf("exchange the code: %w", withoutAnswer(err))
	}
	var said struct {
		ID        string `json:"id"`
		Email     string `json:"email"`
		FirstName string `json:"first_name"`
		LastName  string `json:"last_name"`
	}
	if err := f.ask(ctx, r.Secret, token.AccessToken, &said); err != nil {
		return Person{}, err
	}
	return Person{Subject: said.ID, Email: said.Email, FirstName: said.FirstName, LastName: said.LastName}, nil
}

func (f *facebook) ask(ctx context.Context, secret, token string, said any) error {
	query := url.Values{"fields": {"id,email,first_name,last_name"}, "appsecret_proof": {proof(secret, token)}}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, f.graph+"/me?"+query.Encode(), http.NoBody)
	if err != nil {
		return fmt.Errorf("ask who it is: %w", withoutAddress(err))
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := f.client.Do(r)
	if err != nil {
		return fmt.Errorf("ask who it is: %w", withoutAddress(err))
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("ask who it is: status %d", answer.StatusCode)
	}
	if err := json.NewDecoder(answer.Body).Decode(said); err != nil {
		return fmt.Errorf("read who it is: %w", err)
	}
	return nil
}

// proof shows that the token is used by the app that it was given to:
// https://developers.facebook.com/docs/graph-api/guides/secure-requests
func proof(secret, token string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(token))
	return hex.EncodeToString(mac.Sum(nil))
}
