package feed_test

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A channel that moves to another domain keeps the names of its events in calendars: or they
// would all be there twice.
func TestCalendarsKnowEventsAfterTheDomainMoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		c := h.club("north", "en", "north.example")
		id := c.create(c.game(0, 1, noon.Add(26*time.Hour)))[0]
		owner, err := h.channels.FindByDomain(t.Context(), "north.example")
		if err != nil {
			t.Fatal(err)
		}
		moved := *owner
		moved.Domains, moved.CalendarDomain = []string{"south.example", "north.example"}, ""
		if err := h.channels.Update(t.Context(), actor.ForSystem(int64(owner.ID)), moved); err != nil {
			t.Fatal(err)
		}
		for _, host := range moved.Domains {
			find(t, c.calendar("http://"+host+"/calendar.ics"), uid(id))
		}
		moved.Domains = []string{"south.example"}
		if err := h.channels.Update(t.Context(), actor.ForSystem(int64(owner.ID)), moved); err != nil {
			t.Fatal(err)
		}
		find(t, c.calendar("http://south.example/calendar.ics"), uid(id))
		if _, err := h.channels.FindByDomain(t.Context(), "north.example"); err == nil {
			t.Error("the domain that was given up leads here")
		}
	})
}
