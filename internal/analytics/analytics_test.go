package analytics

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault/faulttest"
)

// stadium is two channels, each of which has every subject below 1000.
type stadium struct {
	*Service
	t          *testing.T
	db         *db.DB
	clock      *clock.Manual
	began      time.Time
	home, away int64
}

// small is the stadium's subjects. Players of each that is reported are given media, but those of undelivered.
type small struct {
	deliver func(channelID, sessionID int64, subject Subject)
}

func (small) Known(_ context.Context, _ int64, list []Subject) ([]Subject, error) {
	return slices.DeleteFunc(slices.Clone(list), func(s Subject) bool { return s.ID >= 1000 }), nil
}

func (o small) Granted(_ context.Context, list []Watcher) (map[Watcher]Grant, error) {
	granted := map[Watcher]Grant{}
	for _, w := range list {
		grant := Grant{Allowed: w.Subject.ID != notGranted, Media: w.Subject}
		if w.Subject.Kind == Clip {
			grant.Media = Subject{Cut, w.Subject.ID + 1}
		}
		if w.Subject.ID != undelivered {
			o.deliver(w.ChannelID, w.SessionID, grant.Media)
		}
		if w.Subject.ID >= sold {
			grant.Slots = soldSlots
		}
		granted[w] = grant
	}
	return granted, nil
}

const (
	// notGranted is a subject that the channel has and gives to no one.
	notGranted = 666
	// undelivered is a subject of which players are given no media until a test delivers some.
	undelivered = 777
	// From sold on subjects are bought, with soldSlots slots for each user.
	sold, soldSlots = 900, 3
)

func newStadium(t *testing.T, d *db.DB, change ...func(*Deps)) *stadium {
	t.Helper()
	s := &stadium{t: t, db: d, clock: clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))}
	s.began = s.clock.Now()
	deps := Deps{
		DB: d, Clock: s.clock, Log: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(), Secret: []byte(strings.Repeat("s", 32)),
		Subjects: small{func(channelID, sessionID int64, subject Subject) { s.RecordDelivery(channelID, sessionID, subject) }},
	}
	for _, f := range change {
		f(&deps)
	}
	var err error
	if s.Service, err = New(deps); err != nil {
		t.Fatal(err)
	}
	s.home, s.away = dbtest.Channel(t, d, "home"), dbtest.Channel(t, d, "away")
	return s
}

func (s *stadium) at(channelID, userID int64) Reporter {
	return Reporter{ChannelID: channelID, UserID: userID, Device: "phone", Country: "CA"}
}

// watches has a view told of, and a second pass.
func (s *stadium) watches(by Reporter, view string, subject Subject, watched time.Duration) {
	s.t.Helper()
	if err := s.Viewing(by, View{UUID: view, Subject: subject, Live: true}, watched, Hints{}); err != nil {
		s.t.Fatal(err)
	}
	s.clock.Advance(time.Second)
}

