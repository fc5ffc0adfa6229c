package pack

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/schedule"
)

// A line is answered once, and only if it has a question.
func TestAnswersAboutLinesAreChecked(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	mustBring(t, in, ImportOptions{}, opening, second)
	rows := []string{strings.Replace(opening, "11-28", "11-29", 1), strings.Replace(second, "12-05", "12-06", 1)}
	for name, test := range map[string]struct {
		moved, added []string
		want         string // of the error
		updated      int
		created      int
	}{
		"moved and added":      {[]string{"2", "3"}, []string{"2"}, "games.csv:2: --moved and --added both name this line", 0, 0},
		"all twice":            {[]string{All}, []string{All}, `games.csv: "all": --moved and --added both name this line`, 0, 0},
		"a line without":       {[]string{All, "7"}, nil, "games.csv:7: --moved or --added names this line, but there is no question about it", 0, 0},
		"no line":              {[]string{All, "x"}, nil, `games.csv: "x": --moved or --added names this line`, 0, 0},
		"all moved except one": {[]string{All}, []string{" 3"}, "", 1, 1},
		"all added except one": {[]string{"2"}, []string{All}, "", 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			report, err := bringRows(t, in, ImportOptions{Moved: test.moved, Added: test.added, DryRun: true}, rows...)
			if test.want != "" {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("got %v\nwant %s", err, test.want)
				}
				return
			}
			if err != nil || report.Updated != test.updated || report.Created != test.created {
				t.Errorf("%+v, %v", report, err)
			}
		})
	}
}

// A game that moved is asked about also if the channel has many later events.
func TestMovedGamesAreFoundAmongManyEvents(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		mustBring(t, in, ImportOptions{}, opening)
		addLaterEvents(t, d, 2*catalog.MaxBulk)
		_, err := bringRows(t, in, ImportOptions{}, strings.Replace(opening, "11-28", "11-29", 1))
		if err == nil || !strings.Contains(err.Error(), "the same teams play in event") {
			t.Errorf("%v", err)
		}
		if again := mustBring(t, in, ImportOptions{}, opening); again.Imported != (catalog.Imported{Unchanged: 1}) {
			t.Errorf("again: %+v", again)
		}
	})
}

func eventColumns(t *testing.T, d *db.DB) []string {
	t.Helper()
	rows, err := d.Read().QueryContext(t.Context(), "SELECT * FROM events")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err == nil {
		err = rows.Err()
	}
	if err != nil {
		t.Fatal(err)
	}
	return columns
}

// addLaterEvents copies the only event of the database to n later starts, 60 days later and more.
func addLaterEvents(t *testing.T, d *db.DB, n int) {
	t.Helper()
	columns := slices.DeleteFunc(eventColumns(t, d), func(name string) bool { return name == "id" })
	values := slices.Clone(columns)
	values[slices.Index(columns, "start_ms")] = "start_ms + 5184000000 + n.i * 60000"
	values[slices.Index(columns, "external_id")] = "'later ' || n.i"
	_, err := d.Write().NewRaw(fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO events (%s) SELECT %s FROM events, n",
		n, strings.Join(columns, ", "), strings.Join(values, ", "))).Exec(t.Context())
	if err != nil {
		t.Fatal(err)
	}
}

// An import whose answers have too many names together with those of its source is refused. The
// stored answers stay usable.
func TestMergedAnswersAreCheckedBeforeTheyAreStored(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		answers := func(prefix string) schedule.Answers {
			names := map[string]string{}
			for i := range 3000 {
				names[fmt.Sprint(prefix, i)] = schedule.Ignore
			}
			return schedule.Answers{Names: names}
		}
		mustBring(t, in, ImportOptions{Source: "north", Answers: answers("a")}, opening)
		if _, err := bringRows(t, in, ImportOptions{Source: "north", Answers: answers("b")}, opening); err == nil || !strings.Contains(err.Error(), "at most 5000 names") {
			t.Errorf("too many names: %v", err)
		}
		mustBring(t, in, ImportOptions{Source: "north"}, opening)
	})
}

// leaving refuses every picture, as one that is just being removed.
type leaving struct{ wishes }

func (leaving) Reserve(context.Context, int64, []string) error {
	return fault.New(fault.Conflict, "picture_leaving", "This picture is being removed. Please try again in a minute.")
}

// A dry run fails where the import would, and stores no file.
func TestADryRunReservesPictures(t *testing.T) {
	in, media := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, league())
	stored := len(media.files)
	tree := fstest.MapFS{
		"games.csv": {Data: []byte("date,time,sport,home,away,image\ntoday+1,19:00,hockey,castors,belugas,still.png\n")},
		"still.png": {Data: still(32, 18)},
	}
	report, err := Import(t.Context(), in, "league", tree, "games.csv", ImportOptions{DryRun: true})
	if err != nil || report.Created != 1 || report.ID != 0 || len(media.files) != stored {
		t.Errorf("%+v, %v, %d files", report, err, len(media.files))
	}
	in.Pictures = &leaving{}
	if _, err := Import(t.Context(), in, "league", tree, "games.csv", ImportOptions{DryRun: true}); fault.CodeOf(err) != "picture_leaving" {
		t.Errorf("a picture that is being removed: %v", err)
	}
}

