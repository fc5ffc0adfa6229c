package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerGuest() {
	register(a, Operation{
		ID: "register-guest", Method: http.MethodPost, Path: "/api/v2/auth/guest", Tag: "session",
		Summary: "Create a guest account with an email address only, to buy without a password. login_code_sent asks for an emailed code first (login-code)", Auth: AuthKey, Class: ClassPurchase, Limit: CredentialLimit,
		Errors: append([]Failure{
			{fault.Conflict, "already_logged_in"},
			{fault.Forbidden, "login_code_sent"},
			{fault.Throttled, "too_many_attempts"},
		}, robotErrors()...),
	}, a.guest)
}

func (a *API) guest(ctx context.Context, c Caller, in *guestInput) (Data[loggedInDTO], error) {
	b := in.Body
	if err := a.checkHuman(ctx, c, channel.RegisterAction, b.RecaptchaToken); err != nil {
		return Data[loggedInDTO]{}, err
	}
	key, user, err := a.Accounts.RegisterGuest(ctx, c.Session.On(c.client()), account.Guest{
		Email: b.Email, Terms: b.Terms, MailingConsent: b.MailingConsent, Language: c.Lang, From: c.Address,
	})
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	return a.loggedIn(ctx, c, key, user)
}

type guestInput struct {
	Body struct {
		KeyField
		RobotField

		Email          string `json:"email,omitempty" doc:"Required"`
		Terms          bool   `json:"terms,omitempty" doc:"Required to be true: terms and privacy policy accepted"`
		MailingConsent bool   `json:"mailing_consent,omitempty" doc:"News and updates are wanted"`
	}
}
