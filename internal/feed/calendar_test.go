package feed_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apognu/gocal"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

// calendar reads a feed with a parser that is not the writer's, after checking its
// lines against RFC 5545, 3.1.
func (h *house) calendar(address string) []gocal.Event {
	h.t.Helper()
	body := h.ok(address).body
	for _, line := range strings.Split(strings.TrimSuffix(body, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n\x00\a\x1b") {
			h.t.Errorf("line of %d bytes: %q", len(line), line)
		}
	}
	if strings.Count(body, "\n") != strings.Count(body, "\r\n") {
		h.t.Error("a line ends without CR")
	}
	for _, want := range []string{"BEGIN:VCALENDAR\r\n", "VERSION:2.0\r\n", "PRODID:", "METHOD:PUBLISH\r\n", "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n", "END:VCALENDAR\r\n"} {
		if !strings.Contains(body, want) {
			h.t.Errorf("%q is missing", want)
		}
	}
	parser := gocal.NewParser(strings.NewReader(body))
	parser.SkipBounds = true
	if err := parser.Parse(); err != nil {
		h.t.Fatalf("%s: %v\n%s", address, err, body)
	}
	return parser.Events
}

func find(t *testing.T, events []gocal.Event, uid string) gocal.Event {
	t.Helper()
	i := slices.IndexFunc(events, func(e gocal.Event) bool { return e.Uid == uid })
	if i < 0 {
		t.Fatalf("no %s among %d events", uid, len(events))
	}
	return events[i]
}

func uid(id catalog.EventID) string { return fmt.Sprintf("event-%d@north.example", id) }

func TestCalendarTellsOfAnEventUntilItIsRemoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newHouse(t, d).club("north", "en", "north.example")
		game := c.game(0, 1, noon.Add(26*time.Hour))
		game.Duration = 3 * time.Hour
		id := c.create(game)[0]
		const address = "https://north.example/calendar.ics"
		first := find(t, c.calendar(address), uid(id))
		if first.Summary != "north laurentide Lynx @ north fundy Lynx" || first.Status != "CONFIRMED" {
			t.Errorf("%+v", first)
		}
		if !first.Start.Equal(game.StartAt) || !first.End.Equal(game.StartAt.Add(game.Duration)) || first.RawStart.Value != "20261122T140000Z" {
			t.Errorf("from %v (%s) to %v", first.Start, first.RawStart.Value, first.End)
		}
		if !strings.Contains(first.Location, "Rivière-du-Nord") || first.URL != fmt.Sprintf("https://north.example/watch/%d", id) {
			t.Errorf("at %q, %q", first.Location, first.URL)
		}

		c.settle()
		game.ID, game.StartAt = id, game.StartAt.Add(time.Hour)
		if err := c.catalog.UpdateEvent(t.Context(), c.by, c.id, game); err != nil {
			t.Fatal(err)
		}
		moved := find(t, c.calendar(address), uid(id))
		if moved.Sequence <= first.Sequence || !moved.Start.Equal(game.StartAt) || !moved.LastModified.After(*first.LastModified) {
			t.Errorf("sequence %d after %d, start %v", moved.Sequence, first.Sequence, moved.Start)
		}

		c.settle()
		if err := c.catalog.DeleteEvent(t.Context(), c.by, c.id, id); err != nil {
			t.Fatal(err)
		}
		gone := find(t, c.calendar(address), uid(id))
		if gone.Status != "CANCELLED" || gone.Sequence <= moved.Sequence || gone.Summary != first.Summary {
			t.Errorf("%+v", gone)
		}
		for scope, want := range map[string]int{"team=laurentide-lynx": 1, "school=fundy": 1, "sport=hockey": 1, "sport=soccer": 0, "team=kawartha-lynx": 0} {
			if got := len(c.calendar(address + "?" + scope)); got != want {
				t.Errorf("%s: %d events", scope, got)
			}
		}
		c.clock.Advance(catalog.RemovedFor)
		if got := c.calendar(address); len(got) != 0 {
			t.Errorf("still there: %+v", got)
		}
	})
}

