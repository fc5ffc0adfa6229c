package catalog

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func (l *league) reschedule(id EventID, change ScheduleChange) {
	l.t.Helper()
	if err := l.ChangeSchedule(l.t.Context(), l.by, l.channel, id, change); err != nil {
		l.t.Fatal(err)
	}
}

func (l *league) find(id EventID) *Event {
	l.t.Helper()
	return must[*Event](l.t)(l.FindEvent(l.t.Context(), l.channel, id))
}

func TestAnOperatorChangesASchedule(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		start := noon.Add(48 * time.Hour)
		id := l.create(l.game(0, 1, start))[0]
		listed := l.find(id).ListedAt
		for _, step := range []struct {
			change   ScheduleChange
			status   ScheduleStatus
			start    time.Time
			previous time.Time
		}{
			{ScheduleChange{Status: Cancelled}, Cancelled, start, time.Time{}},
			{ScheduleChange{Status: On}, On, start, time.Time{}},
			{ScheduleChange{Status: Postponed}, Postponed, start, time.Time{}},
			{ScheduleChange{Status: On, Start: start.Add(time.Hour)}, On, start.Add(time.Hour), start},
			{ScheduleChange{Status: On, Start: start.Add(70 * time.Minute)}, On, start.Add(70 * time.Minute), start},
			{ScheduleChange{Status: TBA}, TBA, time.Date(2026, 11, 23, 17, 0, 0, 0, time.UTC), start.Add(70 * time.Minute)},
			{ScheduleChange{Status: On, Start: start}, On, start, start.Add(70 * time.Minute)},
		} {
			l.reschedule(id, step.change)
			e := l.find(id)
			if e.ScheduleStatus != step.status || !e.StartAt.Equal(step.start) || !e.PreviousStart.Equal(step.previous) || e.Status != Upcoming {
				t.Errorf("after %+v: %s at %s, before %s, %s", step.change, e.ScheduleStatus, e.StartAt, e.PreviousStart, e.Status)
			}
			if !e.ListedAt.After(listed) {
				t.Errorf("after %+v calendars hear of no change", step.change)
			}
			listed = e.ListedAt
			found, _, err := l.List(t.Context(), l.channel, Filter{Participants: l.teams[:1], From: step.start, Before: step.start.Add(time.Second)}, Page{Sort: ByDate, Limit: 10})
			if err != nil || len(found) != 1 {
				t.Errorf("after %+v its team's list has %d, %v", step.change, len(found), err)
			}
		}
	})
}

func TestSchedulesThatDoNotChange(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ids := l.create(l.game(0, 1, noon.Add(time.Hour)), l.game(1, 2, noon), l.game(2, 0, noon.Add(time.Hour)), l.game(0, 2, noon.Add(time.Hour)))
		for i, states := range [][]StreamState{{StreamLive}, {StreamLive, StreamEnded}} {
			for _, state := range states {
				if err := l.SetStreamState(t.Context(), d.Write(), l.channel, int64(ids[i]), string(state), noon); err != nil {
					t.Fatal(err)
				}
			}
		}
		l.reschedule(ids[3], ScheduleChange{Status: TBA})
		other := dbtest.Channel(t, d, "south")
		for name, tt := range map[string]struct {
			by     actor.Actor
			id     EventID
			change ScheduleChange
			code   string
		}{
			"live":      {l.by, ids[0], ScheduleChange{Status: Cancelled}, "event_live"},
			"recorded":  {l.by, ids[1], ScheduleChange{Status: On, Start: noon.Add(time.Hour)}, "event_recorded"},
			"past":      {l.by, ids[2], ScheduleChange{Status: On, Start: noon.Add(-time.Hour)}, "validation_failed"},
			"yesterday": {l.by, ids[2], ScheduleChange{Status: TBA, Start: noon.Add(-24 * time.Hour)}, "validation_failed"},
			"far ahead": {l.by, ids[2], ScheduleChange{Status: On, Start: noon.AddDate(300, 0, 0)}, "validation_failed"},
			"no time":   {l.by, ids[3], ScheduleChange{Status: On}, "validation_failed"},
			"nonsense":  {l.by, ids[2], ScheduleChange{Status: "maybe"}, "validation_failed"},
			"unknown":   {l.by, 4711, ScheduleChange{Status: Cancelled}, "event_not_found"},
			"fan":       {actor.Actor{Role: actor.User, ChannelID: l.channel, UserID: 1}, ids[2], ScheduleChange{Status: Cancelled}, "operator_required"},
		} {
			err := l.ChangeSchedule(t.Context(), tt.by, l.channel, tt.id, tt.change)
			if code := fault.CodeOf(err); code != tt.code && (tt.code != "validation_failed" || fault.KindOf(err) != fault.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := l.ChangeSchedule(t.Context(), actor.ForSystem(other), other, ids[2], ScheduleChange{Status: Cancelled}); fault.CodeOf(err) != "event_not_found" {
			t.Errorf("another channel: %v", err)
		}
		for i := range 3 {
			if e := l.find(ids[i]); e.ScheduleStatus != On {
				t.Errorf("event %d is %s", i, e.ScheduleStatus)
			}
		}
		l.reschedule(ids[2], ScheduleChange{Status: Cancelled})
		if cancelled := must[bool](t)(l.IsCancelled(t.Context(), l.channel, int64(ids[2]))); !cancelled {
			t.Error("an encoder is not told of the cancellation")
		}
	})
}

func TestChangesAreRecordedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		start := noon.Add(48 * time.Hour)
		id := l.create(l.game(0, 1, start))[0]
		changes := func() []Change {
			t.Helper()
			return must[[]Change](t)(l.ListChanges(t.Context(), 0, l.now.Now()))
		}
		l.reschedule(id, ScheduleChange{Status: On})
		if got := changes(); len(got) != 0 {
			t.Errorf("no change is recorded: %+v", got)
		}
		l.reschedule(id, ScheduleChange{Status: On, Start: start.Add(time.Hour)})
		l.now.Advance(time.Minute)
		l.reschedule(id, ScheduleChange{Status: Cancelled, Insist: true})
		want := []Change{{EventID: id, ChannelID: l.channel, KnownStart: start, KnownStatus: On, Insist: true, At: l.now.Now()}}
		if diff := cmp.Diff(want, changes()); diff != "" {
			t.Error(diff)
		}
		if err := l.ForgetChange(t.Context(), d.Write(), l.channel, id, want[0].At.Add(-time.Minute)); err != nil || len(changes()) != 1 {
			t.Errorf("a later change is forgotten: %v", err)
		}
		if err := l.ForgetChange(t.Context(), d.Write(), l.channel, id, want[0].At); err != nil || len(changes()) != 0 {
			t.Errorf("the change stays: %v", err)
		}
	})
}

// A schedule file says the same every day. What an operator decided since stays.
func TestTheSameFileUndoesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		start := noon.Add(48 * time.Hour)
		game := l.game(0, 1, start)
		game.ExternalID = "g1"
		status := func(s ScheduleStatus) *ScheduleStatus { return &s }
		load := func(at time.Time, imported *ScheduleStatus) Imported {
			t.Helper()
			game.StartAt, game.ImportedStatus = at, imported
			return must[Imported](t)(l.ImportEvents(t.Context(), l.by, l.channel, []Event{game}, nil))
		}
		load(start, nil)
		id := must[map[string]EventID](t)(l.ExternalIDs(t.Context(), l.channel))["g1"]
		is := func(what string, want ScheduleStatus, at time.Time) {
			t.Helper()
			if e := l.find(id); e.ScheduleStatus != want || !e.StartAt.Equal(at) {
				t.Errorf("%s: %s at %s, want %s at %s", what, e.ScheduleStatus, e.StartAt, want, at)
			}
		}
		l.reschedule(id, ScheduleChange{Status: Cancelled})
		if got := load(start, nil); got.Unchanged != 1 {
			t.Errorf("the same file: %+v", got)
		}
		is("the same file", Cancelled, start)
		load(start, status(""))
		is("an empty cell", Cancelled, start)
		load(start, status(On))
		is("the file says on", On, start)
		later := start.Add(3 * time.Hour)
		l.reschedule(id, ScheduleChange{Status: On, Start: later})
		load(start, status(On))
		is("the operator moved it", On, later)
		l.reschedule(id, ScheduleChange{Status: Postponed})
		load(start.Add(24*time.Hour), nil)
		is("the file has a new time, and said on before", Postponed, start.Add(24*time.Hour))
		load(start, status(Cancelled))
		is("the file cancels", Cancelled, start)
		load(start, status(""))
		is("the cell is emptied", On, start)

		if err := l.SetStreamState(t.Context(), d.Write(), l.channel, int64(id), string(StreamLive), noon); err != nil {
			t.Fatal(err)
		}
		game.ImportedStatus = status(Cancelled)
		_, err := l.ImportEvents(t.Context(), l.by, l.channel, []Event{game}, nil)
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("a file cancels a live game: %v", err)
		}
	})
}

func TestAnEventThatMovesIsUpcomingAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		game := l.game(0, 1, noon)
		game.ExternalID = "g1"
		load := func() {
			t.Helper()
			must[Imported](t)(l.ImportEvents(t.Context(), l.by, l.channel, []Event{game}, nil))
		}
		load()
		id := must[map[string]EventID](t)(l.ExternalIDs(t.Context(), l.channel))["g1"]
		l.reschedule(id, ScheduleChange{Status: Postponed})
		l.now.Advance(24 * time.Hour)
		if n := must[int64](t)(l.FinishOverdue(t.Context())); n != 1 || l.find(id).Status != Finished {
			t.Errorf("%d events are over", n)
		}
		game.StartAt = noon.Add(72 * time.Hour)
		load()
		if e := l.find(id); e.Status != Upcoming || e.ScheduleStatus != On || !e.PreviousStart.Equal(noon) {
			t.Errorf("%+v", e)
		}
	})
}
