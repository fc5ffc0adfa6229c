package api

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// edge is what every request of the public listener passes, whoever answers it.
type edge struct {
	log     *slog.Logger
	clock   clock.Clock
	proxies []netip.Prefix
	claims  claims
	origins origins
	limits  limits
	traffic *traffic
}

func newEdge(d Deps) edge {
	return edge{
		log: d.Log, clock: d.Clock, proxies: normalizeAll(d.Options.TrustedProxies),
		claims:  claims{d.Options.CountryHeader, d.Options.RegionHeader},
		origins: newOrigins(d.Options.AllowedOrigins, d.Channels),
		limits:  newLimits(d.Options.Limits, d.Clock),
		traffic: newTraffic(d.Metrics),
	}
}

// Edge wraps the handler of the public listener: request id, client address, log line,
// recovery from panics, security headers, cross-origin rules, the general limit per
// address, the limit of byte ranges. What next writes reaches the connection unhindered: see response.
func (a *API) Edge(next http.Handler) http.Handler {
	e := &a.edge
	return http.HandlerFunc(func(writer http.ResponseWriter, r *http.Request) {
		x := &exchange{started: e.clock.Now()}
		x.address, x.secure = clientOf(r, e.proxies)
		if !x.secure {
			r.Header.Del("X-Forwarded-Proto") // claimed by somebody who is not trusted
		}
		x.claimed = e.claims.of(r, e.proxies)
		x.id = e.requestID(r)
		ctx := newRequestContext(r, x)
		defer ctx.end()
		r = r.WithContext(ctx) //nolint:contextcheck // ctx is the request's own, with a deadline
		w := &response{ResponseWriter: writer}
		defer e.finish(w, r, x)
		setDeadlines(writer, r)
		setSecurityHeaders(w.Header(), r, x)
		if done := e.origins.apply(w, r); done {
			return
		}
		if err := e.limit(GeneralLimit, x.address); err != nil {
			a.fail(w, r, err)
			return
		}
		if err := checkRanges(r.Header); err != nil {
			a.fail(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

const (
	// answerTimeout is how long a client may take to read an answer of the API, which
	// itself may take callTimeout to make.
	answerTimeout = callTimeout + 10*time.Second
	// streamTimeout is the same for pages and media: 2 MB at 60 kbit/s.
	streamTimeout = 5 * time.Minute
)

// setDeadlines bounds how long a slow client can hold the connection: in reading the
// answer, and in sending a body that nobody may want. A handler that serves more than
// streamTimeout allows for sets its own. A refusal only means that the connection,
// such as a test's, knows no deadlines.
func setDeadlines(w http.ResponseWriter, r *http.Request) {
	control, now := http.NewResponseController(w), time.Now()
	timeout := answerTimeout
	if isPageOrMedia(r.URL.Path) {
		timeout = streamTimeout
	}
	_ = control.SetWriteDeadline(now.Add(timeout))
	if r.ContentLength != 0 {
		_ = control.SetReadDeadline(now.Add(callTimeout))
	}
}

// requestID is a trusted proxy's name for the request, if it gave a plain one, and
// otherwise a new one. It names, it does not protect.
func (e *edge) requestID(r *http.Request) string {
	if id := r.Header.Get("X-Request-Id"); id != "" && isTrusted(remote(r), e.proxies) && isPlain(id) {
		return id
	}
	return strconv.FormatUint(rand.Uint64()|1<<63, 16) //nolint:gosec // a name, not a secret
}

// isPlain accepts ids that are safe in a log line and a header.
func isPlain(id string) bool {
	if len(id) > 64 {
		return false
	}
	for i := range len(id) {
		c := id[i]
		isWord := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !isWord && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

// finish answers for a handler that panicked, counts, and writes the log line.
func (e *edge) finish(w *response, r *http.Request, x *exchange) {
	if p := recover(); p != nil {
		if p == http.ErrAbortHandler { //nolint:errorlint // the sentinel that net/http compares by identity
			panic(p)
		}
		e.recovered(w, r, x, p)
	}
	took := e.clock.Now().Sub(x.started)
	stream := x.op != nil && x.op.stream != nil
	e.traffic.count(r.URL.Path, w, took, stream)
	logRequest(r.Context(), e.log, took, w, r, x)
}

func (e *edge) recovered(w *response, r *http.Request, x *exchange, p any) {
	cause := fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	if w.status != 0 {
		// Half an answer is out: the connection must not look like a whole one.
		x.cause = cause
		logRequest(r.Context(), e.log, e.clock.Now().Sub(x.started), w, r, x)
		panic(http.ErrAbortHandler)
	}
	WriteProblem(w, r, problemFor(x, x.lang(r), cause))
}

// limit takes one permit of the address, or says when to come back.
func (e *edge) limit(kind LimitKind, address netip.Addr) error {
	wait, ok := e.limits.allow(kind, address)
	if ok {
		return nil
	}
	return fault.Later(wait, "too_many_requests", "Too many requests. Please slow down.")
}

// setSecurityHeaders sets what holds for every response; a handler for pages
// replaces the policy by its own. An answer of the API links nowhere and goes without
// the referrer's. Video has no document that a policy could bind, nor have the web app's
// scripts and styles: a ninth header would make net/http's map of them grow, and on a slow
// line those of forty files take a fifth of a second.
func setSecurityHeaders(h http.Header, r *http.Request, x *exchange) {
	h["X-Request-Id"] = []string{x.id}
	h["X-Content-Type-Options"] = headerNoSniff
	if !strings.HasPrefix(r.URL.Path, "/media/") && !strings.HasPrefix(r.URL.Path, "/assets/") {
		h["Content-Security-Policy"] = headerPolicy
		if isPageOrMedia(r.URL.Path) {
			h["Referrer-Policy"] = headerReferrer
		}
	}
	if isUnlistedTree(r.URL.Path) {
		h["X-Robots-Tag"] = headerNoIndex
	}
	if x.secure {
		h["Strict-Transport-Security"] = headerHSTS
	}
}

// isUnlistedTree reports whether search engines should not list an address because it is neither a page nor a picture. Media need a
// signed address, which no search engine has.
func isUnlistedTree(path string) bool {
	return slices.ContainsFunc([]string{"/api/", "/keys/", "/analytics/", "/storage/"}, func(tree string) bool {
		return strings.HasPrefix(path, tree)
	})
}

var (
	headerNoStore  = []string{"no-store"}
	headerNoSniff  = []string{"nosniff"}
	headerNoIndex  = []string{"noindex"}
	headerReferrer = []string{"strict-origin"}
	headerPolicy   = []string{"default-src 'none'; frame-ancestors 'none'"}
	headerHSTS     = []string{"max-age=31536000"}
)
