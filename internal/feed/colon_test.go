package feed_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// French has a no-break space before a colon.
func TestFeedsSpaceAColonAsTheirLanguageDoes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newHouse(t, d).club("north", "en", "north.example")
		id := c.create(c.game(0, 1, noon.Add(30*time.Hour)))[0]
		if err := c.catalog.ChangeSchedule(t.Context(), c.by, c.id, id, catalog.ScheduleChange{Status: catalog.Postponed}); err != nil {
			t.Fatal(err)
		}
		for lang, want := range map[string]struct{ status, at, watch, about string }{
			"en": {"Postponed: ", "Time at the venue: 2", "Watch: http:", "north sport: Games"},
			"fr": {"Reporté\u00a0: ", "Heure sur place\u00a0: 2", "Regarder\u00a0: http:", "Sport north\u00a0: Matchs"},
		} {
			address := "http://north.example/%s?lang=" + lang
			game := find(t, c.calendar(fmt.Sprintf(address, "calendar.ics")), uid(id))
			if !strings.HasPrefix(game.Summary, want.status) || !strings.Contains(game.Description, want.at) || !strings.Contains(game.Description, want.watch) {
				t.Errorf("%s: the calendar says %q, %q", lang, game.Summary, game.Description)
			}
			if body := c.ok(fmt.Sprintf(address, "calendar.ics")).body; !strings.Contains(body, "X-WR-CALDESC:"+want.about) {
				t.Errorf("%s: the calendar is about\n%s", lang, body)
			}
			news := c.rss(fmt.Sprintf(address, "feed.xml"))
			if news.Description != want.about || !strings.HasPrefix(news.Items[0].Title, want.status) {
				t.Errorf("%s: the news say %q, %q", lang, news.Description, news.Items[0].Title)
			}
			frame := c.ok(fmt.Sprintf(address, "oembed") + fmt.Sprintf("&url=http://north.example/watch/%d", id)).body
			if !strings.Contains(frame, `"title":"`+want.status) {
				t.Errorf("%s: the frame is titled\n%s", lang, frame)
			}
		}
	})
}
