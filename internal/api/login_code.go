package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerLoginCode() {
	register(a, Operation{
		ID: "login-code-request", Method: http.MethodPost, Path: "/api/auth/login-code-request", Tag: "session",
		Summary: "Email a login code. The response does not show whether the address has an account", Auth: AuthKey, Limit: FormLimit,
		Errors: append([]Failure{{fault.Conflict, "already_logged_in"}, {fault.Throttled, "too_many_attempts"}}, robotErrors()...),
	}, a.loginCodeRequest)
	register(a, Operation{
		ID: "login-code", Method: http.MethodPost, Path: "/api/v2/auth/login-code", Tag: "session",
		Summary: "Log in with the emailed code, with the api key that requested it", Auth: AuthKey, Class: ClassPurchase, Limit: CredentialLimit,
		Errors: []Failure{
			{fault.Unprocessable, "wrong_login_code"},
			{fault.Conflict, "already_logged_in"},
			{fault.Throttled, "too_many_attempts"},
			asksSecondFactor(),
		},
	}, a.loginCode)
}

func (a *API) loginCodeRequest(ctx context.Context, c Caller, in *loginCodeRequestInput) (Data[SentDTO], error) {
	if err := a.checkHuman(ctx, c, channel.LoginAction, in.Body.RecaptchaToken); err != nil {
		return Data[SentDTO]{}, err
	}
	if err := a.Accounts.RequestLoginCode(ctx, c.Session.On(c.client()), in.Body.Email, c.Lang, c.Address); err != nil {
		return Data[SentDTO]{}, err
	}
	return data(SentDTO{Sent: true}), nil
}

func (a *API) loginCode(ctx context.Context, c Caller, in *loginCodeInput) (Data[loggedInDTO], error) {
	login, err := a.Accounts.LoginWithCode(ctx, c.Session.On(c.client()), in.Body.Code, c.Lang, c.Address)
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	out, err := a.loggedIn(ctx, c, login.Key, login.User)
	out.Data.NamesRemoved = login.NamesRemoved
	return out, err
}

type loginCodeRequestInput struct {
	Body struct {
		KeyField
		RobotField

		Email string `json:"email,omitempty" doc:"Required"`
	}
}

type loginCodeInput struct {
	Body struct {
		KeyField

		Code string `json:"code,omitempty" doc:"Required; the 6 digits of the letter"`
	}
}
