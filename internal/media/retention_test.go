package media

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/ingest"
)

// removeOld removes the recordings of events that ended before now.
func (v *venue) removeOld(needed ...int64) int {
	v.t.Helper()
	n, err := v.RemoveRecordings(v.t.Context(), v.channel, v.now.Now(), needed)
	if err != nil {
		v.t.Fatal(err)
	}
	return n
}

func (v *venue) clearRemoved() int {
	v.t.Helper()
	n, err := v.ClearRemoved(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
	return n
}

// A recording that is old enough goes, first for whoever asks and then its files; what was cut
// out of it stays, and others' recordings do.
func TestRecordingsAreRemoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		game := footage(t, 0, 100, "-bf", "0")
		old, needed := v.recorded(game), v.recorded(game)
		clip := exactCut{v.mustAddCut(old.EventID, frames(20), frames(50)), 20, 50}
		if err := v.MakeCut(t.Context(), v.channel, clip.id); err != nil {
			t.Fatal(err)
		}
		before := newScreen(t, v, old)
		before.expect(http.StatusOK, "", before.base+"index.m3u8")
		if n := v.removeOld(needed.EventID); n != 0 {
			t.Errorf("%d are removed that have not ended yet", n)
		}
		v.now.Advance(time.Hour)
		if n, err := v.RemoveRecordings(t.Context(), v.channel+1, v.now.Now(), nil); n != 0 || err != nil {
			t.Errorf("another channel removes %d, %v", n, err)
		}
		if first, again := v.removeOld(needed.EventID), v.removeOld(needed.EventID); first != 1 || again != 0 {
			t.Errorf("%d are removed, then %d", first, again)
		}
		v.expectGone(t, old)
		before.expect(http.StatusNotFound, "media_not_found", before.base+"index.m3u8")
		before.expect(http.StatusNotFound, "media_not_found", before.base+"v/1-0.m4s")
		if n := v.clearRemoved(); n != 0 {
			t.Errorf("%d files are gone while somebody may be watching", n)
		}
		v.now.Advance(clearAfter + time.Second)
		if first, again := v.clearRemoved(), v.clearRemoved(); first == 0 || again != 0 {
			t.Errorf("%d files are gone, then %d", first, again)
		}
		if left := v.files(streamFolder(v.channel, old.ID) + "/"); len(left) != 0 {
			t.Errorf("left are %v", left)
		}
		v.restart()
		v.expectGone(t, old)
		a := newScreen(t, v, needed)
		a.expectExact(t, clip)
		if got := a.numbers(a.base + "index.m3u8"); len(got) != 100 {
			t.Errorf("the other recording has %d pictures", len(got))
		}
	})
}

// expectGone asks for a recording in every way that there is.
func (v *venue) expectGone(t *testing.T, s Stream) {
	t.Helper()
	media, err := v.ListMedia(t.Context(), v.channel, s.EventID)
	if err != nil || len(media) != 1 || media[0].Type != TypeImage {
		t.Errorf("the event shows %+v, %v", media, err)
	}
	if _, err := v.FindVideo(t.Context(), v.channel, s.EventID, 0); fault.KindOf(err) != fault.NotFound {
		t.Errorf("as a video: %v", err)
	}
	if _, err := v.Footage(t.Context(), v.channel, s.EventID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("to cut: %v", err)
	}
	grant := Grant{ChannelID: v.channel, EventID: s.EventID, UserID: 5, SessionID: 6}
	if _, err := v.SignDownload(t.Context(), grant, Source{StreamID: s.ID}, "game"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("to load down: %v", err)
	}
	if stretches, err := v.Timeline(t.Context(), v.channel, s.EventID); len(stretches) != 0 || err != nil {
		t.Errorf("its timeline: %v, %v", stretches, err)
	}
	if lengths, err := v.RecordingLengths(t.Context(), v.channel); err != nil || lengths[s.EventID] != 0 {
		t.Errorf("its length: %v, %v", lengths, err)
	}
	keyed, err := v.EnsureStream(t.Context(), v.by, v.channel, s.EventID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Publish(t.Context(), keyed.Key, ingest.Origin{Protocol: "test"}, func(error) {}); !errors.Is(err, refuseOver) {
		t.Errorf("an encoder comes back: %v", err)
	}
	var state string
	if err := v.db.Read().NewRaw(`SELECT stream_state FROM events WHERE id = ?`, s.EventID).Scan(t.Context(), &state); err != nil || state != string(Idle) {
		t.Errorf("the event is %s, %v", state, err)
	}
}

// An encoder that came back keeps its recording, and so does a cut that is being made.
func TestRecordingsInUseAreNotRemoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		v.options.Reopen = 24 * time.Hour
		s := v.stream()
		e := v.mustPublish(s)
		e.mustPlay(6)
		e.close()
		v.finish(t)
		v.now.Advance(time.Minute)
		id := v.mustAddCut(s.EventID, time.Second, time.Second)
		if n := v.removeOld(); n != 0 {
			t.Error("removed under a cut that is being made")
		}
		if err := v.FailCut(t.Context(), v.channel, id); err != nil {
			t.Fatal(err)
		}
		again := v.mustPublish(s)
		if n := v.removeOld(); n != 0 {
			t.Error("removed under an encoder")
		}
		again.close() // it showed nothing
		if n := v.removeOld(); n != 1 {
			t.Error("not removed")
		}
	})
}

