package media

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// leaveWhenAsked has the connection end when the server asks for that, as the ingest servers do. The returned function waits
// for it and checks the reason: an operator ended the event.
func (e *encoder) leaveWhenAsked() (left func()) { return e.leaveBecause(errFinished) }

func (e *encoder) leaveBecause(want error) (left func()) {
	reason := make(chan error, 1)
	e.closed = true
	go func() {
		why := <-e.gone
		e.Close(why)
		reason <- why
	}()
	return func() {
		e.v.t.Helper()
		if why := <-reason; !errors.Is(why, want) {
			e.v.t.Errorf("the encoder was told %v", why)
		}
	}
}

// mustGoLive publishes seconds of a stream and waits until the database knows them.
func (v *venue) mustGoLive(s Stream, seconds int) *encoder {
	v.t.Helper()
	e := v.mustPublish(s)
	e.mustPlay(seconds)
	eventually(v.t, "the stream is live", func() bool { return v.state(s) == Live })
	return e
}

func (v *venue) mustEnd(s Stream, wait time.Duration) Ending {
	v.t.Helper()
	ending, err := v.End(v.t.Context(), v.by, s.ChannelID, s.EventID, wait)
	if err != nil {
		v.t.Fatal(err)
	}
	return ending
}

// isOver checks that a stream has ended with a number of segments, that its players get all of them, and that no encoder may
// publish it.
func (v *venue) isOver(s Stream, segments int) {
	v.t.Helper()
	if got := v.state(s); got != Ended {
		v.t.Errorf("the stream is %s", got)
	}
	if got := v.journalled(s); got != segments {
		v.t.Errorf("%d of %d segments are in the journal", got, segments)
	}
	if got := v.indexed(s); got.State != segment.Ended || len(got.Segments) != segments {
		v.t.Errorf("players get %d segments of a stream in state %d", len(got.Segments), got.State)
	}
	if _, err := v.publish(s.Key); !errors.Is(err, refuseEnded) {
		v.t.Errorf("another encoder: %v", err)
	}
}

func codeOf(err error) string {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known.Code
	}
	return ""
}

func TestAnOperatorEndsAStream(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		e := v.mustGoLive(s, 5)
		left := e.leaveWhenAsked()
		if got := v.mustEnd(s, longWait); !got.Ended || got.Node != "local" {
			t.Errorf("%+v", got)
		}
		left()
		v.isOver(s, 3)
		if got, want := v.events.said(), "idle live ended"; got != want {
			t.Errorf("events were told %q, want %q", got, want)
		}
		if _, err := v.End(t.Context(), v.by, s.ChannelID, s.EventID, longWait); codeOf(err) != "not_live" {
			t.Errorf("ended twice: %v", err)
		}
	})
}

func TestAStreamThatWaitsForItsEncoderEndsAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		v.mustGoLive(s, 5).close()
		if got := v.mustEnd(s, 0); !got.Ended || got.Node != "" {
			t.Errorf("%+v", got)
		}
		v.isOver(s, 3)
	})
}

func TestOnlyALiveStreamEnds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		idle, ended := v.stream(), v.stream()
		v.mustGoLive(ended, 3).close()
		v.still(ended, 90*time.Second, Ended)
		for name, event := range map[string]int64{"without a stream": v.addEvent(v.channel), "not started": idle.EventID, "over": ended.EventID} {
			if _, err := v.End(t.Context(), v.by, v.channel, event, longWait); codeOf(err) != "not_live" {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := v.Reopen(t.Context(), v.by, v.channel, event); codeOf(err) != "not_ended" {
				t.Errorf("%s is reopened: %v", name, err)
			}
		}
		for _, s := range []Stream{idle, ended} {
			if _, err := v.publish(s.Key); err != nil {
				t.Errorf("an encoder after a refused end: %v", err)
			}
		}
	})
}

// The command runs in a process without encoders. Its request reaches the node with the encoder through the database.
func TestAStreamEndsThatAnotherNodeTakes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		a := newVenue(t, d)
		b := a.node("b")
		s := a.stream()
		e := a.mustGoLive(s, 5)
		left := e.leaveWhenAsked()
		for range 2 {
			if got := b.mustEnd(s, 0); got.Ended || got.Node != "local" {
				t.Errorf("before the node has answered: %+v", got)
			}
		}
		if got := a.state(s); got != Live {
			t.Errorf("%s before the node has answered", got)
		}
		if _, err := b.publish(s.Key); !errors.Is(err, refuseEnded) {
			t.Errorf("another encoder meanwhile: %v", err)
		}
		if err := errors.Join(b.disconnectRefused(t.Context()), a.disconnectRefused(t.Context())); err != nil {
			t.Fatal(err)
		}
		left()
		a.now.Advance(growingKept)
		for _, v := range []*venue{a, b} {
			v.isOver(s, 3)
		}
	})
}

// A running node looks for requests by itself, and the command waits for it.
func TestRunEndsWhatAnotherNodeRequests(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.stream()
	left := v.mustGoLive(s, 5).leaveWhenAsked()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); v.Run(ctx) }()
	if got := v.node("b").mustEnd(s, longWait); !got.Ended || got.Node != "local" {
		t.Errorf("%+v", got)
	}
	left()
	stop()
	<-done
	v.isOver(s, 3)
}

