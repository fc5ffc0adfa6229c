package analytics

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// invents reports n views within an hour from each of some api keys of one network. Each second view is in a session of
// its own, and the others are in none.
func (s *stadium) invents(keys, n int, game Subject) {
	s.t.Helper()
	for i := range n {
		for key := range keys {
			by := s.reader(int64(1 + key))
			v := View{UUID: uuid.NewString(), Subject: game}
			if i%2 == 0 {
				session, err := s.Open(by, s.Hash(s.home), Device{})
				if err != nil {
					s.t.Fatal(err)
				}
				v.Session = session.UUID
			}
			if err := s.VideoEvent(by, v, "play"); err != nil {
				s.t.Fatal(err)
			}
		}
		s.clock.Advance(time.Hour / time.Duration(n))
		if i%20 == 0 {
			s.written()
		}
	}
}

// A forger with few api keys invents views and sessions for an hour: each key begins as many views as a person who looks
// for something to watch, and is one viewer.
func TestInventedViewsAndSessions(t *testing.T) {
	for name, forger := range map[string]struct{ keys, views int }{"one key": {1, 1000}, "20 keys of a network": {20, 150}} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s, game := newStadium(t, d), Subject{Event, 7}
				s.invents(forger.keys, forger.views, game)
				most := int64(forger.keys * (keyViewRate.Burst + 60))
				if got := s.whole(); got.Views > most || got.Views < most*9/10 || got.Viewers != int64(forger.keys) {
					t.Errorf("%d views of at most %d, %d viewers", got.Views, most, got.Viewers)
				}
				p := Period{s.began, s.clock.Now()}
				audiences, err := s.Audiences(t.Context(), s.operator(), s.home, p, [][]Subject{{game}})
				if err != nil || audiences[0].Viewers != int64(forger.keys) {
					t.Errorf("%+v, %v", audiences, err)
				}
				viewers, err := s.Viewers(t.Context(), s.operator(), s.home, []Period{p})
				if err != nil || viewers[0] != int64(forger.keys) {
					t.Errorf("%v, %v", viewers, err)
				}
			})
		})
	}
}

// However many api keys a network has: it begins no more views than an arena, and views that go on are not refused.
func TestNewViewsOfANetwork(t *testing.T) {
	now := clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	b := newBounds(now)
	reporter := func(i int) Reporter {
		return Reporter{ChannelID: 1, Key: fmt.Sprint("key ", i), Network: "one", Since: now.Now()}
	}
	for i := range 100 {
		if !b.admitView(reporter(i), View{UUID: fmt.Sprint("honest ", i)}) {
			t.Fatalf("honest view %d is refused", i)
		}
	}
	paused := func() bool { return b.admitView(reporter(500), View{UUID: "paused"}) }
	if !paused() {
		t.Fatal("a view is refused before its pause")
	}
	begun := 101
	const minutes = 180
	for minute := range minutes {
		for i := range 200 {
			if b.admitView(reporter(1000+i), View{UUID: fmt.Sprint(minute, " of ", i)}) {
				begun++
			}
		}
		for i := range 100 {
			if !b.admitView(reporter(i), View{UUID: fmt.Sprint("honest ", i)}) {
				t.Fatalf("honest view %d is refused in minute %d", i, minute)
			}
		}
		if minute == 50 && !paused() {
			t.Error("a view that goes on after a pause is refused")
		}
		now.Advance(time.Minute)
	}
	if most := maxNetworkViewers + minutes*maxNetworkViewers/60; begun > most || begun < most*9/10 {
		t.Errorf("%d views began, of at most %d", begun, most)
	}
	for i := range 100 { // until the network is exhausted, and then by an api key that moves to another network
		b.admitView(reporter(2000+i), View{UUID: fmt.Sprint("last ", i)})
	}
	mover := reporter(3000)
	for i := range keyViewRate.Burst {
		if b.admitView(mover, View{UUID: fmt.Sprint("refused ", i)}) {
			t.Error("an exhausted network begins a view")
		}
	}
	mover.Network = "two"
	if !b.admitView(mover, View{UUID: "elsewhere"}) {
		t.Error("a view of another network is refused")
	}
}

