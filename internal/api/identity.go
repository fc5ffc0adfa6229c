package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

func (a *API) registerIdentity() {
	register(a, Operation{
		ID: "list-identities", Method: http.MethodGet, Path: "/api/auth/identities", Tag: "account",
		Summary: "List the caller's connected logins", Auth: AuthUser,
	}, a.listIdentities)
	register(a, Operation{
		ID: "connect-identity", Method: http.MethodPost, Path: "/api/auth/identities/{provider}", Tag: "account",
		Guard:   GuardPart,
		Summary: "Start connecting a social login. Returns the address to open; social-login with link accepts the returned ticket",
		Auth:    AuthUser, Class: ClassLogin, Limit: CredentialLimit,
		Errors: []Failure{
			{fault.NotFound, "provider_not_found"},
			{fault.Unavailable, "provider_unavailable"},
			{fault.Conflict, "already_connected"},
			{fault.Forbidden, "login_again"},
			{fault.Unprocessable, "incorrect_password"},
			{fault.Unprocessable, "wrong_second_factor"},
			{fault.Throttled, "too_many_attempts"},
			{fault.NotFound, "user_not_found"},
		},
	}, a.connectIdentity)
	register(a, Operation{
		ID: "disconnect-identity", Method: http.MethodDelete, Path: "/api/auth/identities/{provider}", Tag: "account",
		Guard:   GuardCall,
		Summary: "Disconnect a social login", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "identity_not_found"}, {fault.NotFound, "user_not_found"}, {fault.Conflict, "last_way_in"}},
	}, a.disconnectIdentity)
}

func (a *API) listIdentities(ctx context.Context, c Caller, _ *struct{}) (Page[identityDTO], error) {
	list, err := a.Accounts.Identities(ctx, c.Actor)
	if err != nil {
		return Page[identityDTO]{}, err
	}
	out := make([]identityDTO, len(list))
	for i, one := range list {
		out[i] = identityDTO{Provider: string(one.Provider), Email: one.Email, Since: one.Since}
	}
	return whole(out), nil
}

func (a *API) connectIdentity(ctx context.Context, c Caller, in *connectInput) (Data[SocialDTO], error) {
	begun, err := a.Accounts.BeginConnect(ctx, c.Session, account.ConnectRequest{
		Provider: social.Provider(in.Provider), Proof: account.Proof{Password: in.Body.Password, Code: in.Body.Code},
		Host: c.Host, Browser: in.Browser, Language: c.Lang, From: c.Address,
	})
	if err != nil {
		return Data[SocialDTO]{}, err
	}
	bindBrowser(ctx, begun)
	return data(SocialDTO{URL: begun.Address}), nil
}

func (a *API) disconnectIdentity(ctx context.Context, c Caller, in *identityInput) (Data[endedDTO], error) {
	err := a.Accounts.Disconnect(ctx, c.Actor, social.Provider(in.Provider), c.Lang)
	return data(endedDTO{Ended: 1}), err
}

type connectInput struct {
	Provider string `path:"provider" enum:"google,facebook"`
	Browser  string `cookie:"grandstand_login" maxLength:"100" doc:"Set by the first call"`
	Body     struct {
		KeyField

		Password string `json:"password,omitempty" doc:"The user's own. Not needed within 5 minutes of step-up-code or passkey-step-up. A user without one must have logged in within 15 minutes, or called one of them"`
		Code     string `json:"code,omitempty" doc:"Of the authenticator app, or a recovery code, where two-step login is on"`
	}
}

type identityInput struct {
	Provider string `path:"provider" maxLength:"20" doc:"google, facebook or remote, the channel's own membership system"`
}

type identityDTO struct {
	Provider string    `json:"provider" enum:"google,facebook,remote"`
	Email    string    `json:"email" doc:"What was said there when the two were connected, or empty"`
	Since    time.Time `json:"since"`
}