func (s *stadium) written() {
	s.t.Helper()
	if err := s.Write(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stadium) rows(query string, args ...any) (n int64) {
	s.t.Helper()
	if err := s.db.Read().NewRaw(query, args...).Scan(s.t.Context(), &n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

func (s *stadium) totals(channelID int64, d Dimension) []Total {
	s.t.Helper()
	whole := Period{s.clock.Now().Add(-24 * time.Hour), s.clock.Now().Add(time.Hour)}
	totals, err := s.Totals(s.t.Context(), actor.ForSystem(channelID), channelID, whole, d)
	if err != nil {
		s.t.Fatal(err)
	}
	return totals
}

func TestWhoWatchesNow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		other, err := New(Deps{DB: d, Clock: s.clock, Log: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(), Subjects: small{}, Secret: []byte(strings.Repeat("s", 32))})
		if err != nil {
			t.Fatal(err)
		}
		game, film, clip := Subject{Event, 7}, Subject{Medium, 7}, Subject{Cut, 3}
		s.RecordDelivery(s.home, 1, film) // and leaves
		s.written()
		s.clock.Advance(29 * time.Second)
		for range 3 {
			s.RecordDelivery(s.home, 2, game)
			other.RecordDelivery(s.home, 2, game) // the same player by way of another node
			other.RecordDelivery(s.home, 3, game)
		}
		s.RecordDelivery(s.home, 0, game) // without an api key
		s.RecordDelivery(s.home, 4, clip)
		s.RecordDelivery(s.away, 5, game)
		s.watches(s.at(s.home, 0), uuid.NewString(), film, 0) // a report alone
		s.written()
		if err := other.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
		now, err := s.Now(t.Context(), actor.ForSystem(s.home), s.home)
		if want := []Watching{{game, 2}, {clip, 1}}; err != nil || !slices.Equal(now, want) {
			t.Errorf("%+v, %v, want %+v", now, err, want)
		}
		s.clock.Advance(watchingTimeout)
		if now, err := s.Now(t.Context(), actor.ForSystem(s.home), s.home); err != nil || len(now) != 0 {
			t.Errorf("half a minute later: %+v, %v", now, err)
		}
		s.clock.Advance(playbackLife)
		if n, err := s.PrunePlaybacks(t.Context(), 3); n != 3 || err != nil {
			t.Errorf("%d of 3 are deleted, %v", n, err)
		}
		if _, err := s.PrunePlaybacks(t.Context(), 3); err != nil {
			t.Error(err)
		}
		if n := s.rows("SELECT count(*) FROM analytics_playbacks"); n != 0 {
			t.Errorf("%d rows are kept", n)
		}
		operator := actor.Actor{Role: actor.Operator, ChannelID: s.home, UserID: 1}
		_, err = s.Now(t.Context(), operator, s.away)
		faulttest.WantCode(t, err, "operator_required")
		_, err = s.Totals(t.Context(), operator, s.away, Period{}, Whole)
		faulttest.WantCode(t, err, "operator_required")
		_, err = s.Audiences(t.Context(), operator, s.away, Period{}, nil)
		faulttest.WantCode(t, err, "operator_required")
		_, err = s.Steps(t.Context(), operator, s.away, Period{}, time.Minute)
		faulttest.WantCode(t, err, "operator_required")
		_, err = s.Viewers(t.Context(), operator, s.away, nil)
		faulttest.WantCode(t, err, "operator_required")
	})
}

func TestTotals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		fan := dbtest.User(t, d, s.home, "fan@example.com")
		game, film := Subject{Event, 1}, Subject{Medium, 2}
		tv := s.at(s.home, fan)
		tv.Device = "tv"
		s.watches(s.at(s.home, fan), uuid.NewString(), game, 30*time.Second) // on the phone
		s.watches(tv, uuid.NewString(), game, 20*time.Second)                // and on the TV
		s.written()
		visitor := uuid.NewString()
		s.watches(s.at(s.home, 0), visitor, film, 10*time.Second)
		s.clock.Advance(time.Minute)
		s.watches(s.at(s.home, 0), visitor, film, 15*time.Second)
		s.watches(s.at(s.away, 0), uuid.NewString(), game, time.Minute)
		s.written()
		noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		for d, want := range map[Dimension][]Total{
			Whole:     {{Views: 3, Watched: 75 * time.Second, Viewers: 2}},
			BySubject: {{Subject: game, Views: 2, Watched: 50 * time.Second, Viewers: 1}, {Subject: film, Views: 1, Watched: 25 * time.Second, Viewers: 1}},
			ByDevice:  {{Device: "phone", Views: 2, Watched: 55 * time.Second, Viewers: 2}, {Device: "tv", Views: 1, Watched: 20 * time.Second, Viewers: 1}},
			ByCountry: {{Country: "CA", Views: 3, Watched: 75 * time.Second, Viewers: 2}},
			ByMinute: {
				{Minute: noon, Views: 3, Watched: 60 * time.Second, Viewers: 3},
				{Minute: noon.Add(time.Minute), Watched: 15 * time.Second, Viewers: 1},
			},
		} {
			if got := s.totals(s.home, d); !slices.Equal(got, want) {
				t.Errorf("by %q %+v\nwant %+v", d, got, want)
			}
		}
		before, err := s.Totals(t.Context(), actor.ForSystem(s.home), s.home, Period{noon.Add(-time.Hour), noon}, Whole)
		if err != nil || len(before) != 0 {
			t.Errorf("before it began: %+v, %v", before, err)
		}
	})
}

