package api

import (
	"context"
	"net/http"
	"time"
)

const (
	// callTimeout is how long a call may take, the specification's request time-out.
	callTimeout = 30 * time.Second
	// writeTimeout is how long a client may take to read an answer once it is made.
	writeTimeout = callTimeout + 10*time.Second
)

type serveFunc func(x *exchange, w http.ResponseWriter, r *http.Request)

// serve does for each request what its operation asks for, and then calls next: room
// under load, deadlines, limits, query, body, caller.
func (a *API) serve(w http.ResponseWriter, r *http.Request, op *Operation, next serveFunc) {
	x := exchangeFrom(r.Context())
	x.op = op
	w.Header()["Cache-Control"] = headerNoStore
	release, ok := a.load.Enter(op.Class)
	if !ok {
		a.fail(w, r, overloaded())
		return
	}
	defer release()
	ctx, cancel := context.WithTimeout(r.Context(), callTimeout)
	defer cancel()
	r = r.WithContext(ctx)
	// A refusal only means that the connection, such as a test's, knows no deadlines.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTimeout))

	if err := a.prepare(w, r, x, op); err != nil {
		a.fail(w, r, err)
		return
	}
	if op.hot == nil {
		next(x, w, r)
		return
	}
	payload, err := op.hot(x, r)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	sendPayload(w, r, op.cache, payload)
}

// prepare checks the request and finds its caller.
func (a *API) prepare(w http.ResponseWriter, r *http.Request, x *exchange, op *Operation) error {
	if op.Limit != GeneralLimit { // that one Edge took
		if err := a.edge.limit(op.Limit, x.address); err != nil {
			return err
		}
	}
	q, queryErr := readQuery(r.URL.RawQuery, op.query)
	var bodyKey string
	var bodyErr error
	if op.hasBody {
		bodyKey, bodyErr = readBody(w, r, op.MaxBody)
	}
	// The language first, so that the problems of the query are told in it.
	if err := a.identify(r, x, op, q, bodyKey); err != nil && queryErr == nil && bodyErr == nil {
		return err
	}
	if queryErr != nil {
		return queryErr
	}
	return bodyErr
}
