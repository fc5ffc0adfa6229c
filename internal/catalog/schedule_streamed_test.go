package catalog

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// stream reports the states of the stream of an event, the last one at a time.
func (l *league) stream(id EventID, at time.Time, states ...StreamState) {
	l.t.Helper()
	for _, state := range states {
		if err := l.SetStreamState(l.t.Context(), l.db.Write(), l.channel, int64(id), string(state), at); err != nil {
			l.t.Fatal(err)
		}
	}
}

// A game that was abandoned after its start, and one before which an encoder was tested, can be cancelled, and the cancellation
// can be taken back. Neither can be moved. What was streamed stays.
func TestAnEventThatWasStreamedIsCancelled(t *testing.T) {
	for name, start := range map[string]time.Duration{"abandoned": -time.Hour, "tested": 5 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				l := newLeague(t, d)
				id := l.create(l.game(0, 1, noon.Add(start)))[0]
				refuse := func(when, code string, changes ...ScheduleChange) {
					t.Helper()
					for _, change := range changes {
						if err := l.ChangeSchedule(t.Context(), l.by, l.channel, id, change); fault.CodeOf(err) != code {
							t.Errorf("%s, %+v: %v", when, change, err)
						}
					}
				}
				for _, state := range []StreamState{StreamLive, StreamReconnecting} {
					l.stream(id, noon.Add(-time.Minute), state)
					refuse(string(state), "event_live", ScheduleChange{Status: Cancelled}, ScheduleChange{Status: Postponed}, ScheduleChange{Status: On})
				}
				l.stream(id, noon, StreamEnded)
				was := l.find(id)
				moves := []ScheduleChange{{Status: Postponed}, {Status: TBA}, {Status: On, Start: noon.Add(48 * time.Hour)}}
				refuse("recorded", "event_recorded", moves...)
				is := func(want ScheduleStatus) {
					t.Helper()
					e := l.find(id)
					if e.ScheduleStatus != want || e.Status != Finished || e.StreamState != StreamEnded || !e.StartAt.Equal(was.StartAt) || !e.EndedAt.Equal(was.EndedAt) || e.Duration != was.Duration {
						t.Errorf("want %s, it is %+v", want, e)
					}
					if off := must[bool](t)(l.IsCancelled(t.Context(), l.channel, int64(id))); off != (want == Cancelled) {
						t.Errorf("%s: an encoder is refused: %t", want, off)
					}
					changes := must[[]Change](t)(l.ListChanges(t.Context(), 0, l.now.Now()))
					if len(changes) != 1 || !changes[0].KnownStart.Equal(was.StartAt) {
						t.Fatalf("%s: people are to be told %+v", want, changes)
					}
					if err := l.ForgetChange(t.Context(), d.Write(), l.channel, id, changes[0].At); err != nil {
						t.Fatal(err)
					}
				}
				l.reschedule(id, ScheduleChange{Status: Cancelled})
				is(Cancelled)
				refuse("cancelled", "event_recorded", moves...)
				l.reschedule(id, ScheduleChange{Status: On})
				is(On)
			})
		})
	}
}

// A schedule file follows the same rule: leagues write "abandoned" into it.
func TestAFileCancelsAStreamedEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		game := l.game(0, 1, noon)
		game.ExternalID = "g1"
		load := func(imported ScheduleStatus) error {
			game.ImportedStatus = &imported
			_, err := l.ImportEvents(t.Context(), l.by, l.channel, []Event{game}, nil)
			return err
		}
		if err := load(""); err != nil {
			t.Fatal(err)
		}
		id := must[map[string]EventID](t)(l.ExternalIDs(t.Context(), l.channel))["g1"]
		l.stream(id, noon, StreamLive)
		if err := load(Cancelled); fault.KindOf(err) != fault.Invalid {
			t.Errorf("a file cancels a live game: %v", err)
		}
		l.stream(id, noon.Add(time.Minute), StreamEnded)
		refused, ok := errors.AsType[*fault.Error](load(Postponed))
		if !ok || refused.Kind != fault.Invalid || !strings.Contains(refused.Fields[0].Message, "can only be cancelled") {
			t.Errorf("a file postpones a recorded game: %v", refused)
		}
		for _, step := range []struct{ imported, want ScheduleStatus }{{Cancelled, Cancelled}, {"", On}} {
			if err := load(step.imported); err != nil {
				t.Fatal(err)
			}
			if e := l.find(id); e.ScheduleStatus != step.want || e.Status != Finished || e.StreamState != StreamEnded || !e.StartAt.Equal(noon) {
				t.Errorf("the file says %q: %+v", step.imported, e)
			}
			if changes := must[[]Change](t)(l.ListChanges(t.Context(), 0, l.now.Now())); len(changes) != 1 {
				t.Errorf("the file says %q: people are to be told %+v", step.imported, changes)
			}
		}
	})
}
