package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerDeletion() {
	register(a, Operation{
		ID: "delete-account", Method: http.MethodPost, Path: "/api/delete-account", Tag: "account",
		Guard:   GuardCall,
		Summary: "Email the caller a link that deletes the account", Auth: AuthUser, Class: ClassLogin,
		Errors: []Failure{
			{fault.NotFound, "user_not_found"},
			{fault.Unprocessable, "incorrect_password"},
			{fault.Throttled, "too_many_attempts"},
		},
	}, a.deleteAccount)
	register(a, Operation{
		ID: "delete-account-confirm", Method: http.MethodPost, Path: "/api/delete-account-confirm", Tag: "account",
		Summary: "Confirm the deletion of an account: sessions and renewals end immediately, personal data is erased after 30 days", Auth: AuthChannel,
		Limit: CredentialLimit,
		Errors: []Failure{
			{fault.NotFound, "user_not_found"},
			{fault.Unprocessable, "verification_failed"},
			{fault.Unprocessable, "link_expired"},
			{fault.Conflict, "link_used"},
		},
	}, a.confirmDeletion)
}

func (a *API) deleteAccount(ctx context.Context, c Caller, in *deleteAccountInput) (Data[askedDeletionDTO], error) {
	email, err := a.Accounts.AskDeletion(ctx, c.Session, in.Body.CurrentPassword, c.Lang, c.Address)
	return data(askedDeletionDTO{Email: email}), err
}

func (a *API) confirmDeletion(ctx context.Context, c Caller, in *confirmDeletionInput) (Data[deletionDTO], error) {
	done, err := a.Accounts.ConfirmDeletion(ctx, c.Channel.ID, in.Body.link())
	out := deletionDTO{ErasedAt: done.ErasedAt, Stopped: make([]stoppedSubscriptionDTO, len(done.Stopped))}
	for i, r := range done.Stopped {
		out.Stopped[i] = stoppedSubscriptionDTO{Name: r.Name.In(c.Lang, c.Channel.Language), Until: r.Until, Trial: r.Trial, Over: r.Over}
	}
	return data(out), err
}

type deleteAccountInput struct {
	Body struct {
		KeyField

		CurrentPassword string `json:"current_password,omitempty" doc:"Required of users who have a password. Not needed within 5 minutes of step-up-code or passkey-step-up"`
	}
}

type askedDeletionDTO struct {
	Email string `json:"email" doc:"Where the link was sent"`
}

type confirmDeletionInput struct {
	Body struct {
		KeyField
		LinkFields
	}
}

type deletionDTO struct {
	ErasedAt time.Time                `json:"erased_at" doc:"Until when a log in keeps the account"`
	Stopped  []stoppedSubscriptionDTO `json:"stopped_subscriptions" doc:"Subscriptions that do not renew any more. Those that have not ended by a log in renew again"`
}

type stoppedSubscriptionDTO struct {
	Name  string    `json:"name"`
	Until time.Time `json:"until" doc:"End of what is paid, or of the trial"`
	Trial bool      `json:"trial" doc:"A free trial: nothing was charged yet, and nothing is"`
	Over  bool      `json:"over" doc:"Ends now, because its new period is not paid"`
}
