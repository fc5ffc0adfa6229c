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
		Summary: "Follow the link of a letter that verifies an e-mail address", Auth: AuthKey, Limit: CredentialLimit,
		Errors: []Failure{
			{fault.Unprocessable, "verification_failed"},
			{fault.Conflict, "email_already_verified"},
			{fault.NotFound, "user_not_found"},
		},
	}, a.emailVerify)
	register(a, Operation{
		ID: "email-verify-resend", Method: http.MethodPost, Path: "/api/auth/email-verify-resend", Tag: "session",
		Summary: "Have the letter that verifies the user's e-mail address sent again", Auth: AuthUser, Limit: FormLimit,
		Errors: []Failure{
			{fault.Conflict, "email_already_verified"},
			{fault.Throttled, "too_many_attempts"},
			{fault.NotFound, "user_not_found"},
		},
	}, a.emailVerifyResend)
}

func (a *API) emailVerify(ctx context.Context, c Caller, in *emailVerifyInput) (Data[verifiedDTO], error) {
	if err := a.Accounts.VerifyEmail(ctx, c.Channel.ID, in.Body.link()); err != nil {
		return Data[verifiedDTO]{}, err
	}
	return data(verifiedDTO{Verified: true}), nil
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

type emailVerifyInput struct {
	Body struct {
		KeyField
		LinkFields
	}
}

type verifiedDTO struct {
	Verified bool `json:"verified"`
}
