package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerEmailVerify() {
	register(a, Operation{
		ID: "email-verify", Method: http.MethodPost, Path: "/api/auth/email-verify", Tag: "session",
		Summary: "Verify an email address with the emailed link", Auth: AuthKey, Class: ClassLogin, Limit: CredentialLimit,
		Errors: []Failure{
			{fault.Unprocessable, "verification_failed"},
			{fault.Conflict, "email_already_verified"},
			{fault.NotFound, "user_not_found"},
			{fault.Forbidden, "account_proof_required"},
			{fault.Unprocessable, "incorrect_password"},
			{fault.Throttled, "too_many_attempts"},
		},
	}, a.emailVerify)
	register(a, Operation{
		ID: "take-over-account", Method: http.MethodPost, Path: "/api/auth/account-takeover", Tag: "session",
		Summary: "Take over an account with the link that verifies its address: set a new password, remove all earlier logins and log in",
		Auth:    AuthKey, Class: ClassLogin, Limit: CredentialLimit,
		Errors: []Failure{
			{fault.Unprocessable, "verification_failed"},
			{fault.Conflict, "email_already_verified"},
			{fault.Conflict, "already_logged_in"},
			{fault.NotFound, "user_not_found"},
		},
	}, a.takeOverAccount)
	register(a, Operation{
		ID: "email-verify-resend", Method: http.MethodPost, Path: "/api/auth/email-verify-resend", Tag: "session",
		Summary: "Resend the email that verifies the user's address", Auth: AuthUser, Limit: FormLimit,
		Errors: []Failure{
			{fault.Conflict, "email_already_verified"},
			{fault.Throttled, "too_many_attempts"},
			{fault.NotFound, "user_not_found"},
		},
	}, a.emailVerifyResend)
}

func (a *API) emailVerify(ctx context.Context, c Caller, in *emailVerifyInput) (Data[verifiedDTO], error) {
	if err := a.Accounts.VerifyEmail(ctx, c.Session, in.Body.verification(c)); err != nil {
		return Data[verifiedDTO]{}, err
	}
	return data(verifiedDTO{Verified: true}), nil
}

func (a *API) takeOverAccount(ctx context.Context, c Caller, in *takeoverInput) (Data[loggedInDTO], error) {
	b := in.Body
	key, user, err := a.Accounts.TakeOver(ctx, c.Session.On(c.client()), account.Takeover{
		Link: b.link(), Password: b.Password, PasswordConfirmation: b.PasswordConfirmation, Stranger: b.Stranger, Language: c.Lang,
	})
	if err != nil {
		return Data[loggedInDTO]{}, err
	}
	return a.loggedIn(ctx, c, key, user)
}

func (a *API) emailVerifyResend(ctx context.Context, c Caller, _ *keyOnlyInput) (Data[SentDTO], error) {
	if err := a.Accounts.ResendVerification(ctx, c.Session, c.Lang); err != nil {
		return Data[SentDTO]{}, err
	}
	return data(SentDTO{Sent: true}), nil
}

// LinkFields are the query parameters of a mailed link. Whatever is not what was sent
// is a link that does not work, so that nothing else is said of it.
type LinkFields struct {
	Email     string     `json:"email,omitempty"`
	Expires   LinkExpiry `json:"expires,omitempty"`
	Signature string     `json:"signature,omitempty"`
}

func (l LinkFields) link() account.Link {
	return account.Link{Email: l.Email, Expires: int64(l.Expires), Signature: l.Signature}
}

// LinkExpiry is when a link stops working, in seconds since 1970: a number, or its
// digits as the link's query has them.
type LinkExpiry int64

// Schema is part of huma.SchemaProvider.
func (LinkExpiry) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Description: "Seconds since 1970, as a number or as the link has it",
		OneOf:       []*huma.Schema{{Type: huma.TypeInteger}, {Type: huma.TypeString}},
	}
}

// UnmarshalJSON reads the one spelling of a moment; any other is none that was sent.
func (e *LinkExpiry) UnmarshalJSON(value []byte) error {
	text := strings.Trim(string(value), `"`)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != text {
		n = 0
	}
	*e = LinkExpiry(n)
	return nil
}

// ProvenLinkFields are a mailed link, and the proof that the account is its reader's.
type ProvenLinkFields struct {
	LinkFields

	Password string `json:"password,omitempty" doc:"Of the account; required where the caller is not logged in to it, or on a device that was let in by a code"`
}

func (l ProvenLinkFields) verification(c Caller) account.Verification {
	return account.Verification{Link: l.link(), Password: l.Password, From: c.Address}
}

type emailVerifyInput struct {
	Body struct {
		KeyField
		ProvenLinkFields
	}
}

type takeoverInput struct {
	Body struct {
		KeyField
		LinkFields

		Password             string `json:"password,omitempty" doc:"Required; 8 to 128 characters, not a common one"`
		PasswordConfirmation string `json:"password_confirmation,omitempty" doc:"Required; the same as password"`
		Stranger             bool   `json:"stranger,omitempty" doc:"Another person made the account: its names, favourites, reminders, clips, positions and saved cards go, and subscriptions end"`
	}
}

type verifiedDTO struct {
	Verified bool `json:"verified"`
}
