package api

import (
	"net/http"
	"net/url"
	"strings"
)

// origins decides which web pages may call from another origin: those of a channel's
// own domains, whatever their port, and those that the settings name. The app may so
// be hosted on any static host.
//
// There is no defence against cross-site request forgery here, such as
// http.CrossOriginProtection, because nothing here is authorised by what a browser
// adds by itself: the api key is not a cookie, and a foreign page has none to send.
// Credentials are never allowed for the same reason.
//
// A player in a sandboxed frame of another site has an opaque origin, and every such
// origin is called "null" (Fetch standard, 3.2). Pages of "null" may make the calls of a
// visitor's player, see isOfPlayers. They cannot log in or change anything of a user.
type origins struct {
	allowed  map[string]bool
	channels Channels
}

func newOrigins(allowed []string, channels Channels) origins {
	o := origins{allowed: map[string]bool{}, channels: channels}
	for _, origin := range allowed {
		o.allowed[strings.ToLower(strings.TrimSuffix(origin, "/"))] = true
	}
	return o
}

// Header values of cross-origin answers. The wildcard of exposed headers does not
// cover Retry-After in every browser, so they are named.
const (
	corsMethods = "GET, HEAD, POST, DELETE"
	corsHeaders = "Authorization, Content-Type, If-None-Match, Range"
	corsExposed = "Date, Retry-After, X-Request-Id, ETag, Content-Range, Content-Length"
	corsMaxAge  = "7200"
)

// apply sets the headers of a cross-origin request and answers preflights
// (Fetch standard, 3.2). It reports whether the request is answered.
func (o *origins) apply(w http.ResponseWriter, r *http.Request) (done bool) {
	h := w.Header()
	h["Vary"] = headerVary
	if isOfEncoders(r.URL.Path) {
		return false // it answers web pages of any origin itself
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	allowed := o.allows(r, origin)
	if allowed {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", corsExposed)
	}
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	if allowed {
		h.Set("Access-Control-Allow-Methods", corsMethods)
		h.Set("Access-Control-Allow-Headers", corsHeaders)
		h.Set("Access-Control-Max-Age", corsMaxAge)
	}
	w.WriteHeader(http.StatusNoContent)
	return true
}

// isOfEncoders tells where encoders ask to publish, by WHIP. A path there may hold a stream key.
func isOfEncoders(path string) bool { return path == "/whip" || strings.HasPrefix(path, "/whip/") }

func (o *origins) allows(r *http.Request, origin string) bool {
	if origin == opaqueOrigin {
		return isOfPlayers(r)
	}
	if o.allowed[strings.ToLower(origin)] {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" {
		return false
	}
	_, err = o.channels.ChannelByHost(r.Context(), hostname(u.Host))
	return err == nil
}

// opaqueOrigin is the Origin header of a page whose origin is opaque.
const opaqueOrigin = "null"

// isOfPlayers reports whether a call, or the call that a preflight asks for, is one of a visitor's player: a read, an
// anonymous api key, or analytics.
func isOfPlayers(r *http.Request) bool {
	method := r.Method
	if method == http.MethodOptions {
		method = r.Header.Get("Access-Control-Request-Method")
	}
	switch method {
	case http.MethodGet, http.MethodHead:
		return true
	case http.MethodPost:
		return r.URL.Path == "/api/get_api_key" || strings.HasPrefix(r.URL.Path, "/analytics/")
	}
	return false
}

// headerVary names what the same address answers differently by. It is copied where
// it must grow, never written to.
var headerVary = []string{"Origin, Accept-Encoding, Accept-Language, Authorization"}
