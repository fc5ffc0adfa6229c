package favourite

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault/faulttest"
)

// stands are the favourites of two users of one channel and one of another. Its channels
// have every subject below 1000.
type stands struct {
	*Service
	t                 *testing.T
	db                *db.DB
	clock             *clock.Manual
	ada, bob, foreign actor.Actor
}

type small struct{}

func (small) Known(_ context.Context, _ int64, list []Subject) ([]Subject, error) {
	return slices.DeleteFunc(slices.Clone(list), func(s Subject) bool { return s.ID >= 1000 }), nil
}

func newStands(t *testing.T, d *db.DB) *stands {
	t.Helper()
	s := &stands{t: t, db: d, clock: clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))}
	s.Service = New(Deps{DB: d, Clock: s.clock, Subjects: small{}})
	home, away := dbtest.Channel(t, d, "home"), dbtest.Channel(t, d, "away")
	s.ada, s.bob, s.foreign = s.person(home, "ada"), s.person(home, "bob"), s.person(away, "eve")
	return s
}

func (s *stands) person(channel int64, name string) actor.Actor {
	s.t.Helper()
	return actor.Actor{Role: actor.User, ChannelID: channel, UserID: dbtest.User(s.t, s.db, channel, name+"@example.com")}
}

func (s *stands) add(by actor.Actor, kind Kind, id int64) Favourite {
	s.t.Helper()
	f, err := s.Add(s.t.Context(), by, Subject{kind, id})
	if err != nil {
		s.t.Fatal(err)
	}
	return f
}

func (s *stands) of(by actor.Actor) []Subject {
	s.t.Helper()
	list, err := s.List(s.t.Context(), by)
	if err != nil {
		s.t.Fatal(err)
	}
	return subjectsOf(list)
}

func TestFollowing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStands(t, d)
		team := s.add(s.ada, Participant, 7)
		s.clock.Advance(time.Minute)
		s.add(s.ada, Category, 7) // another kind is another subject
		s.clock.Advance(time.Minute)
		if again := s.add(s.ada, Participant, 7); again != team {
			t.Errorf("followed twice: %+v, %+v", team, again)
		}
		if got, want := s.of(s.ada), []Subject{{Category, 7}, {Participant, 7}}; !slices.Equal(got, want) {
			t.Errorf("%v", got)
		}
		if got := s.of(s.bob); len(got) != 0 {
			t.Errorf("somebody else follows %v", got)
		}
		if err := s.Remove(t.Context(), s.ada, team.ID); err != nil {
			t.Fatal(err)
		}
		faulttest.WantCode(t, s.Remove(t.Context(), s.ada, team.ID), "favorite_not_found")
		if got := s.of(s.ada); !slices.Equal(got, []Subject{{Category, 7}}) {
			t.Errorf("%v", got)
		}
	})
}

func TestRefusals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := newStands(t, d), t.Context()
		visitor := actor.Actor{ChannelID: s.ada.ChannelID}
		_, err := s.Add(ctx, visitor, Subject{Event, 1})
		faulttest.WantCode(t, err, "unauthenticated")
		_, err = s.List(ctx, visitor)
		faulttest.WantCode(t, err, "unauthenticated")
		_, err = s.Subjects(ctx, visitor)
		faulttest.WantCode(t, err, "unauthenticated")
		_, err = s.Merge(ctx, visitor, nil)
		faulttest.WantCode(t, err, "unauthenticated")
		_, _, err = s.OpenCalendar(ctx, visitor)
		faulttest.WantCode(t, err, "unauthenticated")
		_, err = s.CalendarSince(ctx, visitor)
		faulttest.WantCode(t, err, "unauthenticated")
		faulttest.WantCode(t, s.CloseCalendar(ctx, visitor), "unauthenticated")
		faulttest.WantCode(t, s.Remove(ctx, visitor, 1), "unauthenticated")

		_, err = s.Add(ctx, s.ada, Subject{"participants", 1})
		faulttest.WantCode(t, err, "validation_failed")
		_, err = s.Add(ctx, s.ada, Subject{Event, 0})
		faulttest.WantCode(t, err, "validation_failed")
		_, err = s.Add(ctx, s.ada, Subject{Event, 1000})
		faulttest.WantCode(t, err, "favoritable_not_found")

		f := s.add(s.ada, Event, 1)
		for _, other := range []actor.Actor{s.bob, s.foreign} {
			faulttest.WantCode(t, s.Remove(ctx, other, f.ID), "favorite_not_found")
		}
		if got := s.of(s.ada); len(got) != 1 {
			t.Errorf("somebody else removed it: %v", got)
		}
	})
}

