package media

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// A process that is killed while its journal stands still loses nothing that it had stored,
// whoever takes the stream up: itself when it starts, another node that finds it dead, or one
// to which the encoder goes.
func TestKilledWhileTheJournalStandsStill(t *testing.T) {
	t.Parallel()

	for name, takeUp := range map[string]func(t *testing.T, v *venue, s Stream) *venue{
		"the same node starts": func(_ *testing.T, v *venue, _ Stream) *venue {
			v.restart()
			return v
		},
		"another node finds it dead": func(t *testing.T, v *venue, _ Stream) *venue {
			other := v.node("b")
			if _, err := other.FinishExpired(t.Context()); err != nil {
				t.Fatal(err)
			}
			return other
		},
		"its encoder goes to another node": func(_ *testing.T, v *venue, s Stream) *venue {
			other := v.node("b")
			other.mustPublish(s).close()
			return other
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachSite(t, func(t *testing.T, v *venue, at site) {
				s := v.stream()
				stored := recordAheadOfTheJournal(t, v, s, at)
				v.Deps.Clock = clock.NewManual(time.Now().Add(deadAfter + time.Minute/2))
				v.Service = NewService(v.Deps, v.options)
				if got := takeUp(t, v, s).indexed(s).Segments; len(got) != stored {
					t.Errorf("%d segments of %d are taken up", len(got), stored)
				}
			})
		})
	}
}

// recordAheadOfTheJournal kills a process that stores segments while nobody can write to its
// database, and returns how many lie in the media store.
func recordAheadOfTheJournal(t *testing.T, v *venue, s Stream, at site) int {
	t.Helper()
	p := at.start(t, envKey+"="+s.Key)
	eventually(t, "the process records", func() bool {
		p.mustLive(t)
		return v.journalled(s) > 0
	})
	err := v.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		if v.db.Engine() == db.Postgres { // SQLite has one who writes
			if _, err := tx.NewRaw(`LOCK TABLE media_segments IN SHARE MODE`).Exec(ctx); err != nil {
				return err
			}
		}
		told := v.journalled(s)
		eventually(t, "it stores what the journal is not told of", func() bool {
			p.mustLive(t)
			return v.storedWhole(s) > told+5
		})
		p.kill(t)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	stored := v.storedWhole(s)
	if told := v.journalled(s); told >= stored {
		t.Fatalf("the journal was told of %d segments of %d", told, stored)
	}
	return stored
}

// storedWhole is how many segments of a stream have both their files.
func (v *venue) storedWhole(s Stream) int {
	v.t.Helper()
	count := 0
	for a, err := range v.Blob.List(v.t.Context(), streamFolder(s.ChannelID, s.ID)+"/") {
		if err != nil {
			v.t.Fatal(err)
		}
		if strings.Contains(a.Key, "/a-") { // the second to be written
			count++
		}
	}
	return count
}

// loseTrack leaves a stream as a process does that is killed: claimed, and with its last
// segments not in the journal.
func (v *venue) loseTrack(s Stream, segments int) {
	v.t.Helper()
	if ok, err := v.store.claim(v.t.Context(), s.ID, "lost", v.options.Node, v.now.Now()); err != nil || !ok {
		v.t.Fatal(ok, err)
	}
	_, err := v.db.Write().NewRaw(`DELETE FROM media_segments WHERE stream_id = ? AND sequence >= ?`, int64(s.ID), v.journalled(s)-segments).Exec(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
}

// What is torn ends what is taken up, and of a run that another followed nothing is.
func TestOnlyWhatIsWholeAndLastIsTakenUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		for range 2 {
			e := v.mustPublish(s)
			e.mustPlay(8)
			e.close()
		}
		torn := segment.SegmentName(segment.Audio, 2, 6).Key(streamFolder(s.ChannelID, s.ID))
		whole, err := v.Blob.ReadAll(t.Context(), torn)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Blob.WriteAll(t.Context(), torn, whole[:len(whole)-1], "audio/mp4"); err != nil {
			t.Fatal(err)
		}
		v.loseTrack(s, 3)
		v.restart()
		if got := v.indexed(s).Segments; len(got) != 6 || got[5].Run != 2 {
			t.Errorf("%d segments, want the 6 before the torn one", len(got))
		}
		v.loseTrack(s, 2) // nothing of the second run is in the journal, but that it began
		v.restart()
		if got := v.indexed(s).Segments; len(got) != 6 || got[3].Run != 1 || got[4].Run != 2 {
			t.Errorf("%d segments of both runs, want 6", len(got))
		}
		e := v.mustPublish(s)
		e.mustPlay(4)
		e.close()
		v.loseTrack(s, 2+2) // what the second run had comes before the third, and is lost with it
		v.restart()
		if got := v.indexed(s).Segments; len(got) != 4 || got[3].Run != 1 {
			t.Errorf("%d segments, want the 4 of the first run", len(got))
		}
	})
}

// A server starts while its media store is away, and says what it did not look for.
func TestNothingIsTakenUpFromAStoreThatIsAway(t *testing.T) {
	v, outage := newFailingVenue(t)
	log := &said{}
	v.Deps.Log = slog.New(slog.NewTextHandler(log, nil))
	s := v.stream()
	e := v.mustPublish(s)
	e.mustPlay(8)
	e.close()
	v.loseTrack(s, 2)
	outage.Begin()
	v.restart()
	if got := len(v.indexed(s).Segments); got != 2 || v.state(s) != Reconnecting || !log.has("what a lost publisher left is not taken up") {
		t.Errorf("%d segments, %s", got, v.state(s))
	}
	outage.End()
	again := v.mustPublish(s)
	again.mustPlay(4)
	again.close()
	if got := v.indexed(s).Segments; len(got) != 4 || got[2].Run != 2 {
		t.Errorf("%d segments once an encoder is back", len(got))
	}
}
