package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/fault"
)

// asksSecondFactor is how every call that logs in answers a user who has a second factor:
// with a ticket for log-in-second-factor.
func asksSecondFactor() Failure { return Failure{fault.Forbidden, "second_factor_required"} }

func (a *API) registerSecondFactor() {
	wrong, throttled := Failure{fault.Unprocessable, "wrong_second_factor"}, Failure{fault.Throttled, "too_many_attempts"}
	password := Failure{fault.Unprocessable, "incorrect_password"}
	on, off, gone := Failure{fault.Conflict, "second_factor_on"}, Failure{fault.Conflict, "second_factor_off"}, Failure{fault.NotFound, "user_not_found"}
	register(a, Operation{
		ID: "log-in-second-factor", Method: http.MethodPost, Path: "/api/v2/auth/second-factor", Tag: "session",
		Summary: "Complete a login with the second factor", Auth: AuthKey, Class: ClassPurchase, Limit: CredentialLimit,
		Errors: []Failure{{fault.Conflict, "already_logged_in"}, {fault.Unprocessable, "second_factor_expired"}, wrong, throttled, gone},
	}, a.loginSecondFactor)
	register(a, Operation{
		ID: "get-second-factor", Method: http.MethodGet, Path: "/api/auth/second-factor", Tag: "account",
		Summary: "Get whether two-step login is on", Auth: AuthUser,
	}, a.getSecondFactor)
	register(a, Operation{
		ID: "begin-second-factor", Method: http.MethodPost, Path: "/api/auth/second-factor/begin", Tag: "account",
		Guard:   GuardPart,
		Summary: "Create a secret for an authenticator app", Auth: AuthUser, Class: ClassLogin,
		Errors: []Failure{on, password, {fault.Forbidden, "login_again"}, throttled, gone},
	}, a.beginSecondFactor)
	register(a, Operation{
		ID: "confirm-second-factor", Method: http.MethodPost, Path: "/api/auth/second-factor/confirm", Tag: "account",
		Guard:   GuardCall,
		Summary: "Turn two-step login on and end all other sessions. Returns the recovery codes once", Auth: AuthUser,
		Errors: []Failure{on, off, wrong, throttled, gone},
	}, a.confirmSecondFactor)
	register(a, Operation{
		ID: "step-up", Method: http.MethodPost, Path: "/api/auth/second-factor/step-up", Tag: "account",
		Summary: "Confirm a change of the account with a code", Auth: AuthUser, WhileTemporary: true, Limit: CredentialLimit,
		Errors: []Failure{off, wrong, throttled, gone, {fault.Forbidden, "device_not_allowed"}},
	}, a.stepUp)
	register(a, Operation{
		ID: "remove-second-factor", Method: http.MethodPost, Path: "/api/auth/second-factor/remove", Tag: "account",
		Guard:   GuardPart,
		Summary: "Turn two-step login off with a code", Auth: AuthUser, Class: ClassLogin,
		Errors: []Failure{off, wrong, password, throttled, gone},
	}, a.removeSecondFactor)
	register(a, Operation{
		ID: "renew-recovery-codes", Method: http.MethodPost, Path: "/api/auth/second-factor/recovery-codes", Tag: "account",
		Guard:   GuardPart,
		Summary: "Replace the recovery codes, with a code", Auth: AuthUser, Class: ClassLogin,
		Errors: []Failure{off, wrong, password, throttled, gone},
	}, a.renewRecoveryCodes)
}

func (a *API) loginSecondFactor(ctx context.Context, c Caller, in *secondLoginInput) (Data[loggedInDTO], error) {
	key, user, err := a.Accounts.LoginWithSecondFactor(ctx, c.Session, in.Body.Ticket, in.Body.Code, c.Lang)
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	return a.loggedIn(ctx, c, key, user)
}

