package api

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

// browserCookie holds the secret that binds a login at a provider to the browser that
// began it. It authorises nothing by itself.
const browserCookie = "grandstand_login"

func (a *API) registerSocial() {
	register(a, Operation{
		Guard: GuardPart, // to connect with who is logged in
		ID:    "social-login", Method: http.MethodPost, Path: "/api/v2/auth/social/{provider}", Tag: "session",
		Summary: "Log in with a social login. Without a ticket, returns the address to open; with the returned ticket, logs in or registers",
		Auth:    AuthKey, Class: ClassPurchase, Limit: CredentialLimit,
		Errors: []Failure{
			{fault.NotFound, "provider_not_found"},
			{fault.Unavailable, "provider_unavailable"},
			{fault.Unprocessable, "social_ticket_invalid"},
			{fault.Unprocessable, "registration_required"},
			{fault.Conflict, "password_login_needed"},
			{fault.Conflict, "identity_taken"},
			{fault.Forbidden, "login_again"},
			{fault.Conflict, "email_taken"},
			{fault.Throttled, "too_many_attempts"},
			{fault.Conflict, "already_logged_in"},
			{fault.NotFound, "user_not_found"},
			asksSecondFactor(),
		},
	}, a.socialLogin)
	for _, p := range social.Providers() {
		registerRedirect[returnInput](a, Operation{
			ID: string(p) + "-callback", Method: http.MethodGet, Path: "/api/auth/login/" + string(p) + "/callback", Tag: "session",
			Summary: "Receive the redirect of a login provider. Redirects to /login with social=<ticket>, or with social=failed and a reason; for connect-identity, to /profile/security with connect=<ticket> or connect=failed",
			Auth:    AuthNone, Class: ClassPurchase, Limit: CredentialLimit,
		}, func(ctx context.Context, c Caller, r *http.Request) (string, error) {
			return a.socialReturn(ctx, c, r, p)
		})
	}
}

func (a *API) socialLogin(ctx context.Context, c Caller, in *socialInput) (Data[SocialDTO], error) {
	provider, b := social.Provider(in.Provider), in.Body
	if b.Ticket == "" {
		return a.beginSocial(ctx, c, provider, in.Browser)
	}
	key, user, err := a.Accounts.EnterSocial(ctx, c.Session.On(c.client()), provider, account.SocialEntry{
		Ticket: b.Ticket, Link: b.Link, Terms: b.Terms, MailingConsent: b.MailingConsent,
		FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, Language: c.Lang, From: c.Address,
	})
	if err != nil {
		return Data[SocialDTO]{}, err
	}
	entered, err := a.loggedIn(ctx, c, key, user)
	if err != nil {
		return Data[SocialDTO]{}, err
	}
	return data(SocialDTO{APIKey: entered.Data.APIKey, User: &entered.Data.User}), nil
}

func (a *API) beginSocial(ctx context.Context, c Caller, p social.Provider, browser string) (Data[SocialDTO], error) {
	begun, err := a.Accounts.BeginSocial(ctx, c.Session, p, c.Host, browser)
	if err != nil {
		return Data[SocialDTO]{}, err
	}
	bindBrowser(ctx, begun)
	return data(SocialDTO{URL: begun.Address}), nil
}

// bindBrowser has the browser keep what it must bring back from a provider.
func bindBrowser(ctx context.Context, begun account.SocialStart) {
	exchangeFrom(ctx).cookie = &http.Cookie{ //nolint:gosec // Secure wherever the site is on TLS
		Name: browserCookie, Value: begun.Browser, Path: "/api", MaxAge: int(account.SocialLoginLife.Seconds()),
		HttpOnly: true, Secure: begun.Secure, SameSite: http.SameSiteLaxMode,
	}
}

// socialReturn sends the browser on within the site that it came back to: a relative
// address can be no other one.
func (a *API) socialReturn(ctx context.Context, c Caller, r *http.Request, p social.Provider) (string, error) {
	if r.Method != http.MethodGet {
		return loginPath(url.Values{}), nil // whoever only looks spends nothing
	}
	found, err := a.Channels.ChannelByHost(ctx, c.Host)
	if err != nil {
		return socialFailure(false, account.RefusedMismatch), nil //nolint:nilerr // a host of nobody began nothing
	}
	back := account.SocialReturn{Provider: p}
	for name, value := range map[string]*string{"state": &back.State, "code": &back.Code, "error": &back.Problem} {
		*value = r.URL.Query().Get(name)
	}
	if cookie, err := r.Cookie(browserCookie); err == nil {
		back.Browser = cookie.Value
	}
	ticket, connects, err := a.Accounts.AnswerSocial(ctx, found.ID, back)
	if refusal, ok := errors.AsType[account.Refusal](err); ok {
		return socialFailure(connects, refusal), nil
	}
	if err != nil {
		return socialFailure(connects, account.RefusedUnproven), err
	}
	return arrivalPath(connects, ticket, url.Values{"provider": {string(p)}}), nil
}

func socialFailure(connects bool, reason account.Refusal) string {
	return arrivalPath(connects, "failed", url.Values{"reason": {string(reason)}})
}

// arrivalPath is the page that goes on with what somebody came back with: of a user who
// connects a login, the one where that began.
func arrivalPath(connects bool, brought string, query url.Values) string {
	if connects {
		query.Set("connect", brought)
		return "/profile/security?" + query.Encode()
	}
	query.Set("social", brought)
	return loginPath(query)
}

func loginPath(query url.Values) string { return "/login?" + query.Encode() }

type socialInput struct {
	Provider string `path:"provider" enum:"google,facebook"`
	Browser  string `cookie:"grandstand_login" maxLength:"100" doc:"Set by the first call"`
	Body     struct {
		KeyField

		Ticket         string `json:"ticket,omitempty" maxLength:"100" doc:"What one comes back with; without it the login begins"`
		Link           bool   `json:"link,omitempty" doc:"Connect the login with the user who is logged in"`
		Terms          *bool  `json:"terms,omitempty" doc:"To register: terms and privacy policy accepted"`
		MailingConsent bool   `json:"mailing_consent,omitempty" doc:"To register: news and updates are wanted"`
		FirstName      string `json:"first_name,omitempty" doc:"To register, where registration_required asks for it"`
		LastName       string `json:"last_name,omitempty" doc:"To register, where registration_required asks for it"`
		Email          string `json:"email,omitempty" doc:"To register, where registration_required asks for it"`
	}
}

// returnInput documents what a provider sends people back with.
type returnInput struct {
	State string `query:"state" doc:"As the login began with"`
	Code  string `query:"code" doc:"Says to the server who came back"`
	Error string `query:"error" doc:"Why there is no code"`
}

// SocialDTO is where to go, or who one is once one is back.
type SocialDTO struct {
	URL    string      `json:"url,omitempty" doc:"Of the service's login: open it in the same window"`
	APIKey string      `json:"api_key,omitempty" doc:"The new key; the one that was used is dead. None for a ticket of connect-identity: the key stays"`
	User   *ProfileDTO `json:"user,omitempty"`
}
