package analytics

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// visit tells of one page.
func (s *stadium) visit() {
	s.t.Helper()
	session, err := s.Open(s.at(s.home, 0), s.Hash(s.home), Device{})
	if err == nil {
		err = s.Record(s.at(s.home, 0), Happening{Session: session.UUID, Name: "visit_page"})
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

var errBroken = errors.New("the disk is full")

// A batch that cannot be written stays and goes first when it can be; nothing is written twice.
func TestWhatCannotBeWrittenIsTriedAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := newStadium(t, d), t.Context()
		put := s.writer.put
		s.writer.put = func(context.Context, []fact) error { return errBroken }
		s.visit()
		for range attempts - 1 {
			if err := s.Write(ctx); !errors.Is(err, errBroken) {
				t.Fatalf("%v", err)
			}
		}
		s.writer.put = put
		s.visit()
		s.written()
		if n := s.rows("SELECT count(*) FROM analytics_events"); n != 2 || s.counts.written.Get() != 4 || s.counts.failures.Get() != attempts-1 || s.counts.failed.Get() != 0 {
			t.Errorf("%d events, %d written, %d failures, %d given up", n, s.counts.written.Get(), s.counts.failures.Get(), s.counts.failed.Get())
		}
		s.writer.put = func(context.Context, []fact) error { return errBroken }
		s.visit()
		for range attempts {
			_ = s.Write(ctx)
		}
		s.writer.put = put
		s.written()
		if n := s.rows("SELECT count(*) FROM analytics_events"); n != 2 || s.counts.failed.Get() != 2 {
			t.Errorf("%d events, %d given up", n, s.counts.failed.Get())
		}
	})
}

// A batch that fails halfway leaves nothing of it.
func TestABatchIsWrittenWholeOrNotAtAll(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		s.visit()
		s.watches(s.at(s.home, 0), uuid.NewString(), Subject{Event, 1}, 0)
		if _, err := d.Write().NewRaw("ALTER TABLE analytics_minutes RENAME TO hidden").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.Write(t.Context()); err == nil {
			t.Fatal("it was written without a table")
		}
		if n := s.rows("SELECT (SELECT count(*) FROM analytics_events) + (SELECT count(*) FROM analytics_views)"); n != 0 {
			t.Errorf("%d rows of it stay", n)
		}
		if _, err := d.Write().NewRaw("ALTER TABLE hidden RENAME TO analytics_minutes").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.written()
		if n := s.rows("SELECT count(*) FROM analytics_minutes"); n != 1 {
			t.Errorf("%d minutes", n)
		}
	})
}

// What waits when the program ends is written; what cannot be is counted.
func TestTheLastWordsAreWritten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newStadium(t, d)
		ctx, cancel := context.WithCancel(t.Context())
		s.Start(ctx)
		cancel() // the program is told to end, and serves its last requests
		for range 2 * batchSize {
			s.visit()
		}
		if err := s.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := s.rows("SELECT count(*) FROM analytics_events"); n != 2*batchSize {
			t.Errorf("%d events", n)
		}
	})
	s := newStadium(t, dbtest.SQLite(t))
	s.writer.put = func(context.Context, []fact) error { return errBroken }
	s.Start(t.Context())
	s.visit()
	if err := s.Stop(t.Context()); !errors.Is(err, errBroken) || s.counts.failed.Get() != 2 {
		t.Errorf("%v, %d given up", err, s.counts.failed.Get())
	}
}

// A queue that is full takes nothing more and says so; what it took is all there.
func TestAFullQueueDropsAndCounts(t *testing.T) {
	s := newStadium(t, dbtest.SQLite(t), func(d *Deps) { d.Queue = 5 })
	for range 4 {
		s.visit() // a session and an event
	}
	if s.counts.recorded.Get() != 5 || s.counts.full.Get() != 3 {
		t.Errorf("%d taken, %d dropped", s.counts.recorded.Get(), s.counts.full.Get())
	}
	s.written()
	s.visit()
	s.written()
	if s.counts.written.Get() != 7 {
		t.Errorf("%d written", s.counts.written.Get())
	}
}
