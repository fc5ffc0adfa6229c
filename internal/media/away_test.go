package media

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// away is a stream that is live until its server goes, in order or killed, and comes
// back after a time.
func (v *venue) away(killed bool, after time.Duration) (s Stream, lost time.Time) {
	v.t.Helper()
	s = v.stream()
	e := v.mustPublish(s)
	e.mustPlay(5)
	eventually(v.t, "two segments are journalled", func() bool { return v.journalled(s) >= 2 })
	eventually(v.t, "the stream is live", func() bool { return v.state(s) == Live })
	lost = v.now.Now()
	if killed {
		lost = lost.Add(heartbeat) // at the latest
	} else {
		e.close()
	}
	v.now.Advance(after)
	v.restart()
	return s, lost
}

// still checks what a stream is after a time in which nobody came back.
func (v *venue) still(s Stream, after time.Duration, want State) {
	v.t.Helper()
	v.now.Advance(after)
	if _, err := v.FinishExpired(v.t.Context()); err != nil {
		v.t.Fatal(err)
	}
	if got := v.state(s); got != want {
		v.t.Errorf("%s %s later, want %s", got, after, want)
	}
}

// The window of an encoder is counted from its loss over a restart too, and is never
// over before it could try again. The event ends with its loss, and not with the start
// of a server that came back the next morning.
func TestWindowsOverARestart(t *testing.T) {
	for name, tt := range map[string]struct {
		killed bool
		away   time.Duration
		left   time.Duration // until the window closes
		ended  time.Duration // after the loss
	}{
		"killed, back soon":               {true, 20 * time.Second, 73 * time.Second, 0},
		"killed, back within seconds":     {true, 2 * time.Second, 90 * time.Second, -1 * time.Second},
		"killed, back after the window":   {true, 10 * time.Minute, 30 * time.Second, 537 * time.Second},
		"killed, back the next morning":   {true, 12 * time.Hour, 0, 0},
		"in order, back soon":             {false, 20 * time.Second, 70 * time.Second, 0},
		"in order, back after the window": {false, 10 * time.Minute, 30 * time.Second, 540 * time.Second},
		"in order, back the next day":     {false, 24 * time.Hour, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				v := newVenue(t, d)
				s, lost := v.away(tt.killed, tt.away)
				if tt.left > 0 {
					v.still(s, tt.left-time.Second, Reconnecting)
					v.still(s, time.Second, Ended)
				} else {
					v.still(s, 0, Ended)
				}
				got, err := v.FindStream(t.Context(), s.ChannelID, s.EventID)
				if err != nil || !got.EndedAt.Equal(lost.Add(tt.ended)) {
					t.Errorf("ended %s after the loss, %v", got.EndedAt.Sub(lost), err)
				}
			})
		})
	}
}

// Back in time: the same event and recording, with a discontinuity.
func TestBackAfterARestart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		for _, killed := range []bool{true, false} {
			s, _ := v.away(killed, 10*time.Minute)
			v.now.Advance(20 * time.Second)
			e := v.mustPublish(s)
			e.mustPlay(4)
			eventually(t, "the stream is live again", func() bool { return v.state(s) == Live })
			e.close()
			desk, err := v.desk(t.Context(), s.ID)
			if err != nil {
				t.Fatal(err)
			}
			snapshot := desk.index.Load()
			if last := snapshot.Segments[len(snapshot.Segments)-1]; len(snapshot.Runs) != 2 || last.Breaks != 1 {
				t.Errorf("killed %v: %d runs, %d breaks", killed, len(snapshot.Runs), last.Breaks)
			}
			v.still(s, 89*time.Second, Reconnecting)
		}
	})
}

// A clock that is set back by hours while an encoder is lost keeps nobody waiting for as long; one that is set ahead while
// a game is on does not end it.
func TestTheClockJumpsDuringAGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		e := v.mustPublish(s)
		e.mustPlay(5)
		eventually(t, "the stream is live", func() bool { return v.state(s) == Live })
		for _, jump := range []time.Duration{5 * time.Hour, -9 * time.Hour} {
			v.still(s, jump, Live)
			e.mustPlay(3)
		}
		e.close()
		v.now.Advance(-3 * time.Hour)
		v.still(s, 0, Reconnecting)
		v.still(s, 89*time.Second, Reconnecting)
		v.still(s, 2*time.Second, Ended)
		checkWhole(t, v, s, 0)
	})
}
