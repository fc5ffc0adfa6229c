package feed_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/favourite"
)

// fan is a user of the club.
func (c *club) fan(email string) actor.Actor {
	c.t.Helper()
	return actor.Actor{Role: actor.User, ChannelID: c.id, UserID: dbtest.User(c.t, c.db, c.id, email)}
}

func (c *club) follow(by actor.Actor, kind favourite.Kind, id int64) {
	c.t.Helper()
	if _, err := c.favourites.Add(c.t.Context(), by, favourite.Subject{Kind: kind, ID: id}); err != nil {
		c.t.Fatal(err)
	}
}

// opened is the path of a fan's calendar under a new secret.
func (c *club) opened(by actor.Actor) string {
	c.t.Helper()
	secret, _, err := c.favourites.OpenCalendar(c.t.Context(), by)
	if err != nil {
		c.t.Fatal(err)
	}
	return "/feeds/favourites/" + secret + ".ics"
}

func TestTheCalendarOfFavourites(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		c := h.club("north", "en", "north.example")
		h.club("south", "fr", "south.example")
		over := c.game(0, 1, noon.Add(-5*time.Hour))
		over.Status, over.StreamState, over.Duration, over.EndedAt = catalog.Finished, catalog.StreamEnded, 197*time.Minute, noon.Add(-time.Hour)
		over.Score = &catalog.Score{At: noon.Add(-time.Hour), Away: 83, Home: 91, Period: "OT2"}
		elsewhere := c.game(1, 2, noon.Add(2*time.Hour))
		elsewhere.LocationID = 0
		ids := c.create(over, elsewhere, c.game(0, 2, noon.Add(time.Hour)))

		fan := c.fan("fan@example.com")
		path := c.opened(fan)
		if got := c.calendar("https://north.example" + path); len(got) != 0 {
			t.Errorf("who follows nothing is told of %d events", len(got))
		}
		c.follow(fan, favourite.Participant, int64(c.teams[0]))
		c.follow(fan, favourite.Event, int64(ids[1]))
		events := c.calendar("https://north.example" + path)
		if len(events) != 3 {
			t.Errorf("%d events", len(events))
		}
		answer := c.ok("https://north.example" + path)
		for _, told := range []string{"83", "91", "OT2"} {
			if strings.Contains(answer.body, told) {
				t.Errorf("tells %q", told)
			}
		}
		if e := find(t, events, uid(ids[0])); e.End.Sub(*e.Start) != 2*time.Hour {
			t.Errorf("tells how long a game took: %v", e.End.Sub(*e.Start))
		}
		if got := answer.header; !strings.HasPrefix(got.Get("Cache-Control"), "private") || got.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%v", got)
		}
		if !strings.Contains(c.ok("https://north.example"+path+"?lang=fr").body, "Mes favoris") {
			t.Error("not in French")
		}

		c.settle()
		if err := c.catalog.DeleteEvent(t.Context(), c.by, c.id, ids[2]); err != nil {
			t.Fatal(err)
		}
		if gone := find(t, c.calendar("https://north.example"+path), uid(ids[2])); gone.Status != "CANCELLED" {
			t.Errorf("%+v", gone)
		}
	})
}

func TestTheAddressOfACalendarIsASecret(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		c := h.club("north", "en", "north.example")
		h.club("south", "en", "south.example")
		fan := c.fan("fan@example.com")
		first := c.opened(fan)
		c.ok("https://north.example" + first)
		refused := func(host, path string) {
			t.Helper()
			if got := c.get("https://" + host + path); got.status != http.StatusNotFound {
				t.Errorf("%s%s: %d %v", host, path, got.status, got.header)
			}
		}
		refused("south.example", first)
		for _, path := range []string{
			"/feeds/favourites/.ics", "/feeds/favourites/x.ics", "/feeds/favourites/" + strings.Repeat("A", 43) + ".ics",
			strings.TrimSuffix(first, ".ics"), first + "/", strings.TrimSuffix(first, ".ics") + "%0A.ics", "/feeds/favourites/",
		} {
			refused("north.example", path)
		}
		second := c.opened(fan)
		refused("north.example", first)
		c.ok("https://north.example" + second)
		if err := c.favourites.CloseCalendar(t.Context(), fan); err != nil {
			t.Fatal(err)
		}
		refused("north.example", second)
	})
}
