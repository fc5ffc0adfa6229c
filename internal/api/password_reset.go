package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerPasswordReset() {
	register(a, Operation{
		ID: "password-reset-request", Method: http.MethodPost, Path: "/api/auth/password-reset-request", Tag: "session",
		Summary: "Send a link to reset the password. The response does not show whether the address has an account", Auth: AuthKey, Limit: FormLimit,
		Errors: append([]Failure{{fault.Throttled, "too_many_attempts"}}, robotErrors()...),
	}, a.passwordResetRequest)
	register(a, Operation{
		ID: "password-reset", Method: http.MethodPost, Path: "/api/auth/password-reset", Tag: "session",
		Summary: "Reset the password with the emailed link, end all sessions of the user and log in", Auth: AuthKey, Class: ClassLogin, Limit: CredentialLimit,
		Errors: []Failure{
			{fault.Unprocessable, "reset_key_expired"},
			{fault.Unprocessable, "reset_failed"},
			{fault.Conflict, "already_logged_in"},
			{fault.NotFound, "user_not_found"},
			asksSecondFactor(),
		},
	}, a.passwordReset)
	register(a, Operation{
		ID: "password-reset-link", Method: http.MethodPost, Path: "/api/auth/password-reset-link", Tag: "session",
		Summary: "Read an emailed link to reset the password, without using it", Auth: AuthKey,
		Errors: []Failure{
			{fault.Unprocessable, "reset_key_expired"},
			{fault.Unprocessable, "reset_failed"},
			{fault.NotFound, "user_not_found"},
		},
	}, a.passwordResetLink)
}

func (a *API) passwordResetRequest(ctx context.Context, c Caller, in *passwordResetRequestInput) (Data[SentDTO], error) {
	if err := a.checkHuman(ctx, c, channel.ResetAction, in.Body.RecaptchaToken); err != nil {
		return Data[SentDTO]{}, err
	}
	err := a.Accounts.RequestReset(ctx, account.ResetRequest{ChannelID: c.Channel.ID, Email: in.Body.Email, Language: c.Lang}, c.Address)
	if err != nil {
		return Data[SentDTO]{}, err
	}
	return data(SentDTO{Sent: true}), nil
}

func (a *API) passwordReset(ctx context.Context, c Caller, in *passwordResetInput) (Data[loggedInDTO], error) {
	b := in.Body
	key, user, err := a.Accounts.ResetPassword(ctx, c.Session.On(c.client()), account.PasswordReset{
		Link: b.link(), Password: b.Password, PasswordConfirmation: b.PasswordConfirmation, Language: c.Lang,
		FirstName: b.FirstName, LastName: b.LastName, MailingConsent: b.MailingConsent,
	})
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	return a.loggedIn(ctx, c, key, user)
}

func (a *API) passwordResetLink(ctx context.Context, c Caller, in *passwordResetLinkInput) (Data[passwordResetLinkDTO], error) {
	names, err := a.Accounts.ReadReset(ctx, c.Session.On(c.client()), in.Body.link())
	return data(passwordResetLinkDTO{Names: string(names)}), err
}

// checkHuman refuses robots on a channel that asks for a proof.
func (a *API) checkHuman(ctx context.Context, c Caller, action, token string) error {
	return a.Desk.CheckHuman(ctx, channel.ID(c.Channel.ID), channel.Proof{Action: action, Token: token, Address: c.Address})
}

// provePerson is checkHuman, and reports whether the channel asked for the proof.
func (a *API) provePerson(ctx context.Context, c Caller, action, token string) (asked bool, err error) {
	if err := a.checkHuman(ctx, c, action, token); err != nil {
		return false, err
	}
	if token == "" {
		return false, nil
	}
	return a.Desk.AsksForPerson(ctx, channel.ID(c.Channel.ID))
}

// robotErrors are the failures of checkHuman.
func robotErrors() []Failure {
	return []Failure{
		{fault.Unprocessable, "captcha_required"},
		{fault.Unprocessable, "captcha_failed"},
		{fault.Unavailable, "captcha_unavailable"},
	}
}

// RobotField is the proof that a person calls.
type RobotField struct {
	RecaptchaToken string `json:"recaptcha_token,omitempty" maxLength:"4096" doc:"Where the channel asks for one: see services.recaptcha_script of its settings"`
}

type passwordResetRequestInput struct {
	Body struct {
		KeyField
		RobotField

		Email string `json:"email,omitempty" doc:"Required"`
	}
}

type passwordResetInput struct {
	Body struct {
		KeyField
		LinkFields

		Password             string `json:"password,omitempty" doc:"Required; 8 to 128 characters, not a common one"`
		PasswordConfirmation string `json:"password_confirmation,omitempty" doc:"Required; the same as password"`

		FirstName      *string `json:"first_name,omitempty" doc:"Asked for where password-reset-link says that the names are not kept; ignored for an account whose address is verified"`
		LastName       *string `json:"last_name,omitempty" doc:"With first_name"`
		MailingConsent *bool   `json:"mailing_consent,omitempty" doc:"With first_name: news and updates are wanted"`
	}
}

type passwordResetLinkInput struct {
	Body struct {
		KeyField
		LinkFields
	}
}

type passwordResetLinkDTO struct {
	Names string `json:"names" enum:"kept,form_not_kept,removed" doc:"What a reset in this session does to the names and the consent to news, unless they are sent with it. form_not_kept: the registration form was sent in another browser. removed: the address was never verified, so a stranger may have entered them"`
}
