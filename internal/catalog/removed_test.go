package catalog

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

func TestARemovedEventIsToldOfForAWhile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		game := l.game(0, 2, noon.Add(48*time.Hour))
		game.Name, game.Duration, game.LocationID = text.Text{"en": "Cup final", "fr": "Finale"}, 2*time.Hour, l.places[1]
		ids := l.create(game, l.game(2, 4, noon.Add(72*time.Hour)))
		before := l.all(ids[:1])[0]
		if err := l.DeleteEvent(t.Context(), l.by, l.channel, ids[0]); err != nil {
			t.Fatal(err)
		}
		got := must[[]*Event](t)(l.ListRemoved(t.Context(), l.channel))
		want := []*Event{{
			ID: ids[0], CategoryID: game.CategoryID, LocationID: game.LocationID, Name: game.Name, Participants: game.Participants, HomeID: game.HomeID,
			StartAt: game.StartAt, Planned: game.Duration, TimeZone: game.TimeZone, ListedAt: noon.Add(time.Second),
		}}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Event{})); diff != "" {
			t.Error(diff)
		}
		if !got[0].ListedAt.After(before.ListedAt) {
			t.Error("a removal in the second of a change does not count as later")
		}
		l.now.Advance(RemovedFor + time.Minute)
		if got := must[[]*Event](t)(l.ListRemoved(t.Context(), l.channel)); len(got) != 0 {
			t.Errorf("still told of %v", got)
		}
		if err := l.DeleteEvent(t.Context(), l.by, l.channel, ids[1]); err != nil {
			t.Fatal(err)
		}
		if n := must[int64](t)(d.Read().NewSelect().Table("event_tombstones").Count(t.Context())); n != 1 {
			t.Errorf("%d tombstones are kept", n)
		}
	})
}

func TestARefusedRemovalLeavesNoTombstone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		id := l.create(l.game(0, 2, noon))[0]
		other := dbtest.Channel(t, d, "south")
		for name, refused := range map[string]error{
			"visitor":       l.DeleteEvent(t.Context(), actor.Actor{ChannelID: l.channel}, l.channel, id),
			"other channel": l.DeleteEvent(t.Context(), actor.ForSystem(other), other, id),
		} {
			if kind := fault.KindOf(refused); kind != fault.Forbidden && kind != fault.NotFound {
				t.Errorf("%s: %v", name, refused)
			}
		}
		for _, channel := range []int64{l.channel, other} {
			if got := must[[]*Event](t)(l.ListRemoved(t.Context(), channel)); len(got) != 0 {
				t.Errorf("channel %d tells of %v", channel, got)
			}
		}
	})
}

func TestStamps(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ids := l.create(l.game(0, 2, noon.Add(-time.Hour)), l.game(0, 2, noon), l.game(0, 2, noon.Add(time.Hour)), l.game(0, 2, noon.Add(2*time.Hour)))
		l.now.Advance(time.Minute)
		game := l.game(2, 0, noon)
		game.ID = ids[1]
		if err := l.UpdateEvent(t.Context(), l.by, l.channel, game); err != nil {
			t.Fatal(err)
		}
		got := must[[]Stamp](t)(l.Stamps(t.Context(), l.channel, noon, noon.Add(2*time.Hour), 10))
		want := []Stamp{
			{ID: ids[2], Status: Upcoming, StartAt: noon.Add(time.Hour), ListedAt: noon},
			{ID: ids[1], Status: Upcoming, StartAt: noon, ListedAt: noon.Add(time.Minute)},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if got := must[[]Stamp](t)(l.Stamps(t.Context(), l.channel, noon, noon.Add(9*time.Hour), 1)); len(got) != 1 || got[0].ID != ids[3] {
			t.Errorf("got %v", got)
		}
		if got := must[[]Stamp](t)(l.Stamps(t.Context(), dbtest.Channel(t, d, "south"), noon, noon.Add(9*time.Hour), 10)); len(got) != 0 {
			t.Errorf("another channel's: %v", got)
		}
	})
}
