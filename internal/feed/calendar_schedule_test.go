package feed_test

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestCalendarsAndNewsTellASchedule(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newHouse(t, d).club("north", "en", "north.example")
		id := c.create(c.game(0, 1, noon.Add(30*time.Hour)))[0]
		const address = "https://north.example/calendar.ics"
		before := find(t, c.calendar(address), uid(id))
		for _, step := range []struct {
			to             catalog.ScheduleStatus
			status, prefix string
			news           string
		}{
			{catalog.Postponed, "TENTATIVE", "Postponed: ", "<title>Postponed: "},
			{catalog.Cancelled, "CANCELLED", "Cancelled: ", "<title>Cancelled: "},
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
			if raw := now.RawStart.Value; step.to == catalog.TBA && len(raw) != len("20261122") {
				t.Errorf("a day without a time starts at %s", raw)
			}
		}
	})
}