func TestThereIsRoomForSoMany(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := newStands(t, d), t.Context()
		for id := range int64(MaxPerUser) {
			s.add(s.ada, Participant, id+1)
		}
		_, err := s.Add(ctx, s.ada, Subject{Group, 1})
		faulttest.WantCode(t, err, "too_many_favorites")
		s.add(s.ada, Participant, 1) // followed already
		merged, err := s.Merge(ctx, s.ada, []Subject{{Group, 1}})
		if err != nil || merged.Added != 0 || merged.Skipped[0].Reason != Full {
			t.Errorf("%+v, %v", merged, err)
		}
		// What the channel removed makes room.
		if _, err := d.Write().NewRaw("UPDATE favorites SET subject_id = 5000 WHERE subject_id = 9").Exec(ctx); err != nil {
			t.Fatal(err)
		}
		if got := s.of(s.ada); len(got) != MaxPerUser-1 {
			t.Errorf("%d are shown", len(got))
		}
		s.add(s.ada, Group, 1)
		if got := s.of(s.ada); len(got) != MaxPerUser {
			t.Errorf("%d are shown", len(got))
		}
	})
}

func TestAVisitorsFavouritesAreTakenOver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := newStands(t, d), t.Context()
		s.add(s.ada, Participant, 1)
		chosen := []Subject{{Participant, 1}, {Participant, 2}, {Event, 5000}, {Category, 3}, {Participant, 2}}
		merged, err := s.Merge(ctx, s.ada, chosen)
		if err != nil || merged.Added != 2 || !slices.Equal(merged.Skipped, []Skipped{{Subject{Event, 5000}, Unknown}}) {
			t.Errorf("%+v, %v", merged, err)
		}
		if merged, err = s.Merge(ctx, s.ada, chosen); err != nil || merged.Added != 0 {
			t.Errorf("again: %+v, %v", merged, err)
		}
		if got := s.of(s.ada); len(got) != 3 {
			t.Errorf("%v", got)
		}
		_, err = s.Merge(ctx, s.ada, make([]Subject, MaxMerged+1))
		faulttest.WantCode(t, err, "validation_failed")
		_, err = s.Merge(ctx, s.ada, []Subject{{Event, 1}, {"school", 1}})
		faulttest.WantCode(t, err, "validation_failed")
		if got := s.of(s.ada); len(got) != 3 {
			t.Errorf("half of a refused request stands: %v", got)
		}
	})
}

const parallel = 20

type addFunc func(ctx context.Context, by actor.Actor, subject Subject) error

// addAtOnce follows one subject many times at once and counts the rows.
func addAtOnce(s *stands, add addFunc) (rows int) {
	s.t.Helper()
	ctx := s.t.Context()
	if _, err := s.db.Write().NewRaw("DELETE FROM favorites").Exec(ctx); err != nil {
		s.t.Fatal(err)
	}
	dbtest.AtOnce(parallel, func(int) {
		if err := add(ctx, s.ada, Subject{Participant, 7}); err != nil {
			s.t.Error(err)
		}
	})
	if err := s.db.Read().NewRaw("SELECT count(*) FROM favorites").Scan(ctx, &rows); err != nil {
		s.t.Fatal(err)
	}
	return rows
}

func TestTapsAtOnceAreOneFavourite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStands(t, d)
		rows := addAtOnce(s, func(ctx context.Context, by actor.Actor, subject Subject) error {
			_, err := s.Add(ctx, by, subject)
			return err
		})
		if rows != 1 {
			t.Errorf("%d rows", rows)
		}
		// Control: looking before writing, without the index.
		if _, err := d.Write().NewRaw("DROP INDEX favorites_once").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		looked := dbtest.NewMeeting(parallel)
		careless := func(ctx context.Context, by actor.Actor, subject Subject) error {
			n, err := count(ctx, d.Read(), by.ChannelID, by.UserID)
			looked.Wait()
			if err != nil || n > 0 {
				return err
			}
			_, err = d.Write().NewInsert().Model(&row{ChannelID: by.ChannelID, UserID: by.UserID, Kind: subject.Kind, SubjectID: subject.ID}).Exec(ctx)
			return err
		}
		if addAtOnce(s, careless) < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

