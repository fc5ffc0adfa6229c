package api

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/text"
)

// exchange is what the edge knows about one request. It is made by Edge, filled in as
// the request proceeds, and read by the log line at the end.
type exchange struct {
	id      string
	address netip.Addr // of the client, seen through trusted proxies
	claimed geo.Place  // of the client, by a trusted proxy
	secure  bool       // the client spoke TLS, to us or to a trusted proxy
	started time.Time
	op      *Operation // nil outside the API
	caller  Caller
	cause   error        // of a 5xx, for the log only
	code    string       // of the problem that was answered, if any
	status  int          // chosen instead of the library's
	cookie  *http.Cookie // to be set with the answer
	own     bool         // the answer is the caller's own: it is not kept, although the operation's are
}

type exchangeKey struct{}

// exchangeFrom returns the exchange of a request's context. Outside Edge there is
// none, and a fresh one stands in.
func exchangeFrom(ctx context.Context) *exchange {
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return x
	}
	return &exchange{}
}

// lang is the language to speak to the client, also before the caller is known.
func (x *exchange) lang(r *http.Request) string {
	if x.caller.Lang != "" {
		return x.caller.Lang
	}
	return text.Negotiate(r.Header.Get("Accept-Language"), DefaultLang)
}
