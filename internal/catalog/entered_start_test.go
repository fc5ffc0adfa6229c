package catalog

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

// older stores the start that an event had by older zone data, one hour later.
func (l *league) older(ids ...EventID) {
	l.t.Helper()
	for _, id := range ids {
		for _, change := range []string{
			"UPDATE events SET start_ms = start_ms + 3600000, imported_start_ms = imported_start_ms + 3600000 WHERE id = ?",
			"UPDATE event_participants SET start_ms = start_ms + 3600000 WHERE event_id = ?",
		} {
			if _, err := l.db.Write().NewRaw(change, id).Exec(l.t.Context()); err != nil {
				l.t.Fatal(err)
			}
		}
	}
}

func (l *league) zoneMoves() map[EventID]ZoneMove {
	l.t.Helper()
	found := map[EventID]ZoneMove{}
	for _, m := range must[[]ZoneMove](l.t)(l.ZoneMoves(l.t.Context(), 0)) {
		found[m.Event] = m
	}
	return found
}

func TestFutureEventsFollowChangedZoneData(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		evening := time.Date(2026, 12, 6, 0, 30, 0, 0, time.UTC) // 19:30 in Toronto
		file, instant := l.game(0, 1, evening), l.game(0, 1, evening)
		file.ExternalID, instant.Entered = "g1", Entered{Zone: "America/Toronto", Fixed: true}
		past := l.game(0, 1, noon.Add(-24*time.Hour))
		ids := l.create(file, instant, past, l.game(0, 1, evening))
		if moves := l.zoneMoves(); len(moves) != 0 {
			t.Fatalf("with the same data: %+v", moves)
		}
		l.older(ids[:3]...)
		moves := l.zoneMoves()
		if m := moves[ids[0]]; len(moves) != 2 || !m.Start.Equal(evening) || !m.Stored.Equal(evening.Add(time.Hour)) || m.Local != "2026-12-05 19:30:00" || m.Zone != "America/Toronto" || m.Fixed || !moves[ids[1]].Fixed {
			t.Fatalf("moves %+v", moves)
		}
		l.now.Advance(time.Minute)
		before := l.find(ids[0]).ListedAt
		if err := l.ApplyZoneMoves(t.Context(), l.by, l.channel, []ZoneMove{moves[ids[0]]}); err != nil {
			t.Fatal(err)
		}
		e := l.find(ids[0])
		if !e.StartAt.Equal(evening) || !e.PreviousStart.IsZero() || !e.ListedAt.After(before) {
			t.Errorf("after: %s, previously %s, listed %s", e.StartAt, e.PreviousStart, e.ListedAt)
		}
		if changes := must[[]Change](t)(l.ListChanges(t.Context(), 0, l.now.Now())); len(changes) != 0 {
			t.Errorf("letters are sent about a local time that stays: %+v", changes)
		}
		if moves := l.zoneMoves(); len(moves) != 1 {
			t.Errorf("then: %+v", moves)
		}
		result := must[Imported](t)(l.ImportEvents(t.Context(), l.by, l.channel, []Event{file}, nil))
		if result.Updated != 0 || !l.find(ids[0]).StartAt.Equal(evening) {
			t.Errorf("the same file changes the event: %+v", result)
		}
	})
}

func TestAnImportAfterChangedZoneDataAnnouncesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		game := l.game(0, 1, time.Date(2026, 12, 6, 0, 30, 0, 0, time.UTC))
		game.ExternalID = "g1"
		id := l.create(game)[0]
		l.older(id)
		must[Imported](t)(l.ImportEvents(t.Context(), l.by, l.channel, []Event{game}, nil))
		if e := l.find(id); !e.StartAt.Equal(game.StartAt) || !e.PreviousStart.IsZero() {
			t.Errorf("start %s, previously %s", e.StartAt, e.PreviousStart)
		}
		if changes := must[[]Change](t)(l.ListChanges(t.Context(), 0, l.now.Now())); len(changes) != 0 {
			t.Errorf("letters are sent: %+v", changes)
		}
	})
}

func TestEventsOfEarlierReleasesGetTheirLocalTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		id := l.create(l.game(0, 1, noon.Add(time.Hour)))[0]
		if _, err := d.Write().NewRaw("UPDATE events SET start_local = '', start_zone = ''").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, want := range []int{1, 0} {
			if kept := must[int](t)(l.KeepLocalStarts(t.Context())); kept != want {
				t.Errorf("%d kept, want %d", kept, want)
			}
		}
		l.older(id)
		if m := l.zoneMoves()[id]; m.Local != "2026-11-21 08:00:00" {
			t.Errorf("%+v", m)
		}
		l.reschedule(id, ScheduleChange{Status: On, Start: noon.Add(48 * time.Hour), Entered: Entered{Zone: "America/Halifax"}})
		l.older(id)
		if m := l.zoneMoves()[id]; m.Local != "2026-11-23 08:00:00" || m.Zone != "America/Halifax" {
			t.Errorf("a rescheduled event: %+v", m)
		}
	})
}

// An hour that takes place twice has two instants for one local time.
func TestTheSecondOfTwoEqualHoursStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		l.create(l.game(0, 1, time.Date(2027, 11, 7, 5, 30, 0, 0, time.UTC)), l.game(0, 1, time.Date(2027, 11, 7, 6, 30, 0, 0, time.UTC)))
		if moves := l.zoneMoves(); len(moves) != 0 {
			t.Errorf("%+v", moves)
		}
	})
}

func TestTheZoneOfAnEventIsThatOfItsLocation(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		place := Location{Alias: "fundy", Name: text.Text{"en": "Fundy"}, Country: "CA", TimeZone: "America/Halifax"}
		game := l.game(0, 1, noon.Add(time.Hour))
		game.LocationID = must[LocationID](t)(l.CreateLocation(t.Context(), l.by, l.channel, place))
		id := l.create(game)[0]
		if got := l.find(id).TimeZone; got != "America/Halifax" {
			t.Errorf("zone %s", got)
		}
		if _, err := d.Write().NewRaw("UPDATE locations SET time_zone = 'America/Winnipeg' WHERE id = ?", game.LocationID).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := l.find(id).TimeZone; got != "America/Winnipeg" {
			t.Errorf("the location has another zone now, the event %s", got)
		}
	})
}
