package app

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// ownPorts knows the ports at which the site is served: those of HTTP, that of the connection's
// listener, and the public one of the setting site-url. Pages and feeds name their own address
// and are kept by it, so that any other port in a Host header would cost another copy of each.
type ownPorts struct{ public string }

// only answers requests whose Host has one of the ports by next, and others with 421.
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
			http.Error(w, "This site is not served at this port. Where a proxy serves it there, the setting site-url must name the port.", http.StatusMisdirectedRequest)
			return
		}
		r = r.WithContext(r.Context())
		r.Host = host
		next.ServeHTTP(w, r)
	})
}

// canonical is the host with a port of the site in its one spelling. On this machine itself a
// container may map any port to the listener's, whose port then stands in addresses.
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

// listenerPort is the port at which a request's connection was accepted, or nothing where
// that is not known.
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
