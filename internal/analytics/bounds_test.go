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

// reader is a visitor on a network, with an api key from when the test began.
func (s *stadium) reader(session int64) Reporter {
	by := s.at(s.home, 0)
	by.SessionID, by.Key, by.Network, by.Since = session, fmt.Sprint("session ", session), "203.0.113.0", s.began
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

// What its reporter may not watch does not count.
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

// However reports come: no view counts longer than its api key exists, no reporter more than a few players side by side, and
// a player that reports what it plays as it plays counts whole.
func TestBoundsOfWatchedTime(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		now := clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
		b := newBounds(now)
		began := now.Now()
		honest := Reporter{ChannelID: 1, Key: "honest", Network: "one", Since: began}
		forger := Reporter{ChannelID: 1, Key: "forger", Network: "one", Since: began}
		counted := map[string]time.Duration{}
		var all time.Duration
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			wait := time.Duration(rapid.IntRange(0, 40).Draw(rt, "wait")) * time.Second
			now.Advance(wait)
			if got := b.deductWatched(honest, View{UUID: "honest"}, wait); got != wait {
				rt.Fatalf("of an honest %s only %s count", wait, got)
			}
			for range rapid.IntRange(0, 5).Draw(rt, "forged") {
				view := View{UUID: fmt.Sprint(rapid.IntRange(0, 3).Draw(rt, "view"))}
				got := b.deductWatched(forger, view, time.Duration(rapid.IntRange(0, 300).Draw(rt, "claimed"))*time.Second)
				counted[view.UUID] += got
				all += got
			}
			open := now.Now().Sub(began)
			for view, watched := range counted {
				if watched > open {
					rt.Fatalf("view %s watched %s in %s", view, watched, open)
				}
			}
			if all > time.Duration(limitOfKey.players)*open {
				rt.Fatalf("one reporter watched %s in %s", all, open)
			}
		}
	})
}

// However reports come: within a minute no api key has more views than its limit, and no view that goes on is refused.
func TestBoundsOfViewsAtOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		now := clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
		b := newBounds(now)
		type counted struct{ key, view string }
		last := map[counted]time.Time{}
		for range rapid.IntRange(1, 150).Draw(rt, "steps") {
			now.Advance(time.Duration(rapid.SampledFrom([]int{0, 1, 2, 4, 30}).Draw(rt, "wait")) * time.Second)
			one := counted{fmt.Sprint(rapid.IntRange(0, 1).Draw(rt, "key")), fmt.Sprint(rapid.IntRange(0, 2*limitOfKey.views).Draw(rt, "view"))}
			at, seen := last[one]
			goesOn := seen && now.Now().Sub(at) < watchingTimeout
			switch admitted := b.admitView(Reporter{ChannelID: 1, Key: one.key, Network: "one"}, View{UUID: one.key + one.view}); {
			case admitted:
				last[one] = now.Now()
			case goesOn:
				rt.Fatalf("view %+v of %s ago is refused", one, now.Now().Sub(at))
			}
			atOnce := map[string]int{}
			for one, at := range last {
				if now.Now().Sub(at) < watchingTimeout {
					atOnce[one.key]++
				}
			}
			if most := max(atOnce["0"], atOnce["1"]); most > limitOfKey.views {
				rt.Fatalf("%d views of one api key at once", most)
			}
		}
	})
}

// Time in which nothing was watched is not saved up: an api key and a network report at once what may be late, and no more.
func TestTimeIsNotSavedUp(t *testing.T) {
	now := clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	b := newBounds(now)
	began, all := now.Now(), time.Duration(0)
	claim := func(key int, watched time.Duration) time.Duration {
		by := Reporter{ChannelID: 1, Key: fmt.Sprint(key), Network: "one", Since: began}
		return b.deductWatched(by, View{}, watched) + b.deductWatched(by, View{UUID: "of " + by.Key}, watched)
	}
	for key := range maxNetworkViewers {
		claim(key, 0)
	}
	now.Advance(12 * time.Hour)
	for range 10 {
		all += claim(0, MostWatched)
	}
	if all != maxReportDelay {
		t.Errorf("one api key reports %s at once", all)
	}
	for key := range maxNetworkViewers {
		all += claim(key, MostWatched)
	}
	if all != limitOfNetwork.burst {
		t.Errorf("one network reports %s at once", all)
	}
}

// A retry of a batch neither caps a report again nor counts it again as implausible.
func TestAReportIsCappedToTheSlotsOnce(t *testing.T) {
	b := newBounds(clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)))
	f := fact{view: &viewRow{WatchedMS: (3 * maxReportDelay).Milliseconds()}, watcher: Watcher{ChannelID: 1, UserID: 7}}
	for i, want := range []bool{true, false} {
		if got := b.capToSlots(&f, 2); got != want || f.view.WatchedMS != (2*maxReportDelay).Milliseconds() {
			t.Errorf("attempt %d: reduced %t to %d ms", i+1, got, f.view.WatchedMS)
		}
	}
	within := fact{view: &viewRow{WatchedMS: 1000}, watcher: Watcher{ChannelID: 1, UserID: 8}}
	if b.capToSlots(&within, 2) || within.view.WatchedMS != 1000 {
		t.Errorf("a report within the slots is reduced to %d ms", within.view.WatchedMS)
	}
}
