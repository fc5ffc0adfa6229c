package pack

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/schedule"
)

// bringRows imports rows below the header date,time,sport,home,away,location.
func bringRows(t *testing.T, in Installation, options ImportOptions, rows ...string) (*ImportReport, error) {
	t.Helper()
	content := "Date,Time,Sport,Home,Away,Venue\n" + strings.Join(rows, "\n") + "\n"
	return Import(t.Context(), in, "league", fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(content)}}, "games.csv", options)
}

func mustBring(t *testing.T, in Installation, options ImportOptions, rows ...string) *ImportReport {
	t.Helper()
	report, err := bringRows(t, in, options, rows...)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func undo(t *testing.T, in Installation, id int64) (catalog.ImportUndone, error) {
	t.Helper()
	channel := channelOf(t, in, "league")
	by := actor.ForSystem(channel)
	return in.Catalog.UndoImport(t.Context(), by, channel, id, func(ctx context.Context, event catalog.EventID) (string, error) {
		return "", in.Catalog.DeleteEvent(ctx, by, channel, event)
	})
}

const (
	opening = "2026-11-28,19:00,hockey,Northgate,Saints,Memorial Arena"
	second  = "2026-12-05,13:30,hockey,Harbour,Northgate,Civic Centre"
)

// A game without an id that moved is asked about; the answer moves it instead of doubling it.
func TestGamesThatMovedAreAskedAboutNotDoubled(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		mustBring(t, in, ImportOptions{}, opening, second)
		moved := strings.Replace(second, "12-05", "12-06", 1)
		_, err := bringRows(t, in, ImportOptions{}, opening, moved)
		if err == nil || !strings.Contains(err.Error(), "games.csv:3: the same teams play in event") || !strings.Contains(err.Error(), "--moved") {
			t.Fatalf("%v", err)
		}
		report := mustBring(t, in, ImportOptions{Moved: []string{"3"}}, opening, moved)
		if report.Imported != (catalog.Imported{Updated: 1, Unchanged: 1}) || len(report.Diff.Moved) != 1 || !strings.Contains(report.Diff.Moved[0], "start Sat 2026-12-05 13:30 EST -> Sun 2026-12-06 13:30 EST") {
			t.Errorf("%+v", report)
		}
		if again := mustBring(t, in, ImportOptions{}, opening, moved); again.Imported != (catalog.Imported{Unchanged: 2}) {
			t.Errorf("again: %+v", again)
		}
		if report := mustBring(t, in, ImportOptions{Added: []string{All}}, moved, strings.Replace(opening, "11-28", "11-30", 1)); report.Created != 1 {
			t.Errorf("a further game: %+v", report)
		}
		if _, err := undo(t, in, report.ID); err != nil {
			t.Fatal(err)
		}
		if got := saySchedule(t, in); !slices.Contains(got, "northgate-hockey @ harbour-hockey 2026-12-05 13:30 civic") || len(got) != 3 {
			t.Errorf("undone: %v", got)
		}
		if again := mustBring(t, in, ImportOptions{Added: []string{All}}, opening, second); again.Imported != (catalog.Imported{Unchanged: 2}) {
			t.Errorf("the file of before: %+v", again)
		}
	})
}

func TestAnImportTellsWhatItChanges(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	mustBring(t, in, ImportOptions{}, opening, second, "2026-12-01,19:00,hockey,Saints,Harbour,")
	rows := []string{strings.Replace(opening, "Memorial Arena", "Civic Centre", 1), strings.Replace(second, "13:30", "14:00", 1), "2026-12-05,19:00,soccer,Saints,Harbour,"}
	before := saySchedule(t, in)
	for _, dry := range []bool{true, false} {
		report := mustBring(t, in, ImportOptions{DryRun: dry}, rows...)
		var told strings.Builder
		if err := report.Write(&told); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"line 4: Harbour Lynx @ Saints, Sat 2026-12-05 19:00 EST", "start Sat 2026-12-05 13:30 EST -> Sat 2026-12-05 14:00 EST",
			"location Aréna Mémorial -> Centre civique", "not in this file", "Harbour Lynx @ Saints, Tue 2026-12-01 19:00 EST", "1 new, 2 updated, 0 unchanged.",
		} {
			if !strings.Contains(told.String(), want) {
				t.Errorf("dry %t: the report lacks %q:\n%s", dry, want, told.String())
			}
		}
		if got := saySchedule(t, in); dry != slices.Equal(got, before) {
			t.Errorf("dry %t: %v", dry, got)
		}
	}
}

