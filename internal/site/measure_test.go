package site_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/channel/channeltest"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/site"
	"github.com/grandstand/grandstand/internal/text"
)

// Pages of a channel with a tag of Google's may load it; pages of others, and what other
// sites frame, may not.
func TestOnlyWhoHasATagOfGooglesMayLoadIt(t *testing.T) {
	database, c := dbtest.SQLite(t), clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	revisions := revision.NewTracker(database.Read(), c, slog.New(slog.DiscardHandler))
	d := site.Domains{
		Channels: channel.NewService(database, revisions, c, channeltest.Sealer()), Catalog: catalog.NewService(database, revisions, c),
		Edge: noEdge{}, MediaURL: func(key string) string { return "/media/public/" + key },
	}
	for key, tag := range map[string]string{"tagged": "G-1", "plain": ""} {
		_, err := d.Channels.Create(t.Context(), actor.ForSystem(0), channel.Channel{
			Key: key, Name: text.Text{"en": "Northline"}, Language: "en", Languages: []string{"en"}, Currency: "CAD",
			TimeZone: "America/Toronto", Domains: []string{key + ".example"}, Settings: channel.Settings{GoogleTag: tag},
			Colors: channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	s := serve(t, d)
	policy := func(host, path string) string {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://"+host+path, nil))
		return w.Result().Header.Get("Content-Security-Policy")
	}
	for _, want := range []string{
		"script-src 'self' https://*.googletagmanager.com;",
		"connect-src 'self' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com;",
		"frame-src 'self';",
	} {
		if got := policy("tagged.example", "/contacts"); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	for name, got := range map[string]string{
		"another channel": policy("plain.example", "/contacts"), "what others frame": policy("tagged.example", "/watch_embed/5"),
	} {
		if strings.Contains(got, "google") || !strings.Contains(got, "script-src 'self';") {
			t.Errorf("%s has %q", name, got)
		}
	}
}
