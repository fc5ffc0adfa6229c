package api

import "net/http"

type serveFunc func(x *exchange, w http.ResponseWriter, r *http.Request)

// serve does for each request what its operation asks for, and then calls next: limits,
// query, body, room under load, caller. The deadline is the context's: see deadline.go.
func (a *API) serve(w http.ResponseWriter, r *http.Request, op *Operation, next serveFunc) {
	x := exchangeFrom(r.Context())
	x.op = op
	w.Header()["Cache-Control"] = headerNoStore
	if op.leads != nil {
		a.serveRedirect(x, w, r)
		return
	}
	in := a.receive(w, r, x, op)
	if op.stream != nil {
		a.serveStream(x, w, r, in)
		return
	}
	// Only now, so that who sends slowly takes nobody's room.
	release, ok := a.load.Enter(op.Class)
	if !ok {
		a.fail(w, r, overloaded())
		return
	}
	defer release()
	if err := a.admit(r, x, op, in); err != nil {
		a.fail(w, r, err)
		return
	}
	var payload *Payload
	var err error
	switch {
	case op.hot != nil:
		payload, err = op.hot(x, r)
	case op.upload != nil:
		payload, err = op.upload(x, w, r)
	case op.download != nil:
		if err = op.download(x, w, r); err == nil {
			return
		}
	default:
		next(x, w, r)
		return
	}
	if err != nil {
		a.fail(w, r, err)
		return
	}
	cache := op.cache
	if x.own {
		cache = nil
	}
	sendPayload(w, r, cache, payload)
}

// received is a request as it was read; err says what is wrong with it, or that its
// address asks too often.
type received struct {
	query   query
	bodyKey string // api key of the body
	err     error
}

func (a *API) receive(w http.ResponseWriter, r *http.Request, x *exchange, op *Operation) (in received) {
	if op.Limit != GeneralLimit { // that one Edge took
		if in.err = a.edge.limit(op.Limit, x.address); in.err != nil {
			return in
		}
	}
	in.query, in.err = readQuery(r.URL.RawQuery, op.query)
	if op.hasBody {
		key, err := readBody(w, r, op.MaxBody)
		in.bodyKey = key
		if in.err == nil {
			in.err = err
		}
	}
	return in
}

// admit finds the caller and lets the request pass. Nobody is looked up for a request
// that is refused anyway.
func (a *API) admit(r *http.Request, x *exchange, op *Operation, in received) error {
	if err := setLang(&x.caller, r, in.query); err != nil && in.err == nil {
		return err
	}
	if in.err == nil {
		in.err = checkSpoilers(in.query)
	}
	if in.err != nil {
		return in.err
	}
	return a.identify(r, x, op, in.query, in.bodyKey)
}
