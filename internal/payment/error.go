package payment

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"github.com/stripe/stripe-go/v85"
)

// Outcome says what is known after a request that did not succeed.
type Outcome uint8

// Outcomes.
const (
	// Unclear is everything that may or may not have happened: no answer, an answer that
	// says so, a request of the same key under way. Only asking again tells.
	Unclear Outcome = iota
	// Declined is a card that was not charged.
	Declined
	// Refused is a request that the provider did not take: nothing happened.
	Refused
)

// Error is a request that did not succeed. Its text is for the log.
type Error struct {
	Outcome Outcome
	Code    string  // the provider's, for a decline that of the bank
	Intent  *Intent // what became of the payment, where the provider tells
	Cause   error
}

func (e *Error) Error() string {
	name := [...]string{"unclear", "declined", "refused"}[e.Outcome]
	if e.Code != "" {
		return "payment provider: " + name + ": " + e.Code
	}
	return "payment provider: " + name + ": " + e.Cause.Error()
}

func (e *Error) Unwrap() error { return e.Cause }

// OutcomeOf says what is known after err; Unclear of what is no answer of the provider.
func OutcomeOf(err error) Outcome {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Outcome
	}
	return Unclear
}

// IsMissing reports whether the provider said that it does not have the object of an id, or has it no more.
func IsMissing(err error, id string) bool {
	said, ok := errors.AsType[*stripe.Error](err)
	return ok && said.Code == stripe.ErrorCodeResourceMissing && id != "" && strings.Contains(said.Msg, "'"+id+"'")
}

// IsUnauthorized reports whether the provider refused the key itself, because it is wrong or was revoked.
func IsUnauthorized(err error) bool {
	said, ok := errors.AsType[*stripe.Error](err)
	return ok && said.HTTPStatusCode == http.StatusUnauthorized
}

// CodeOf is the provider's code of err, "" without one.
func CodeOf(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// newError classifies an error by the provider's documents ("Error handling"). An
// idempotency error says that the key was used for something else: what that was is not
// known here.
func newError(err error) error {
	said, ok := errors.AsType[*stripe.Error](err)
	if !ok {
		return &Error{Outcome: Unclear, Cause: err}
	}
	e := &Error{Code: cmp.Or(string(said.DeclineCode), string(said.Code)), Cause: err}
	if said.PaymentIntent != nil && said.PaymentIntent.ID != "" {
		intent := newIntent(said.PaymentIntent)
		e.Intent = &intent
	}
	status := said.HTTPStatusCode
	switch {
	case said.Type == stripe.ErrorTypeIdempotency || status == http.StatusConflict || status == http.StatusTooManyRequests:
		e.Outcome = Unclear
	case said.Type == stripe.ErrorTypeCard || status == http.StatusPaymentRequired:
		e.Outcome = Declined
	case status >= http.StatusBadRequest && status < http.StatusInternalServerError:
		e.Outcome = Refused
	}
	return e
}
