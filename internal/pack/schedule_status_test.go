package pack

import (
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A game that was played is on, also if the file has the word "Final" instead of its time.
func TestAGameThatWasPlayedIsNotToBeAnnounced(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, _ := newInstallation(t, d)
		apply(t, h, northLeague())
		const columns = "id,date,time,status,sport,home,away\n"
		bring := func(rows ...string) {
			t.Helper()
			bringTable(t, h, columns+strings.Join(rows, ",hockey,Northgate,Harbour\n")+",hockey,Northgate,Harbour\n", ImportOptions{})
		}
		bring("a,2026-11-28,19:00,Scheduled", "b,2026-11-29,TBD,Scheduled", "c,2026-11-30,19:00,")
		_, events := scheduleOf(t, h)
		streamEvent(t, h, d, int64(events["c"].ID))
		final := []string{"a,2026-11-28,Final,Final", "b,2026-11-29,Final,Final", "c,2026-11-30,Final,", "d,2026-12-01,Final/OT,Final", "e,2026-12-02,,Completed", "f,2026-12-03,Scheduled,Scheduled"}
		for range 2 {
			bring(final...)
			_, events = scheduleOf(t, h)
			for id, want := range map[string]struct {
				status catalog.ScheduleStatus
				tba    bool
			}{"a": {catalog.On, false}, "b": {catalog.TBA, true}, "c": {catalog.On, false}, "d": {catalog.On, true}, "e": {catalog.On, true}, "f": {catalog.TBA, true}} {
				if e := events[id]; e.ScheduleStatus != want.status || e.TimeTBA != want.tba {
					t.Errorf("%s is %s at %s, to be announced: %t", id, e.ScheduleStatus, e.StartAt, e.TimeTBA)
				}
			}
		}
	})
}

// scheduleOf returns the channel and its events by their external ids.
func scheduleOf(t *testing.T, h Installation) (int64, map[string]*catalog.Event) {
	t.Helper()
	channel := channelOf(t, h, "league")
	events, err := h.Catalog.Schedule(t.Context(), channel, 100)
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]*catalog.Event{}
	for _, e := range events {
		byID[e.ExternalID] = e
	}
	return channel, byID
}

// A word in the file postpones a game. The game is on again if the file no longer has the word: an empty cell of the column
// for the status says so, and without such a column a new time does.
func TestAWordThatIsGoneReinstatesAGame(t *testing.T) {
	const withStatus, without = "id,date,time,status,sport,home,away\n", "id,date,time,sport,home,away\n"
	for name, test := range map[string]struct {
		columns, first, second, third string
		operator                      catalog.ScheduleStatus // between the first and the second file
		status                        catalog.ScheduleStatus
		start                         string
	}{
		"an empty status":                        {withStatus, "2026-11-28,19:00,PPD", "2026-11-28,19:00,", "", "", catalog.On, "2026-11-28 19:00"},
		"an empty status and a new date":         {withStatus, "2026-11-28,19:00,PPD", "2026-12-05,19:00,", "", "", catalog.On, "2026-12-05 19:00"},
		"an empty status as before":              {withStatus, "2026-11-28,19:00,", "2026-11-28,19:00,", "", catalog.Cancelled, catalog.Cancelled, "2026-11-28 19:00"},
		"a time instead of a word":               {without, "2026-11-28,PPD", "2026-12-05,19:00", "", "", catalog.On, "2026-12-05 19:00"},
		"a time on the same day":                 {without, "2026-11-28,PPD", "2026-11-28,19:00", "", "", catalog.On, "2026-11-28 19:00"},
		"a time that was to be announced":        {without, "2026-11-28,TBD", "2026-11-28,19:00", "", "", catalog.On, "2026-11-28 19:00"},
		"noon":                                   {without, "2026-11-28,TBD", "2026-11-28,12:00", "", "", catalog.On, "2026-11-28 12:00"},
		"a time, and a decision of the operator": {without, "2026-11-28,TBD", "2026-11-28,19:00", "", catalog.Cancelled, catalog.Cancelled, "2026-11-28"},
		"two times":                              {without, "2026-11-28,TBD", "2026-11-28,19:00", "2026-11-28,20:00", "", catalog.On, "2026-11-28 20:00"},
		"a cancellation":                         {without, "2026-11-28,CANC", "2026-11-28,19:00", "", "", catalog.Cancelled, "2026-11-28"},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h, _ := newInstallation(t, d)
				apply(t, h, northLeague())
				bring := func(row string) {
					t.Helper()
					bringTable(t, h, test.columns+"a,"+row+",hockey,Northgate,Harbour\n", ImportOptions{})
				}
				bring(test.first)
				if channel, events := scheduleOf(t, h); test.operator != "" {
					if err := h.Catalog.ChangeSchedule(t.Context(), actor.ForSystem(channel), channel, events["a"].ID, catalog.ScheduleChange{Status: test.operator}); err != nil {
						t.Fatal(err)
					}
				}
				bring(test.second)
				if test.third != "" {
					bring(test.third)
				}
				if _, events := scheduleOf(t, h); events["a"].ScheduleStatus != test.status || !strings.Contains(saySchedule(t, h)[0], test.start) {
					t.Errorf("%s: %s", events["a"].ScheduleStatus, saySchedule(t, h))
				}
			})
		})
	}
}
