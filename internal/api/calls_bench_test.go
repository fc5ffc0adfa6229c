package api

import (
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// BenchmarkCalls is what the calls that every visitor makes cost the edge and
// everything under it: answered from what is kept, and made anew.
//
//	go test ./internal/api -run '^$' -bench Calls
func BenchmarkCalls(b *testing.B) {
	w := newWorld(b, dbtest.SQLite(b), func(d *Deps) { d.Log = slog.New(slog.DiscardHandler) })
	s := w.season(home, "")
	games := make([]catalog.Event, 10_000)
	for i := range games {
		games[i] = catalog.Event{
			CategoryID: s.men, LocationID: s.arena, Type: catalog.Free, Participants: []catalog.ParticipantID{s.tide, s.lynx}, HomeID: s.lynx,
			StartAt: w.clock.Now().Add(time.Duration(i-5_000) * time.Hour), TimeZone: "America/Toronto", Currency: "CAD",
		}
	}
	must[[]catalog.EventID](w)(w.catalog.CreateEvents(b.Context(), actor.ForSystem(s.channelID), s.channelID, games))
	key := w.visitor(home)
	for name, path := range map[string]string{
		"bootstrap": "/api/channel-bootstrap-data",
		"events":    fmt.Sprintf("/api/events?event_category_id=%d&sort_field=date&sort_direction=asc&limit=30", s.men),
		"event":     fmt.Sprintf("/api/events/%d", s.events["live"]),
		"homepage":  "/api/events-for-homepage",
	} {
		r := call{path: path, key: key, from: "127.0.0.1:1"}.request(b)
		for kept, advance := range map[string]time.Duration{"kept": 0, "anew": 2 * time.Second} {
			b.Run(name+"/"+kept, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					w.clock.Advance(advance)
					out := &discard{http.Header{}}
					w.handler.ServeHTTP(out, r)
				}
			})
		}
	}
}
