package pack

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/schedule"
)

// Games that were imported without a source, or with another one, are asked about once. The answer moves their ids.
func TestGamesOfAnotherSourceAreAskedAboutOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		answers := schedule.Answers{Sport: "hockey", Names: map[string]string{"Saint Mary's": "st-marys-hockey"}}
		bring := func(source string, moved, added []string) (*ImportReport, error) {
			return bringFile(t, in, "registration.csv", ImportOptions{Source: source, Moved: moved, Added: added, Answers: answers})
		}
		is := func(what string, want catalog.Imported, report *ImportReport, err error) int64 {
			t.Helper()
			if err != nil || report.Imported != want {
				t.Fatalf("%s: %+v, %v", what, report, err)
			}
			return report.ID
		}
		asks := func(source string) {
			t.Helper()
			if _, err := bring(source, nil, nil); err == nil || strings.Count(err.Error(), "is this the same game?") != 3 {
				t.Fatalf("the source %s: %v", source, err)
			}
		}
		report, err := bring("", nil, nil)
		is("without a source", catalog.Imported{Created: 3}, report, err)
		asks("north")
		report, err = bring("north", []string{All}, nil)
		taken := is("the same games", catalog.Imported{Updated: 3}, report, err)
		report, err = bring("north", nil, nil)
		is("the next file", catalog.Imported{Unchanged: 3}, report, err)
		if done, err := undo(t, in, taken); err != nil || done.Restored != 3 {
			t.Errorf("undone: %+v, %v", done, err)
		}
		report, err = bring("", nil, nil)
		is("without a source again", catalog.Imported{Unchanged: 3}, report, err)
		report, err = bring("north", []string{"2", "3"}, []string{"4"})
		is("line by line", catalog.Imported{Updated: 2, Created: 1}, report, err)
		asks("nord")
		report, err = bring("nord", []string{All}, nil)
		is("a renamed source", catalog.Imported{Updated: 3}, report, err)
		if got := saySchedule(t, in); len(got) != 4 {
			t.Errorf("%v", got)
		}
	})
}

// Another number of the same source is another game. Another id without a source is a question.
func TestIDsOfTheSameSourceAreOtherGames(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	const header = "Game #,Date,Time,Sport,Home,Away\n"
	first := bringTable(t, in, header+"1,2026-11-28,13:00,hockey,Northgate,Saints\n", ImportOptions{Source: "north"})
	second := bringTable(t, in, header+"2,2026-11-28,16:00,hockey,Northgate,Saints\n", ImportOptions{Source: "north"})
	if first.Created != 1 || second.Created != 1 {
		t.Errorf("%+v, %+v", first, second)
	}
	const ids = "id,date,time,sport,home,away\n"
	_, err := tryTable(t, in, ids+"x,2026-11-28,16:30,hockey,Northgate,Saints\ny,2026-12-28,19:00,hockey,Northgate,Saints\n", ImportOptions{})
	if err == nil || !strings.Contains(err.Error(), "games.csv:2: the same teams play in event 2 on Sat 2026-11-28 16:00 EST") || strings.Contains(err.Error(), "games.csv:3") {
		t.Errorf("%v", err)
	}
}