// The node with the encoder dies after the request. It carries the request out when it starts again, or another node does.
func TestARequestToEndOutlivesItsNode(t *testing.T) {
	for name, goOn := range map[string]func(t *testing.T, v *venue){
		"the node starts again": func(_ *testing.T, v *venue) { v.restart() },
		"another node sweeps": func(t *testing.T, v *venue) {
			v.Service = NewService(v.Deps, Options{Node: "other"})
			v.now.Advance(deadAfter + time.Second)
			if _, err := v.FinishExpired(t.Context()); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				v := newVenue(t, d)
				s := v.stream()
				v.mustGoLive(s, 7)
				eventually(t, "three segments are journalled", func() bool { return v.journalled(s) == 3 })
				v.node("b").mustEnd(s, 0)
				goOn(t, v)
				v.isOver(s, 3)
				if got, want := v.events.said(), "idle live ended"; got != want {
					t.Errorf("events were told %q, want %q", got, want)
				}
			})
		})
	}
}

// An older node releases a stream and does not know of the request. The sweep ends the stream.
func TestTheSweepEndsWhatAnOlderNodeReleased(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		v.mustGoLive(s, 5).close()
		if _, err := d.Write().NewRaw(`UPDATE streams SET end_requested_ms = 1 WHERE id = ?`, int64(s.ID)).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := v.FinishExpired(t.Context()); n != 1 || err != nil {
			t.Errorf("ended %d, %v", n, err)
		}
		v.isOver(s, 3)
	})
}

// An encoder that was admitted before the end does not get the stream after it.
func TestAnEncoderAdmittedBeforeTheEndComesTooLate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		v.mustGoLive(s, 3).close()
		if _, err := v.admit(t.Context(), s.Key); err != nil {
			t.Fatal(err)
		}
		v.mustEnd(s, 0)
		if err := v.claim(t.Context(), &session{id: "late", streamID: s.ID}, s.Key); !errors.Is(err, refuseEnded) {
			t.Errorf("it was told %v", err)
		}
	})
}

// The end and an encoder that arrives, in the same moment: the stream is over whichever comes first.
func TestEndAgainstAnArrivingEncoder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		operator := v.node("b")
		for range 10 {
			s := v.stream()
			v.mustGoLive(s, 3).close()
			var group sync.WaitGroup
			var e *encoder
			var refused error
			group.Go(func() { operator.mustEnd(s, 0) })
			group.Go(func() { e, refused = v.publish(s.Key) })
			group.Wait()
			if e == nil && !errors.Is(refused, refuseEnded) {
				t.Errorf("the encoder was told %v", refused)
			}
			if e != nil {
				left := e.leaveWhenAsked()
				if err := v.disconnectRefused(t.Context()); err != nil {
					t.Fatal(err)
				}
				left()
			}
			if err := v.yield(t.Context()); err != nil { // as each second
				t.Fatal(err)
			}
			v.now.Advance(growingKept)
			v.isOver(s, 2)
		}
	})
}

// An encoder connects again by itself. It is refused with the reason, which the status of streams tells, until an operator reopens
// the event.
func TestAnEndedStreamIsReopened(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		v.mustGoLive(s, 5).close()
		v.mustEnd(s, 0)
		v.now.Advance(closedShown + time.Minute)
		v.isOver(s, 3)
		if got := v.only(); got.Publishing || got.EndRequestedAt.IsZero() || got.Report.Closed != refuseEnded.Reason || got.Report.Protocol != "test" {
			t.Errorf("%+v", got)
		}
		until, err := v.Reopen(t.Context(), v.by, s.ChannelID, s.EventID)
		if want := kickOff.Add(time.Hour); err != nil || !until.Equal(want) {
			t.Errorf("open until %s, want %s, %v", until, want, err)
		}
		if _, err := v.Reopen(t.Context(), v.by, s.ChannelID, s.EventID); codeOf(err) != "not_ended" {
			t.Errorf("reopened twice: %v", err)
		}
		e := v.mustGoLive(s, 5)
		left := e.leaveWhenAsked()
		v.mustEnd(s, longWait)
		left()
		v.isOver(s, 6)
		v.now.Advance(time.Hour + time.Second)
		if _, err := v.Reopen(t.Context(), v.by, s.ChannelID, s.EventID); codeOf(err) != "ended_long_ago" {
			t.Errorf("an hour after the end: %v", err)
		}
	})
}

// A request is withdrawn before its node has answered: the game goes on.
func TestARequestToEndIsWithdrawn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		e := v.mustGoLive(s, 5)
		b := v.node("b")
		b.mustEnd(s, 0)
		if until, err := b.Reopen(t.Context(), v.by, s.ChannelID, s.EventID); err != nil || !until.IsZero() {
			t.Errorf("open until %s, %v", until, err)
		}
		if err := v.disconnectRefused(t.Context()); err != nil || len(e.gone) > 0 {
			t.Errorf("the encoder is disconnected, %v", err)
		}
		e.close()
		if got := v.state(s); got != Reconnecting {
			t.Errorf("%s after the encoder has left", got)
		}
	})
}

// The encoder of an event that has ended is back and has sent no picture yet.
func TestAnEndedStreamWithAnEncoderEnds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		v.mustGoLive(s, 5).close()
		v.still(s, 90*time.Second, Ended)
		left := v.mustPublish(s).leaveWhenAsked()
		if got := v.mustEnd(s, longWait); !got.Ended || got.Node != "local" {
			t.Errorf("%+v", got)
		}
		left()
		v.isOver(s, 3)
		if said := v.events.states; slices.Contains(said[len(said)-1:], string(Reconnecting)) {
			t.Errorf("events were told %q", said)
		}
	})
}