// A refusal that names no event concerns the file, not its first game.
func TestRefusalsHaveTheLinesOfTheirEvents(t *testing.T) {
	s := &scheduleEvents{file: "games.csv", lines: []int{2, 3}}
	err := s.withLineNumbers(fault.InvalidFields(
		fault.Field{Field: "1.status", Message: "A"}, fault.Field{Field: "events", Message: "B"}, fault.Field{Field: "9.name", Message: "C"},
	))
	if got := err.Error(); got != "games.csv: events: B\ngames.csv: 9.name: C\ngames.csv:3: status: A" {
		t.Errorf("%q", got)
	}
	s.headers = map[schedule.Field]string{schedule.Sport: "Sport (league)"}
	err = s.withLineNumbers(fault.InvalidFields(
		fault.Field{Field: "0.event_category_id", Message: "A"}, fault.Field{Field: "1.home_team_id", Message: "B"}, fault.Field{Field: "1.base_price", Message: "C"},
	))
	if got := err.Error(); got != "games.csv:2: Sport (league): A\ngames.csv:3: home: B\ngames.csv:3: base price: C" {
		t.Errorf("names of the API: %q", got)
	}
	if err := (&scheduleEvents{file: "games.csv"}).withLineNumbers(fault.InvalidFields(fault.Field{Field: "events", Message: "B"})); err.Error() != "games.csv: events: B" {
		t.Errorf("without events: %v", err)
	}
}

// An event whose earlier id a later import gave to another event stays, and the others are undone.
func TestUndoingKeepsAnEventWhoseIDIsTaken(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		mustBring(t, in, ImportOptions{}, opening, second)
		moved, later := strings.Replace(opening, "11-28", "11-29", 1), strings.Replace(second, "13:30", "14:30", 1)
		change := mustBring(t, in, ImportOptions{Moved: []string{"2"}}, moved, later)
		mustBring(t, in, ImportOptions{}, opening, moved, later)
		done, err := undo(t, in, change.ID)
		if err != nil || done.Restored != 1 || len(done.Kept) != 1 || !strings.Contains(done.Kept[0].Reason, "has its earlier id in the schedule") {
			t.Errorf("%+v, %v", done, err)
		}
		got := saySchedule(t, in)
		if len(got) != 3 || !strings.Contains(strings.Join(got, "\n"), "2026-12-05 13:30") {
			t.Errorf("%v", got)
		}
	})
}

// An event whose earlier team or location was removed stays, and the others are undone.
func TestUndoingKeepsAnEventWithoutItsEarlierTeam(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		bring := func(rows ...string) *ImportReport {
			t.Helper()
			content := "id,date,time,sport,home,away,location\n" + strings.Join(rows, "\n") + "\n"
			report, err := Import(t.Context(), in, "league", fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(content)}}, "games.csv", ImportOptions{})
			if err != nil {
				t.Fatal(err)
			}
			return report
		}
		bring("a,2026-11-28,19:00,hockey,northgate-hockey,harbour-hockey,memorial", "b,2026-11-29,19:00,hockey,northgate-hockey,st-marys-hockey,civic", "c,2026-11-30,19:00,hockey,northgate-hockey,st-marys-hockey,memorial")
		change := bring("a,2026-11-28,19:00,hockey,northgate-hockey,st-marys-hockey,memorial", "b,2026-11-29,19:00,hockey,northgate-hockey,st-marys-hockey,memorial", "c,2026-11-30,20:00,hockey,northgate-hockey,st-marys-hockey,memorial")
		lines := strings.Split(string(northLeague()["catalog.yaml"].Data), "\n")
		lines = slices.DeleteFunc(lines, func(line string) bool {
			return strings.Contains(line, "alias: harbour-hockey,") || strings.Contains(line, "alias: civic,")
		})
		apply(t, in, with(map[string]string{"catalog.yaml": strings.Join(lines, "\n")}))
		done, err := undo(t, in, change.ID)
		if err != nil || done.Restored != 1 || len(done.Kept) != 2 || !strings.Contains(done.Kept[0].Reason, "teams was removed") || !strings.Contains(done.Kept[1].Reason, "location was removed") {
			t.Errorf("%+v, %v", done, err)
		}
	})
}

// An event of which every changed field was kept is not counted as restored.
func TestAnEventThatStaysWholeIsNotRestored(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	mustBring(t, in, ImportOptions{}, opening)
	change := mustBring(t, in, ImportOptions{}, strings.Replace(opening, "19:00", "20:00", 1))
	mustBring(t, in, ImportOptions{}, strings.Replace(opening, "19:00", "21:00", 1))
	if done, err := undo(t, in, change.ID); err != nil || done.Restored != 0 || len(done.Kept) != 1 {
		t.Errorf("%+v, %v", done, err)
	}
}

// A kept answer is turned off for one import and stays off.
func TestDoubleheadersOfASourceAreTurnedOff(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		rows := []string{opening, strings.Replace(opening, "19:00", "21:00", 1)}
		if report := mustBring(t, in, ImportOptions{Source: "north", Answers: schedule.Answers{Doubleheaders: new(true)}}, rows...); report.Created != 2 {
			t.Fatalf("%+v", report)
		}
		mustBring(t, in, ImportOptions{Source: "north"}, rows...)
		mustBring(t, in, ImportOptions{Source: "north", Answers: schedule.Answers{Doubleheaders: new(false)}}, opening)
		if _, err := bringRows(t, in, ImportOptions{Source: "north"}, rows...); err == nil || !strings.Contains(err.Error(), "--doubleheaders") {
			t.Errorf("%v", err)
		}
	})
}
