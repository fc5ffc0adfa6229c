package app

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
)

// browserCalls are what browsers may ask of the simulator: the calls that Stripe.js makes
// with a publishable key, the page on which a bank would confirm a payment, and the portal,
// whose address is the key to it.
var browserCalls = regexp.MustCompile(`^/(?:v1/payment_methods|v1/(?:payment|setup)_intents/[A-Za-z0-9_]+(?:/confirm)?|3d_secure/[A-Za-z0-9_-]+/[A-Za-z0-9_]+|portal/[A-Za-z0-9_-]+/[A-Za-z0-9_]+|pages/[a-z0-9.]+)$`)

// simulatorProxy shows browsers the part of the simulator that is for them, on the site's
// own origin. Without a simulator there is nothing.
func (a *App) simulatorProxy() http.Handler {
	if a.payments.url == "" {
		return http.NotFoundHandler()
	}
	target, err := url.Parse(a.payments.url)
	if err != nil {
		return http.NotFoundHandler() // the configuration was checked
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Header.Del("Cookie")
	}}
	return http.StripPrefix(simulatorPath, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, _, _ := r.BasicAuth()
		key += strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !browserCalls.MatchString(r.URL.Path) || strings.HasPrefix(key, "sk_") {
			http.NotFound(w, r)
			return
		}
		w.Header().Del("Content-Security-Policy") // its pages have one of their own
		r.Body = http.MaxBytesReader(w, r.Body, maxSimulated)
		proxy.ServeHTTP(w, r)
	}))
}

// maxSimulated is more than any call of a browser has, in bytes.
const maxSimulated = 64 << 10
