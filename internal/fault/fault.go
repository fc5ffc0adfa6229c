// Package fault is the one vocabulary of failure: every error that a person or
// another program may see carries a kind, a stable code and a sentence that is
// safe to show. The HTTP edge maps kinds to status codes in one table; domains
// never know a status code.
package fault

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// Kind says what sort of failure happened, independent of any transport.
type Kind uint8

// Kinds. Internal is the zero value, so that an error nobody classified is
// never shown to anyone.
const (
	Internal        Kind = iota
	Invalid              // the request itself is malformed; Fields says where
	Unauthenticated      // no user where one is needed
	Forbidden            // a user, but not allowed
	NotFound             // not there, or not yours: the same answer
	Conflict             // a rule about existing state refuses it
	Unprocessable        // well-formed, but a business rule refuses it
	Throttled            // abuse; RetryAfter says when to come back
	Unavailable          // overload or a dependency is down; RetryAfter applies
	TooLarge             // the body exceeds its limit
)

// Field is one problem with one input field.
type Field struct {
	Field   string `json:"field" doc:"Name of the offending field or parameter"`
	Code    string `json:"code" doc:"Stable snake_case code"`
	Message string `json:"message" doc:"What is wrong, in the language of the request"`
}

// Error is a classified failure. Detail is safe to show and, where the product's
// error catalogue has a sentence, is that sentence in English: the edge translates
// it. Cause is for the log only.
type Error struct {
	Kind       Kind
	Code       string
	Detail     string
	Fields     []Field
	RetryAfter int // seconds; 0 means the edge's default for the kind
	// Ticket lets the one who is answered go on where this stopped them. It is a secret:
	// Error leaves it out.
	Ticket string
	Cause  error
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Code + ": " + e.Detail)
	for _, f := range e.Fields {
		b.WriteString(" " + f.Field + ": " + strings.TrimSuffix(f.Message, ".") + ".")
	}
	if e.Cause != nil {
		b.WriteString(": " + e.Cause.Error())
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Cause }

// New returns a classified error.
func New(kind Kind, code, detail string) *Error {
	return &Error{Kind: kind, Code: code, Detail: detail}
}

// Wrap returns a classified error that keeps cause for the log.
func Wrap(cause error, kind Kind, code, detail string) *Error {
	return &Error{Kind: kind, Code: code, Detail: detail, Cause: cause}
}

// ValidationFailed is the code of InvalidFields.
const ValidationFailed = "validation_failed"

// InvalidFields returns an Invalid error that lists each offending field.
func InvalidFields(fields ...Field) *Error {
	return &Error{Kind: Invalid, Code: ValidationFailed, Detail: "The request is not valid.", Fields: fields}
}

// Later returns a Throttled error that says when to come back: rounded up, so that whoever
// does is not told the same again.
func Later(wait time.Duration, code, detail string) *Error {
	return &Error{Kind: Throttled, Code: code, Detail: detail, RetryAfter: seconds(wait)}
}

func seconds(wait time.Duration) int { return max(1, int((wait+time.Second-1)/time.Second)) }

// TooManyAttempts is Later for what anybody may try only so often.
func TooManyAttempts(wait time.Duration) *Error {
	return &Error{
		Kind: Throttled, Code: "too_many_attempts", Detail: "Too many attempts. Please try again later.", RetryAfter: seconds(wait),
	}
}

// OfField returns a classified error that is about one field.
func OfField(kind Kind, field, code, detail string) *Error {
	return &Error{Kind: kind, Code: code, Detail: detail, Fields: []Field{{Field: field, Code: code, Message: detail}}}
}

// At says which item of a list an error about its fields is about: the field name of the
// fourth becomes "3.name". Other errors stay as they are.
func At(err error, i int) error {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	for f := range e.Fields {
		e.Fields[f].Field = strconv.Itoa(i) + "." + e.Fields[f].Field
	}
	return e
}

// NotFoundf returns a NotFound error for a noun such as "event"; its code is
// "<noun>_not_found".
func NotFoundf(noun, detail string) *Error {
	return &Error{Kind: NotFound, Code: noun + "_not_found", Detail: detail}
}

// KindOf returns the kind of the first classified error in err's chain, or
// Internal.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}

// CodeOf returns the code of the first classified error in err's chain, or "".
func CodeOf(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}
