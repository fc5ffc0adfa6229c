package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// registerRedirect adds a GET that a browser is sent to, and sent on from: to a path of
// the same site, whatever happened. It is documented with the parameters of I; others,
// which whoever sends the browser may add, are passed over. An error sends it on too: the
// path then says so.
func registerRedirect[I any](a *API, op Operation, handle func(ctx context.Context, caller Caller, r *http.Request) (path string, err error)) {
	o := a.declare(op)
	o.leads = func(x *exchange, r *http.Request) (string, error) { return handle(r.Context(), x.caller, r) }
	h := a.describe(o)
	h.DefaultStatus = http.StatusSeeOther
	delete(h.Responses, "200")
	h.Responses["303"] = &huma.Response{
		Description: "Onwards, to a page of the site.",
		Headers:     map[string]*huma.Param{"Location": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}
	huma.Register(a.huma, *h, func(context.Context, *I) (*struct{}, error) {
		return nil, errors.New(op.ID + " is served without huma")
	})
}

func (a *API) serveRedirect(x *exchange, w http.ResponseWriter, r *http.Request) {
	if err := a.edge.limit(x.op.Limit, x.address); err != nil {
		a.fail(w, r, err)
		return
	}
	release, ok := a.load.Enter(x.op.Class)
	if !ok {
		a.fail(w, r, overloaded())
		return
	}
	defer release()
	x.caller.Address, x.caller.Host = x.address, hostname(r.Host)
	path, err := x.op.leads(x, r)
	if err != nil {
		x.cause = err
	}
	w.Header().Set("Location", path)
	writeBody(w, r, http.StatusSeeOther, nil)
}