// 900 people in an arena begin to watch at the same moment and begin again after an hour. Each counts.
func TestAnArenaThatBeginsTwiceCountsWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const people = 900
		s := newStadium(t, d)
		for period := range int64(2) {
			for i := range int64(people) {
				v := View{UUID: uuid.NewString(), Subject: Subject{Event, 7 + period}, Live: true}
				if err := s.VideoEvent(s.reader(i+1), v, "play"); err != nil {
					t.Fatal(err)
				}
			}
			if got := s.goingOn(); got != people {
				t.Errorf("%d people watch game %d", got, period)
			}
			s.clock.Advance(time.Hour)
		}
		if got := s.whole(); got.Views != 2*people || got.Viewers != people {
			t.Errorf("%d people are %+v", people, got)
		}
	})
}

// A visitor looks at 30 videos, a quarter of a minute each, and then at one each minute for an hour. Each view counts, and
// so does a view that is continued after a pause.
func TestAPersonWhoZapsCountsWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		var want Total
		first := View{UUID: uuid.NewString(), Subject: Subject{Medium, 1}}
		watch := func(v View, watched time.Duration) {
			t.Helper()
			s.clock.Advance(watched)
			if err := s.Viewing(s.reader(1), v, watched, Hints{}); err != nil {
				t.Fatal(err)
			}
			want.Watched += watched
		}
		watch(first, 15*time.Second)
		for i := range int64(29) {
			watch(View{UUID: uuid.NewString(), Subject: Subject{Medium, 2 + i}}, 15*time.Second)
		}
		for i := range int64(60) {
			watch(View{UUID: uuid.NewString(), Subject: Subject{Medium, 40 + i}}, time.Minute)
			if i == 30 {
				watch(first, 30*time.Second)
			}
		}
		if got := s.whole(); got.Views != 90 || got.Viewers != 1 || got.Watched != want.Watched {
			t.Errorf("%+v", got)
		}
		if n := s.rows("SELECT watched_ms FROM analytics_views WHERE uuid = ?", first.UUID); n != 45_000 {
			t.Errorf("%d ms of the view that was continued count", n)
		}
	})
}

// A visitor is one viewer in each day (UTC). A visitor who logs in is the user, and a user who is erased leaves no trace of
// an api key.
func TestVisitorsAreViewersOfADay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		by := s.reader(1)
		view := func(by Reporter) (v View) {
			t.Helper()
			v = View{UUID: uuid.NewString(), Subject: Subject{Event, 7}}
			if err := s.VideoEvent(by, v, "play"); err != nil {
				t.Fatal(err)
			}
			s.written()
			return v
		}
		viewers := func() int64 {
			return s.rows("SELECT count(DISTINCT " + viewerKeySQL + ") FROM analytics_views AS v")
		}
		view(by)
		view(by)
		if n := viewers(); n != 1 {
			t.Errorf("%d viewers in a day", n)
		}
		s.clock.Advance(24 * time.Hour)
		last := view(by)
		if n := viewers(); n != 2 {
			t.Errorf("%d viewers in two days", n)
		}
		user := by
		user.UserID = dbtest.User(t, d, s.home, "fan@example.com")
		if err := s.VideoEvent(user, last, "pause"); err != nil {
			t.Fatal(err)
		}
		s.written()
		user.Key = "session 2"
		view(user)
		if n := viewers(); n != 2 {
			t.Errorf("%d viewers after the login", n)
		}
		if n := s.rows("SELECT count(*) FROM analytics_views WHERE visitor <> ''"); n != 3 {
			t.Errorf("%d views name an api key, and 3 began without a login", n)
		}
		err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			return s.EraseUser(ctx, tx, s.home, user.UserID)
		})
		if n := s.rows("SELECT count(*) FROM analytics_views WHERE visitor <> ''"); err != nil || n != 2 {
			t.Errorf("%d views name an api key, %v", n, err)
		}
	})
}

func (s *stadium) operator() actor.Actor { return actor.ForSystem(s.home) }