// What a view shows, and to whom, was told first; a foreign report of it changes neither.
func TestAViewStaysWhatItWas(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		fan, other := dbtest.User(t, d, s.home, "fan@example.com"), dbtest.User(t, d, s.home, "other@example.com")
		view := uuid.NewString()
		s.watches(s.at(s.home, fan), view, Subject{Event, 1}, time.Second)
		s.written()
		s.watches(s.at(s.home, other), view, Subject{Event, 2}, time.Second)
		s.watches(s.at(s.away, 0), view, Subject{Event, 1}, time.Second) // another channel's is another view
		s.written()
		if got := s.totals(s.home, BySubject); len(got) != 1 || got[0] != (Total{Subject: Subject{Event, 1}, Views: 1, Watched: 2 * time.Second, Viewers: 1}) {
			t.Errorf("%+v", got)
		}
		if n := s.rows("SELECT count(*) FROM analytics_views WHERE user_id = ?", fan); n != 1 {
			t.Errorf("%d views of the fan", n)
		}
		if got := s.totals(s.away, Whole); len(got) != 1 || got[0].Views != 1 {
			t.Errorf("away: %+v", got)
		}
	})
}

func TestNamesOfSessions(t *testing.T) {
	s := newStadium(t, dbtest.SQLite(t))
	by := s.at(s.home, 0)
	session, err := s.Open(by, s.Hash(s.home), Device{})
	if err != nil {
		t.Fatal(err)
	}
	if id := uuid.MustParse(session.UUID); id.Version() != 8 || id.Variant() != uuid.RFC4122 {
		t.Errorf("%s is of version %d and variant %s", id, id.Version(), id.Variant())
	}
	faulttest.WantCode(t, s.Record(by, Happening{Session: session.UUID, Name: "login"}), "")
	faulttest.WantCode(t, s.Record(s.at(s.away, 0), Happening{Session: session.UUID, Name: "login"}), "session_not_found")
	for i := range uuid.MustParse(session.UUID) { // no part of it can be another one
		id := uuid.MustParse(session.UUID)
		id[i] ^= 1
		faulttest.WantCode(t, s.Record(by, Happening{Session: id.String(), Name: "login"}), "session_not_found")
	}
	other := newStadium(t, dbtest.SQLite(t), func(d *Deps) { d.Secret = []byte(strings.Repeat("x", 32)) })
	faulttest.WantCode(t, other.Record(by, Happening{Session: session.UUID, Name: "login"}), "session_not_found")
	_, err = other.Open(by, s.Hash(s.home), Device{})
	faulttest.WantCode(t, err, "invalid_hash")
	s.clock.Advance(Life - time.Second)
	faulttest.WantCode(t, s.Record(by, Happening{Session: session.UUID, Name: "login"}), "")
	s.clock.Advance(time.Second)
	faulttest.WantCode(t, s.Record(by, Happening{Session: session.UUID, Name: "login"}), "session_not_found")
}

