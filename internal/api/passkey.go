package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passkey"
)

func (a *API) registerPasskey() {
	failed, elsewhere := Failure{fault.Unprocessable, "passkey_failed"}, Failure{fault.NotFound, "relying_party_not_found"}
	gone := Failure{fault.NotFound, "user_not_found"}
	register(a, Operation{
		ID: "list-passkeys", Method: http.MethodGet, Path: "/api/auth/passkeys", Tag: "account",
		Summary: "List the caller's passkeys", Auth: AuthUser, WhileTemporary: true,
	}, a.listPasskeys)
	register(a, Operation{
		ID: "begin-passkey", Method: http.MethodPost, Path: "/api/auth/passkeys/begin", Tag: "account",
		Guard:   GuardPart,
		Summary: "Get the options to create a passkey", Auth: AuthUser, Class: ClassLogin, Limit: CredentialLimit,
		Errors: []Failure{
			elsewhere, gone,
			{fault.Conflict, "too_many_passkeys"},
			{fault.Forbidden, "login_again"},
			{fault.Unprocessable, "incorrect_password"},
			{fault.Unprocessable, "wrong_second_factor"},
			{fault.Throttled, "too_many_attempts"},
		},
	}, a.beginPasskey)
	register(a, Operation{
		ID: "add-passkey", Method: http.MethodPost, Path: "/api/auth/passkeys", Tag: "account",
		Summary: "Add the passkey that was created with the options of begin-passkey", Auth: AuthUser, Class: ClassPurchase, Limit: CredentialLimit,
		Errors: []Failure{failed, elsewhere, gone, {fault.Conflict, "too_many_passkeys"}},
	}, a.addPasskey)
	register(a, Operation{
		ID: "remove-passkey", Method: http.MethodDelete, Path: "/api/auth/passkeys/{id}", Tag: "account",
		Guard:   GuardCall,
		Summary: "Remove a passkey of the caller", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "passkey_not_found"}, gone},
	}, a.removePasskey)
	register(a, Operation{
		ID: "begin-passkey-step-up", Method: http.MethodPost, Path: "/api/auth/passkeys/step-up/begin", Tag: "account",
		Summary: "Get the options to confirm a change of the account with a passkey", Auth: AuthUser, WhileTemporary: true, Class: ClassPurchase, Limit: CredentialLimit,
		Errors: []Failure{elsewhere, gone, {fault.NotFound, "passkey_not_found"}, {fault.Forbidden, "device_not_allowed"}},
	}, a.beginPasskeyStepUp)
	register(a, Operation{
		ID: "passkey-step-up", Method: http.MethodPost, Path: "/api/auth/passkeys/step-up", Tag: "account",
		Summary: "Confirm a change of the account with a passkey instead of the password or a code", Auth: AuthUser, WhileTemporary: true, Class: ClassPurchase, Limit: CredentialLimit,
		Errors: []Failure{failed, elsewhere, gone, {fault.Forbidden, "device_not_allowed"}},
	}, a.passkeyStepUp)
	register(a, Operation{
		ID: "begin-passkey-login", Method: http.MethodPost, Path: "/api/v2/auth/passkey/begin", Tag: "session",
		Summary: "Get the options to log in with a passkey", Auth: AuthKey, Class: ClassPurchase,
		Errors: []Failure{elsewhere, {fault.Conflict, "already_logged_in"}},
	}, a.beginPasskeyLogin)
	register(a, Operation{
		ID: "passkey-login", Method: http.MethodPost, Path: "/api/v2/auth/passkey", Tag: "session",
		Summary: "Log in with a passkey. It also counts as the second factor", Auth: AuthKey, Class: ClassPurchase, Limit: CredentialLimit,
		Errors: []Failure{failed, elsewhere, {fault.Conflict, "already_logged_in"}},
	}, a.passkeyLogin)
}

func (a *API) listPasskeys(ctx context.Context, c Caller, _ *struct{}) (Page[passkeyDTO], error) {
	list, err := a.Accounts.Passkeys(ctx, c.Actor)
	if err != nil {
		return Page[passkeyDTO]{}, err
	}
	return whole(passkeyDTOs(list)), nil
}

func (a *API) beginPasskey(ctx context.Context, c Caller, in *beginPasskeyInput) (Data[passkeyOptionsDTO], error) {
	options, err := a.Accounts.BeginPasskey(ctx, c.Session, account.PasskeyRequest{
		Proof: account.Proof{Password: in.Body.Password, Code: in.Body.Code}, Host: c.Host, Language: c.Lang, From: c.Address,
	})
	return data(passkeyOptionsDTO{options}), err
}

