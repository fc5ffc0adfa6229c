package captcha

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
)

// provider speaks the documented protocol: a token is what it answers, and is good once.
func provider(t *testing.T) *Google {
	t.Helper()
	answers := map[string]string{
		"person":  `{"success":true,"score":0.9,"action":"form","challenge_ts":"2026-03-01T12:00:00Z","hostname":"sport.example"}`,
		"shouted": `{"success":true,"score":0.5,"action":"form","hostname":"SPORT.example"}`,
		"robot":   `{"success":true,"score":0.1,"action":"form","hostname":"sport.example"}`,
		"stolen":  `{"success":true,"score":0.9,"action":"form","hostname":"elsewhere.example"}`,
		"login":   `{"success":true,"score":0.9,"action":"login","hostname":"sport.example"}`,
		"v2":      `{"success":true,"hostname":"sport.example"}`,
		"forged":  `{"success":false,"error-codes":["invalid-input-response"]}`,
		"long":    `{"success":true,"hostname":"` + strings.Repeat("x", maxAnswer) + `"}`,
		"strange": `<html>`,
	}
	var mu sync.Mutex
	used := map[string]bool{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := r.PostFormValue("response")
		if r.Method != http.MethodPost || r.URL.Path != "/recaptcha/api/siteverify" || r.PostFormValue("remoteip") != "203.0.113.7" {
			t.Errorf("asked %s %s with %v", r.Method, r.URL.Path, r.Form)
		}
		mu.Lock()
		defer mu.Unlock()
		switch {
		case r.PostFormValue("secret") != "s3cret":
			_, _ = w.Write([]byte(`{"success":false,"error-codes":["invalid-input-secret"]}`))
		case used[token]:
			_, _ = w.Write([]byte(`{"success":false,"error-codes":["timeout-or-duplicate"]}`))
		case token == "away":
			http.Redirect(w, r, "https://elsewhere.example/", http.StatusTemporaryRedirect)
		case token == "down":
			w.WriteHeader(http.StatusBadGateway)
		default:
			used[token] = true
			_, _ = w.Write([]byte(answers[token]))
		}
	}))
	t.Cleanup(server.Close)
	return New(server.URL + "/recaptcha/")
}

func proof(token string) Proof {
	return Proof{
		Secret: "s3cret", Token: token, Action: "form", Hosts: []string{"sport.example", "www.sport.example"},
		Address: netip.MustParseAddr("203.0.113.7"),
	}
}

func TestTokens(t *testing.T) {
	g := provider(t)
	for _, tt := range []struct {
		token        string
		human, fails bool
	}{
		{"person", true, false},
		{"person", false, false}, // a token is good once
		{"shouted", true, false},
		{"robot", false, false},
		{"stolen", false, false},
		{"login", false, false},
		{"forged", false, false},
		{"", false, false},
		{strings.Repeat("x", maxToken+1), false, false},
		{"v2", false, true},
		{"down", false, true},
		{"away", false, true},
		{"strange", false, true},
		{"long", false, true},
	} {
		human, err := g.IsHuman(t.Context(), proof(tt.token))
		if human != tt.human || (err != nil) != tt.fails {
			t.Errorf("%.20q: %v, %v", tt.token, human, err)
		}
		if err != nil && strings.Contains(err.Error(), "s3cret") {
			t.Errorf("the secret is told: %v", err)
		}
	}
}

func TestAnUnknownSecretIsNobodysFault(t *testing.T) {
	p := proof("person")
	p.Secret = "another"
	if human, err := provider(t).IsHuman(t.Context(), p); human || err == nil || strings.Contains(err.Error(), p.Secret) {
		t.Errorf("%v, %v", human, err)
	}
}

// A provider that does not answer in time is one that did not tell.
func TestAProviderThatHangs(t *testing.T) {
	asked, over := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(asked)
		<-over
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(over) }) // before the server waits for its handlers
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	if human, err := New(server.URL).IsHuman(ctx, proof("person")); human || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", human, err)
	}
	if g := New(server.URL); g.client.Timeout != timeout {
		t.Errorf("waits for %s", g.client.Timeout)
	}
}

func TestWhatABrowserNeeds(t *testing.T) {
	g := New("https://www.recaptcha.net/recaptcha")
	if g.Script() != "https://www.recaptcha.net/recaptcha/api.js" {
		t.Errorf("the script is %s", g.Script())
	}
	s := g.Sources()
	for name, sources := range map[string]string{"scripts": s.Scripts, "frames": s.Frames, "connections": s.Connections} {
		if !strings.HasPrefix(sources, "https://www.recaptcha.net/recaptcha/") {
			t.Errorf("%s come from %s", name, sources)
		}
	}
}