// Undoing restores what the import changed, and keeps and tells what was changed since.
func TestAnImportIsUndone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		mustBring(t, in, ImportOptions{}, opening, second)
		before := saySchedule(t, in)
		added, other := "2026-12-12,19:00,hockey,Saints,Harbour,", "2026-12-13,19:00,soccer,Saints,Harbour,"
		changed := mustBring(t, in, ImportOptions{}, strings.Replace(opening, "19:00", "20:00", 1), strings.Replace(second, "Civic Centre", "Memorial Arena", 1), added, other)
		channel := channelOf(t, in, "league")
		ids, err := in.Catalog.ExternalIDs(t.Context(), channel)
		if err != nil {
			t.Fatal(err)
		}
		postponed := ids["2026-12-13 soccer harbour-soccer@st-marys-soccer"]
		if err := in.Catalog.ChangeSchedule(t.Context(), actor.ForSystem(channel), channel, postponed, catalog.ScheduleChange{Status: catalog.Postponed}); err != nil {
			t.Fatal(err)
		}
		done, err := undo(t, in, changed.ID)
		if err != nil || done.Removed != 1 || done.Restored != 2 || len(done.Kept) != 1 || done.Kept[0].ID != postponed || !strings.Contains(done.Kept[0].Reason, "schedule status") {
			t.Errorf("%+v, %v", done, err)
		}
		if got := saySchedule(t, in); !slices.Equal(got[:len(got)-1], before) {
			t.Errorf("got %v\nwant %v and the postponed game", got, before)
		}
		if _, err := undo(t, in, changed.ID); fault.CodeOf(err) != "import_undone" {
			t.Errorf("twice: %v", err)
		}
		if _, err := undo(t, in, changed.ID+100); fault.CodeOf(err) != "import_not_found" {
			t.Errorf("another: %v", err)
		}
		imports, err := in.Catalog.ListImports(t.Context(), channel)
		if err != nil || len(imports) != 2 || imports[0].Undone.IsZero() || !imports[1].Undone.IsZero() || imports[0].Created != 2 {
			t.Errorf("%+v, %v", imports, err)
		}
	})
}

// A field that was changed since the import stays; the others are restored.
func TestUndoingKeepsWhatWasChangedSince(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	mustBring(t, in, ImportOptions{}, opening)
	first := mustBring(t, in, ImportOptions{}, strings.Replace(strings.Replace(opening, "19:00", "20:00", 1), "Memorial Arena", "Civic Centre", 1))
	mustBring(t, in, ImportOptions{}, strings.Replace(strings.Replace(opening, "19:00", "21:00", 1), "Memorial Arena", "Civic Centre", 1))
	done, err := undo(t, in, first.ID)
	if err != nil || done.Restored != 1 || len(done.Kept) != 1 || !strings.Contains(done.Kept[0].Reason, "start") {
		t.Errorf("%+v, %v", done, err)
	}
	if got := saySchedule(t, in); len(got) != 1 || got[0] != "st-marys-hockey @ northgate-hockey 2026-11-28 21:00 memorial" {
		t.Errorf("%v", got)
	}
}

// The answers about a file are kept for the next files of its source, and for no others.
func TestTheAnswersOfASourceAreKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		answers := schedule.Answers{Sport: "hockey", Names: map[string]string{"Saint Mary's": "st-marys-hockey"}}
		first, err := bringFile(t, in, "registration.csv", ImportOptions{Source: "north", Answers: answers})
		if err != nil || first.Created != 3 {
			t.Fatalf("%+v, %v", first, err)
		}
		again, err := bringFile(t, in, "registration.csv", ImportOptions{Source: "north"})
		if err != nil || again.Imported != (catalog.Imported{Unchanged: 3}) {
			t.Errorf("%+v, %v", again, err)
		}
		if _, err := bringFile(t, in, "registration.csv", ImportOptions{Source: "south"}); err == nil {
			t.Error("another source has the answers")
		}
		channel := channelOf(t, in, "league")
		kept, err := in.Catalog.FindScheduleSource(t.Context(), channel, "north")
		if err != nil {
			t.Fatal(err)
		}
		if read, err := schedule.ParseAnswers([]byte(kept.Mapping)); err != nil || read.Sport != "hockey" || read.Names["Saint Mary's"] != "st-marys-hockey" {
			t.Errorf("%+v, %v", read, err)
		}
		if _, err := in.Catalog.FindScheduleSource(t.Context(), channel, "south"); fault.CodeOf(err) != "source_not_found" {
			t.Errorf("a refused import kept answers: %v", err)
		}
		if _, err := bringFile(t, in, "registration.csv", ImportOptions{Source: "a b", Answers: answers}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("a name with a blank: %v", err)
		}
	})
}