func (a *API) addPasskey(ctx context.Context, c Caller, in *addPasskeyInput) (Data[passkeyDTO], error) {
	response, err := responseOf(in.Body.Credential)
	if err != nil {
		return Data[passkeyDTO]{}, err
	}
	name := cmp.Or(in.Body.Name, deviceName(c.Lang, account.ReadAgent(c.Agent)))
	added, err := a.Accounts.AddPasskey(ctx, c.Session, c.Host, name, response, c.Lang)
	return data(passkeyDTOOf(added)), err
}

func (a *API) removePasskey(ctx context.Context, c Caller, in *passkeyInput) (Data[endedDTO], error) {
	err := a.Accounts.RemovePasskey(ctx, c.Actor, in.ID.Value, c.Lang)
	return data(endedDTO{Ended: 1}), err
}

func (a *API) beginPasskeyStepUp(ctx context.Context, c Caller, _ *keyOnlyInput) (Data[passkeyOptionsDTO], error) {
	options, err := a.Accounts.BeginPasskeyStepUp(ctx, c.Session, c.Host)
	return data(passkeyOptionsDTO{options}), err
}

func (a *API) passkeyStepUp(ctx context.Context, c Caller, in *passkeyLoginInput) (Data[stepUpDTO], error) {
	response, err := responseOf(in.Body.Credential)
	if err != nil {
		return Data[stepUpDTO]{}, err
	}
	until, err := a.Accounts.StepUpWithPasskey(ctx, c.Session, c.Host, response)
	return data(stepUpDTO{Until: until}), err
}

func (a *API) beginPasskeyLogin(ctx context.Context, c Caller, _ *keyOnlyInput) (Data[passkeyOptionsDTO], error) {
	options, err := a.Accounts.BeginPasskeyLogin(ctx, c.Session, c.Host)
	return data(passkeyOptionsDTO{options}), err
}

func (a *API) passkeyLogin(ctx context.Context, c Caller, in *passkeyLoginInput) (Data[loggedInDTO], error) {
	response, err := responseOf(in.Body.Credential)
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	key, user, err := a.Accounts.LoginWithPasskey(ctx, c.Session, c.Host, response)
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	return a.loggedIn(ctx, c, key, user)
}

// responseOf is the browser's response as it sent it.
func responseOf(credential map[string]any) ([]byte, error) {
	if len(credential) == 0 {
		return nil, fault.InvalidFields(fault.Field{Field: "credential", Code: "required", Message: "Field is required"})
	}
	text, err := json.Marshal(credential)
	if err != nil {
		return nil, fmt.Errorf("encode credential: %w", err)
	}
	return text, nil
}

type beginPasskeyInput struct {
	Body struct {
		KeyField

		Password string `json:"password,omitempty" doc:"The user's own. Not needed within 5 minutes of step-up-code or passkey-step-up. A user without one must have logged in within 15 minutes, or called one of them"`
		Code     string `json:"code,omitempty" doc:"Of the authenticator app, or a recovery code, where two-step login is on"`
	}
}

type addPasskeyInput struct {
	Body struct {
		KeyField

		Credential map[string]any `json:"credential,omitempty" doc:"Required; the PublicKeyCredential of navigator.credentials.create as RegistrationResponseJSON"`
		Name       string         `json:"name,omitempty" doc:"At most 60 characters; by default the device's"`
	}
}

type passkeyLoginInput struct {
	Body struct {
		KeyField

		Credential map[string]any `json:"credential,omitempty" doc:"Required; the PublicKeyCredential of navigator.credentials.get as AuthenticationResponseJSON"`
	}
}

type passkeyInput struct {
	ID PathID `path:"id"`
}

type passkeyOptionsDTO struct {
	Options passkey.Options `json:"options" doc:"PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON (WebAuthn)"`
}

type passkeyDTO struct {
	ID         int64      `json:"id"`
	Name       string     `json:"name"`
	Domain     string     `json:"domain" doc:"The channel's domain on which it works"`
	AddedAt    time.Time  `json:"added_at"`
	LastUsedAt *time.Time `json:"last_used_at" doc:"Null until the first login"`
}

func passkeyDTOOf(p account.Passkey) passkeyDTO {
	dto := passkeyDTO{ID: p.ID, Name: p.Name, Domain: p.Domain, AddedAt: p.AddedAt}
	if !p.UsedAt.IsZero() {
		dto.LastUsedAt = &p.UsedAt
	}
	return dto
}

func passkeyDTOs(list []account.Passkey) []passkeyDTO {
	out := make([]passkeyDTO, len(list))
	for i, p := range list {
		out[i] = passkeyDTOOf(p)
	}
	return out
}
