package catalog

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestOverdueEventsAreFinished(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		game := func(start, duration time.Duration, status Status, state StreamState) Event {
			e := l.game(0, 1, noon.Add(start))
			e.Duration, e.Status, e.StreamState = duration, status, state
			return e
		}
		ids := l.create(
			game(-7*time.Hour, 0, Upcoming, StreamIdle),
			game(-7*time.Hour, 2*time.Hour, Upcoming, StreamIdle), // planned to last until five hours ago
			game(-9*time.Hour, 2*time.Hour, Upcoming, StreamIdle),
			game(-9*time.Hour, 0, Live, StreamReconnecting),
			game(time.Hour, 0, Upcoming, StreamIdle),
		)
		for _, want := range []int64{2, 0} {
			if n, err := l.FinishOverdue(t.Context()); err != nil || n != want {
				t.Errorf("%d finished, %v, want %d", n, err, want)
			}
		}
		for i, want := range []Status{Finished, Upcoming, Finished, Live, Upcoming} {
			if got := l.all(ids)[i].Status; got != want {
				t.Errorf("event %d is %s, want %s", i, got, want)
			}
		}
	})
}
