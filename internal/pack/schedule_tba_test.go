package pack

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A game that is called off before its time was announced has no time in a schedule, as one
// with the status tba.
func TestAScheduleHoldsDaysWithoutATime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, _ := newHouse(t, d)
		pack := with(map[string]string{"schedule.csv": "id,date,time,status,sport,home,away\n" +
			"a,2026-12-05,,tba,hockey,castors,belugas\n" +
			"b,2026-12-06,,cancelled,hockey,castors,belugas\n" +
			"c,2026-12-07,,postponed,hockey,castors,belugas\n" +
			"d,2026-12-08,19:30,cancelled,hockey,castors,belugas\n" +
			"e,2026-12-09,,tba,hockey,castors,belugas\n"})
		apply(t, h, pack)
		id := channelOf(t, h, "league")
		events, err := h.Catalog.Schedule(t.Context(), id, 10)
		if err != nil || len(events) != 5 {
			t.Fatal(len(events), err)
		}
		last := events[0]
		if err := h.Catalog.ChangeSchedule(t.Context(), actor.ForSystem(id), id, last.ID, catalog.ScheduleChange{Status: catalog.Cancelled}); err != nil {
			t.Fatal(err)
		}
		if changes := apply(t, h, pack); len(changes) != 0 {
			t.Errorf("the same schedule changes %v", changes)
		}
		folder := filepath.Join(t.TempDir(), "league")
		if notes, err := Export(t.Context(), h, "league", folder); err != nil || len(notes) > 0 {
			t.Fatal(notes, err)
		}
		written, err := os.ReadFile(filepath.Join(folder, "schedule.csv"))
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range []string{
			"a,2026-12-05,,tba,", "b,2026-12-06,,cancelled,", "c,2026-12-07,,postponed,", "d,2026-12-08,19:30,cancelled,", "e,2026-12-09,,cancelled,",
		} {
			if !strings.Contains(string(written), "\n"+row) {
				t.Errorf("no row %q in\n%s", row, written)
			}
		}
		p, err := ReadFolder(folder, environment(map[string]string{"LEAGUE_STRIPE_SECRET_KEY": "sk_test_league"}))
		if err != nil {
			t.Fatal(err)
		}
		there, _ := newHouse(t, dbtest.SQLite(t))
		mustApply(t, there, p)
		events, err = there.Catalog.Schedule(t.Context(), channelOf(t, there, "league"), 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if e.TimeTBA != (e.ExternalID != "d") {
				t.Errorf("%s: to be announced %t", e.ExternalID, e.TimeTBA)
			}
		}
	})
}

func TestARowThatTakesPlaceNeedsATime(t *testing.T) {
	h, _ := newHouse(t, dbtest.SQLite(t))
	apply(t, h, league())
	for _, status := range []string{"", "on"} {
		file := "date,time,sport,home,status\n2026-11-28,,hockey,castors," + status + "\n"
		_, err := Import(t.Context(), h, "league", fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(file)}}, "games.csv", nil)
		if err == nil || !strings.Contains(err.Error(), `games.csv:2: time: "" is no time`) {
			t.Errorf("status %q: %v", status, err)
		}
	}
}
