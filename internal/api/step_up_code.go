package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerStepUpCode() {
	gone, device, throttled := Failure{fault.NotFound, "user_not_found"}, Failure{fault.Forbidden, "device_not_allowed"}, Failure{fault.Throttled, "too_many_attempts"}
	register(a, Operation{
		ID: "step-up-code-request", Method: http.MethodPost, Path: "/api/auth/step-up-code-request", Tag: "account",
		Summary: "Have a code mailed to the caller's address, to confirm a change of the account", Auth: AuthUser, WhileTemporary: true, Limit: CredentialLimit,
		Errors: []Failure{gone, device, throttled, {fault.Forbidden, "email_not_verified"}},
	}, a.stepUpCodeRequest)
	register(a, Operation{
		ID: "step-up-code", Method: http.MethodPost, Path: "/api/auth/step-up-code", Tag: "account",
		Summary: "Confirm a change of the account by the mailed code, in place of the password or another login", Auth: AuthUser, WhileTemporary: true, Limit: CredentialLimit,
		Errors: []Failure{gone, device, throttled, {fault.Unprocessable, "wrong_login_code"}},
	}, a.stepUpCode)
}

func (a *API) stepUpCodeRequest(ctx context.Context, c Caller, _ *keyOnlyInput) (Data[SentDTO], error) {
	if err := a.Accounts.RequestStepUpCode(ctx, c.Session, c.Lang); err != nil {
		return Data[SentDTO]{}, err
	}
	return data(SentDTO{Sent: true}), nil
}

func (a *API) stepUpCode(ctx context.Context, c Caller, in *loginCodeInput) (Data[stepUpDTO], error) {
	until, err := a.Accounts.StepUpWithCode(ctx, c.Session, in.Body.Code)
	return data(stepUpDTO{Until: until}), err
}