func TestCalendarsOfScopes(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	soccer := c.game(1, 2, noon.Add(time.Hour))
	soccer.CategoryID = c.sports[1]
	c.create(c.game(0, 1, noon.Add(time.Hour)), c.game(0, 2, noon.Add(2*time.Hour)), soccer,
		c.game(0, 1, noon.AddDate(0, -2, 0)), c.game(0, 1, noon.AddDate(2, 0, 0)))
	for query, want := range map[string]int{
		"": 3, "?sport=hockey": 2, "?school=kawartha": 2, "?team=fundy-lynx": 2, "?sport=hockey&team=fundy-lynx": 1, "?sport=soccer&team=laurentide-lynx": 0,
	} {
		if got := len(c.calendar("http://north.example/calendar.ics" + query)); got != want {
			t.Errorf("%q: %d events", query, got)
		}
	}
	for _, query := range []string{"?team=nobody", "?sport=" + strings.Repeat("x", 300), "?school=%00"} {
		if got := c.get("http://north.example/calendar.ics" + query).status; got != http.StatusNotFound {
			t.Errorf("%q: %d", query, got)
		}
	}
}

func TestCalendarNeverTellsHowAGameEnded(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	over := c.game(0, 1, noon.Add(-5*time.Hour))
	over.Status, over.StreamState, over.Duration, over.EndedAt = catalog.Finished, catalog.StreamEnded, 197*time.Minute, noon.Add(-time.Hour)
	over.Score = &catalog.Score{At: noon.Add(-time.Hour), Away: 83, Home: 91, Period: "OT2"}
	id := c.create(over)[0]
	if e := find(t, c.calendar("http://north.example/calendar.ics"), uid(id)); e.End.Sub(*e.Start) != 2*time.Hour {
		t.Errorf("takes %v", e.End.Sub(*e.Start))
	}
	for _, path := range []string{"/calendar.ics", "/feed.xml", fmt.Sprintf("/oembed?url=http://north.example/watch/%d", id)} {
		if body := c.ok("http://north.example" + path).body; strings.Contains(body, "83") || strings.Contains(body, "91") || strings.Contains(body, "OT2") {
			t.Errorf("%s tells the score:\n%s", path, body)
		}
	}
}

func TestCalendarCarriesHostileNamesAsNames(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	games := make([]catalog.Event, len(hostile))
	for i, name := range hostile {
		games[i] = c.game(0, 1, noon.Add(time.Duration(i)*time.Hour))
		games[i].Name = text.Text{"en": name}
	}
	ids := c.create(games...)
	events := c.calendar("http://north.example/calendar.ics")
	if len(events) != len(games) {
		t.Errorf("%d events came of %d", len(events), len(games))
	}
	for i, id := range ids {
		words := strings.FieldsFunc(hostile[i], func(r rune) bool { return r < ' ' || r == ' ' })
		if got := find(t, events, uid(id)); !strings.HasPrefix(strings.Join(strings.Fields(got.Summary), " "), words[0]) {
			t.Errorf("%q became %q", hostile[i], got.Summary)
		}
	}
}

func TestCalendarIsAskedForAgainCheaply(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	c.create(c.game(0, 1, noon.Add(time.Hour)))
	first := c.ok("http://north.example/calendar.ics?lang=fr")
	if first.header.Get("Content-Type") != "text/calendar; charset=utf-8" || !strings.Contains(first.header.Get("Cache-Control"), "max-age=") {
		t.Errorf("%v", first.header)
	}
	tag := first.header.Get("ETag")
	if again := c.get("http://north.example/calendar.ics?lang=fr", "If-None-Match", tag); again.status != http.StatusNotModified {
		t.Errorf("%d for %s", again.status, tag)
	}
	c.create(c.game(1, 2, noon.Add(time.Hour)))
	c.clock.Advance(time.Minute)
	if again := c.get("http://north.example/calendar.ics?lang=fr", "If-None-Match", tag); again.status != http.StatusOK {
		t.Errorf("%d after a change", again.status)
	}
}

func TestCalendarIsBounded(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	games := make([]catalog.Event, 700)
	for i := range games {
		games[i] = c.game(0, 1, noon.Add(time.Duration(i)*time.Hour))
	}
	c.create(games...)
	if got := len(c.calendar("http://north.example/calendar.ics")); got != 500 {
		t.Errorf("%d events", got)
	}
}
