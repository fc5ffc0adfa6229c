package analytics

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// reader is a visitor with an api key on a network.
func (s *stadium) reader(session int64) Teller {
	by := s.at(s.home, 0)
	by.SessionID, by.Key, by.Network = session, fmt.Sprint("session ", session), "203.0.113.0"
	return by
}

// The trial's forgery: 900 reports in a moment became 50 hours, and 301 viewers at once.
func TestForgedReportsDoNotCount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		by, game := s.reader(1), Subject{Event, 7}
		session, err := s.Open(by, s.Hash(s.home), Device{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 900 {
			v := View{UUID: uuid.NewString(), Subject: game, Live: true}
			if i%3 == 0 {
				v.Session = session.UUID
			}
			if i%5 == 0 {
				v.UUID = "" // of no view
			}
			if err := s.Viewing(by, v, MostWatched, Hints{}); err != nil {
				t.Fatal(err)
			}
		}
		s.written()
		got := s.totals(s.home, Whole)
		if len(got) != 1 || got[0].Watched > 2*time.Minute || got[0].Views > 10 {
			t.Errorf("forged reports became %+v", got)
		}
	})
}

// A page that could not report for minutes sends all of it together, and all of it counts.
func TestLateReportsCount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		by, game := s.reader(1), Subject{Event, 7}
		session, err := s.Open(by, s.Hash(s.home), Device{})
		if err != nil {
			t.Fatal(err)
		}
		late, steady := View{UUID: uuid.NewString(), Session: session.UUID, Subject: game}, View{UUID: uuid.NewString(), Subject: game}
		for range 18 {
			s.clock.Advance(30 * time.Second)
			if err := s.Viewing(by, steady, 30*time.Second, Hints{}); err != nil {
				t.Fatal(err)
			}
		}
		for range 18 { // nine minutes of a view that was not heard of before
			if err := s.Viewing(by, late, 30*time.Second, Hints{}); err != nil {
				t.Fatal(err)
			}
		}
		s.written()
		if got := s.totals(s.home, Whole); len(got) != 1 || got[0].Watched != 18*time.Minute || got[0].Views != 2 {
			t.Errorf("honest reports became %+v", got)
		}
	})
}

// What its teller may not watch does not count.
func TestOnlyWhatWasGrantedCounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		for _, id := range []int64{7, notGranted} {
			v := View{UUID: uuid.NewString(), Subject: Subject{Event, id}}
			if err := s.VideoEvent(s.reader(1), v, "play"); err != nil {
				t.Fatal(err)
			}
			s.clock.Advance(20 * time.Second)
			if err := s.Viewing(s.reader(1), v, 20*time.Second, Hints{}); err != nil {
				t.Fatal(err)
			}
		}
		s.written()
		if got := s.totals(s.home, BySubject); len(got) != 1 || got[0].Subject.ID != 7 || got[0].Watched != 20*time.Second {
			t.Errorf("%+v", got)
		}
		if n := s.rows("SELECT count(*) FROM analytics_events"); n != 1 {
			t.Errorf("%d events", n)
		}
	})
}

// However reports come: no view counts longer than it can have been open, no teller more than a few players side by side, and
// a player that reports what it plays as it plays counts whole.
func TestBoundsOfWatchedTime(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		now := clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
		b := newBounds(now)
		began := now.Now()
		honest := Teller{ChannelID: 1, Key: "honest"}
		forger := Teller{ChannelID: 1, Key: "forger"}
		counted := map[string]time.Duration{}
		var all time.Duration
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			wait := time.Duration(rapid.IntRange(0, 40).Draw(rt, "wait")) * time.Second
			now.Advance(wait)
			if got := b.count(honest, View{UUID: "honest"}, began, wait); got != wait {
				rt.Fatalf("of an honest %s only %s count", wait, got)
			}
			for range rapid.IntRange(0, 5).Draw(rt, "forged") {
				view := View{UUID: fmt.Sprint(rapid.IntRange(0, 3).Draw(rt, "view"))}
				got := b.count(forger, view, began, time.Duration(rapid.IntRange(0, 300).Draw(rt, "claimed"))*time.Second)
				counted[view.UUID] += got
				all += got
			}
			open := now.Now().Sub(began) + headStart
			for view, watched := range counted {
				if watched > open {
					rt.Fatalf("view %s watched %s in %s", view, watched, open)
				}
			}
			if all > players*open {
				rt.Fatalf("one teller watched %s in %s", all, open)
			}
		}
	})
}
