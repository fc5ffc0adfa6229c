package catalog

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func TestAScoreIsTakenBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l, ctx := newLeague(t, d), t.Context()
		id := l.create(l.game(0, 1, noon))[0]
		at := func(minute int) Score {
			return Score{At: noon.Add(time.Duration(minute) * time.Minute), Away: int64(minute), Period: "P1"}
		}
		for _, minute := range []int{1, 5, 9} {
			if err := l.AddScore(ctx, l.by, l.channel, id, at(minute)); err != nil {
				t.Fatal(err)
			}
		}
		stands := func() *Score { return l.all([]EventID{id})[0].Score }
		for _, tt := range []struct {
			minute int
			want   *Score
		}{{5, new(at(9))}, {9, new(at(1))}, {1, nil}} {
			if err := l.RemoveScore(ctx, l.by, l.channel, id, at(tt.minute).At); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, stands()); diff != "" {
				t.Errorf("without minute %d (-want +got):\n%s", tt.minute, diff)
			}
		}
		if err := l.RemoveScore(ctx, l.by, l.channel, id, noon); fault.CodeOf(err) != "score_not_found" {
			t.Errorf("a score that is not there: %v", err)
		}
		for _, by := range []actor.Actor{{}, {Role: actor.User, ChannelID: l.channel, UserID: 1}, {Role: actor.Operator, ChannelID: l.channel + 1, UserID: 1}} {
			if err := l.RemoveScore(ctx, by, l.channel, id, noon); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%+v: %v", by, err)
			}
		}
		if err := l.RemoveScore(ctx, l.by, l.channel+1, id, noon); fault.CodeOf(err) != "event_not_found" {
			t.Errorf("another channel's event: %v", err)
		}
	})
}

// The score that an event was made with stands again, too.
func TestTheFirstScoreOutlivesLaterOnes(t *testing.T) {
	l := newLeague(t, dbtest.SQLite(t))
	first, later := Score{At: noon, Away: 1}, Score{At: noon.Add(time.Minute), Away: 2}
	made := l.game(0, 1, noon)
	made.Score = &first
	id := l.create(made)[0]
	if err := l.AddScore(t.Context(), l.by, l.channel, id, later); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		at   time.Time
		want *Score
	}{{later.At, &first}, {first.At, nil}} {
		if err := l.RemoveScore(t.Context(), l.by, l.channel, id, tt.at); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, l.all([]EventID{id})[0].Score); diff != "" {
			t.Error(diff)
		}
	}
}

// Scores that come at once leave the one of the last moment standing, whichever is
// written last.
func TestTheLatestScoreStandsWhoeverWritesLast(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		id := l.create(l.game(0, 1, noon))[0]
		for round := range 10 {
			var writers sync.WaitGroup
			for n := range 8 {
				writers.Go(func() {
					score := Score{At: noon.Add(time.Duration(round*8+n) * time.Second), Home: int64(round*8 + n)}
					if err := l.AddScore(t.Context(), l.by, l.channel, id, score); err != nil {
						t.Error(err)
					}
				})
			}
			writers.Wait()
			if got := l.all([]EventID{id})[0].Score; got == nil || got.Home != int64(round*8+7) {
				t.Fatalf("round %d: it stands %+v", round, got)
			}
		}
	})
}

func TestStandings(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l, ctx := newLeague(t, d), t.Context()
		ids := l.create(l.game(0, 1, noon), l.game(1, 0, noon), l.game(0, 1, noon))
		if err := l.SetStreamState(ctx, d.Write(), l.channel, int64(ids[0]), string(StreamLive), noon); err != nil {
			t.Fatal(err)
		}
		l.now.Advance(time.Hour) // all but the live one are long ago
		score := Score{At: l.now.Now(), Away: 87, Home: 93}
		if err := l.AddScore(ctx, l.by, l.channel, ids[2], score); err != nil {
			t.Fatal(err)
		}
		got, err := l.Standings(ctx, l.channel)
		if err != nil {
			t.Fatal(err)
		}
		want := []Standing{
			{ID: ids[0], Status: Live, StreamState: StreamLive, Schedule: On, StartAt: noon},
			{ID: ids[2], Status: Upcoming, StreamState: StreamIdle, Schedule: On, StartAt: noon, Score: &score},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if other, err := l.Standings(ctx, l.channel+1); err != nil || len(other) != 0 {
			t.Errorf("another channel's: %v, %v", other, err)
		}
	})
}

func TestUnspoiled(t *testing.T) {
	full := Event{
		ID: 1, Status: Finished, Duration: time.Hour, Score: &Score{Away: 87, Home: 93}, LiveSince: noon, EndedAt: noon.Add(time.Hour),
		Image: Image{Key: "stills/1.jpg", OfGame: true}, StartAt: noon,
	}
	want := Event{ID: 1, Status: Finished, LiveSince: noon, StartAt: noon, ScoreHidden: true}
	compare := cmp.AllowUnexported(Event{})
	if diff := cmp.Diff(want, *full.Unspoiled(), compare); diff != "" {
		t.Error(diff)
	}
	if full.Score == nil || full.Image.Key == "" {
		t.Error("the event itself was changed")
	}
	planned := Event{ID: 2, Status: Upcoming, Duration: time.Hour, Image: Image{Key: "posters/2.webp"}}
	if diff := cmp.Diff(planned, *planned.Unspoiled(), compare); diff != "" {
		t.Error(diff)
	}
}
