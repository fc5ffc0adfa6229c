package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

func (a *API) registerRemote() {
	problems := []Failure{
		{fault.Unauthenticated, "remote_token_unexpected"},
		{fault.Unauthenticated, "remote_token_used"},
		{fault.Conflict, "password_login_needed"},
		{fault.Conflict, "identity_taken"},
		{fault.Forbidden, "login_again"},
		{fault.Conflict, "email_taken"},
		{fault.Conflict, "already_logged_in"},
		{fault.NotFound, "user_not_found"},
		asksSecondFactor(),
	}
	for _, problem := range social.TokenProblems() {
		problems = append(problems, Failure{fault.Unauthenticated, "remote_token_" + string(problem)})
	}
	register(a, Operation{
		Guard: GuardPart, // to connect with who is logged in
		ID:    "remote-login", Method: http.MethodPost, Path: "/api/v2/auth/remote", Tag: "session",
		Summary: "Log in with a token of the channel's own membership system", Auth: AuthKey, Class: ClassPurchase, Limit: CredentialLimit,
		Errors: problems,
	}, a.remoteLogin)
}

func (a *API) remoteLogin(ctx context.Context, c Caller, in *remoteInput) (Data[RemoteDTO], error) {
	site, err := a.Sites.FindByID(ctx, channel.ID(c.Channel.ID))
	if err != nil {
		return Data[RemoteDTO]{}, err
	}
	key, user, err := a.Accounts.EnterRemote(ctx, c.Session.On(c.client()), account.RemoteEntry{Token: in.Body.Token, Link: in.Body.Link, Language: c.Lang})
	if err != nil {
		return Data[RemoteDTO]{}, err
	}
	entered, err := a.loggedIn(ctx, c, key, user)
	if err != nil {
		return Data[RemoteDTO]{}, err
	}
	dto := RemoteDTO{APIKey: entered.Data.APIKey, User: entered.Data.User}
	if site.Settings.RemoteAuth.MayReturn(in.Body.ReturnTo) {
		dto.ReturnTo = in.Body.ReturnTo
	}
	return data(dto), nil
}

type remoteInput struct {
	Body struct {
		KeyField

		Token    string `json:"token,omitempty" doc:"What the membership system sent the person back with"`
		ReturnTo string `json:"return_to,omitempty" doc:"Where the membership system wants the person to go on to"`
		Link     bool   `json:"link,omitempty" doc:"Connect the member with the user who is logged in"`
	}
}

// RemoteDTO is who a member is here.
type RemoteDTO struct {
	APIKey   string     `json:"api_key" doc:"The new key; the one that was used is dead"`
	User     ProfileDTO `json:"user"`
	ReturnTo string     `json:"return_to" doc:"Where to go on to: a path of the site, or an address that the channel allows; empty where neither was asked for"`
}
