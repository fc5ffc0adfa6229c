package revision_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/revision"
)

func bump(t *testing.T, d *db.DB, channelID int64, area revision.Area) {
	t.Helper()
	err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		return revision.Bump(ctx, tx, channelID, area)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTrackerSeesChanges(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		id, now := dbtest.Channel(t, d, "demo"), clock.NewManual(time.Unix(1_800_000_000, 0))
		tracker := revision.NewTracker(d.Read(), now, slog.New(slog.DiscardHandler))
		expect := func(want revision.Set) {
			t.Helper()
			got, err := tracker.Of(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("revisions are %+v, want %+v", got, want)
			}
		}
		expect(revision.Set{})

		bump(t, d, id, revision.Events)
		bump(t, d, id, revision.Events)
		bump(t, d, id, revision.Channel)
		expect(revision.Set{}) // still young enough
		now.Advance(revision.MaxAge)
		expect(revision.Set{Events: 2, Channel: 1})

		bump(t, d, id, revision.Commerce)
		tracker.Forget(id)
		expect(revision.Set{Events: 2, Channel: 1, Commerce: 1})
	})
}

func TestTrackerOutlivesTheDatabase(t *testing.T) {
	d := dbtest.SQLite(t)
	id, now := dbtest.Channel(t, d, "demo"), clock.NewManual(time.Unix(1_800_000_000, 0))
	bump(t, d, id, revision.Catalog)
	readers, err := db.Open(t.Context(), dbtest.SQLiteDSN(t), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	tracker := revision.NewTracker(readers.Read(), now, slog.New(slog.DiscardHandler))
	if _, err := tracker.Of(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := readers.Close(); err != nil {
		t.Fatal(err)
	}
	now.Advance(time.Hour)
	if _, err := tracker.Of(t.Context(), id); err != nil {
		t.Errorf("a known channel is lost with the database: %v", err)
	}
	if _, err := tracker.Of(t.Context(), id+1); err == nil {
		t.Error("an unknown channel has an answer without a database")
	}
}
