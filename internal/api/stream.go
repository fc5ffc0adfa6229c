package api

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// headerEvents is the type of an answer that goes on (HTML Living Standard, 9.2).
var headerEvents = []string{"text/event-stream"}

type streamFunc func(x *exchange, out *eventStream, r *http.Request) error

// registerStream adds a GET whose answer goes on until its client leaves: events whose
// data is a T, documented with the parameters of I. handle returns an error only before
// it has begun the stream.
func registerStream[I, T any](a *API, op Operation, handle func(ctx context.Context, caller Caller, r *http.Request, out *eventStream) error) {
	o := a.declare(op)
	o.stream = func(x *exchange, out *eventStream, r *http.Request) error {
		return handle(r.Context(), x.caller, r, out)
	}
	h := a.describe(o)
	h.DefaultStatus = http.StatusOK
	h.Responses["200"] = &huma.Response{
		Description: "Server-sent events; the data of each is JSON of this form.",
		Content:     map[string]*huma.MediaType{headerEvents[0]: {Schema: a.schemas().Schema(reflect.TypeFor[T](), true, "")}},
	}
	huma.Register(a.huma, *h, func(context.Context, *I) (*struct{}, error) {
		return nil, fmt.Errorf("%s is served without huma", op.ID)
	})
}

// serveStream serves a call that goes on. It takes room among the calls in flight only
// until it is admitted, since it costs nothing while nothing happens and its number is
// limited elsewhere; and the deadline of calls is not its own.
func (a *API) serveStream(x *exchange, w http.ResponseWriter, r *http.Request, in received) {
	err := a.admitStream(x, r, in)
	if err == nil {
		err = x.op.stream(x, &eventStream{w: w, control: http.NewResponseController(w)}, r.WithContext(withoutDeadline(r.Context())))
	}
	if err != nil {
		a.fail(w, r, err)
	}
}

func (a *API) admitStream(x *exchange, r *http.Request, in received) error {
	release, ok := a.load.Enter(x.op.Class)
	if !ok {
		return overloaded()
	}
	defer release()
	return a.admit(r, x, x.op, in)
}

// withoutDeadline is the context of a request that lasts as long as its connection.
func withoutDeadline(ctx context.Context) context.Context {
	if c, ok := ctx.(*requestContext); ok {
		return context.WithValue(c.Context, exchangeKey{}, c.x)
	}
	return ctx
}

// eventStream writes server-sent events.
type eventStream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// sendTimeout is how long a client may take to make room for what is sent.
const sendTimeout = 10 * time.Second

// begin sends the head, and how long to wait before coming back after a break.
func (s *eventStream) begin(retry time.Duration) error {
	h := s.w.Header()
	h["Content-Type"] = headerEvents
	h["X-Accel-Buffering"] = []string{"no"} // a proxy must not wait for more
	return s.send(fmt.Appendf(nil, "retry: %d\n\n", retry.Milliseconds()))
}

// send writes frames and pushes them out.
func (s *eventStream) send(frames []byte) error {
	// A refusal only means that the connection, such as a test's, knows no deadlines.
	_ = s.control.SetWriteDeadline(time.Now().Add(sendTimeout))
	if _, err := s.w.Write(frames); err != nil {
		return err
	}
	return s.control.Flush()
}

// beat is a comment, which keeps the connection from looking dead.
func beat() []byte { return []byte(":\n\n") }

// frame is one event with JSON that has no line break.
func frame(id int64, name string, json []byte) []byte {
	return fmt.Appendf(nil, "id: %d\nevent: %s\ndata: %s\n\n", id, name, bytes.TrimSpace(json))
}