func (a *API) getSecondFactor(ctx context.Context, c Caller, _ *struct{}) (Data[secondFactorDTO], error) {
	f, err := a.Accounts.SecondFactor(ctx, c.Actor)
	if err != nil {
		return Data[secondFactorDTO]{}, err
	}
	dto := secondFactorDTO{Enabled: f.Enabled, RecoveryCodes: f.RecoveryCodes}
	if f.Enabled {
		dto.Since = &f.Since
	}
	return data(dto), nil
}

func (a *API) beginSecondFactor(ctx context.Context, c Caller, in *beginFactorInput) (Data[enrolmentDTO], error) {
	issuer := c.Channel.Name.In(c.Lang, c.Channel.Language)
	e, err := a.Accounts.BeginSecondFactor(ctx, c.Actor, in.Body.Password, issuer, c.Address)
	if err != nil {
		return Data[enrolmentDTO]{}, err
	}
	return data(enrolmentDTO(e)), nil
}

func (a *API) confirmSecondFactor(ctx context.Context, c Caller, in *confirmFactorInput) (Data[recoveryCodesDTO], error) {
	codes, err := a.Accounts.ConfirmSecondFactor(ctx, c.Actor, in.Body.Code, c.Lang)
	if err == nil {
		a.renewDeviceCookie(ctx, c)
	}
	return data(recoveryCodesDTO{codes}), err
}

func (a *API) stepUp(ctx context.Context, c Caller, in *stepUpInput) (Data[stepUpDTO], error) {
	until, err := a.Accounts.StepUp(ctx, c.Actor, in.Body.Code, c.Lang)
	return data(stepUpDTO{Until: until}), err
}

func (a *API) removeSecondFactor(ctx context.Context, c Caller, in *proofInput) (Data[secondFactorDTO], error) {
	return data(secondFactorDTO{}), a.Accounts.RemoveSecondFactor(ctx, c.Actor, in.proof(), c.Lang, c.Address)
}

func (a *API) renewRecoveryCodes(ctx context.Context, c Caller, in *proofInput) (Data[recoveryCodesDTO], error) {
	codes, err := a.Accounts.RenewRecoveryCodes(ctx, c.Actor, in.proof(), c.Lang, c.Address)
	return data(recoveryCodesDTO{codes}), err
}

type secondLoginInput struct {
	Body struct {
		KeyField

		Ticket string `json:"ticket,omitempty" doc:"Required; of the answer second_factor_required, good under the api key that it was given to"`
		Code   string `json:"code,omitempty" doc:"Required; of the authenticator app, or a recovery code"`
	}
}

type beginFactorInput struct {
	Body struct {
		KeyField

		Password string `json:"password,omitempty" doc:"The user's own. Not needed within 5 minutes of step-up-code or passkey-step-up. A user without one must have logged in within 15 minutes, or called one of them"`
	}
}

type confirmFactorInput struct {
	Body struct {
		KeyField

		Code string `json:"code,omitempty" doc:"Required; of the authenticator app"`
	}
}

type stepUpInput struct {
	Body struct {
		KeyField

		Code string `json:"code,omitempty" doc:"Required; of the authenticator app, or a recovery code"`
	}
}

type stepUpDTO struct {
	Until time.Time `json:"until" doc:"Until when no other code is asked for in this session"`
}

type proofInput struct {
	Body struct {
		KeyField

		Password string `json:"password,omitempty" doc:"The user's own, unless a code is given; enough only for some minutes after step-up"`
		Code     string `json:"code,omitempty" doc:"Of the authenticator app, or a recovery code"`
	}
}

func (in *proofInput) proof() account.Proof {
	return account.Proof{Password: in.Body.Password, Code: in.Body.Code}
}

type secondFactorDTO struct {
	Enabled       bool       `json:"enabled"`
	Since         *time.Time `json:"since" doc:"Null while it is off"`
	RecoveryCodes int64      `json:"recovery_codes" doc:"How many are left"`
}

type enrolmentDTO struct {
	Secret  string `json:"secret" doc:"For typing into an authenticator app"`
	Address string `json:"otpauth_url" doc:"The same for a QR code"`
}

type recoveryCodesDTO struct {
	Codes []string `json:"recovery_codes" doc:"Shown this once; each works once"`
}
