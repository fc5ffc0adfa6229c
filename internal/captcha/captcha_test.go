package captcha

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("secret") != "s3cret" || r.FormValue("remoteip") != "203.0.113.7" {
			t.Errorf("asked with %v", r.Form)
		}
		switch r.FormValue("response") {
		case "person":
			_, _ = w.Write([]byte(`{"success":true,"hostname":"sport.example"}`))
		case "robot":
			_, _ = w.Write([]byte(`{"success":false,"error-codes":["invalid-input-response"]}`))
		case "away":
			http.Redirect(w, r, "https://elsewhere.example/", http.StatusTemporaryRedirect)
		case "down":
			w.WriteHeader(http.StatusBadGateway)
		default:
			_, _ = w.Write([]byte(`<html>`))
		}
	}))
	t.Cleanup(server.Close)
	g := newAt("s3cret", server.URL)
	for _, tt := range []struct {
		token        string
		human, fails bool
	}{
		{"person", true, false},
		{"robot", false, false},
		{"", false, false},
		{strings.Repeat("x", maxToken+1), false, false},
		{"down", false, true},
		{"away", false, true},
		{"nonsense", false, true},
	} {
		human, err := g.IsHuman(t.Context(), tt.token, netip.MustParseAddr("203.0.113.7"))
		if human != tt.human || (err != nil) != tt.fails {
			t.Errorf("%.20q: %v, %v", tt.token, human, err)
		}
		if err != nil && strings.Contains(err.Error(), "s3cret") {
			t.Errorf("the secret is told: %v", err)
		}
	}
}
