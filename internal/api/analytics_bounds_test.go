package api

import (
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Figures are bounded by site: an IPv4 address, or an IPv6 /48 with its 65,536 networks. This machine is a site too.
func TestReportsAreBoundedBySite(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	network := func(address string) string {
		return w.api.reporter(Caller{Address: netip.MustParseAddr(address)}, "", "").Network
	}
	for _, same := range [][2]string{
		{"2001:db8:1:2::1", "2001:db8:1:ffff::9"}, {"203.0.113.7", "::ffff:203.0.113.7"}, {"127.0.0.1", "127.0.0.1"}, {"::1", "::2"},
	} {
		if a, b := network(same[0]), network(same[1]); a != b || a == "" {
			t.Errorf("%s is of network %q and %s of %q", same[0], a, same[1], b)
		}
	}
	for _, others := range [][2]string{{"2001:db8:1::1", "2001:db8:2::1"}, {"203.0.113.7", "203.0.113.8"}} {
		if network(others[0]) == network(others[1]) {
			t.Errorf("%s and %s are one network", others[0], others[1])
		}
	}
}

// What an api key reports counts from its creation on, also after a login has changed the key.
func TestWatchedTimeBeginsWithTheKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		w.person(home, "fan@example.com")
		day := analytics.Period{From: w.clock.Now().Add(-time.Hour), Until: w.clock.Now().Add(time.Hour)}
		report := func(key string, seconds int) time.Duration {
			t.Helper()
			w.tell(key, "video/viewing/", map[string]any{"stream_id": int64(s.events["live"]), "stream_type": "event", "viewing_time": seconds}).want(http.StatusOK, "")
			w.writeAnalytics()
			totals := must[[]analytics.Total](w)(w.api.Analytics.Totals(t.Context(), actor.ForSystem(s.channelID), s.channelID, day, analytics.Whole))
			if len(totals) == 0 {
				return 0
			}
			return totals[0].Watched
		}
		visitor := w.visitor(home)
		if got := report(visitor, 300); got != 0 {
			t.Errorf("a fresh api key watched %s", got)
		}
		w.clock.Advance(30 * time.Second)
		session, err := w.accounts.FindSession(t.Context(), visitor)
		if err != nil {
			t.Fatal(err)
		}
		key, _, err := w.accounts.Login(t.Context(), session, "fan@example.com", secret, netip.Addr{})
		if err != nil {
			t.Fatal(err)
		}
		if got := report(key, 30); got != 30*time.Second {
			t.Errorf("of the 30 s before a login %s count", got)
		}
	})
}
