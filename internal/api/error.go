package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// Problem is the form of every failure (RFC 9457). Type leads to the code's entry in
// the API's documents.
type Problem struct {
	Type      string        `json:"type" doc:"Address of the description of the code" example:"/api/docs#validation_failed"`
	Title     string        `json:"title" doc:"The status in words" example:"Bad Request"`
	Status    int           `json:"status" doc:"The HTTP status" example:"400"`
	Code      string        `json:"code" doc:"Stable snake_case code" example:"validation_failed"`
	Detail    string        `json:"detail" doc:"What went wrong, in the language of the request; of an invalid request with the problem of each field"`
	Errors    []fault.Field `json:"errors" doc:"The offending fields, if any"`
	RequestID string        `json:"request_id" doc:"Names this request in the server's log"`
	Ticket    string        `json:"ticket,omitempty" doc:"With second_factor_required: what the second step of the login is called with, for 10 minutes"`

	retryAfter int
}

// Error makes a Problem an error; it is part of huma.StatusError.
func (p *Problem) Error() string { return p.Code }

// GetStatus is part of huma.StatusError.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is part of huma.ContentTypeFilter.
func (p *Problem) ContentType(string) string { return headerProblem[0] }

// GetHeaders is part of huma.HeadersError.
func (p *Problem) GetHeaders() http.Header {
	if p.retryAfter == 0 {
		return nil
	}
	return http.Header{"Retry-After": {strconv.Itoa(p.retryAfter)}}
}

// statusOf is the one table from kind to status.
func statusOf(kind fault.Kind) int {
	switch kind {
	case fault.Invalid:
		return http.StatusBadRequest
	case fault.Unauthenticated:
		return http.StatusUnauthorized
	case fault.Forbidden:
		return http.StatusForbidden
	case fault.NotFound:
		return http.StatusNotFound
	case fault.Conflict:
		return http.StatusConflict
	case fault.Unprocessable:
		return http.StatusUnprocessableEntity
	case fault.Throttled:
		return http.StatusTooManyRequests
	case fault.Unavailable:
		return http.StatusServiceUnavailable
	case fault.TooLarge:
		return http.StatusRequestEntityTooLarge
	case fault.Internal:
	}
	return http.StatusInternalServerError
}

// againAfter is after how many seconds whoever is told to come again because of too many
// calls, or what is down for a moment, is to do so.
const againAfter = 2

// retryAfterOf is the default Retry-After of a kind, in seconds.
func retryAfterOf(kind fault.Kind) int {
	switch kind {
	case fault.Throttled:
		return 30
	case fault.Unavailable:
		return againAfter
	default:
		return 0
	}
}

// Failures of HTTP itself, which no domain knows.
type (
	methodError    struct{}
	mediaTypeError struct{}
	slowBodyError  struct{}
)

func (*methodError) Error() string    { return "method not allowed" }
func (*mediaTypeError) Error() string { return "unsupported media type" }
func (*slowBodyError) Error() string  { return "body too slow" }

// classify gives any error its status, code and sentence. What nobody classified is
// shown to nobody.
func classify(err error) (status int, e *fault.Error) {
	if _, ok := errors.AsType[*methodError](err); ok {
		return http.StatusMethodNotAllowed, fault.New(fault.Invalid, "method_not_allowed", "This API call uses another HTTP method.")
	}
	if _, ok := errors.AsType[*mediaTypeError](err); ok {
		return http.StatusUnsupportedMediaType, fault.New(fault.Invalid, "unsupported_media_type", "The body must be JSON.")
	}
	if _, ok := errors.AsType[*slowBodyError](err); ok {
		return http.StatusRequestTimeout, fault.New(fault.Invalid, "request_timeout", "The body took too long to arrive.")
	}
	if _, ok := errors.AsType[*rangesError](err); ok {
		return http.StatusRequestedRangeNotSatisfiable, fault.New(fault.Invalid, "too_many_ranges", "A request may name at most four byte ranges.")
	}
	if e, ok := errors.AsType[*fault.Error](err); ok && e.Kind != fault.Internal {
		return statusOf(e.Kind), e
	}
	// Out of time, or the client has gone and reads no answer.
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return http.StatusServiceUnavailable, fault.New(fault.Unavailable, "timeout", unavailable)
	}
	if db.IsOutage(err) || blob.IsOutage(err) {
		return http.StatusServiceUnavailable, fault.New(fault.Unavailable, "unavailable", unavailable)
	}
	return http.StatusInternalServerError, fault.New(fault.Internal, "internal_error", internalError)
}

// problem is the answer to err, and leaves in the exchange what the log should say.
func (a *API) problem(x *exchange, err error) *Problem {
	return problemFor(x, x.caller.Lang, err)
}

func problemFor(x *exchange, lang string, err error) *Problem {
	say := func(sentence string) string { return x.caller.Channel.Words.Say(translate(lang, sentence)) }
	status, e := classify(err)
	if status >= http.StatusInternalServerError {
		x.cause = err
	}
	x.code = e.Code
	p := &Problem{
		Type: "/api/docs#" + e.Code, Title: http.StatusText(status), Status: status, Code: e.Code,
		Detail: say(e.Detail), Errors: slices.Clone(e.Fields), RequestID: x.id, Ticket: e.Ticket,
		retryAfter: e.RetryAfter,
	}
	for i := range p.Errors {
		p.Errors[i].Message = say(p.Errors[i].Message)
	}
	if p.Errors == nil {
		p.Errors = []fault.Field{}
	}
	if e.Code == fault.ValidationFailed {
		p.Detail += listProblems(lang, p.Errors)
	}
	if p.retryAfter == 0 {
		p.retryAfter = retryAfterOf(e.Kind)
	}
	return p
}

// maxListed bounds how many fields a detail lists; errors has all of them.
const maxListed = 10

// listProblems says what is wrong with each field, for clients that show the detail alone.
func listProblems(lang string, fields []fault.Field) string {
	var b strings.Builder
	for _, f := range fields[:min(len(fields), maxListed)] {
		b.WriteString(" " + text.Labelled(lang, f.Field, f.Message))
	}
	return b.String()
}

// fail answers a request with a problem.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	x := exchangeFrom(r.Context())
	WriteProblem(w, r, problemFor(x, x.lang(r), err))
}

// Fail answers a request with the problem that err stands for, in the client's
// language: for handlers outside the API that speak the same contract.
func Fail(w http.ResponseWriter, r *http.Request, err error) {
	x := exchangeFrom(r.Context())
	WriteProblem(w, r, problemFor(x, x.lang(r), err))
}

// WriteProblem writes a problem as the whole response.
func WriteProblem(w http.ResponseWriter, r *http.Request, p *Problem) {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(p); err != nil {
		http.Error(w, p.Code, p.Status)
		return
	}
	h := w.Header()
	h["Content-Type"] = headerProblem
	h["Cache-Control"] = headerNoStore
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.retryAfter))
	}
	writeBody(w, r, p.Status, body.Bytes())
}

// transformError turns the library's own errors, which are all about the request,
// into problems. A Problem passes through.
func (a *API) transformError(ctx huma.Context, _ string, v any) (any, error) {
	model, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	x := exchangeFrom(ctx.Context())
	p := a.problem(x, faultOf(model))
	x.status = p.Status
	return p, nil
}
