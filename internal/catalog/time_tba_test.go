package catalog

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// tbaDay is the stored start for Saturday, November 28 at venues in Toronto without a time.
var tbaDay = time.Date(2026, 11, 28, 17, 0, 0, 0, time.UTC)

func (l *league) isDay(what string, id EventID, want ScheduleStatus, day time.Time) {
	l.t.Helper()
	if e := l.find(id); e.ScheduleStatus != want || !e.TimeTBA || !e.StartAt.Equal(day) {
		l.t.Errorf("%s: %s, to be announced %t, at %s", what, e.ScheduleStatus, e.TimeTBA, e.StartAt)
	}
}

// unannounced creates an event whose time is to be announced.
func (l *league) unannounced() EventID {
	l.t.Helper()
	game := l.game(0, 1, tbaDay)
	game.TimeZone, game.ScheduleStatus = "America/Toronto", TBA
	return l.create(game)[0]
}

func TestAnEventThatIsOffKeepsThatItsTimeIsUnknown(t *testing.T) {
	for _, off := range []ScheduleStatus{Cancelled, Postponed} {
		t.Run(string(off), func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				l := newLeague(t, d)
				game := l.game(0, 1, tbaDay.Add(3*time.Hour))
				game.TimeZone = "America/Toronto"
				id := l.create(game)[0]
				l.reschedule(id, ScheduleChange{Status: TBA})
				l.isDay("tba", id, TBA, tbaDay)
				l.reschedule(id, ScheduleChange{Status: off})
				l.isDay("off", id, off, tbaDay)
				if e := l.find(id); !e.PreviousStart.Equal(tbaDay.Add(3*time.Hour)) || e.PreviousTBA {
					t.Errorf("before: %s, to be announced %t", e.PreviousStart, e.PreviousTBA)
				}
				changes := must[[]Change](t)(l.ListChanges(t.Context(), 0, l.now.Now()))
				if len(changes) != 1 || changes[0].KnownTBA {
					t.Errorf("the first change was of a known time: %+v", changes)
				}
				if err := l.ChangeSchedule(t.Context(), l.by, l.channel, id, ScheduleChange{Status: On}); fault.KindOf(err) != fault.Invalid {
					t.Errorf("it is on again at no time: %v", err)
				}
				l.reschedule(id, ScheduleChange{Status: TBA})
				l.isDay("back", id, TBA, tbaDay)
				l.reschedule(id, ScheduleChange{Status: off})
				l.reschedule(id, ScheduleChange{Status: On, Start: tbaDay.Add(time.Hour)})
				if e := l.find(id); e.TimeTBA || !e.StartAt.Equal(tbaDay.Add(time.Hour)) {
					t.Errorf("with a time: %+v", e)
				}
			})
		})
	}
}

func TestADayWithoutATimeIsNoEarlierStart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		id := l.unannounced()
		l.isDay("created", id, TBA, tbaDay)
		l.reschedule(id, ScheduleChange{Status: On, Start: tbaDay.Add(2 * time.Hour)})
		if e := l.find(id); !e.PreviousStart.IsZero() || e.TimeTBA {
			t.Errorf("the time of the day is a move from %s", e.PreviousStart)
		}
		other := l.unannounced()
		l.reschedule(other, ScheduleChange{Status: On, Start: tbaDay.Add(26 * time.Hour)})
		if e := l.find(other); !e.PreviousStart.Equal(tbaDay) || !e.PreviousTBA || e.TimeTBA {
			t.Errorf("another day: before %s, to be announced %t", e.PreviousStart, e.PreviousTBA)
		}
		l.reschedule(other, ScheduleChange{Status: TBA, Start: tbaDay})
		if e := l.find(other); !e.PreviousStart.Equal(tbaDay.Add(26*time.Hour)) || e.PreviousTBA {
			t.Errorf("back: before %s", e.PreviousStart)
		}
	})
}

func TestARemovedEventKeepsThatItsTimeIsUnknown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		id := l.unannounced()
		if err := l.DeleteEvent(t.Context(), l.by, l.channel, id); err != nil {
			t.Fatal(err)
		}
		if e := must[*Event](t)(l.FindRemoved(t.Context(), l.channel, id)); !e.TimeTBA {
			t.Errorf("%+v", e)
		}
		if got := must[[]Change](t)(l.ListChanges(t.Context(), 0, l.now.Now())); len(got) != 1 || !got[0].KnownTBA {
			t.Errorf("%+v", got)
		}
	})
}

