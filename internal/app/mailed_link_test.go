package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/text"
)

// TestMailedLinksLeadToTheChannelsSite registers and asks for a new password by requests
// that name another host in every header that could be believed.
func TestMailedLinksLeadToTheChannelsSite(t *testing.T) {
	ctx := t.Context()
	a, err := Open(ctx, config.Config{Data: t.TempDir(), Workers: 1, Demo: true}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	id, err := a.Channels.Create(ctx, actor.ForSystem(0), channel.Channel{
		Key: "north", Name: text.Text{"en": "North"}, Language: "en", Languages: []string{"en", "fr"}, Currency: "CAD", TimeZone: "UTC",
		Domains: []string{"north.example", "second.example"},
		Colors:  channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
	})
	if err != nil {
		t.Fatal(err)
	}
	edge, err := a.NewAPI()
	if err != nil {
		t.Fatal(err)
	}
	handler := edge.Edge(edge)
	ask := func(path string, body map[string]any) {
		t.Helper()
		a.askFromElsewhere(t, handler, int64(id), path, body)
	}
	ask("/api/v2/auth/register", map[string]any{
		"email": "ada@example.com", "password": "Tip-off at 7", "password_confirmation": "Tip-off at 7", "first_name": "Ada", "last_name": "L", "terms": true,
	})
	ask("/api/auth/password-reset-request", map[string]any{"email": "ada@example.com"})
	ask("/api/v2/auth/register?lang=fr", map[string]any{
		"email": "zoe@example.com", "password": "Tip-off at 7", "password_confirmation": "Tip-off at 7", "first_name": "Zoé", "last_name": "L", "terms": true,
	})
	a.deliver(t, 3)
	for _, l := range a.mailbox.Letters() {
		whole := fmt.Sprintf("%+v", l)
		if strings.Contains(whole, "evil") || strings.Contains(whole, "second.example") {
			t.Errorf("%s leads elsewhere: %s", l.Subject, l.Text)
		}
		if !strings.Contains(l.Text, "https://north.example/") || !strings.Contains(l.HTML, `href="https://north.example/`) {
			t.Errorf("%s leads nowhere: %s", l.Subject, l.Text)
		}
		if strings.Contains(l.Text, "&lang=fr") != (l.Language == "fr") {
			t.Errorf("%s leads to another language: %s", l.Subject, l.Text)
		}
	}
}

// askFromElsewhere calls the API as a visitor whose every header names another host.
func (a *App) askFromElsewhere(t *testing.T, handler http.Handler, channelID int64, path string, body map[string]any) {
	t.Helper()
	key, _, err := a.Accounts.OpenSession(t.Context(), channelID)
	if err != nil {
		t.Fatal(err)
	}
	body["api_key"] = key
	encoded, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://evil.example"+path, strings.NewReader(string(encoded)))
	r.Header.Set("X-Forwarded-Host", "evil.example")
	r.Header.Set("X-Host", "evil.example")
	r.Header.Set("X-Forwarded-Server", "evil.example")
	r.Header.Set("X-Original-URL", "https://evil.example/")
	r.Header.Set("Forwarded", "host=evil.example;proto=https")
	r.Header.Set("Origin", "http://evil.example")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
}

// deliver runs the queue until so many letters are in the box.
func (a *App) deliver(t *testing.T, letters int) {
	t.Helper()
	events, cancel := a.queue.Subscribe(river.EventKindJobCompleted)
	defer cancel()
	if err := a.queue.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.queue.Stop(context.WithoutCancel(t.Context())) }()
	for len(a.mailbox.Letters()) < letters {
		<-events
	}
}
