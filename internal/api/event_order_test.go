package api

import (
	"fmt"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// assorted adds two events to a season, so that no order is another one and each filter leaves something out.
func (w *world) assorted(s *season) {
	by := actor.ForSystem(s.channelID)
	hall := must[catalog.LocationID](w)(w.catalog.CreateLocation(w.t.Context(), by, s.channelID, catalog.Location{
		Alias: "hall", Name: both("Hall", "Salle"), City: "Ottawa", State: "Ontario", Country: "CA", TimeZone: "America/Toronto",
	}))
	w.game(s, by, "awards", 72*time.Hour, func(e *catalog.Event) {
		e.Name, e.Participants, e.HomeID, e.CategoryID, e.LocationID, e.DivisionID, e.EventGroupID = both("Awards night", "Gala"), nil, 0, s.soccer, hall, 0, 0
		e.Type, e.BasePrice, e.SingleEventPackageID = catalog.Paid, 500, int64(s.ticket)
	})
	w.game(s, by, "away", 12*time.Hour, func(e *catalog.Event) {
		e.Name, e.Participants, e.HomeID, e.DivisionID, e.EventGroupID = both("Zenith cup", "Coupe Zénith"), []catalog.ParticipantID{s.tide}, 0, 0, 0
	})
}

// Section 2 of the specification: each filter by itself finds its own events and leaves out the others.
func TestEachFilterOfEvents(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		w.assorted(s)
		key := w.visitor(home)
		for _, test := range []struct{ query, want string }{
			{"", "awards ppv paid away register live over"},
			{"school=laurentide", "ppv paid register live over"},
			{"school=nobody", ""},
			{"team=lynx", "ppv paid register live over"},
			{"team=tide", "ppv paid away register live over"},
			{"sport=soccer", "awards ppv"},
			{"division=east", "paid register live over"},
			{fmt.Sprintf("division=%d", s.east), "paid register live over"},
			{"division=nobody", ""},
			{"group=pool-a", "paid register live over"},
			{"group=nobody", ""},
			{"location=hall", "awards"},
			{"location=arena", "paid away register live over"},
			{"location=nobody", ""},
			{"city=Ottawa", "awards"},
			{"city=Montr%C3%A9al", "paid away register live over"},
			{"state=Ontario", "awards"},
			{"state=quebec", "paid away register live over"},
			{"state=Alberta", ""},
			{fmt.Sprintf("event_category_id=%d", s.soccer), "awards ppv"},
			{fmt.Sprintf("participant_id=%d", s.lynx), "ppv paid register live over"},
			{fmt.Sprintf("location_id=%d", s.arena), "paid away register live over"},
		} {
			if got := s.names(w.do(call{path: "/api/events?" + test.query, key: key}).listed().Data); got != test.want {
				t.Errorf("%q finds %q, want %q", test.query, got, test.want)
			}
		}
	})
}

// Section 7: lists of events have each order in both directions, and a page of it.
func TestOrderOfEvents(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		w.assorted(s)
		fan := w.loggedIn(home, "fan@example.com")
		w.follow(fan, "category", int64(s.hockey))
		w.follow(fan, "category", int64(s.soccer))
		for query, want := range map[string]string{
			"sort_field=date&sort_direction=asc":                   "over live register away paid ppv awards",
			"sort_field=date&sort_direction=desc":                  "awards ppv paid away register live over",
			"sort_field=price&sort_direction=desc&limit=3":         "ppv paid awards",
			"sort_field=price&sort_direction=asc&offset=4":         "awards paid ppv",
			"sort_field=name&sort_direction=asc&limit=1":           "awards",
			"sort_field=name&sort_direction=desc&limit=2":          "away ppv",
			"sort_direction=asc&limit=2&offset=2":                  "register away",
			"start_date=2026-03-03&sort_direction=asc":             "ppv awards",
			"end_date=2026-03-01&sort_direction=asc":               "over live register away", // by the channel's days
			"stream_status=upcoming&sort_direction=desc&offset=3":  "away register",
			"stream_status=live,finished&sort_direction=asc":       "over live",
			"start_date=2026-03-01&end_date=2026-03-01&tz=UTC":     "register live",
			"start_date=2026-03-02&end_date=2026-03-02&limit=1":    "paid",
			"start_date=2026-03-02&end_date=2026-03-03&offset=1":   "paid",
			"start_date=2026-03-02T00:00:00Z&sort_direction=asc":   "away paid ppv awards",
			"end_date=2026-03-01T14:59:59Z&sort_direction=asc":     "over live",
			"sort_field=name&sort_direction=asc&offset=6&limit=10": "away",
		} {
			for _, path := range []string{"/api/events?", "/api/events/favorite?"} {
				if got := s.names(w.do(call{path: path + query, key: fan}).listed().Data); got != want {
					t.Errorf("%s%s: %q, want %q", path, query, got, want)
				}
			}
		}
	})
}