func TestTheSecretOfACalendar(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := newStands(t, d), t.Context()
		s.add(s.ada, Group, 3)
		secret, since, err := s.OpenCalendar(ctx, s.ada)
		if err != nil || !since.Equal(s.clock.Now()) {
			t.Fatal(since, err)
		}
		if got, err := s.FollowedBy(ctx, s.ada.ChannelID, secret); err != nil || !slices.Equal(got, []Subject{{Group, 3}}) {
			t.Errorf("%v, %v", got, err)
		}
		_, err = s.FollowedBy(ctx, s.foreign.ChannelID, secret)
		faulttest.WantCode(t, err, "feed_not_found")
		var stored string
		if err := d.Read().NewRaw("SELECT hash FROM favorite_feeds").Scan(ctx, &stored); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(stored, secret[:16]) {
			t.Error("the secret is stored")
		}
		second, _, err := s.OpenCalendar(ctx, s.ada)
		if err != nil || second == secret {
			t.Fatal(second, err)
		}
		_, err = s.FollowedBy(ctx, s.ada.ChannelID, secret)
		faulttest.WantCode(t, err, "feed_not_found")
		if err := s.CloseCalendar(ctx, s.ada); err != nil {
			t.Fatal(err)
		}
		_, err = s.FollowedBy(ctx, s.ada.ChannelID, second)
		faulttest.WantCode(t, err, "feed_not_found")
		if since, err := s.CalendarSince(ctx, s.ada); err != nil || !since.IsZero() {
			t.Errorf("%v, %v", since, err)
		}
	})
}

func TestWhatIsKeptOfAUserIsExportedAndErased(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := newStands(t, d), t.Context()
		s.add(s.ada, Group, 3)
		s.add(s.bob, Group, 3)
		if _, _, err := s.OpenCalendar(ctx, s.ada); err != nil {
			t.Fatal(err)
		}
		kept, err := s.ExportUser(ctx, s.ada.ChannelID, s.ada.UserID)
		if err != nil || len(kept.Favourites) != 1 || kept.CalendarSince.IsZero() {
			t.Errorf("%+v, %v", kept, err)
		}
		erase := func(ctx context.Context, tx bun.Tx) error { return s.EraseUser(ctx, tx, s.ada.ChannelID, s.ada.UserID) }
		if err := d.InTx(ctx, erase); err != nil {
			t.Fatal(err)
		}
		kept, err = s.ExportUser(ctx, s.ada.ChannelID, s.ada.UserID)
		if err != nil || len(kept.Favourites) != 0 || !kept.CalendarSince.IsZero() {
			t.Errorf("%+v, %v", kept, err)
		}
		if got := s.of(s.bob); len(got) != 1 {
			t.Errorf("somebody else's are gone: %v", got)
		}
	})
}

func TestFollowersOfSubjects(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStands(t, d)
		s.add(s.ada, Event, 5)
		s.add(s.ada, Participant, 7)
		s.add(s.foreign, Participant, 7)
		s.clock.Advance(time.Hour)
		s.add(s.bob, Participant, 7)
		s.add(s.bob, Group, 5)
		subjects := []Subject{{Event, 5}, {Participant, 7}}
		for at, want := range map[time.Time][]int64{
			s.clock.Now():                     {s.ada.UserID, s.bob.UserID},
			s.clock.Now().Add(-time.Minute):   {s.ada.UserID},
			s.clock.Now().Add(-2 * time.Hour): nil,
		} {
			if got, err := s.Followers(t.Context(), s.ada.ChannelID, subjects, at); err != nil || !slices.Equal(got, want) {
				t.Errorf("at %s: %v instead of %v, %v", at, got, want, err)
			}
		}
		if got, err := s.Followers(t.Context(), s.ada.ChannelID, []Subject{{Event, 7}}, s.clock.Now()); err != nil || len(got) != 0 {
			t.Errorf("of another event: %v, %v", got, err)
		}
	})
}
