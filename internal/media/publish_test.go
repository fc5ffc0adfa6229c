package media

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

func TestAGameFromFirstPictureToRecording(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		e := v.mustPublish(s)
		if got := v.state(s); got != Idle {
			t.Errorf("%s before the first picture", got)
		}
		e.mustPlay(5)
		eventually(t, "the stream is live", func() bool { return v.state(s) == Live })
		if media, err := v.ListMedia(t.Context(), s.ChannelID, s.EventID); err != nil || len(media) != 1 || media[0].Type != TypeLive || media[0].Width != 320 {
			t.Errorf("media while live: %+v, %v", media, err)
		}

		e.close() // the encoder drops
		if got := v.state(s); got != Reconnecting {
			t.Errorf("%s after a drop", got)
		}
		v.now.Advance(80 * time.Second)
		if n, err := v.FinishExpired(t.Context()); n != 0 || err != nil {
			t.Errorf("ended %d streams within the window, %v", n, err)
		}
		e = v.mustPublish(s) // and comes back
		v.now.Advance(time.Minute)
		if n, err := v.FinishExpired(t.Context()); n != 0 || err != nil {
			t.Errorf("ended %d streams whose encoder is back, %v", n, err)
		}
		e.mustPlay(5)
		eventually(t, "the stream is live again", func() bool { return v.state(s) == Live })
		e.close()

		dropped := v.now.Now()
		v.now.Advance(90 * time.Second)
		if n, err := v.FinishExpired(t.Context()); n != 1 || err != nil {
			t.Fatalf("ended %d streams, %v", n, err)
		}
		media, err := v.ListMedia(t.Context(), s.ChannelID, s.EventID)
		if err != nil || len(media) != 1 || media[0].Type != TypeVOD || media[0].Duration != 10*time.Second || !media[0].EndedAt.Equal(dropped) {
			t.Errorf("media at the end: %+v, %v", media, err)
		}
		if got, want := v.events.said(), "idle live reconnecting live reconnecting ended"; got != want {
			t.Errorf("events were told %q, want %q", got, want)
		}
		desk, err := v.desk(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		snapshot := desk.index.Load()
		if snapshot.State != segment.Ended || len(snapshot.Runs) != 2 || snapshot.Segments[3].Breaks != 1 {
			t.Errorf("recording of %d segments in %d runs", len(snapshot.Segments), len(snapshot.Runs))
		}
	})
}

func TestOnlyTheRightEncoderAtTheRightTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		for _, key := range []string{"", "x", newKey(), s.Key + "a", s.Key[1:], "'; DROP TABLE streams; --"} {
			if _, err := v.publish(key); !errors.Is(err, refuseKey) {
				t.Errorf("key %q: %v", key, err)
			}
		}
		e := v.mustPublish(s)
		e.mustPlay(3)
		if _, err := v.publish(s.Key); !errors.Is(err, refuseSecond) {
			t.Errorf("a second publisher: %v", err)
		}
		e.mustPlay(1) // undisturbed
		e.close()
		v.now.Advance(2 * time.Minute)
		if _, err := v.FinishExpired(t.Context()); err != nil {
			t.Fatal(err)
		}

		v.now.Advance(50 * time.Minute)
		e = v.mustPublish(s) // within the hour the event goes on
		if got := v.state(s); got != Ended {
			t.Errorf("%s before the first new picture", got)
		}
		e.mustPlay(3)
		eventually(t, "the stream is live again", func() bool { return v.state(s) == Live })
		e.close()
		v.now.Advance(2 * time.Minute)
		if _, err := v.FinishExpired(t.Context()); err != nil {
			t.Fatal(err)
		}
		v.now.Advance(61 * time.Minute)
		if _, err := v.publish(s.Key); !errors.Is(err, refuseOver) {
			t.Errorf("an hour after the end: %v", err)
		}
	})
}

