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

// fixture has two users of one channel and one user of another channel. Both channels have all subjects
// with an ID below 1000.
type fixture struct {
	*Service
	t                 *testing.T
	db                *db.DB
	clock             *clock.Manual
	ada, bob, foreign actor.Actor
}

type fakeSubjects struct{}

func (fakeSubjects) Known(_ context.Context, _ int64, s Subject) (bool, error) {
	return s.ID < 1000, nil
}

func newFixture(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	c := &fixture{t: t, db: d, clock: clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))}
	c.Service = New(Deps{DB: d, Clock: c.clock, Subjects: fakeSubjects{}})
	home, away := dbtest.Channel(t, d, "home"), dbtest.Channel(t, d, "away")
	c.ada, c.bob, c.foreign = c.newUser(home, "ada"), c.newUser(home, "bob"), c.newUser(away, "eve")
	return c
}

func (c *fixture) newUser(channel int64, name string) actor.Actor {
	c.t.Helper()
	return actor.Actor{Role: actor.User, ChannelID: channel, UserID: dbtest.User(c.t, c.db, channel, name+"@example.com")}
}

// saveProgress saves a position in a subject of two hours, then advances the clock by a second.
func (c *fixture) saveProgress(by actor.Actor, s Subject, at time.Duration, change ...func(*Progress)) {
	c.t.Helper()
	l := Progress{Subject: s, At: at, Length: 2 * time.Hour}
	for _, f := range change {
		f(&l)
	}
	if err := c.Save(c.t.Context(), by, l); err != nil {
		c.t.Fatal(err)
	}
	c.clock.Advance(time.Second)
}

func (c *fixture) positionsOf(by actor.Actor) []Position {
	c.t.Helper()
	list, err := c.List(c.t.Context(), by)
	if err != nil {
		c.t.Fatal(err)
	}
	return list
}

func TestPositionsOfAUser(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newFixture(t, d)
		film, game := Subject{Medium, 7}, Subject{Event, 7} // another kind is another subject
		c.saveProgress(c.ada, film, 10*time.Minute)
		c.saveProgress(c.ada, game, 20*time.Minute)
		saved := c.clock.Now()
		c.saveProgress(c.ada, film, 12*time.Minute) // on another device
		want := []Position{
			{film, 12 * time.Minute, 2 * time.Hour, saved},
			{game, 20 * time.Minute, 2 * time.Hour, saved.Add(-time.Second)},
		}
		if got := c.positionsOf(c.ada); !slices.Equal(got, want) {
			t.Errorf("%+v", got)
		}
		if got := append(c.positionsOf(c.bob), c.positionsOf(c.foreign)...); len(got) != 0 {
			t.Errorf("positions of another user: %+v", got)
		}
	})
}

func TestPositionsThatAreNotSaved(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newFixture(t, d)
		film := Subject{Medium, 7}
		goesOn := func(l *Progress) { l.Live = true }
		unknown := func(l *Progress) { l.Length = 0 }
		for _, test := range []struct {
			name   string
			at     time.Duration
			change func(*Progress)
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
				test.change = func(*Progress) {}
			}
			c.saveProgress(c.ada, film, test.at, test.change)
			if got := c.positionsOf(c.ada); (len(got) == 1) != test.kept {
				t.Errorf("%s: %+v", test.name, got)
			}
		}
	})
}

func TestRefusals(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c, ctx := newFixture(t, d), t.Context()
		visitor := actor.Actor{ChannelID: c.ada.ChannelID}
		_, err := c.List(ctx, visitor)
		faulttest.WantCode(t, err, "unauthenticated")
		left := Progress{Subject: Subject{Event, 1}, At: time.Minute}
		faulttest.WantCode(t, c.Save(ctx, visitor, left), "unauthenticated")
		for _, change := range []func(*Progress){
			func(l *Progress) { l.Kind = "clip" }, func(l *Progress) { l.ID = 0 }, func(l *Progress) { l.At = -1 }, func(l *Progress) { l.At = MaxDuration + 1 },
			func(l *Progress) { l.Length = -1 }, func(l *Progress) { l.Length = MaxDuration + 1 },
		} {
			wrong := left
			change(&wrong)
			faulttest.WantCode(t, c.Save(ctx, c.ada, wrong), "validation_failed")
		}
		left.ID = 1000
		faulttest.WantCode(t, c.Save(ctx, c.ada, left), "subject_not_found")
		if got := c.positionsOf(c.ada); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
}

func TestOldestPositionsAreDeleted(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newFixture(t, d)
		c.saveProgress(c.bob, Subject{Event, 1}, time.Minute)
		for id := range int64(MaxPerUser) {
			c.saveProgress(c.ada, Subject{Event, id + 1}, time.Minute)
		}
		c.saveProgress(c.ada, Subject{Event, 1}, time.Hour) // the oldest position becomes the latest
		c.saveProgress(c.ada, Subject{Medium, 1}, time.Minute)
		got := c.positionsOf(c.ada)
		if len(got) != MaxPerUser || got[0].Subject != (Subject{Medium, 1}) || got[1].Subject != (Subject{Event, 1}) ||
			got[MaxPerUser-1].Subject != (Subject{Event, 3}) {
			t.Errorf("%d, from %+v to %+v", len(got), got[0], got[len(got)-1])
		}
		if got := c.positionsOf(c.bob); len(got) != 1 {
			t.Errorf("positions of another user were deleted: %+v", got)
		}
	})
}

const devices = 20

// saveConcurrently saves the position of one subject from many devices at the same time and returns the
// number of rows.
func saveConcurrently(c *fixture, keep func(context.Context, Progress) error) (rows int) {
	c.t.Helper()
	ctx := c.t.Context()
	if _, err := c.db.Write().NewRaw("DELETE FROM positions").Exec(ctx); err != nil {
		c.t.Fatal(err)
	}
	dbtest.AtOnce(devices, func(i int) {
		if err := keep(ctx, Progress{Subject: Subject{Medium, 7}, At: time.Duration(i+1) * time.Minute}); err != nil {
			c.t.Error(err)
		}
	})
	if err := c.db.Read().NewRaw("SELECT count(*) FROM positions").Scan(ctx, &rows); err != nil {
		c.t.Fatal(err)
	}
	return rows
}

func TestConcurrentDevicesSaveOnePosition(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newFixture(t, d)
		rows := saveConcurrently(c, func(ctx context.Context, l Progress) error { return c.Save(ctx, c.ada, l) })
		if rows != 1 {
			t.Errorf("%d rows", rows)
		}
		// Negative control: select before insert, in a table without the primary key.
		for _, statement := range []string{
			"ALTER TABLE positions RENAME TO kept_positions", "CREATE TABLE positions AS SELECT * FROM kept_positions",
		} {
			if _, err := d.Write().NewRaw(statement).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		selected := dbtest.NewMeeting(devices)
		careless := func(ctx context.Context, l Progress) error {
			list, err := selectAll(ctx, d.Read(), c.ada.ChannelID, c.ada.UserID)
			selected.Wait()
			if err != nil || len(list) > 0 {
				return err
			}
			_, err = d.Write().NewInsert().Model(c.row(c.ada, l)).Exec(ctx)
			return err
		}
		if saveConcurrently(c, careless) < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

func TestPositionsAreExportedAndErased(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c, ctx := newFixture(t, d), t.Context()
		c.saveProgress(c.ada, Subject{Event, 3}, time.Minute)
		c.saveProgress(c.bob, Subject{Event, 3}, time.Minute)
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
		if got := c.positionsOf(c.bob); len(got) != 1 {
			t.Errorf("positions of another user were deleted: %+v", got)
		}
	})
}
