package api

import (
	"fmt"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Section 3 of the specification: each field of an event has the value that the channel gave it.
func TestFieldsOfEvents(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	of := func(event string) string { return fmt.Sprint("events/", s.events[event]) }
	paid := fmt.Sprintf(`{"id": %d, "name": "Fundy Tide @ Laurentide Lynx", "type": "paid", "home_team_id": %d, "event_utc_ts": 1772452800, "time_zone": "America/Toronto",
		"status": "upcoming", "stream_status": "upcoming", "has_access": false, "location_id": %d, "event_category_id": %d,
		"price": 999, "base_price": 899, "service_fee": 100, "single_event_package_id": %d}`, s.events["paid"], s.lynx, s.arena, s.men, s.ticket)
	w.checkAnswers(t, w.visitor(home), []fieldsOf{
		{"a paid event", of("paid"), "", paid},
		{"in a list", fmt.Sprint("events?ids=", s.events["paid"]), "0", paid},
		{"its away team", of("paid"), "participants.0", fmt.Sprintf(`{"id": %d, "name": "Fundy Tide", "short_name": "Tide", "alias": "tide", "color": "#0a3161"}`, s.tide)},
		{"its home team", of("paid"), "participants.1", fmt.Sprintf(`{"id": %d, "name": "Laurentide Lynx", "short_name": "Lynx", "alias": "lynx", "color": "#ffd42e"}`, s.lynx)},
		{"its ticket", of("paid"), "packages.0", fmt.Sprintf(`{"id": %d, "name": "Single game", "type": "event", "price": 999}`, s.ticket)},
		{"a pass that opens it", of("paid"), "packages.1", fmt.Sprintf(`{"id": %d, "name": "Hockey pass", "type": "season", "price": 7900, "currency": "CAD"}`, s.pass)},
		{"a live event", of("live"), "", `{"type": "free", "event_utc_ts": 1772362800, "status": "live", "stream_status": "live", "has_access": true, "price": 0, "single_event_package_id": null}`},
		{"an event for registered users", of("register"), "", `{"type": "register", "status": "upcoming", "stream_status": "upcoming", "has_access": false}`},
		{"an event without a place", of("ppv"), "", fmt.Sprintf(`{"name": "Grand final", "type": "ppv", "location_id": null, "event_category_id": %d, "price": 1499, "base_price": 1499, "service_fee": 0}`, s.soccer)},
		{"an event that is over", of("over"), "", `{"type": "free", "status": "finished", "stream_status": "finished", "image": "/media/public/e/over.webp"}`},
	})
}

// Section 3: the genders of participants, and the one that is not identified.
func TestGendersOfParticipants(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	must[catalog.ParticipantID](w)(w.catalog.CreateParticipant(t.Context(), actor.ForSystem(s.channelID), s.channelID, catalog.Participant{Alias: "mixed", Name: both("Zephyrs", "Zéphyrs"), CategoryID: s.soccer}))
	w.checkAnswers(t, "", []fieldsOf{
		{"men", "participants?search=lynx", "0.properties", fmt.Sprintf(`{"gender": "M", "sport": %d}`, s.men)},
		{"women", "participants?search=tide", "0.properties", fmt.Sprintf(`{"gender": "W", "sport": %d}`, s.soccer)},
		{"not identified", "participants?search=zephyrs", "0.properties", fmt.Sprintf(`{"gender": "", "sport": %d}`, s.soccer)},
	})
}

// Section 3: participants, their groups, the tree of categories, and what events are filtered by.
func TestFieldsOfTheCatalogue(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	hockey := fmt.Sprintf(`{"id": %d, "parent_id": 0, "title": "Hockey", "alias": "hockey"}`, s.hockey)
	w.checkAnswers(t, w.visitor(home), []fieldsOf{
		{"a participant", "participants", "0", fmt.Sprintf(`{"id": %d, "name": "Laurentide Lynx", "short_name": "Lynx", "alias": "lynx", "color": "#ffd42e", "images": ["/media/public/crests/lynx.webp"]}`, s.lynx)},
		{"a participant in French", "participants?lang=fr", "1", fmt.Sprintf(`{"id": %d, "name": "Marées de Fundy", "short_name": "Marées", "images": []}`, s.tide)},
		{"a participant group", "participant-groups", "0", fmt.Sprintf(`{"id": %d, "name": "Laurentide University", "alias": "laurentide", "image": "/media/public/crests/l.webp", "images": ["/media/public/crests/l.webp"]}`, s.school)},
		{"the root of categories", "events-categories", "0", `{"id": 0, "parent_id": null, "title": "All", "alias": "all"}`},
		{"the root in French", "events-categories?lang=fr", "0", `{"id": 0, "title": "Tous"}`},
		{"a category", "events-categories", "0.children.0", hockey},
		{"a category below another", "events-categories", "0.children.0.children.0", fmt.Sprintf(`{"id": %d, "parent_id": %d, "title": "Men", "alias": "hockey-men", "children": []}`, s.men, s.hockey)},
		{"a division", "participant-group-properties", "divisions.0", fmt.Sprintf(`{"id": %d, "name": "East", "alias": "east"}`, s.east)},
		{"a group of events", "participant-group-properties", "groups.0", fmt.Sprintf(`{"id": %d, "name": "Pool A", "alias": "pool-a"}`, s.pool)},
		{"cities and states", "participant-group-properties", "", `{"cities": ["Montréal"], "states": ["Québec"], "genders": [{"id": "M", "title": "Men"}, {"id": "W", "title": "Women"}]}`},
		{"a location", "events-locations", "0", fmt.Sprintf(`{"id": %d, "alias": "arena", "name": "North Arena", "city": "Montréal", "state": "Québec", "country": "CA", "time_zone": "America/Toronto"}`, s.arena)},
	})
}
