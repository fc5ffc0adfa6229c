package app

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// ownPorts accepts the ports at which the site is served: 80, 443, the port of the listener and the
// public port of the setting site-url. Pages and feeds contain their own URL, which is also their
// cache key. Each other port in a Host header would create another cached copy.
type ownPorts struct{ public string }

// only passes requests for one of these ports to next, and answers other requests with 421.
func (o ownPorts) only(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, port, err := net.SplitHostPort(r.Host)
		if err != nil || port == "" { // without a port
			next.ServeHTTP(w, r)
			return
		}
		host, ok := o.canonical(name, port, listenerPort(r))
		if !ok {
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "This site is not served at this port. If a proxy serves the site at this port, name the port in the setting site-url.", http.StatusMisdirectedRequest)
			return
		}
		r = r.WithContext(r.Context())
		r.Host = host
		next.ServeHTTP(w, r)
	})
}

// canonical returns the host in canonical form, or false for a port that is not the site's: without
// the ports 80 and 443, and without leading zeros. On localhost a container may map any port to the
// listener. URLs then contain the port of the listener.
func (o ownPorts) canonical(name, port, listener string) (host string, ok bool) {
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return "", false
	}
	port = strconv.FormatUint(n, 10)
	bare := name
	if strings.Contains(name, ":") {
		bare = "[" + name + "]"
	}
	switch {
	case port == "80" || port == "443":
		return bare, true
	case slices.Contains([]string{listener, o.public}, port):
		return bare + ":" + port, true
	case isThisMachine(name) && listener != "":
		return bare + ":" + listener, true
	}
	return "", false
}

func isThisMachine(name string) bool {
	address, err := netip.ParseAddr(name)
	return strings.EqualFold(name, "localhost") || err == nil && address.IsLoopback()
}

// listenerPort is the port at which a request's connection was accepted, or "" if the port is
// unknown.
func listenerPort(r *http.Request) string {
	address, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return ""
	}
	_, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return ""
	}
	return port
}
