package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Where a blackout forbids a game and allows its sound, viewers who could watch it elsewhere are given an
// address of the sound, and nothing else.
func TestListeningToABlackedOutGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, atlas(t))
		s := w.season(home, "")
		quebec := commerce.Blackout{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever, Sound: true}
		visitor := w.visitor(home)
		// check reads a game as a caller, and reports whether it is offered as sound.
		check := func(what, name, key, from string, listens, watches bool) EventDetailDTO {
			t.Helper()
			w.clock.Advance(time.Minute)
			var e EventDetailDTO
			w.do(call{path: fmt.Sprintf("/api/events/%d", s.events[name]), key: key, from: from + ":1"}).into(&e)
			if e.Access.MayListen != listens || e.HasAccess != watches || e.Access.Granted != watches {
				t.Errorf("%s: %+v", what, e.Access)
			}
			var sounds, pictures int
			for _, m := range e.Media {
				if m.SoundURL != "" {
					sounds++
				}
				if m.URL != "" || m.LiveURL != "" {
					pictures++
				}
			}
			if (sounds > 0) != listens || (pictures > 0) != watches {
				t.Errorf("%s: %+v", what, e.Media)
			}
			return e
		}
		w.blackOut(s, s.events["live"], quebec)
		e := check("a free game at the place", "live", visitor, inQuebec, true, false)
		if e.Access.Reason != commerce.ReasonBlackout || len(e.Access.Capabilities) != 0 || e.Sale.Allowed || e.MaxStreams != 0 {
			t.Errorf("%+v, %+v", e.Access, e.Sale)
		}
		check("elsewhere", "live", visitor, inOntario, false, true)
		check("an unknown place", "live", visitor, nowhere, false, true)
		var list []EventDTO
		w.do(call{path: "/api/events?limit=100", key: visitor, from: inQuebec + ":1"}).into(&list)
		for _, one := range list {
			if one.Access.MayListen != (one.ID == int64(s.events["live"])) {
				t.Errorf("the list says %+v of %d", one.Access, one.ID)
			}
		}
		w.blackOut(s, s.events["live"], quebec, commerce.Blackout{Mode: commerce.Deny, Places: []string{"CA"}, LiftedAfter: commerce.Forever})
		check("two rules, one without sound", "live", visitor, inQuebec, false, false)
		w.blackOut(s, s.events["live"], commerce.Blackout{Mode: commerce.Allow, Places: []string{"FR"}, LiftedAfter: commerce.Forever, Sound: true})
		check("outside an allow list", "live", visitor, inQuebec, true, false)

		w.limitScreens(home, 1)
		w.blackOut(s, s.events["paid"], quebec)
		fan := w.buyer(home, "fan@example.com")
		game := int64(s.events["paid"])
		take := func(key, player string) reply {
			t.Helper()
			return w.do(call{path: "/api/leases", key: key, from: inQuebec + ":1", body: map[string]any{"event_id": game, "player": player}})
		}
		check("without a ticket", "paid", fan.key, inQuebec, false, false)
		take(fan.key, "first-screen").want(http.StatusForbidden, "no_access")
		w.buy(fan, s, s.pass)
		if e := check("with a pass", "paid", fan.key, inQuebec, true, false); e.MaxStreams != 1 {
			t.Errorf("a game that was bought is heard on %d screens", e.MaxStreams)
		}
		var given leaseDTO
		take(fan.key, "first-screen").into(&given)
		if given.MaxStreams != 1 || len(given.Media) == 0 {
			t.Errorf("%+v", given)
		}
		for _, m := range given.Media {
			if m.URL != "" || m.LiveURL != "" || m.SoundURL != "" && !strings.HasPrefix(m.SoundURL, "/media/sound-for-") {
				t.Errorf("%+v", m)
			}
		}
		take(w.login(home, "fan@example.com"), "second-screen").want(http.StatusConflict, "too_many_streams")
		check("another caller", "paid", visitor, inQuebec, false, false)
		w.block(home, "CA")
		check("a country that the channel does not serve", "live", visitor, inQuebec, false, false)
		check("a country that the channel does not serve, with a pass", "paid", fan.key, inQuebec, false, false)
	})
}