// The same encoder on a new connection, while the old one has not noticed its end.
func TestASilentPublisherGivesWay(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.stream()
	old := v.mustPublish(s)
	old.mustPlay(3)
	v.now.Advance(4 * time.Second)
	go func() { // the ingest server closes a session that was hung up on
		reason := <-old.gone
		old.closed = true
		old.Close(reason)
	}()
	e := v.mustPublish(s)
	e.mustPlay(3)
	e.close()
	desk, err := v.desk(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if runs := len(desk.index.Load().Runs); runs != 2 {
		t.Errorf("%d runs, want 2", runs)
	}
}

// The statement alone decides who has a stream. The control shows that it is its
// condition that does: without it everybody has it.
func TestClaimsRace(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		without := func(ctx context.Context, id StreamID, session, node string, now time.Time) (bool, error) {
			return change(ctx, d.Write(), `UPDATE streams SET publisher = ?, publisher_node = ?, publisher_seen_ms = ? WHERE id = ?`,
				session, node, now.UnixMilli(), int64(id))
		}
		for range 20 {
			if won := winners(t, v, v.store.claim); won != 1 {
				t.Fatalf("%d claims won", won)
			}
		}
		if won := winners(t, v, without); won != 10 {
			t.Errorf("without the condition %d claims won: the test proves nothing", won)
		}
	})
}

func winners(t *testing.T, v *venue, claim func(context.Context, StreamID, string, string, time.Time) (bool, error)) int64 {
	t.Helper()
	s := v.stream()
	var group sync.WaitGroup
	var won atomic.Int64
	for i := range 10 {
		group.Go(func() {
			ok, err := claim(context.Background(), s.ID, string(rune('a'+i)), "node", v.now.Now())
			if err != nil {
				t.Error(err)
			}
			if ok {
				won.Add(1)
			}
		})
	}
	group.Wait()
	return won.Load()
}

// Whatever happens at once, one encoder has the stream. Two services on one
// database are two nodes, where no lock of a process helps.
func TestOneOfManyPublishers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		other := NewService(v.Deps, Options{Node: "other"})
		for range 20 {
			s := v.stream()
			var group sync.WaitGroup
			var mu sync.Mutex
			in := 0
			for i := range 10 {
				group.Go(func() {
					node := v.Service
					if i%2 == 1 {
						node = other
					}
					sink, err := node.Publish(context.Background(), s.Key, ingest.Origin{Protocol: "test"}, func(error) {})
					if err != nil {
						if !errors.Is(err, refuseSecond) {
							t.Error(err)
						}
						return
					}
					mu.Lock()
					in++
					mu.Unlock()
					t.Cleanup(func() { sink.Close(nil) })
				})
			}
			group.Wait()
			if in != 1 {
				t.Fatalf("%d publishers were let in", in)
			}
		}
	})
}

// The end of the reconnect window and the return of the encoder, in the same moment:
// either the event is over and taken up again, or it never ended; it is never both
// ended and without its encoder's claim.
func TestReturnAgainstExpiry(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		for range 10 {
			s := v.stream()
			e := v.mustPublish(s)
			e.mustPlay(3)
			e.close()
			v.now.Advance(90 * time.Second)
			var group sync.WaitGroup
			group.Go(func() { _, _ = v.FinishExpired(context.Background()) })
			group.Go(func() { e, _ = v.publish(s.Key) })
			group.Wait()
			if e == nil {
				t.Fatal("the encoder was not let in")
			}
			e.mustPlay(3)
			eventually(t, "the stream is live", func() bool { return v.state(s) == Live })
			desk, err := v.desk(t.Context(), s.ID)
			if err != nil {
				t.Fatal(err)
			}
			if got := desk.index.Load().State; got != segment.Live {
				t.Fatalf("the index says %d while the encoder publishes", got)
			}
			e.close()
		}
	})
}

