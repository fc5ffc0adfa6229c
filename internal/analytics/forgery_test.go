package analytics

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// fresh is a visitor with an api key that was created this moment.
func (s *stadium) fresh(session int64) Reporter {
	by := s.reader(session)
	by.Since = s.clock.Now()
	return by
}

// claims reports five minutes, the most of one report.
func (s *stadium) claims(by Reporter, v View) {
	s.t.Helper()
	if err := s.Viewing(by, v, MostWatched, Hints{}); err != nil {
		s.t.Fatal(err)
	}
}

// whole is what a channel has had.
func (s *stadium) whole() Total {
	s.t.Helper()
	s.written()
	totals := s.totals(s.home, Whole)
	if len(totals) == 0 {
		return Total{}
	}
	return totals[0]
}

// goingOn is how many views of all subjects go on.
func (s *stadium) goingOn() int64 {
	s.t.Helper()
	s.written()
	return s.rows("SELECT count(*) FROM analytics_views WHERE channel_id = ? AND last_ms > ?", s.home, clock.Millis(s.clock.Now().Add(-time.Minute)))
}

// Api keys are free, and one session of analytics may be named with each of them: with and without a view, nothing was
// watched before the key existed.
func TestFreshKeysCountNoTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, game := newStadium(t, d), Subject{Event, 7}
		session, err := s.Open(s.reader(1), s.Hash(s.home), Device{})
		if err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(20 * time.Minute)
		for i := range int64(1000) {
			by := s.fresh(2 + i)
			s.claims(by, View{Subject: game})
			s.claims(by, View{Subject: game, Session: session.UUID})
			s.claims(by, View{Subject: game, Session: session.UUID, UUID: uuid.NewString()})
		}
		if got := s.whole(); got.Watched != 0 || got.Views > maxNetworkViewers {
			t.Errorf("fresh api keys became %+v", got)
		}
	})
}

// A forger with many old api keys on one network gets what a full arena would have: views that are kept alive, and new ones
// each minute, come to no more viewers at once, and to no more time.
func TestOneNetworkCountsAsOneArenaAtMost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, game := newStadium(t, d), Subject{Event, 7}
		s.clock.Advance(time.Hour)
		const minutes = 3
		var views [minutes][]View
		for minute := range minutes {
			for range 1200 {
				views[minute] = append(views[minute], View{UUID: uuid.NewString(), Subject: game})
			}
			for _, list := range views[:minute+1] {
				for i, v := range list {
					s.claims(s.reader(int64(i)), v)
				}
				s.written()
			}
			for i := range 1200 {
				s.claims(s.reader(int64(i)), View{Subject: game})
			}
			if got := s.goingOn(); got > maxNetworkViewers {
				t.Errorf("%d viewers at once in minute %d", got, minute)
			}
			s.clock.Advance(time.Minute)
		}
		if got, most := s.whole().Watched, maxNetworkViewers*(maxReportInterval+(minutes-1)*time.Minute); got > most {
			t.Errorf("one network watched %s, of at most %s", got, most)
		}
		before := s.whole().Watched
		elsewhere := s.reader(10_000)
		elsewhere.Network = "198.51.100.7"
		s.claims(elsewhere, View{UUID: uuid.NewString(), Subject: game})
		if got := s.whole().Watched - before; got != MostWatched {
			t.Errorf("of %s of another network %s count", MostWatched, got)
		}
	})
}

// Several hundred people behind one address count whole, although their players report at the same moment, and also where
// the server is started again amid the game.
func TestAnArenaCountsWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const people, reports = 600, 6
		s, game := newStadium(t, d), Subject{Event, 7}
		var fans []Reporter
		var views []View
		for i := range int64(people) {
			fans, views = append(fans, s.fresh(i+1)), append(views, View{UUID: uuid.NewString(), Subject: game, Live: true})
			for _, state := range []string{"ready", "play"} {
				if err := s.VideoEvent(fans[i], views[i], state); err != nil {
					t.Fatal(err)
				}
			}
		}
		for report := range reports {
			s.clock.Advance(maxReportInterval)
			if report == reports/2 {
				s.written()
				s.bounds = newBounds(s.clock)
			}
			for i := range fans {
				if err := s.Viewing(fans[i], views[i], maxReportInterval, Hints{}); err != nil {
					t.Fatal(err)
				}
			}
			s.written()
		}
		if got := s.whole(); got.Views != people || got.Watched != people*reports*maxReportInterval {
			t.Errorf("of %d people: %+v", people, got)
		}
		if got := s.goingOn(); got != people {
			t.Errorf("%d of %d people watch", got, people)
		}
	})
}

