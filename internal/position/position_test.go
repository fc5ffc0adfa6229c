package position

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault/faulttest"
)

// couch is where two users of one channel and one of another watch. Its channels have every
// subject below 1000.
type couch struct {
	*Service
	t                 *testing.T
	db                *db.DB
	clock             *clock.Manual
	ada, bob, foreign actor.Actor
}

type small struct{}

func (small) Known(_ context.Context, _ int64, s Subject) (bool, error) { return s.ID < 1000, nil }

func newCouch(t *testing.T, d *db.DB) *couch {
	t.Helper()
	c := &couch{t: t, db: d, clock: clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))}
	c.Service = New(Deps{DB: d, Clock: c.clock, Subjects: small{}})
	home, away := dbtest.Channel(t, d, "home"), dbtest.Channel(t, d, "away")
	c.ada, c.bob, c.foreign = c.person(home, "ada"), c.person(home, "bob"), c.person(away, "eve")
	return c
}

func (c *couch) person(channel int64, name string) actor.Actor {
	c.t.Helper()
	return actor.Actor{Role: actor.User, ChannelID: channel, UserID: dbtest.User(c.t, c.db, channel, name+"@example.com")}
}

// leaves has somebody leave something of two hours, and a second pass.
func (c *couch) leaves(by actor.Actor, s Subject, at time.Duration, change ...func(*Left)) {
	c.t.Helper()
	l := Left{Subject: s, At: at, Length: 2 * time.Hour}
	for _, f := range change {
		f(&l)
	}
	if err := c.Keep(c.t.Context(), by, l); err != nil {
		c.t.Fatal(err)
	}
	c.clock.Advance(time.Second)
}

func (c *couch) of(by actor.Actor) []Position {
	c.t.Helper()
	list, err := c.List(c.t.Context(), by)
	if err != nil {
		c.t.Fatal(err)
	}
	return list
}

func TestUsersGoOnWhereTheyLeft(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newCouch(t, d)
		film, game := Subject{Medium, 7}, Subject{Event, 7} // another kind is another subject
		c.leaves(c.ada, film, 10*time.Minute)
		c.leaves(c.ada, game, 20*time.Minute)
		saved := c.clock.Now()
		c.leaves(c.ada, film, 12*time.Minute) // on another device
		want := []Position{
			{film, 12 * time.Minute, 2 * time.Hour, saved},
			{game, 20 * time.Minute, 2 * time.Hour, saved.Add(-time.Second)},
		}
		if got := c.of(c.ada); !slices.Equal(got, want) {
			t.Errorf("%+v", got)
		}
		if got := append(c.of(c.bob), c.of(c.foreign)...); len(got) != 0 {
			t.Errorf("somebody else's: %+v", got)
		}
	})
}

func TestWhatIsNotWorthKeeping(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newCouch(t, d)
		film := Subject{Medium, 7}
		goesOn := func(l *Left) { l.Live = true }
		unknown := func(l *Left) { l.Length = 0 }
		for _, test := range []struct {
			name   string
			at     time.Duration
			change func(*Left)
			kept   bool
		}{
			{"the middle", time.Hour, nil, true},
			{"the first seconds", 29 * time.Second, nil, false},
			{"half a minute", 30 * time.Second, nil, true},
			{"the credits", 2*time.Hour - 59*time.Second, nil, false},
			{"the edge of what goes on", 2*time.Hour - time.Second, goesOn, true},
			{"the end", 2 * time.Hour, nil, false},
			{"somewhere in what does not tell how long it is", 2 * time.Hour, unknown, true},
			{"the beginning again", 0, goesOn, false},
		} {
			if test.change == nil {
				test.change = func(*Left) {}
			}
			c.leaves(c.ada, film, test.at, test.change)
			if got := c.of(c.ada); (len(got) == 1) != test.kept {
				t.Errorf("%s: %+v", test.name, got)
			}
		}
	})
}

func TestRefusals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, ctx := newCouch(t, d), t.Context()
		visitor := actor.Actor{ChannelID: c.ada.ChannelID}
		_, err := c.List(ctx, visitor)
		faulttest.WantCode(t, err, "unauthenticated")
		left := Left{Subject: Subject{Event, 1}, At: time.Minute}
		faulttest.WantCode(t, c.Keep(ctx, visitor, left), "unauthenticated")
		for _, change := range []func(*Left){
			func(l *Left) { l.Kind = "clip" }, func(l *Left) { l.ID = 0 }, func(l *Left) { l.At = -1 }, func(l *Left) { l.At = Longest + 1 },
			func(l *Left) { l.Length = -1 }, func(l *Left) { l.Length = Longest + 1 },
		} {
			wrong := left
			change(&wrong)
			faulttest.WantCode(t, c.Keep(ctx, c.ada, wrong), "validation_failed")
		}
		left.ID = 1000
		faulttest.WantCode(t, c.Keep(ctx, c.ada, left), "subject_not_found")
		if got := c.of(c.ada); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
}

