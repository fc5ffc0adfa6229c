package media

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// node is another server of the same installation.
func (v *venue) node(name string) *venue {
	other := *v
	other.Service = NewService(v.Deps, Options{Node: name})
	return &other
}

// indexed is what a node has of a stream.
func (v *venue) indexed(s Stream) *segment.Snapshot {
	v.t.Helper()
	d, err := v.desk(v.t.Context(), s.ID)
	if err != nil {
		v.t.Fatal(err)
	}
	return d.index.Load()
}

// A session that was taken for dead, and was not, writes nothing over what its successor
// wrote. Without the claim being asked for, as its successor does, it would.
func TestASessionThatWasSucceededWritesNoMore(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		for i, session := range []string{"first", "second"} {
			if ok, err := v.store.claim(t.Context(), s.ID, session, session, v.now.Now()); err != nil || !ok {
				t.Fatalf("%s has the stream: %v, %v", session, ok, err)
			}
			if err := (journal{v.store, s.ChannelID, s.ID, session}).BeginRun(t.Context(), segment.RunConfig{Number: i + 1}); err != nil {
				t.Fatal(err)
			}
			v.now.Advance(deadAfter + time.Second)
		}
		written := func(session string, run int) error {
			return journal{v.store, s.ChannelID, s.ID, session}.Append(t.Context(), segment.Segment{Sequence: 7, Run: run})
		}
		if err := written("second", 2); err != nil {
			t.Fatal(err)
		}
		if err := written("first", 1); !errors.Is(err, segment.ErrSuperseded) {
			t.Errorf("the first: %v", err)
		}
		begins := journal{v.store, s.ChannelID, s.ID, "first"}.BeginRun(t.Context(), segment.RunConfig{Number: 3})
		if !errors.Is(begins, segment.ErrSuperseded) {
			t.Errorf("the first begins a run: %v", begins)
		}
		runs := func() (run int) {
			t.Helper()
			if err := d.Read().NewRaw(`SELECT run FROM media_segments WHERE stream_id = ? AND sequence = 7`, int64(s.ID)).Scan(t.Context(), &run); err != nil {
				t.Fatal(err)
			}
			return run
		}
		if got := runs(); got != 2 {
			t.Errorf("the segment is of run %d", got)
		}
		if err := written("second", 1); err != nil || runs() != 1 {
			t.Errorf("what the claim allows overwrites nothing: %v", err)
		}
	})
}

// A successor waits for what its predecessor is writing, and then finds it in the journal.
func TestASuccessorWaitsForWhatIsBeingWritten(t *testing.T) {
	d := dbtest.Postgres(t)
	v := newVenue(t, d)
	s := v.stream()
	if ok, err := v.store.claim(t.Context(), s.ID, "first", "a", v.now.Now()); err != nil || !ok {
		t.Fatal(ok, err)
	}
	v.now.Advance(deadAfter + time.Second)
	claimed := make(chan error, 1)
	first := journal{v.store, s.ChannelID, s.ID, "first"}
	err := first.write(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		go func() {
			_, err := v.store.claim(t.Context(), s.ID, "second", "b", v.now.Now())
			claimed <- err
		}()
		eventually(t, "the successor waits", func() bool {
			var waiting int
			err := d.Read().NewRaw(`SELECT count(*) FROM pg_locks WHERE NOT granted AND database IN
				(SELECT oid FROM pg_database WHERE datname = current_database()) OR NOT granted AND locktype = 'transactionid'`).Scan(t.Context(), &waiting)
			return err == nil && waiting > 0
		})
		select {
		case err := <-claimed:
			return errors.Join(errors.New("it has the stream already"), err)
		default:
			return nil
		}
	})
	if err := errors.Join(err, <-claimed); err != nil {
		t.Error(err)
	}
}

// An encoder goes from node to node and back. Each goes on where the other was, and those who
// watch at a node where it was see what comes from the other.
func TestAnEncoderGoesFromNodeToNode(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		a := newVenue(t, d)
		b := a.node("b")
		s := a.stream()
		for round, v := range []*venue{a, b, a, b} {
			e := v.mustPublish(s)
			e.mustPlay(5)
			eventually(t, "the stream is live", func() bool { return v.state(s) == Live })
			v.now.Advance(time.Second)
			e.close()
			other := map[*venue]*venue{a: b, b: a}[v]
			if err := other.yield(t.Context()); err != nil {
				t.Fatal(err)
			}
			a.now.Advance(growingKept)
			for at, got := range map[string]*segment.Snapshot{"here": v.indexed(s), "there": other.indexed(s)} {
				if len(got.Runs) != round+1 || len(got.Segments) != 3*(round+1) {
					t.Errorf("round %d, %s: %d runs, %d segments", round, at, len(got.Runs), len(got.Segments))
				}
			}
		}
	})
}
