package feed_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// clockTime is a time of day as feeds write it.
var clockTime = regexp.MustCompile(`\d:\d\d [AP]M`)

func TestCalendarsAndNewsTellASchedule(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newHouse(t, d).club("north", "en", "north.example")
		id := c.create(c.game(0, 1, noon.Add(30*time.Hour)))[0]
		const address = "https://north.example/calendar.ics"
		before, open := find(t, c.calendar(address), uid(id)), false
		for _, step := range []struct {
			to             catalog.ScheduleStatus
			status, prefix string
			news           string
		}{
			{catalog.Postponed, "TENTATIVE", "Postponed: ", "<title>Postponed: "},
			{catalog.Cancelled, "CANCELLED", "Cancelled: ", "<title>Cancelled: "},
			{catalog.TBA, "TENTATIVE", "Time TBA: ", "<title>Time TBA: "},
			{catalog.Cancelled, "CANCELLED", "Cancelled: ", "<title>Cancelled: "},
			{catalog.Postponed, "TENTATIVE", "Postponed: ", "<title>Postponed: "},
			{catalog.TBA, "TENTATIVE", "Time TBA: ", "<title>Time TBA: "},
		} {
			c.settle()
			if err := c.catalog.ChangeSchedule(t.Context(), c.by, c.id, id, catalog.ScheduleChange{Status: step.to}); err != nil {
				t.Fatal(err)
			}
			now := find(t, c.calendar(address), uid(id))
			if now.Status != step.status || now.Summary != step.prefix+before.Summary || now.Sequence <= before.Sequence {
				t.Errorf("%s: %s %q, sequence %d after %d", step.to, now.Status, now.Summary, now.Sequence, before.Sequence)
			}
			if news := c.ok("https://north.example/feed.xml").body; !strings.Contains(news, step.news) {
				t.Errorf("%s: the news say\n%s", step.to, news)
			}
			before.Sequence = now.Sequence
			open = open || step.to == catalog.TBA
			if raw := now.RawStart.Value; open != (len(raw) == len("20261122")) {
				t.Errorf("%s: starts at %s", step.to, raw)
			}
			if timed := clockTime.MatchString(now.Description) || clockTime.MatchString(c.ok("https://north.example/feed.xml").body); timed == open {
				t.Errorf("%s: a time is told: %t", step.to, timed)
			}
		}
		c.settle()
		if err := c.catalog.DeleteEvent(t.Context(), c.by, c.id, id); err != nil {
			t.Fatal(err)
		}
		if now := find(t, c.calendar(address), uid(id)); now.Status != "CANCELLED" || len(now.RawStart.Value) != len("20261122") {
			t.Errorf("removed: %s at %s", now.Status, now.RawStart.Value)
		}
	})
}

// A game that was abandoned is cancelled after it was streamed: the news tell so, instead of its recording.
func TestCalendarsAndNewsTellThatAStreamedEventIsCancelled(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newHouse(t, d).club("north", "en", "north.example")
		id := c.create(c.game(0, 1, noon.Add(-time.Hour)))[0]
		news := func() string { return c.ok("https://north.example/feed.xml").body }
		for _, state := range []catalog.StreamState{catalog.StreamLive, catalog.StreamEnded} {
			if err := c.catalog.SetStreamState(t.Context(), d.Write(), c.id, int64(id), string(state), noon); err != nil {
				t.Fatal(err)
			}
		}
		c.settle()
		if got := news(); !strings.Contains(got, "<title>On demand: ") {
			t.Errorf("recorded: %s", got)
		}
		if err := c.catalog.ChangeSchedule(t.Context(), c.by, c.id, id, catalog.ScheduleChange{Status: catalog.Cancelled}); err != nil {
			t.Fatal(err)
		}
		c.settle()
		if got := news(); !strings.Contains(got, "<title>Cancelled: ") || !strings.Contains(got, ">cancelled-") || strings.Contains(got, "On demand") {
			t.Errorf("cancelled: %s", got)
		}
		if now := find(t, c.calendar("https://north.example/calendar.ics"), uid(id)); now.Status != "CANCELLED" {
			t.Errorf("the calendar says %s", now.Status)
		}
	})
}