func TestTheOldestGiveWay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newCouch(t, d)
		c.leaves(c.bob, Subject{Event, 1}, time.Minute)
		for id := range int64(MaxPerUser) {
			c.leaves(c.ada, Subject{Event, id + 1}, time.Minute)
		}
		c.leaves(c.ada, Subject{Event, 1}, time.Hour) // the oldest is the latest now
		c.leaves(c.ada, Subject{Medium, 1}, time.Minute)
		got := c.of(c.ada)
		if len(got) != MaxPerUser || got[0].Subject != (Subject{Medium, 1}) || got[1].Subject != (Subject{Event, 1}) ||
			got[MaxPerUser-1].Subject != (Subject{Event, 3}) {
			t.Errorf("%d, from %+v to %+v", len(got), got[0], got[len(got)-1])
		}
		if got := c.of(c.bob); len(got) != 1 {
			t.Errorf("somebody else's gave way: %+v", got)
		}
	})
}

const devices = 20

// leaveAtOnce has every device of one user tell of the same film at the same moment, and counts
// the rows.
func leaveAtOnce(c *couch, keep func(context.Context, Left) error) (rows int) {
	c.t.Helper()
	ctx := c.t.Context()
	if _, err := c.db.Write().NewRaw("DELETE FROM positions").Exec(ctx); err != nil {
		c.t.Fatal(err)
	}
	dbtest.AtOnce(devices, func(i int) {
		if err := keep(ctx, Left{Subject: Subject{Medium, 7}, At: time.Duration(i+1) * time.Minute}); err != nil {
			c.t.Error(err)
		}
	})
	if err := c.db.Read().NewRaw("SELECT count(*) FROM positions").Scan(ctx, &rows); err != nil {
		c.t.Fatal(err)
	}
	return rows
}

func TestDevicesAtOnceLeaveOnePosition(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newCouch(t, d)
		rows := leaveAtOnce(c, func(ctx context.Context, l Left) error { return c.Keep(ctx, c.ada, l) })
		if rows != 1 {
			t.Errorf("%d rows", rows)
		}
		// Control: looking before writing, in a table without the key. Whether the racers meet is
		// up to the scheduler, so they run until they do.
		for _, statement := range []string{
			"ALTER TABLE positions RENAME TO kept_positions", "CREATE TABLE positions AS SELECT * FROM kept_positions",
		} {
			if _, err := d.Write().NewRaw(statement).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		careless := func(ctx context.Context, l Left) error {
			if list, err := selectAll(ctx, d.Read(), c.ada.ChannelID, c.ada.UserID); err != nil || len(list) > 0 {
				return err
			}
			_, err := d.Write().NewInsert().Model(c.row(c.ada, l)).Exec(ctx)
			return err
		}
		for range 100 {
			if leaveAtOnce(c, careless) > 1 {
				return
			}
		}
		t.Error("the control found nothing: the test cannot fail")
	})
}

func TestWhatIsKeptOfAUserIsExportedAndErased(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, ctx := newCouch(t, d), t.Context()
		c.leaves(c.ada, Subject{Event, 3}, time.Minute)
		c.leaves(c.bob, Subject{Event, 3}, time.Minute)
		if kept, err := c.ExportUser(ctx, c.ada.ChannelID, c.ada.UserID); err != nil || len(kept) != 1 {
			t.Errorf("%+v, %v", kept, err)
		}
		erase := func(ctx context.Context, tx bun.Tx) error { return c.EraseUser(ctx, tx, c.ada.ChannelID, c.ada.UserID) }
		if err := d.InTx(ctx, erase); err != nil {
			t.Fatal(err)
		}
		if kept, err := c.ExportUser(ctx, c.ada.ChannelID, c.ada.UserID); err != nil || len(kept) != 0 {
			t.Errorf("%+v, %v", kept, err)
		}
		if got := c.of(c.bob); len(got) != 1 {
			t.Errorf("somebody else's are gone: %+v", got)
		}
	})
}
