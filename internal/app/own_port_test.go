package app

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// A Host with a port that the site is not served at is refused. Each spelling of an own port is
// one host.
func TestOnlyOwnPortsAreServed(t *testing.T) {
	var got string
	handler := ownPorts{public: "8443"}.only(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Host }))
	for host, want := range map[string]string{
		"north.example":         "north.example",
		"north.example:80":      "north.example",
		"north.example:0443":    "north.example",
		"north.example:8080":    "north.example:8080",
		"north.example:08080":   "north.example:8080",
		"north.example:8443":    "north.example:8443",
		"[2001:db8::1]:8080":    "[2001:db8::1]:8080",
		"[2001:db8::1]:443":     "[2001:db8::1]",
		"localhost:9000":        "localhost:8080",
		"127.0.0.1:9000":        "127.0.0.1:8080",
		"[::1]:9000":            "[::1]:8080",
		"north.example:9000":    "",
		"north.example:1":       "",
		"north.example:65536":   "",
		"north.example:80@evil": "",
		"north.example:x":       "",
	} {
		r := httptest.NewRequestWithContext(context.WithValue(t.Context(), http.LocalAddrContextKey, &net.TCPAddr{Port: 8080}), http.MethodGet, "/", nil)
		r.Host, got = host, ""
		rep := httptest.NewRecorder()
		handler.ServeHTTP(rep, r)
		if got != want || (want == "") != (rep.Code == http.StatusMisdirectedRequest) {
			t.Errorf("%s: %d, served as %q, want %q", host, rep.Code, got, want)
		}
	}
}