// What a user bought counts on as many screens as the user has slots, with however many views, sessions and networks.
func TestSoldGamesCountWithinTheSlots(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, game := newStadium(t, d), Subject{Event, sold}
		fan := dbtest.User(t, d, s.home, "fan@example.com")
		const sessions, minutes = 5, 10
		var by [sessions]Reporter
		var views [sessions][10]View
		for i := range by {
			by[i] = s.reader(int64(i + 1))
			by[i].UserID, by[i].Network = fan, uuid.NewString()
			for j := range views[i] {
				views[i][j] = View{UUID: uuid.NewString(), Subject: game}
			}
		}
		s.clock.Advance(time.Hour)
		for minute := range minutes + 1 {
			if minute > 0 {
				s.clock.Advance(time.Minute)
			}
			for i := range by {
				for _, v := range views[i] {
					s.claims(by[i], v)
				}
				s.claims(by[i], View{Subject: game})
			}
			if got := s.goingOn(); got != soldSlots {
				t.Errorf("in minute %d the user watches on %d screens", minute, got)
			}
		}
		if got, most := s.whole().Watched, soldSlots*(maxReportDelay+minutes*time.Minute); got > most {
			t.Errorf("the user watched %s, of at most %s", got, most)
		}
	})
}

// A user's honest reports count whole: free games on more screens than slots, and one bought game after the other.
func TestSlotsTakeNothingFromHonestUsers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		fan := dbtest.User(t, d, s.home, "fan@example.com")
		device := func(i int64) Reporter {
			by := s.reader(i)
			by.UserID = fan
			return by
		}
		var want time.Duration
		watch := func(by Reporter, v View) {
			t.Helper()
			if err := s.Viewing(by, v, maxReportInterval, Hints{}); err != nil {
				t.Fatal(err)
			}
			want += maxReportInterval
		}
		s.clock.Advance(maxReportInterval)
		for i := range int64(soldSlots + 2) {
			watch(device(i+1), View{UUID: uuid.NewString(), Subject: Subject{Event, 7}})
		}
		if got := s.goingOn(); got != soldSlots+2 {
			t.Errorf("a free game is watched on %d screens", got)
		}
		for i := range int64(20) { // more views within two minutes than slots
			s.clock.Advance(maxReportInterval)
			watch(device(1), View{UUID: uuid.NewString(), Subject: Subject{Event, sold + i}})
		}
		if got := s.whole().Watched; got != want {
			t.Errorf("of %s only %s count", want, got)
		}
	})
}

// Of someone who watches many short clips not each may be a view, but all the time counts.
func TestManyShortClipsCountWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		const clips, long = 40, 5 * time.Second
		for i := range int64(clips) {
			s.clock.Advance(long)
			if err := s.Viewing(s.reader(1), View{UUID: uuid.NewString(), Subject: Subject{Clip, 1 + i}}, long, Hints{}); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.whole(); got.Watched != clips*long || got.Views < int64(limitOfKey.views) {
			t.Errorf("%d clips of %s are %+v", clips, long, got)
		}
	})
}

// A batch that was not written is bounded once, not at each attempt.
func TestSlotsBoundABatchOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		fan := dbtest.User(t, d, s.home, "fan@example.com")
		s.clock.Advance(time.Hour)
		const sessions = int64(soldSlots * maxReportDelay / MostWatched) // all that may come late
		for i := range sessions {
			by := s.reader(i + 1)
			by.UserID = fan
			s.claims(by, View{Subject: Subject{Event, sold}})
		}
		put := s.writer.put
		s.writer.put = func(ctx context.Context, facts []fact) error {
			ended, cancel := context.WithCancel(ctx)
			cancel()
			return put(ended, facts)
		}
		if err := s.Write(t.Context()); err == nil {
			t.Fatal("it was written although its context had ended")
		}
		s.writer.put = put
		if got := s.whole().Watched; got != soldSlots*maxReportDelay {
			t.Errorf("%s count after two attempts", got)
		}
	})
}

// Reports of nothing, and of what the channel does not have, are single events and in no figure. A report that names nothing
// counts for an api key that named something, if it may watch that.
func TestReportsOfNothingAreInNoFigure(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		s.clock.Advance(time.Hour)
		by, nothing, unknown := s.reader(1), View{}, View{UUID: uuid.NewString(), Subject: Subject{Event, 5000}}
		plays := func(v View) {
			t.Helper()
			if err := s.VideoEvent(by, v, "play"); err != nil {
				t.Fatal(err)
			}
		}
		s.claims(by, nothing)
		s.claims(by, View{UUID: uuid.NewString()})
		plays(unknown)
		s.claims(by, unknown)
		s.claims(by, nothing)
		plays(View{UUID: uuid.NewString(), Subject: Subject{Event, notGranted}})
		s.claims(by, nothing)
		s.written()
		if got := s.totals(s.home, Whole); len(got) != 0 || s.goingOn() != 0 {
			t.Errorf("nothing became %+v", got)
		}
		if events := s.rows("SELECT count(*) FROM analytics_events WHERE subject_id = 0"); events != 3 {
			t.Errorf("%d single events are kept", events)
		}
		plays(View{UUID: uuid.NewString(), Subject: Subject{Event, 7}})
		s.clock.Advance(maxReportInterval)
		if err := s.Viewing(by, nothing, maxReportInterval, Hints{Sport: "hockey"}); err != nil {
			t.Fatal(err)
		}
		if got := s.whole(); got.Views != 1 || got.Watched != maxReportInterval {
			t.Errorf("what an api key named last counts as %+v", got)
		}
	})
}
