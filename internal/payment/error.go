package payment

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"github.com/stripe/stripe-go/v85"
)

// FailureKind is the kind of a failed request.
type FailureKind uint8

// Failure kinds.
const (
	// Unclear is a request whose effect is unknown: there was no answer, a server error, or another request with the same key is under way.
	// The caller must ask again.
	Unclear FailureKind = iota
	// Declined is a request whose card was not charged.
	Declined
	// Refused is a request that the provider rejected. It had no effect.
	Refused
)

// Error is a failed request. Its text is for the log.
type Error struct {
	Kind   FailureKind
	Code   string  // of the provider, or of the bank for a decline
	Intent *Intent // the payment after the request; nil if the provider does not return it
	Cause  error
}

func (e *Error) Error() string {
	name := [...]string{"unclear", "declined", "refused"}[e.Kind]
	if e.Code != "" {
		return "payment provider: " + name + ": " + e.Code
	}
	return "payment provider: " + name + ": " + e.Cause.Error()
}

func (e *Error) Unwrap() error { return e.Cause }

// FailureKindOf returns the failure kind of err, Unclear for an error that is not the provider's.
func FailureKindOf(err error) FailureKind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Unclear
}

// IsMissing reports whether the provider does not have the object of an id, or has deleted it.
func IsMissing(err error, id string) bool {
	said, ok := errors.AsType[*stripe.Error](err)
	return ok && said.Code == stripe.ErrorCodeResourceMissing && id != "" && strings.Contains(said.Msg, "'"+id+"'")
}

// IsUnauthorized reports whether the provider refused the key itself, because it is wrong or was revoked.
func IsUnauthorized(err error) bool {
	said, ok := errors.AsType[*stripe.Error](err)
	return ok && said.HTTPStatusCode == http.StatusUnauthorized
}

// CodeOf returns the provider's code of err, "" for an error without one.
func CodeOf(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// newError classifies an error by Stripe's documentation ("Error handling"). After an idempotency error the effect is unknown, because an
// earlier request used the same key.
func newError(err error) error {
	said, ok := errors.AsType[*stripe.Error](err)
	if !ok {
		return &Error{Kind: Unclear, Cause: err}
	}
	e := &Error{Code: cmp.Or(string(said.DeclineCode), string(said.Code)), Cause: err}
	if said.PaymentIntent != nil && said.PaymentIntent.ID != "" {
		intent := newIntent(said.PaymentIntent)
		e.Intent = &intent
	}
	status := said.HTTPStatusCode
	switch {
	case said.Type == stripe.ErrorTypeIdempotency || status == http.StatusConflict || status == http.StatusTooManyRequests:
		e.Kind = Unclear
	case said.Type == stripe.ErrorTypeCard || status == http.StatusPaymentRequired:
		e.Kind = Declined
	case status >= http.StatusBadRequest && status < http.StatusInternalServerError:
		e.Kind = Refused
	}
	return e
}
