package pack

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/schedule"
)

func tryTable(t *testing.T, in Installation, content string, options ImportOptions) (*ImportReport, error) {
	t.Helper()
	return Import(t.Context(), in, "league", fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(content)}}, "games.csv", options)
}

func bringTable(t *testing.T, in Installation, content string, options ImportOptions) *ImportReport {
	t.Helper()
	report, err := tryTable(t, in, content, options)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// streamEvent records a stream of an event that has ended.
func streamEvent(t *testing.T, in Installation, d *db.DB, id int64) {
	t.Helper()
	for _, state := range []catalog.StreamState{catalog.StreamLive, catalog.StreamEnded} {
		if err := in.Catalog.SetStreamState(t.Context(), d.Write(), channelOf(t, in, "league"), id, string(state), noon); err != nil {
			t.Fatal(err)
		}
	}
}

// The first game of a doubleheader is left out of the file once it was played. The second one stays the second.
func TestGamesOfADoubleheaderArePairedByTheirStarts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		first, last := "2026-11-28,13:00,hockey,Northgate,Saints,", "2026-11-28,16:00,hockey,Northgate,Saints,"
		options := ImportOptions{Answers: schedule.Answers{Doubleheaders: new(true)}}
		bring := func(what string, want catalog.Imported, rows ...string) {
			t.Helper()
			if report := mustBring(t, in, options, rows...); report.Imported != want {
				t.Errorf("%s: %+v, %+v", what, report.Imported, report.Diff)
			}
		}
		bring("both", catalog.Imported{Created: 2}, last, first) // the order of the file says nothing
		ids, err := in.Catalog.ExternalIDs(t.Context(), channelOf(t, in, "league"))
		if err != nil {
			t.Fatal(err)
		}
		streamed := int64(ids["2026-11-28 hockey st-marys-hockey@northgate-hockey"])
		streamEvent(t, in, d, streamed)
		stored := saySchedule(t, in)
		if !strings.Contains(stored[0], "13:00") {
			t.Fatalf("%v", stored)
		}
		bring("the second alone", catalog.Imported{Unchanged: 1}, last)
		bring("both in the other order", catalog.Imported{Unchanged: 2}, first, last)
		if got := saySchedule(t, in); !slices.Equal(got, stored) {
			t.Errorf("got %v\nwant %v", got, stored)
		}
		bring("the second, later", catalog.Imported{Updated: 1}, strings.Replace(last, "16:00", "17:30", 1))
		if got := saySchedule(t, in); len(got) != 2 || got[0] != stored[0] || !strings.Contains(got[1], "17:30") {
			t.Errorf("%v", got)
		}
		bring("marked rows", catalog.Imported{Updated: 1, Unchanged: 1}, strings.Replace(last, "Northgate", "Northgate (2)", 1), strings.Replace(first, "Northgate", "Northgate (1)", 1))
	})
}

// A row with another start than a streamed game of the same teams and day may be the next game.
func TestARowAtAnotherTimeThanAStreamedGameIsAQuestion(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		played, later := "2026-11-28,13:00,hockey,Northgate,Saints,", "2026-11-28,16:00,hockey,Northgate,Saints,"
		mustBring(t, in, ImportOptions{}, played)
		streamEvent(t, in, d, 1)
		if report := mustBring(t, in, ImportOptions{DryRun: true}, strings.Replace(played, "13:00", "13:05", 1)); report.Created != 0 {
			t.Errorf("five minutes: %+v", report)
		}
		if _, err := bringRows(t, in, ImportOptions{}, later); err == nil || !strings.Contains(err.Error(), "games.csv:2: event 1 is") || !strings.Contains(err.Error(), "was streamed; is this the same game?") {
			t.Fatalf("%v", err)
		}
		if report := mustBring(t, in, ImportOptions{Added: []string{"2"}, DryRun: true}, later); report.Created != 1 {
			t.Errorf("another game: %+v", report)
		}
		report := mustBring(t, in, ImportOptions{Moved: []string{"2"}}, later)
		if len(report.Reading.Warnings) != 1 || report.Reading.Warnings[0].String() != "games.csv:2: event 1 was streamed, so it keeps its start" {
			t.Errorf("told: %+v", report)
		}
		if got := saySchedule(t, in); len(got) != 1 || !strings.Contains(got[0], "2026-11-28 13:00") {
			t.Errorf("%v", got)
		}
		if again := mustBring(t, in, ImportOptions{}, later); again.Imported != (catalog.Imported{Unchanged: 1}) || len(again.Reading.Warnings) != 0 {
			t.Errorf("asked twice: %+v", again)
		}
	})
}

// A game that was played is asked about too if another source has it. It keeps its start.
func TestAStreamedGameOfAnotherSourceKeepsItsStart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		mustBring(t, in, ImportOptions{}, "2026-11-20,19:00,hockey,Northgate,Saints,")
		streamEvent(t, in, d, 1)
		file := "Game #,Date,Time,Sport,Home,Away\n1,2026-11-20,20:00,hockey,Northgate,Saints\n"
		if _, err := tryTable(t, in, file, ImportOptions{Source: "north"}); err == nil || !strings.Contains(err.Error(), "was streamed; is this the same game?") {
			t.Fatalf("%v", err)
		}
		if report := bringTable(t, in, file, ImportOptions{Source: "north", Moved: []string{All}}); report.Created != 0 || len(report.Reading.Warnings) != 1 {
			t.Errorf("%+v", report)
		}
		// Another start of a known number is no question, and moves nothing.
		report := bringTable(t, in, strings.Replace(file, "20:00", "21:00", 1), ImportOptions{Source: "north"})
		if report.Imported != (catalog.Imported{Unchanged: 1}) || len(report.Reading.Warnings) != 1 {
			t.Errorf("%+v", report)
		}
		if got := saySchedule(t, in); len(got) != 1 || !strings.Contains(got[0], "2026-11-20 19:00") {
			t.Errorf("%v", got)
		}
	})
}