func TestAStreamDoesNotAnnounceATime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		id := l.unannounced()
		for _, step := range []struct {
			state StreamState
			want  ScheduleStatus
		}{{StreamLive, On}, {StreamIdle, TBA}, {StreamLive, On}, {StreamEnded, On}} {
			if err := l.SetStreamState(t.Context(), d.Write(), l.channel, int64(id), string(step.state), noon); err != nil {
				t.Fatal(err)
			}
			l.isDay(string(step.state), id, step.want, tbaDay)
		}
		standings := must[[]Standing](t)(l.Standings(t.Context(), l.channel))
		if len(standings) != 1 || !standings[0].TimeTBA {
			t.Errorf("%+v", standings)
		}
	})
}

// A schedule file that calls off an event of which only the day was known announces no time.
func TestAFileThatCallsOffAnEventAnnouncesNoTime(t *testing.T) {
	status := func(s ScheduleStatus) *ScheduleStatus { return &s }
	at := tbaDay.Add(150 * time.Minute)
	type row struct {
		start    time.Time
		tba      bool
		imported *ScheduleStatus
	}
	for name, tt := range map[string]struct {
		rows   []row
		status ScheduleStatus
		start  time.Time
		tba    bool
	}{
		"no time in either":        {[]row{{tbaDay, true, status(TBA)}, {tbaDay, true, status(Cancelled)}}, Cancelled, tbaDay, true},
		"the file fills in a time": {[]row{{tbaDay, true, status(TBA)}, {at, false, status(Cancelled)}}, Cancelled, tbaDay, true},
		"a new row without a time": {[]row{{tbaDay, true, status(Postponed)}}, Postponed, tbaDay, true},
		"a new row with a time":    {[]row{{at, false, status(Cancelled)}}, Cancelled, at, false},
		"the time is left out":     {[]row{{at, false, status(On)}, {tbaDay, true, status(Cancelled)}}, Cancelled, at, false},
		"on again at its time":     {[]row{{tbaDay, true, status(TBA)}, {tbaDay, true, status(Postponed)}, {at, false, status(On)}}, On, at, false},
		"on again at noon":         {[]row{{tbaDay, true, status(TBA)}, {tbaDay, false, status(On)}}, On, tbaDay, false},
		"tba after a time":         {[]row{{at, false, status(On)}, {tbaDay, true, status(TBA)}}, TBA, tbaDay, true},
		"another day, off":         {[]row{{tbaDay, true, status(TBA)}, {at.Add(24 * time.Hour), false, status(Cancelled)}}, Cancelled, tbaDay.Add(24 * time.Hour), true},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				l := newLeague(t, d)
				game := l.game(0, 1, at)
				game.ExternalID, game.TimeZone = "g1", "America/Toronto"
				for _, r := range tt.rows {
					game.StartAt, game.TimeTBA, game.ImportedStatus = r.start, r.tba, r.imported
					must[Imported](t)(l.ImportEvents(t.Context(), l.by, l.channel, []Event{game}, nil))
				}
				id := must[map[string]EventID](t)(l.ExternalIDs(t.Context(), l.channel))["g1"]
				if e := l.find(id); e.ScheduleStatus != tt.status || !e.StartAt.Equal(tt.start) || e.TimeTBA != tt.tba {
					t.Errorf("%s at %s, to be announced %t", e.ScheduleStatus, e.StartAt, e.TimeTBA)
				}
				again := must[Imported](t)(l.ImportEvents(t.Context(), l.by, l.channel, []Event{game}, nil))
				if again.Unchanged != 1 {
					t.Errorf("the same file: %+v", again)
				}
			})
		})
	}
}

// The operator took the time back; then the file says that the game is on.
func TestAFileThatSaysOnGivesItsOwnTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		at := tbaDay.Add(150 * time.Minute)
		game := l.game(0, 1, at)
		game.ExternalID, game.TimeZone = "g1", "America/Toronto"
		load := func() {
			t.Helper()
			must[Imported](t)(l.ImportEvents(t.Context(), l.by, l.channel, []Event{game}, nil))
		}
		load()
		id := must[map[string]EventID](t)(l.ExternalIDs(t.Context(), l.channel))["g1"]
		l.reschedule(id, ScheduleChange{Status: TBA})
		load()
		l.isDay("the same file", id, TBA, tbaDay)
		on := On
		game.ImportedStatus = &on
		load()
		if e := l.find(id); e.ScheduleStatus != On || e.TimeTBA || !e.StartAt.Equal(at) {
			t.Errorf("%s at %s", e.ScheduleStatus, e.StartAt)
		}
	})
}
