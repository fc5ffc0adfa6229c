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

// playLeague applies a pack and returns its channel with the games of its schedule, which are as many as said.
func playLeague(t *testing.T, in Installation, pack fstest.MapFS, games int) (int64, []*catalog.Event) {
	t.Helper()
	apply(t, in, pack)
	id := channelOf(t, in, "league")
	events, err := in.Catalog.Schedule(t.Context(), id, 10)
	if err != nil || len(events) != games {
		t.Fatal(len(events), err)
	}
	return id, events
}

// A game that is called off before its time was announced has no time in a schedule, as one
// with the status tba.
func TestAScheduleHoldsDaysWithoutATime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		pack := with(map[string]string{"schedule.csv": "id,date,time,status,sport,home,away\n" +
			"a,2026-12-05,,tba,hockey,castors,belugas\n" +
			"b,2026-12-06,,cancelled,hockey,castors,belugas\n" +
			"c,2026-12-07,,postponed,hockey,castors,belugas\n" +
			"d,2026-12-08,19:30,cancelled,hockey,castors,belugas\n" +
			"e,2026-12-09,,tba,hockey,castors,belugas\n"})
		id, events := playLeague(t, in, pack, 5)
		last := events[0]
		if err := in.Catalog.ChangeSchedule(t.Context(), actor.ForSystem(id), id, last.ID, catalog.ScheduleChange{Status: catalog.Cancelled}); err != nil {
			t.Fatal(err)
		}
		if changes := apply(t, in, pack); len(changes) != 0 {
			t.Errorf("the same schedule changes %v", changes)
		}
		folder := filepath.Join(t.TempDir(), "league")
		if notes, err := Export(t.Context(), in, "league", folder); err != nil || len(notes) > 0 {
			t.Fatal(notes, err)
		}
		written, err := os.ReadFile(filepath.Join(folder, "schedule.csv"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(written), "\uFEFFid,date,") {
			t.Errorf("spreadsheets do not read it as UTF-8: %.20q", written)
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
		there, _ := newInstallation(t, dbtest.SQLite(t))
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
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, league())
	bring := func(status string) error {
		file := "date,time,sport,home,status\n2026-11-28,,hockey,castors," + status + "\n"
		_, err := Import(t.Context(), in, "league", fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(file)}}, "games.csv", ImportOptions{})
		return err
	}
	if err := bring("on"); err == nil || !strings.Contains(err.Error(), `games.csv:2: time: "" is not a time`) {
		t.Errorf("on without a time: %v", err)
	}
	if err := bring(""); err != nil {
		t.Fatal(err)
	}
	events, err := in.Catalog.Schedule(t.Context(), channelOf(t, in, "league"), 10)
	if err != nil || len(events) != 1 || !events[0].TimeTBA || events[0].ScheduleStatus != catalog.TBA {
		t.Errorf("a row without a time is to be announced: %+v, %v", events, err)
	}
}

// A game that went live before its time was announced keeps no time in a schedule. Its noon is not one.
func TestAScheduleHoldsNoTimeOfAGameThatWentLiveWithoutOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		pack := with(map[string]string{"schedule.csv": "id,date,time,status,sport,home,away\n" +
			"a,2026-12-05,,tba,hockey,castors,belugas\n" +
			"b,2026-12-06,19:30,,hockey,castors,belugas\n" +
			"c,2026-12-07,18:00,,hockey,castors,belugas\n"})
		id, events := playLeague(t, in, pack, 3)
		for _, e := range events {
			if e.ExternalID == "b" { // the operator takes its time back
				if err := in.Catalog.ChangeSchedule(t.Context(), actor.ForSystem(id), id, e.ID, catalog.ScheduleChange{Status: catalog.TBA}); err != nil {
					t.Fatal(err)
				}
			}
			for _, state := range []catalog.StreamState{catalog.StreamLive, catalog.StreamEnded} {
				if err := in.Catalog.SetStreamState(t.Context(), d.Write(), id, int64(e.ID), string(state), noon); err != nil {
					t.Fatal(err)
				}
			}
		}
		if changes := apply(t, in, pack); len(changes) != 0 {
			t.Errorf("the same schedule changes %v", changes)
		}
		folder := filepath.Join(t.TempDir(), "league")
		if _, err := Export(t.Context(), in, "league", folder); err != nil {
			t.Fatal(err)
		}
		written, err := os.ReadFile(filepath.Join(folder, "schedule.csv"))
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range []string{"a,2026-12-05,,hockey", "b,2026-12-06,,hockey", "c,2026-12-07,18:00,hockey"} {
			if !strings.Contains(string(written), "\n"+row) {
				t.Errorf("no row %q in\n%s", row, written)
			}
		}
		p, err := ReadFolder(folder, environment(map[string]string{"LEAGUE_STRIPE_SECRET_KEY": "sk_test_league"}))
		if err != nil {
			t.Fatal(err)
		}
		there, _ := newInstallation(t, dbtest.SQLite(t))
		mustApply(t, in, p) // again where it came from
		mustApply(t, there, p)
		for _, at := range []Installation{in, there} {
			events, err := at.Catalog.Schedule(t.Context(), channelOf(t, at, "league"), 10)
			if err != nil || len(events) != 3 {
				t.Fatal(len(events), err)
			}
			for _, e := range events {
				if e.TimeTBA != (e.ExternalID != "c") {
					t.Errorf("%s: to be announced %t, %s", e.ExternalID, e.TimeTBA, e.ScheduleStatus)
				}
				if at.Catalog == in.Catalog && e.ScheduleStatus != catalog.On {
					t.Errorf("%s was played, and is %s", e.ExternalID, e.ScheduleStatus)
				}
			}
		}
	})
}
