package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerAuth() {
	register(a, Operation{
		ID: "login", Method: http.MethodPost, Path: "/api/v2/auth/login", Tag: "session",
		Summary: "Log in", Auth: AuthKey, Class: ClassLogin,
		Errors: append([]Failure{
			{fault.Unauthenticated, "wrong_auth_data"},
			{fault.Conflict, "already_logged_in"},
			{fault.Throttled, "too_many_attempts"},
			asksSecondFactor(),
		}, robotErrors()...),
	}, a.login)
	register(a, Operation{
		ID: "register", Method: http.MethodPost, Path: "/api/v2/auth/register", Tag: "session",
		Summary: "Register and log in", Auth: AuthKey, Class: ClassLogin, Limit: CredentialLimit,
		Errors: append([]Failure{{fault.Conflict, "email_taken"}, {fault.Conflict, "already_logged_in"}, {fault.Forbidden, "registration_by_letter"}, {fault.Throttled, "too_many_attempts"}}, robotErrors()...),
	}, a.register)
	register(a, Operation{
		ID: "logout", Method: http.MethodPost, Path: "/api/auth/logout", Tag: "session",
		Summary: "Log out. The key is revoked and a new anonymous key is returned", Auth: AuthKey, WhileTemporary: true,
	}, a.logout)
}

func (a *API) login(ctx context.Context, c Caller, in *loginInput) (Data[loggedInDTO], error) {
	login := in.Body.Login
	if login == "" {
		login = in.Body.Email
	}
	client, err := a.Accounts.RecognizeDevice(ctx, c.Channel.ID, login, c.client())
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	if !client.Known() { // other people at the same address do not stop a known device
		if err := a.edge.limit(LoginLimit, c.Address); err != nil {
			return Data[loggedInDTO]{}, err
		}
	}
	if a.Accounts.RequireCaptcha(c.Channel.ID, login, client) {
		if client.CaptchaPassed, err = a.provePerson(ctx, c, channel.LoginAction, in.Body.RecaptchaToken); err != nil {
			return Data[loggedInDTO]{}, err
		}
	}
	key, user, err := a.Accounts.Login(ctx, c.Session.On(client), login, in.Body.Password, c.Address)
	if !client.Known() && fault.KindOf(err) != fault.Unauthenticated {
		a.edge.limits.giveBack(LoginLimit, c.Address)
	}
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	return a.loggedIn(ctx, c, key, user)
}

func (a *API) register(ctx context.Context, c Caller, in *registerInput) (Data[loggedInDTO], error) {
	b := in.Body
	client := c.client()
	var err error
	if client.CaptchaPassed, err = a.provePerson(ctx, c, channel.RegisterAction, b.RecaptchaToken); err != nil {
		return Data[loggedInDTO]{}, err
	}
	key, user, err := a.Accounts.Register(ctx, c.Session.On(client), account.Registration{
		Email: b.Email, Password: b.Password, PasswordConfirmation: b.PasswordConfirmation,
		FirstName: b.FirstName, LastName: b.LastName, Phone: b.Phone, Terms: b.Terms, MailingConsent: b.MailingConsent,
		Language: c.Lang, From: c.Address,
	})
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	return a.loggedIn(ctx, c, key, user)
}

func (a *API) loggedIn(ctx context.Context, c Caller, key string, user account.User) (Data[loggedInDTO], error) {
	profile, err := a.profileOf(ctx, c, user)
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	a.rememberDevice(ctx, c, user)
	a.notePlace(ctx, c)
	return data(loggedInDTO{APIKey: key, User: profile}), nil
}

func (a *API) logout(ctx context.Context, c Caller, _ *keyOnlyInput) (Data[freshKeyDTO], error) {
	key, session, err := a.Accounts.Logout(ctx, c.Session)
	if err != nil {
		return Data[freshKeyDTO]{}, err
	}
	return data(freshKeyDTO{APIKey: key, ExpiresAt: session.ExpiresAt}), nil
}

// KeyField is the api key in a body. The edge has read it before the body is parsed.
type KeyField struct {
	APIKey string `json:"api_key,omitempty" doc:"The api key, unless it comes as a bearer token"`
}

// keyOnlyInput is the body of calls that need nothing else.
type keyOnlyInput struct {
	Body struct{ KeyField }
}

type loginInput struct {
	Body struct {
		KeyField
		RobotField

		Login    string `json:"login,omitempty" doc:"E-mail address, or the phone number in digits and parentheses"`
		Email    string `json:"email,omitempty" doc:"The same as login"`
		Password string `json:"password,omitempty"`
	}
}

// registerInput leaves the checks to the domain, which tells all problems at once in
// the specification's sentences.
type registerInput struct {
	Body struct {
		KeyField
		RobotField

		Email                string `json:"email,omitempty" doc:"Required"`
		Password             string `json:"password,omitempty" doc:"Required; 8 to 128 characters, not a common one"`
		PasswordConfirmation string `json:"password_confirmation,omitempty" doc:"Required; the same as password"`
		FirstName            string `json:"first_name,omitempty" doc:"Required"`
		LastName             string `json:"last_name,omitempty" doc:"Required"`
		Phone                string `json:"phone,omitempty" doc:"Optional plus, 10 to 14 digits, separators allowed"`
		Terms                bool   `json:"terms,omitempty" doc:"Required to be true: terms and privacy policy accepted"`
		MailingConsent       bool   `json:"mailing_consent,omitempty" doc:"News and updates are wanted"`
	}
}

type loggedInDTO struct {
	APIKey string     `json:"api_key" doc:"The new key; the one that was used is dead"`
	User   ProfileDTO `json:"user"`

	NamesRemoved bool `json:"names_removed,omitempty" doc:"The login confirmed the address of an account for the first time and removed its names and its consent to news, since a stranger may have entered them"`
}

type freshKeyDTO struct {
	APIKey    string    `json:"api_key" doc:"A fresh anonymous key; the one that was used is dead"`
	ExpiresAt time.Time `json:"expires_at"`
}