func TestKillAndRecover(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		e := v.mustPublish(s)
		e.mustPlay(7)
		eventually(t, "three segments are journalled", func() bool { return v.journalled(s) == 3 })
		eventually(t, "the stream is live", func() bool { return v.state(s) == Live })

		v.restart() // the old session is never closed: the process was killed
		if got := v.state(s); got != Reconnecting {
			t.Errorf("%s after the kill", got)
		}
		e.dts = 0
		next := v.mustPublish(s)
		next.mustPlay(4)
		next.close()
		desk, err := v.desk(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		snapshot := desk.index.Load()
		if len(snapshot.Segments) != 5 || snapshot.Segments[3].Breaks != 1 || snapshot.Segments[3].Run != 2 {
			t.Errorf("after the return: %+v", snapshot.Segments)
		}

		v.restart() // killed while waiting for the encoder
		v.now.Advance(91 * time.Second)
		if n, err := v.FinishExpired(t.Context()); n != 1 || err != nil {
			t.Errorf("ended %d, %v", n, err)
		}
		if got := v.state(s); got != Ended {
			t.Errorf("%s in the end", got)
		}
	})
}

func (v *venue) journalled(s Stream) int {
	v.t.Helper()
	return v.journalledAfter(s, -1)
}

// A node that died says nothing more; another one ends its streams.
func TestADeadNodesStreamsEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		v.mustPublish(s).mustPlay(5)
		eventually(t, "the stream is live", func() bool { return v.state(s) == Live })
		other := NewService(v.Deps, Options{Node: "other"})
		if n, err := other.FinishExpired(t.Context()); n != 0 || err != nil || v.state(s) != Live {
			t.Errorf("ended %d, %v, %s while the node lives", n, err, v.state(s))
		}
		v.now.Advance(31 * time.Second)
		if _, err := other.FinishExpired(t.Context()); err != nil || v.state(s) != Reconnecting {
			t.Errorf("%v, %s when the node is silent", err, v.state(s))
		}
		v.now.Advance(60 * time.Second)
		if n, err := other.FinishExpired(t.Context()); n != 1 || err != nil || v.state(s) != Ended {
			t.Errorf("ended %d, %v, %s at the end of the window", n, err, v.state(s))
		}
	})
}

// A session shorter than a segment is part of the event all the same.
func TestAShortSessionCounts(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.stream()
	e := v.mustPublish(s)
	e.mustPlay(1)
	e.close()
	if got := v.state(s); got != Reconnecting {
		t.Errorf("%s after one second", got)
	}
	if got, want := v.events.said(), "idle live reconnecting"; got != want {
		t.Errorf("events were told %q, want %q", got, want)
	}
}

func TestAnEncoderThatSendsNothingLeavesNothing(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.stream()
	v.mustPublish(s).close()
	if got := v.state(s); got != Idle {
		t.Errorf("%s", got)
	}
	if active := v.activeDesks(); len(active) != 0 {
		t.Errorf("%d streams are looked after", len(active))
	}
	e := v.mustPublish(s)
	e.mustPlay(3)
	e.close()
	if got := v.state(s); got != Reconnecting {
		t.Errorf("%s after a second try", got)
	}
}

// Run ends streams by itself, without a job.
func TestRunEndsStreams(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.stream()
	e := v.mustPublish(s)
	e.mustPlay(3)
	e.close()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); v.Run(ctx) }()
	v.now.Advance(91 * time.Second)
	eventually(t, "the stream is ended", func() bool { return v.state(s) == Ended })
	stop()
	<-done
}

func TestEventsThatCannotBeToldAreToldLater(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.stream()
	v.events.fail = errors.New("the catalogue is away")
	e := v.mustPublish(s)
	e.mustPlay(5)
	v.events.mu.Lock()
	v.events.fail = nil
	v.events.mu.Unlock()
	e.close()
	if got := v.state(s); got != Reconnecting {
		t.Errorf("%s", got)
	}
	if !slices.Contains(v.events.states, string(Live)) {
		t.Errorf("events were told %q", v.events.said())
	}
}
