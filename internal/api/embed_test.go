package api

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Who may watch is told where an event is shown, nobody else is, and no site is that the
// channel does not list.
func TestAPageThatShowsAnEventIsToldToWhoMayWatch(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), atlas(t))
	s := w.season(home, "")
	id := w.channel(home).ID
	c, err := w.sites.FindByKey(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	listed := *c
	listed.Settings.EmbedHosts, listed.Settings.BlockedCountries = []string{"player.video.example"}, []string{"FR"}
	if err := w.sites.Update(t.Context(), actor.ForSystem(id), listed); err != nil {
		t.Fatal(err)
	}
	shown := func(from string) []string {
		w.clock.Advance(time.Minute)
		var e EventDetailDTO
		w.do(call{path: fmt.Sprintf("/api/events/%d", s.events["live"]), key: w.visitor(home), from: from + ":1"}).into(&e)
		var urls []string
		for _, m := range e.Media {
			if m.Type == typeEmbedded {
				urls = append(urls, m.URL)
			}
		}
		return urls
	}
	for address, want := range map[string][]string{
		"": nil, "https://player.video.example/42": {"https://player.video.example/42"}, "https://other.example/42": nil, "/watch_embed/7": {"/watch_embed/7"},
	} {
		e, err := w.catalog.FindEvent(t.Context(), id, s.events["live"])
		if err != nil {
			t.Fatal(err)
		}
		e.Embed = address
		if err := w.catalog.UpdateEvent(t.Context(), actor.ForSystem(id), id, *e); err != nil {
			t.Fatal(err)
		}
		if got := shown(inQuebec); !slices.Equal(got, want) {
			t.Errorf("%q: %q", address, got)
		}
		// Others are told that there is one, so that they know that it can be watched.
		if got := shown(inFrance); !slices.Equal(got, make([]string, len(want))) {
			t.Errorf("who may not watch is told %q of %q", got, address)
		}
	}
}
