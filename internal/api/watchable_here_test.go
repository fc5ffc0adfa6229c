package api

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// A viewer of a blacked-out game is offered the videos of the game and the other events that the
// viewer's place permits, and none that it forbids.
func TestListWhatAPlacePermitsInsteadOfAnEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, atlas(t))
		s := w.season(home, "")
		live, over := s.events["live"], s.events["over"]
		w.blackOut(s, live, commerce.Blackout{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever})
		w.blackOut(s, s.events["register"], commerce.Blackout{Mode: commerce.Allow, Places: []string{"FR"}, LiftedAfter: commerce.Forever})
		w.game(s, actor.ForSystem(s.channelID), "other live", -time.Hour, func(e *catalog.Event) {
			e.Status, e.StreamState, e.LiveSince = catalog.Live, catalog.StreamLive, w.clock.Now().Add(-time.Hour)
		})
		film := must[vod.Library](w)(w.library.Library(t.Context(), s.channelID)).Items[0].Media[0].FilmID
		must[vod.Changes](w)(w.library.Replace(t.Context(), actor.ForSystem(s.channelID), s.channelID, vod.Library{
			Categories: []vod.Category{{Alias: "all", Title: text.Text{"en": "All"}}},
			Items: []vod.Item{
				{Alias: "whole", Category: "all", Access: vod.Free, Title: text.Text{"en": "Whole"}, Date: w.clock.Now(), Media: []vod.Medium{{Alias: "whole", EventID: int64(live)}}},
				{Alias: "highlights", Category: "all", Access: vod.Free, Title: text.Text{"en": "With highlights"}, Date: w.clock.Now(), Media: []vod.Medium{
					{Alias: "game", Title: text.Text{"en": "Game"}, EventID: int64(live)},
					{Alias: "goals", Title: text.Text{"en": "Goals"}, FilmID: film},
				}},
			},
		}))
		visitor := w.visitor(home)
		list := func(event catalog.EventID, from string) (videos []string, events []int64) {
			t.Helper()
			var got WatchableHereDTO
			w.do(call{path: fmt.Sprintf("/api/events/%d/watchable-here", event), key: visitor, from: from + ":1"}).into(&got)
			for _, v := range got.Videos {
				videos = append(videos, v.Title)
			}
			for _, e := range got.Events {
				events = append(events, e.ID)
			}
			return videos, events
		}
		check := func(what string, event catalog.EventID, from string, wantVideos []string, want ...string) {
			t.Helper()
			ids := []int64{}
			for _, name := range want {
				ids = append(ids, int64(s.events[name]))
			}
			videos, events := list(event, from)
			if diff := cmp.Diff(wantVideos, videos); diff != "" {
				t.Errorf("%s: videos %s", what, diff)
			}
			if diff := cmp.Diff(ids, events); diff != "" {
				t.Errorf("%s: events %s", what, diff)
			}
		}
		check("in the place", live, inQuebec, []string{"With highlights"}, "other live", "paid", "ppv", "over")
		check("at a place with other rules", over, inFrance, nil, "live", "other live", "register", "paid", "ppv")
		w.blackOut(s, s.events["paid"], commerce.Blackout{Mode: commerce.Deny, Places: []string{"CA"}, LiftedAfter: commerce.Forever})
		w.clock.Advance(2 * time.Second)
		check("after a new rule", live, inQuebec, []string{"With highlights"}, "other live", "ppv", "over")
		w.do(call{path: "/api/events/999999/watchable-here", key: visitor}).want(404, "event_not_found")
		w.do(call{path: "/api/events/x/watchable-here", key: visitor}).want(400, "validation_failed")
	})
}

// A channel that is closed in a country offers nothing there.
func TestAClosedCountryIsOfferedNothing(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), atlas(t))
	s := w.season(home, "")
	w.block(home, "FR")
	var got WatchableHereDTO
	w.do(call{path: fmt.Sprintf("/api/events/%d/watchable-here", s.events["live"]), key: w.visitor(home), from: inFrance + ":1"}).into(&got)
	if got.Events == nil || got.Videos == nil || len(got.Events)+len(got.Videos) != 0 {
		t.Errorf("got %+v", got)
	}
}

func (w *world) blackOut(s *season, event catalog.EventID, rules ...commerce.Blackout) {
	w.t.Helper()
	if err := w.commerce.ReplaceBlackouts(w.t.Context(), actor.ForSystem(s.channelID), s.channelID, int64(event), rules); err != nil {
		w.t.Fatal(err)
	}
}