// Whoever was erased is in nothing that is kept, also where it was told before and written after.
func TestWhoIsErasedIsNobody(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := newStadium(t, d), t.Context()
		fan, other := dbtest.User(t, d, s.home, "fan@example.com"), dbtest.User(t, d, s.home, "other@example.com")
		tell := func(user int64) {
			session, err := s.Open(s.at(s.home, user), s.Hash(s.home), Device{})
			if err == nil {
				err = s.Record(s.at(s.home, user), Happening{Session: session.UUID, Name: "login", Extras: []byte(`{"n": 12345678901234567890}`)})
			}
			if err != nil {
				t.Fatal(err)
			}
			s.watches(s.at(s.home, user), uuid.NewString(), Subject{Event, 1}, time.Second)
		}
		tell(fan)
		tell(other)
		s.written()
		var views []Watched
		var did []Did
		keep := func(w Watched) error { views = append(views, w); return nil }
		note := func(d Did) error { did = append(did, d); return nil }
		if err := errors.Join(s.ExportViews(ctx, s.home, fan, keep), s.ExportEvents(ctx, s.home, fan, note)); err != nil {
			t.Fatal(err)
		}
		if len(views) != 1 || views[0].Subject != (Subject{Event, 1}) || views[0].Watched != time.Second || len(did) != 1 ||
			did[0].Name != "login" || string(did[0].Extras) != `{"n":12345678901234567890}` {
			t.Errorf("their file has %+v and %+v", views, did)
		}
		tell(fan) // not written yet
		err := d.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			if _, err := tx.NewRaw("UPDATE users SET erased_ms = 1 WHERE id = ?", fan).Exec(ctx); err != nil {
				return err
			}
			return s.EraseUser(ctx, tx, s.home, fan)
		})
		if err != nil {
			t.Fatal(err)
		}
		s.written()
		for _, table := range []string{"analytics_sessions", "analytics_events", "analytics_views"} {
			if n := s.rows("SELECT count(*) FROM "+table+" WHERE user_id = ?", fan); n != 0 {
				t.Errorf("%d rows of %s are theirs", n, table)
			}
			if n := s.rows("SELECT count(*) FROM "+table+" WHERE user_id = ?", other); n != 1 {
				t.Errorf("%d rows of %s are somebody else's", n, table)
			}
		}
		if got := s.totals(s.home, Whole); len(got) != 1 || got[0].Views != 3 || got[0].Watched != 3*time.Second {
			t.Errorf("it does not add up any more: %+v", got)
		}
	})
}

func TestOldEventsAndSessionsGo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		tell := func() {
			session, err := s.Open(s.at(s.home, 0), s.Hash(s.home), Device{})
			if err == nil {
				err = s.Record(s.at(s.home, 0), Happening{Session: session.UUID, Name: "visit_page"})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for range 5 {
			tell()
		}
		s.clock.Advance(30*24*time.Hour + time.Second)
		tell()
		s.written()
		for _, want := range []int64{3, 2, 0} { // by batches
			if n, err := s.Prune(30)(t.Context(), 3); err != nil || n != want {
				t.Errorf("%d deleted, %v, want %d", n, err, want)
			}
		}
		if events, sessions := s.rows("SELECT count(*) FROM analytics_events"), s.rows("SELECT count(*) FROM analytics_sessions"); events != 1 || sessions != 1 {
			t.Errorf("%d events and %d sessions are left", events, sessions)
		}
	})
}

// Views go one channel after the other, by batches; what they came to stays.
func TestOldViewsGoAndTheirSumsStay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		for range 3 {
			s.watches(s.at(s.home, 0), uuid.NewString(), Subject{Event, 1}, time.Second)
			s.watches(s.at(s.away, 0), uuid.NewString(), Subject{Event, 1}, time.Second)
		}
		began := s.clock.Now()
		s.clock.Advance(400 * 24 * time.Hour)
		s.watches(s.at(s.home, 0), uuid.NewString(), Subject{Event, 1}, time.Second)
		s.written()
		for _, want := range []int64{4, 2, 0} {
			if n, err := s.PruneViews(400)(t.Context(), 4); err != nil || n != want {
				t.Errorf("%d deleted, %v, want %d", n, err, want)
			}
		}
		if n := s.rows("SELECT count(*) FROM analytics_views"); n != 1 {
			t.Errorf("%d views are left", n)
		}
		then := Period{began.Add(-time.Hour), began.Add(time.Hour)}
		for _, channelID := range []int64{s.home, s.away} {
			got, err := s.Totals(t.Context(), actor.ForSystem(channelID), channelID, then, Whole)
			if err != nil || len(got) != 1 || got[0] != (Total{Views: 3, Watched: 3 * time.Second}) {
				t.Errorf("%+v, %v", got, err)
			}
		}
	})
}
