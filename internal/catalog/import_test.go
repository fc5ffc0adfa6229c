package catalog

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// An event that no schedule has named goes by its number, where it is the same game;
// elsewhere the number is only a name.
func TestImportFindsEventsByNumber(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ctx := t.Context()
		ids, err := l.CreateEvents(ctx, l.by, l.channel, []Event{l.game(0, 1, noon), l.game(2, 3, noon)})
		if err != nil {
			t.Fatal(err)
		}
		events, err := l.Schedule(ctx, l.channel, 10)
		if err != nil || len(events) != 2 {
			t.Fatalf("%+v, %v", events, err)
		}
		slices.Reverse(events)
		same, moved := l.game(0, 1, noon), l.game(2, 3, noon.Add(time.Hour))
		same.ExternalID, moved.ExternalID = events[0].ExternalID, events[1].ExternalID
		if got, err := l.ImportEvents(ctx, l.by, l.channel, []Event{same, moved}, nil); err != nil || got != (Imported{Updated: 1, Unchanged: 1}) {
			t.Errorf("%+v, %v", got, err)
		}
		if e, err := l.FindEvent(ctx, l.channel, ids[1]); err != nil || !e.StartAt.Equal(noon.Add(time.Hour)) {
			t.Errorf("%+v, %v", e, err)
		}
		other := l.game(4, 5, noon)
		other.ExternalID = same.ExternalID
		if got, err := l.ImportEvents(ctx, l.by, l.channel, []Event{other}, nil); err != nil || got != (Imported{Created: 1}) {
			t.Errorf("another game of the same number: %+v, %v", got, err)
		}
		if got, err := l.ImportEvents(ctx, l.by, l.channel, []Event{other}, nil); err != nil || got != (Imported{Unchanged: 1}) {
			t.Errorf("again: %+v, %v", got, err)
		}
		if events, err := l.Schedule(ctx, l.channel, 2); err != nil || len(events) != 2 {
			t.Errorf("the latest two: %+v, %v", events, err)
		}
		south := dbtest.Channel(t, d, "south")
		if events, err := l.Schedule(ctx, south, 10); err != nil || len(events) != 0 {
			t.Errorf("another channel has %+v, %v", events, err)
		}
	})
}

// A picture of the game stays when the schedule is imported again; a schedule's own
// picture changes with it.
func TestImportKeepsPicturesOfTheGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ctx := t.Context()
		game := l.game(0, 1, noon)
		game.ExternalID, game.Image.Key = "a", "north/poster.jpg"
		bring := func(want Imported) {
			t.Helper()
			if got, err := l.ImportEvents(ctx, l.by, l.channel, []Event{game}, nil); err != nil || got != want {
				t.Errorf("%+v, %v", got, err)
			}
		}
		bring(Imported{Created: 1})
		ids, err := l.ExternalIDs(ctx, l.channel)
		if err != nil {
			t.Fatal(err)
		}
		err = d.InTx(ctx, func(_ context.Context, tx bun.Tx) error {
			return l.SetImage(ctx, tx, l.channel, int64(ids["a"]), "stills/1.jpg", nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		bring(Imported{Unchanged: 1})
		shows := func(poster string) {
			t.Helper()
			e, err := l.FindEvent(ctx, l.channel, ids["a"])
			if err != nil || e.Image.Key != "stills/1.jpg" || e.Poster().Key != poster || e.Unwatched().Image.Key != poster {
				t.Errorf("%+v, %v", e, err)
			}
		}
		shows("north/poster.jpg")
		game.Image.Key = "north/another.jpg"
		bring(Imported{Updated: 1})
		shows("north/another.jpg")
		game.Image.Key = ""
		bring(Imported{Updated: 1})
		shows("")
	})
}
