package app

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/maxmind/mmdbwriter/mmdbtype"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/geo/geotest"
	"github.com/grandstand/grandstand/internal/text"
)

// places writes a database in which 198.18.0.0/16 is Quebec and 198.19.0.0/16 France.
func places(t *testing.T) string {
	t.Helper()
	return geotest.Write(t, map[string]mmdbtype.Map{
		"198.18.0.0/16": {"country": geotest.Place("CA", nil), "subdivisions": mmdbtype.Slice{geotest.Place("QC", nil)}},
		"198.19.0.0/16": {"country": geotest.Place("FR", nil)},
	})
}

// openPublicHandler opens an app and returns it with the handler of its public listener, without pages.
func openPublicHandler(t *testing.T, cfg config.Config) (*App, http.Handler) {
	t.Helper()
	a, err := Open(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	edge, err := a.NewAPI()
	if err != nil {
		t.Fatal(err)
	}
	return a, a.publicHandler(edge, http.NotFoundHandler(), http.NotFoundHandler(), nil, &health{})
}

// The whole house: who may watch at one place gets a signed address, and whoever asks
// by it from a closed place is refused by the media handler itself.
func TestMediaIsRefusedWhereItMayNotBeWatched(t *testing.T) {
	cfg := config.Config{
		Data: t.TempDir(), GeoDB: places(t), Roles: []string{config.RoleAPI}, Reconnect: time.Minute, Workers: 1,
		TrustedProxies: []string{"10.0.0.0/8"}, GeoHeader: "CF-IPCountry", GeoRegion: "CF-Region-Code",
	}
	a, handler := openPublicHandler(t, cfg)
	ask := watchedEvent(t, a)
	for name, test := range map[string]struct {
		from    string
		country string
		region  string
		status  int // 404 stands for access to a stream that has no media yet
	}{
		"at home":                       {"198.18.0.5:1", "", "", http.StatusForbidden},
		"in a country that is blocked":  {"198.19.0.5:1", "", "", http.StatusForbidden},
		"nobody knows where":            {"203.0.113.1:1", "", "", http.StatusNotFound},
		"by a proxy's word, elsewhere":  {"10.0.0.1:1", "CA", "ON", http.StatusNotFound},
		"by a proxy's word, at home":    {"10.0.0.1:1", "CA", "QC", http.StatusForbidden},
		"by a proxy's word, in France":  {"10.0.0.1:1", "FR", "", http.StatusForbidden},
		"by a stranger's word, from QC": {"198.18.0.5:1", "US", "NY", http.StatusForbidden},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, ask, nil)
		r.RemoteAddr = test.from
		r.Header.Set("CF-IPCountry", test.country)
		r.Header.Set("CF-Region-Code", test.region)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != test.status {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

// watchedEvent is the signed address of a live event that is blacked out in Quebec, on
// a channel that is closed to France.
func watchedEvent(t *testing.T, a *App) string {
	t.Helper()
	ctx := t.Context()
	id, err := a.Channels.Create(ctx, actor.ForSystem(0), channel.Channel{
		Key: "north", Name: text.Text{"en": "North"}, Language: "en", Languages: []string{"en"}, Currency: "CAD", TimeZone: "UTC",
		Domains: []string{"north.example"}, Settings: channel.Settings{BlockedCountries: []string{"FR"}},
		Colors: channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
	})
	if err != nil {
		t.Fatal(err)
	}
	owner, by := int64(id), actor.ForSystem(int64(id))
	sport, err := a.Catalog.CreateCategory(ctx, by, owner, catalog.Category{Alias: "hockey", Title: text.Text{"en": "Hockey"}})
	if err != nil {
		t.Fatal(err)
	}
	events, err := a.Catalog.CreateEvents(ctx, by, owner, []catalog.Event{{
		CategoryID: sport, Type: catalog.Free, Name: text.Text{"en": "Final"}, StartAt: a.Clock.Now(), TimeZone: "UTC", Currency: "CAD",
	}})
	if err != nil {
		t.Fatal(err)
	}
	event := int64(events[0])
	rules := []commerce.Blackout{{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever}}
	if err := a.Commerce.ReplaceBlackouts(ctx, by, owner, event, rules); err != nil {
		t.Fatal(err)
	}
	stream, err := a.Media.EnsureStream(ctx, by, owner, event)
	if err != nil {
		t.Fatal(err)
	}
	key, _, err := a.Accounts.OpenSession(ctx, owner)
	if err != nil {
		t.Fatal(err)
	}
	session, err := a.Accounts.FindSession(ctx, key)
	if err != nil {
		t.Fatal(err)
	}
	url, _ := eventMedia{a.Media}.Sign(api.Medium{StreamID: int64(stream.ID)}, api.MediaViewer{
		ChannelID: owner, EventID: event, SessionID: session.Actor().SessionID,
	})
	return url
}