// Removing that is cut short leaves the recording whole, or files for the next round.
func TestRemovingIsTakenUpAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		e := v.mustPublish(s)
		e.mustPlay(6)
		e.close()
		v.finish(t)
		v.now.Advance(time.Minute)
		v.events.fail = errors.New("not now")
		if n, err := v.RemoveRecordings(t.Context(), v.channel, v.now.Now(), nil); n != 0 || !errors.Is(err, v.events.fail) {
			t.Errorf("%d are removed, %v", n, err)
		}
		v.restart()
		checkWhole(t, v, s, 0)
		if _, err := v.FindVideo(t.Context(), v.channel, s.EventID, 0); err != nil {
			t.Errorf("it does not play any more: %v", err)
		}
		v.events.fail = nil
		if v.removeOld() != 1 {
			t.Error("not removed")
		}
		v.now.Advance(clearAfter + time.Second)
		files := v.files(streamFolder(v.channel, s.ID) + "/")
		for _, key := range files[1:] { // as far as one came that was killed
			if err := v.Blob.Delete(t.Context(), key); err != nil {
				t.Fatal(err)
			}
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if n, err := v.ClearRemoved(stopped); n != 0 || err == nil {
			t.Errorf("stopped: %d files, %v", n, err)
		}
		if n := v.clearRemoved(); n != 1 {
			t.Errorf("the next round removes %d files", n)
		}
	})
}

// Of a cut that is added and a recording that is removed in the same moment, one is too late.
func TestACutOrItsRecordingIsTooLate(t *testing.T) {
	v := newVenue(t, dbtest.Postgres(t)) // on SQLite transactions follow each other anyway
	for name, c := range map[string]struct {
		add     func(ctx context.Context, tx bun.Tx, f Footage) error
		removed int
	}{
		"as it is": {func(ctx context.Context, tx bun.Tx, f Footage) error {
			_, err := f.AddCut(ctx, tx, time.Second, time.Second)
			return err
		}, 0},
		// The control: who adds a cut without taking hold of the recording loses it.
		"without hold": {func(ctx context.Context, tx bun.Tx, f Footage) error {
			_, err := tx.NewInsert().Model(&cutRow{ChannelID: f.stream.ChannelID, EventID: f.stream.EventID, StreamID: f.stream.ID, State: CutProcessing}).Exec(ctx)
			return err
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := v.stream()
			e := v.mustPublish(s)
			e.mustPlay(6)
			e.close()
			v.finish(t)
			v.now.Advance(time.Minute)
			footage, err := v.Footage(t.Context(), v.channel, s.EventID)
			if err != nil {
				t.Fatal(err)
			}
			removing, removed := make(chan struct{}), make(chan int, 1)
			err = v.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				if err := c.add(ctx, tx, footage); err != nil {
					return err
				}
				go func() {
					close(removing)
					n, err := v.RemoveRecordings(t.Context(), v.channel, v.now.Now(), nil)
					if err != nil {
						t.Error(err)
					}
					removed <- n
				}()
				<-removing
				return v.untilBlockedOr(ctx, t, removed)
			})
			if err != nil {
				t.Fatal(err)
			}
			if n := <-removed; n != c.removed {
				t.Errorf("%d recordings are removed, want %d", n, c.removed)
			}
			if v.removeOld() != 0 && c.removed == 0 {
				t.Error("removed although a cut is being made")
			}
		})
	}
	s := v.stream()
	e := v.mustPublish(s)
	e.mustPlay(6)
	e.close()
	v.finish(t)
	v.now.Advance(time.Minute)
	footage, err := v.Footage(t.Context(), v.channel, s.EventID)
	if err != nil || v.removeOld() != 1 {
		t.Fatal("not removed", err)
	}
	err = v.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := footage.AddCut(ctx, tx, time.Second, time.Second)
		return err
	})
	if fault.KindOf(err) != fault.NotFound {
		t.Errorf("a cut of what was removed meanwhile: %v", err)
	}
}

// untilBlockedOr waits until another transaction waits for this one, or until what it does is
// done.
func (v *venue) untilBlockedOr(ctx context.Context, t *testing.T, done chan int) error {
	t.Helper()
	eventually(t, "the other transaction waits or ends", func() bool {
		var waiting bool
		err := v.db.From(ctx).NewRaw(`SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid)`).Scan(ctx, &waiting)
		if err != nil {
			t.Fatal(err)
		}
		return waiting || len(done) > 0
	})
	return nil
}