// A game of which not all teams are known is compared by the known ones and its name. A team that is not known yet may be
// any team.
func TestGamesWithUnknownTeamsAreAskedAbout(t *testing.T) {
	const question = "is this the same game?"
	for name, test := range map[string]struct {
		stored, row string
		want        string // in the question; "" for none
	}{
		"a left out team, moved":         {"2026-12-05,13:30,hockey,Northgate,Visitors,", "2026-12-06,13:30,hockey,Northgate,Visitors,", "is Visitors @ Northgate on Sat 2026-12-05 13:30 EST"},
		"another left out team":          {"2026-12-05,13:30,hockey,Northgate,Visitors,", "2026-12-06,13:30,hockey,Northgate,Guests,", ""},
		"a left out team against others": {"2026-12-05,13:30,hockey,Northgate,Visitors,", "2026-12-06,13:30,hockey,Harbour,Visitors,", ""},
		"no second team, moved":          {"2026-12-05,13:30,hockey,Northgate,,", "2026-12-06,13:30,hockey,Northgate,,", question},
		"unknown, moved":                 {"2026-12-05,13:30,hockey,Northgate,TBD,", "2026-12-06,13:30,hockey,Northgate,TBD,", question},
		"unknown, then known":            {"2026-12-05,13:30,hockey,Northgate,TBD,", "2026-12-05,13:30,hockey,Northgate,Saints,", "is À déterminer @"},
		"unknown, then known and moved":  {"2026-12-05,13:30,hockey,Northgate,TBD,", "2026-12-06,13:30,hockey,Saints,Northgate,", question},
		"unknown, then left out":         {"2026-12-05,13:30,hockey,Northgate,TBD,", "2026-12-06,13:30,hockey,Northgate,Visitors,", question},
		"unknown against others":         {"2026-12-05,13:30,hockey,Northgate,TBD,", "2026-12-06,13:30,hockey,Saints,Harbour,", ""},
		"both unknown, then known":       {"2026-12-05,13:30,hockey,TBD,TBA,", "2026-12-05,13:30,hockey,Northgate,Saints,", question},
		"both unknown on another day":    {"2026-12-05,13:30,hockey,TBD,TBA,", "2026-12-06,13:30,hockey,Northgate,Saints,", ""},
		"of another sport":               {"2026-12-05,13:30,hockey,TBD,TBA,", "2026-12-05,13:30,soccer,Northgate,Saints,", ""},
		"known, then unknown":            {"2026-12-05,13:30,hockey,Northgate,Saints,", "2026-12-05,13:30,hockey,Northgate,TBD,", question},
		"another team":                   {"2026-12-05,13:30,hockey,Northgate,Saints,", "2026-12-05,13:30,hockey,Northgate,Harbour,", ""},
	} {
		t.Run(name, func(t *testing.T) {
			in, _ := newInstallation(t, dbtest.SQLite(t))
			apply(t, in, northLeague())
			answers := schedule.Answers{Names: map[string]string{"Visitors": schedule.Ignore, "Guests": schedule.Ignore}}
			mustBring(t, in, ImportOptions{Answers: answers}, test.stored)
			report, err := bringRows(t, in, ImportOptions{Answers: answers, DryRun: true}, test.row)
			switch {
			case test.want == "" && (err != nil || report.Created != 1):
				t.Errorf("%+v, %v", report, err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), "games.csv:2: event 1 ") || !strings.Contains(err.Error(), test.want)):
				t.Errorf("%+v, %v", report, err)
			}
		})
	}
}

// A left-out team that the channel has by now is found by its name in the file.
func TestATeamThatIsAddedLaterIsTheOneOfTheFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		row := "2026-12-05,13:30,hockey,Northgate,SMC,Civic Centre"
		mustBring(t, in, ImportOptions{Answers: schedule.Answers{Names: map[string]string{"SMC": schedule.Ignore}}}, row)
		known := schedule.Answers{Names: map[string]string{"SMC": "st-marys-hockey"}}
		if _, err := bringRows(t, in, ImportOptions{Answers: known}, row); err == nil || !strings.Contains(err.Error(), "the same game at the same time") {
			t.Fatalf("%v", err)
		}
		if report := mustBring(t, in, ImportOptions{Answers: known, Moved: []string{"2"}}, row); report.Imported != (catalog.Imported{Updated: 1}) {
			t.Errorf("%+v", report)
		}
		if again := mustBring(t, in, ImportOptions{Answers: known}, row); again.Imported != (catalog.Imported{Unchanged: 1}) {
			t.Errorf("again: %+v", again)
		}
		if got := saySchedule(t, in); !slices.Equal(got, []string{"st-marys-hockey @ northgate-hockey 2026-12-05 13:30 civic"}) {
			t.Errorf("%v", got)
		}
	})
}

// A row takes the most likely game, in each order of the rows: first a game of its day.
func TestARowTakesTheNearestGame(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	mustBring(t, in, ImportOptions{}, "2026-12-05,13:30,hockey,Northgate,TBD,", "2026-12-12,13:30,hockey,Northgate,Saints,")
	_, err := bringRows(t, in, ImportOptions{}, "2026-12-06,13:30,hockey,Saints,Northgate,", "2026-12-05,13:30,hockey,Northgate,Harbour,")
	if err == nil || !strings.Contains(err.Error(), "games.csv:2: the same teams play in event 2 ") || !strings.Contains(err.Error(), "games.csv:3: event 1 is À déterminer @") {
		t.Errorf("%v", err)
	}
}

func TestRowsOfADayArePairedInOrder(t *testing.T) {
	at := func(hours ...int) []time.Time {
		var out []time.Time
		for _, hour := range hours {
			out = append(out, noon.Add(time.Duration(hour)*time.Hour))
		}
		return out
	}
	for _, test := range []struct{ a, b, want []int }{
		{[]int{16}, []int{13, 16}, []int{1}},
		{[]int{13}, []int{13, 16}, []int{0}},
		{[]int{15, 18}, []int{13, 16}, []int{0, 1}},
		{[]int{13, 16}, []int{17}, []int{-1, 0}},
		{[]int{13, 16, 19}, []int{12, 20}, []int{0, -1, 1}},
		{nil, []int{13}, []int{}},
		{[]int{13}, nil, []int{-1}},
	} {
		if got := pairByStart(at(test.a...), at(test.b...)); !slices.Equal(got, test.want) {
			t.Errorf("%v and %v: %v, want %v", test.a, test.b, got, test.want)
		}
	}
}
