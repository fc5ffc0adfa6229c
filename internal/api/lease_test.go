package api

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/lease"
)

// leaseRows ask for places among the games of another channel.
func leaseRows() map[string]tenantRow {
	return map[string]tenantRow{
		"list-leases": nothingToName,
		"end-lease":   nothingToName, // a player is a name of the user's own
		"take-lease": func(f *foreigners) []probe {
			take := func(event int64) call {
				return call{path: "/api/leases", body: map[string]any{"event_id": event, "player": "somebodys-player"}}
			}
			return []probe{{"another channel's event", take(int64(f.season.events["live"])), take(999_999)}}
		},
	}
}

// limitScreens sets on how many screens at once a channel's users may watch.
func (w *world) limitScreens(channelKey string, most int64) {
	w.t.Helper()
	c, err := w.sites.FindByKey(w.t.Context(), channelKey)
	if err != nil {
		w.t.Fatal(err)
	}
	changed := *c
	changed.Settings.ConcurrentStreams = most
	if err := w.sites.Update(w.t.Context(), actor.ForSystem(int64(c.ID)), changed); err != nil {
		w.t.Fatal(err)
	}
	w.clock.Advance(time.Minute)
}

func (w *world) take(key string, event int64, player string, change map[string]any) reply {
	w.t.Helper()
	return w.do(call{path: "/api/leases", key: key, body: with(map[string]any{"event_id": event, "player": player}, change)})
}

// What is bought is watched on so many screens at once; whoever is one too many is told where,
// and may watch there or here.
func TestScreensAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		w.limitScreens(home, 2)
		fan := w.buyer(home, "fan@example.com")
		game := int64(s.events["paid"])
		w.take(fan.key, game, "first-screen", nil).want(http.StatusForbidden, "no_access")
		w.buy(fan, s, s.pass)
		if e := w.event(s, "paid", fan.key, English); e.MaxStreams != 2 {
			t.Errorf("a game that was bought is watched on %d screens", e.MaxStreams)
		}
		couch, pocket := w.login(home, "fan@example.com"), w.login(home, "fan@example.com")
		var given leaseDTO
		w.take(fan.key, game, "first-screen", nil).into(&given)
		if given.MaxStreams != 2 || given.RenewAfter != int(lease.RenewInterval/time.Second) {
			t.Errorf("%+v", given)
		}
		w.clock.Advance(time.Second)
		w.take(couch, game, "couch-screen", nil).want(http.StatusOK, "")
		w.take(pocket, game, "pocket-screen", nil).want(http.StatusConflict, "too_many_streams")

		var held []heldLeaseDTO
		w.do(call{path: "/api/leases?lang=fr", key: couch}).into(&held)
		if len(held) != 2 || held[0].Player != "first-screen" || held[0].Current || !held[1].Current || held[1].EventID != game ||
			held[1].EventName == "" || held[1].Device != translate(French, "Unknown device") {
			t.Errorf("%+v", held)
		}

		w.take(pocket, game, "pocket-screen", map[string]any{"instead": true}).want(http.StatusOK, "")
		w.take(fan.key, game, "first-screen", nil).want(http.StatusConflict, "too_many_streams")
		w.do(call{path: "/api/leases/end", key: couch, body: map[string]any{"player": "couch-screen"}}).want(http.StatusOK, "")
		w.take(fan.key, game, "first-again", map[string]any{"before": "first-screen"}).want(http.StatusOK, "")
	})
}

// A player gets its own addresses, which its place opens, and asks for one event or one video.
func TestAPlaceHasAddressesOfItsOwn(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	w.limitScreens(home, 2)
	fan := w.buyer(home, "fan@example.com")
	w.buy(fan, s, s.pass)
	game := int64(s.events["paid"])
	var first, again, second leaseDTO
	w.take(fan.key, game, "first-screen", nil).into(&first)
	w.take(fan.key, game, "first-screen", nil).into(&again)
	w.take(fan.key, game, "second-screen", nil).into(&second)
	plain := w.event(s, "paid", fan.key, English).Media
	if len(first.Media) != 1 || len(plain) != 1 || first.Media[0].ID != plain[0].ID || first.Media[0].URL != again.Media[0].URL ||
		first.Media[0].URL == second.Media[0].URL || first.Media[0].URL == plain[0].URL {
		t.Errorf("%+v, %+v, %+v, plain %+v", first, again, second, plain)
	}
	for name, body := range map[string]map[string]any{
		"neither": {"player": "first-screen"}, "both": {"player": "first-screen", "event_id": game, "vod_item_id": 1},
	} {
		if got := w.do(call{path: "/api/leases", key: fan.key, body: body}); got.status != http.StatusUnprocessableEntity && got.status != http.StatusBadRequest {
			t.Errorf("%s: %d", name, got.status)
		}
	}
	w.do(call{path: "/api/leases", key: fan.key, body: map[string]any{"player": "first-screen", "vod_item_id": 999_999}}).
		want(http.StatusNotFound, "vod_media_item_not_found")
}

// Nobody counts the screens of what was not bought, of staff, or where the channel sets no limit.
func TestScreensThatAreNotCounted(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	w.limitScreens(home, 1)
	fan := w.buyer(home, "fan@example.com")
	open := func(key string, event int64) {
		t.Helper()
		for i := range 3 {
			var given leaseDTO
			w.take(key, event, fmt.Sprintf("screen-%d", i), nil).into(&given)
			if given.MaxStreams != 0 {
				t.Errorf("%d screens at once", given.MaxStreams)
			}
		}
	}
	open(fan.key, int64(s.events["live"]))
	open(fan.key, int64(s.events["register"]))
	w.limitScreens(home, 0)
	w.buy(fan, s, s.pass)
	open(fan.key, int64(s.events["paid"]))
	// A pass makes a free game no bought one.
	w.limitScreens(home, 1)
	open(fan.key, int64(s.events["live"]))
	open(fan.key, int64(s.events["register"]))
	w.take(w.visitor(home), int64(s.events["live"]), "a-visitors", nil).want(http.StatusUnauthorized, "unauthenticated")
}
