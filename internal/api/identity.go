package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

func (a *API) registerIdentity() {
	register(a, Operation{
		ID: "list-identities", Method: http.MethodGet, Path: "/api/auth/identities", Tag: "account",
		Summary: "The other services by which the caller logs in", Auth: AuthUser,
	}, a.listIdentities)
	register(a, Operation{
		ID: "disconnect-identity", Method: http.MethodDelete, Path: "/api/auth/identities/{provider}", Tag: "account",
		Summary: "Log in by another service no more", Auth: AuthUser,
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

func (a *API) disconnectIdentity(ctx context.Context, c Caller, in *identityInput) (Data[endedDTO], error) {
	err := a.Accounts.Disconnect(ctx, c.Actor, social.Provider(in.Provider))
	return data(endedDTO{Ended: 1}), err
}

type identityInput struct {
	Provider string `path:"provider" maxLength:"20" doc:"google, facebook or remote, the channel's own membership system"`
}

type identityDTO struct {
	Provider string    `json:"provider" enum:"google,facebook,remote"`
	Email    string    `json:"email" doc:"What was said there when the two were connected, or empty"`
	Since    time.Time `json:"since"`
}
