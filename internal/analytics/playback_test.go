package analytics

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A thousand free api keys report views in one moment. Only reports of sessions count whose players were sent media, by this node
// or by another one.
func TestReportsWithoutMediaCountNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, game, clip := newStadium(t, d), Subject{Event, undelivered}, Subject{Clip, undelivered}
		s.clock.Advance(time.Hour)
		forge := func() {
			t.Helper()
			for i := range int64(1000) {
				by, v := s.reader(1+i), View{UUID: uuid.NewString(), Subject: game, Live: true}
				if err := s.VideoEvent(by, v, "play"); err != nil {
					t.Fatal(err)
				}
				s.claims(by, v)
				s.claims(by, View{}) // of what the api key named last
			}
		}
		forge()
		now, err := s.Now(t.Context(), actor.ForSystem(s.home), s.home)
		if got := s.whole(); got != (Total{}) || err != nil || len(now) != 0 {
			t.Errorf("reports alone became %+v and %+v, %v", got, now, err)
		}
		if n := s.counts.undelivered.Get(); n != 3000 {
			t.Errorf("%d of 3000 reports are known to be of players without media", n)
		}
		s.clock.Advance(time.Hour)
		s.RecordDelivery(s.home, 1, game)
		s.written()
		s.played.deliveries = map[playback]delivery{} // another node did it
		s.RecordDelivery(s.home, 2, game)
		s.RecordDelivery(s.home, 3, Subject{Event, 7}) // another game
		forge()
		if got := s.whole(); got.Views != 2 || got.Viewers != 2 || got.Watched != 4*MostWatched {
			t.Errorf("two players with media became %+v", got)
		}
		s.clock.Advance(playbackLife)
		forge()
		if got := s.whole(); got.Views != 2 {
			t.Errorf("long after their media they became %+v", got)
		}
		s.clock.Advance(time.Hour)
		short := View{UUID: uuid.NewString(), Subject: clip}
		s.claims(s.reader(1), short)
		s.written()
		s.RecordDelivery(s.home, 1, Subject{Cut, undelivered + 1})
		s.claims(s.reader(1), short) // the view began with a report that came too early
		if got := s.whole(); got.Views != 3 {
			t.Errorf("with a clip they became %+v", got)
		}
	})
}

// However many segments a player is given, the database hears of it at once, then every ten seconds, and of the end.
func TestPlaybacksAreWrittenNowAndThen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, game := newStadium(t, d), Subject{Event, 7}
		var written []time.Duration
		for i := range 45 {
			if i < 15 { // 15 s of a game, in parts
				for range 4 {
					s.RecordDelivery(s.home, 1, game)
				}
			}
			if err := s.writePlaybacks(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			at := s.rows("SELECT seen_ms FROM analytics_playbacks") - s.began.UnixMilli()
			if last := time.Duration(at) * time.Millisecond; !slices.Contains(written, last) {
				written = append(written, last)
			}
			s.clock.Advance(time.Second)
		}
		if want := []time.Duration{0, 10 * time.Second, 14 * time.Second}; !slices.Equal(written, want) {
			t.Errorf("media are known to be delivered at %v, want %v", written, want)
		}
		if len(s.played.deliveries) != 0 {
			t.Errorf("%v is still remembered", s.played.deliveries)
		}
	})
}

// What could not be written is written later, at the latest when the process ends.
func TestPlaybacksWaitForTheDatabase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		s.RecordDelivery(s.home, 1, Subject{Event, 7})
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.writePlaybacks(ended, false); err == nil {
			t.Error("it was written although its context had ended")
		}
		s.clock.Advance(2 * watchingTimeout)
		s.Start(t.Context())
		if err := s.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := s.rows("SELECT count(*) FROM analytics_playbacks"); n != 1 {
			t.Errorf("%d playbacks are written", n)
		}
	})
}

func TestPlaybacksHaveBoundedMemory(t *testing.T) {
	s := newStadium(t, dbtest.SQLite(t))
	for session := range int64(maxPlaybacks + 5) {
		s.RecordDelivery(s.home, 1+session, Subject{Event, 7})
	}
	s.RecordDelivery(s.home, 1, Subject{Event, 7})
	if n := len(s.played.deliveries); n != maxPlaybacks || s.counts.full.Get() != 5 {
		t.Errorf("%d are remembered, %d left out", n, s.counts.full.Get())
	}
}
