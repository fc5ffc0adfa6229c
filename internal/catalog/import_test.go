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

// A schedule file moves no recording, and says so once.
func TestAFileDoesNotMoveAStreamedEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		game, other := l.game(0, 1, noon), l.game(2, 3, noon)
		game.ExternalID, other.ExternalID = "a", "b"
		bring := func(want Imported, kept ...KeptStart) {
			t.Helper()
			got := must[ImportResult](t)(l.ImportSchedule(t.Context(), l.by, l.channel, []Event{other, game}, ImportNote{File: "games.csv"}, nil))
			if got.Imported != want || !slices.Equal(got.KeptStarts, kept) {
				t.Errorf("%+v", got)
			}
		}
		bring(Imported{Created: 2})
		id := must[map[string]EventID](t)(l.ExternalIDs(t.Context(), l.channel))["a"]
		for _, state := range []StreamState{StreamLive, StreamEnded} {
			if err := l.SetStreamState(t.Context(), d.Write(), l.channel, int64(id), string(state), noon); err != nil {
				t.Fatal(err)
			}
		}
		if e := l.find(id); !e.WasStreamed() {
			t.Errorf("%+v", e)
		}
		game.StartAt, other.StartAt = noon.Add(3*time.Hour), noon.Add(3*time.Hour)
		bring(Imported{Updated: 1, Unchanged: 1}, KeptStart{Event: 1, ID: id})
		bring(Imported{Unchanged: 2})
		game.Featured = true
		bring(Imported{Updated: 1, Unchanged: 1})
		game.StartAt = noon.Add(4 * time.Hour)
		game.Featured = false
		bring(Imported{Updated: 1, Unchanged: 1}, KeptStart{Event: 1, ID: id})
		game.StartAt, game.TimeTBA = noon.Add(5*time.Hour), true
		bring(Imported{Unchanged: 2})
		if e := l.find(id); !e.StartAt.Equal(noon) || e.TimeTBA {
			t.Errorf("the recording starts at %s, to be announced %t", e.StartAt, e.TimeTBA)
		}
		events, err := l.ScheduleBetween(t.Context(), l.channel, noon.Add(-time.Minute), noon)
		if err != nil || len(events) != 1 || events[0].ID != id || !events[0].ImportedStart.After(noon) {
			t.Errorf("%+v, %v", events, err)
		}
		// An event is also found by the start that its file gave it.
		if events, err = l.ScheduleBetween(t.Context(), l.channel, noon.Add(3*time.Hour+time.Minute), noon.Add(24*time.Hour)); err != nil || len(events) != 1 || events[0].ID != id {
			t.Errorf("%+v, %v", events, err)
		}
	})
}
