package pack

import (
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/schedule"
)

// In a file that says AM or PM, a start or an end without it is in the half of the day that makes a game of at most 12 hours.
func TestAGameThatLacksAMOrPMIsTheShorterOne(t *testing.T) {
	h, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, h, northLeague())
	const columns, game = "id,date,time,end date,end time,sport,home,away\ngame,", ",hockey,Northgate,Harbour\n"
	for name, test := range map[string]struct {
		row, hours    string
		start, length string
		warning       string
	}{
		"an end in the evening":                {"2026-11-28,7:00 PM,,9:30", "", "19:00", "2h30m0s", ""},
		"an end after noon":                    {"2026-11-28,11:30 AM,,1:00", "", "11:30", "1h30m0s", ""},
		"an end after midnight":                {"2026-11-28,10:00 PM,,1:00", "", "22:00", "3h0m0s", ""},
		"an end on the next day":               {"2026-11-28,10:00 PM,2026-11-29,1:00", "", "22:00", "3h0m0s", ""},
		"an end far away":                      {"2026-11-28,11:00 PM,,10:00", "", "23:00", "11h0m0s", `games.csv:2: end time: "10:00" has no AM or PM; the game is read as lasting 11h0m0s`},
		"a range with an end after noon":       {"2026-11-28,11:30-1:00 PM,,", "", "11:30", "1h30m0s", ""},
		"a range with a start in the evening":  {"2026-11-28,7:00 PM-9:30,,", "", "19:00", "2h30m0s", ""},
		"a range of bare hours":                {"2026-11-28,11-1 PM,,", "", "11:00", "2h0m0s", ""},
		"a start before an end with PM":        {"2026-11-28,7:00,,9:30 PM", "", "19:00", "2h30m0s", ""},
		"a start in the morning":               {"2026-11-28,11:30,,1:00 PM", "", "11:30", "1h30m0s", ""},
		"nothing shows the clock":              {"2026-11-28,10:30,,1:00", "", "10:30", "2h30m0s", ""},
		"an answer and an end on the next day": {"2026-11-28,7:00,2026-11-29,9:30", "pm", "19:00", "26h30m0s", ""},
	} {
		t.Run(name, func(t *testing.T) {
			report, got := importGame(t, h, columns+test.row+game, schedule.Answers{Hours: test.hours})
			if want := " 2026-11-28 " + test.start + " " + test.length; !strings.HasSuffix(got, want) {
				t.Errorf("got %s\nwant %s", got, want)
			}
			if !strings.Contains(report, test.warning) || test.warning == "" && strings.Contains(report, "has no AM or PM") {
				t.Errorf("got %s\nwant the warning %q", report, test.warning)
			}
		})
	}
}

// importGame imports a table with one game, and returns the report and the stored game.
func importGame(t *testing.T, h Installation, content string, answers schedule.Answers) (report, game string) {
	t.Helper()
	var told strings.Builder
	if err := bringTable(t, h, content, ImportOptions{Answers: answers}).Write(&told); err != nil {
		t.Fatal(err)
	}
	return told.String(), strings.Join(saySchedule(t, h), "\n")
}

func TestAnImpossibleEndIsRefusedWithItsReason(t *testing.T) {
	h, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, h, northLeague())
	const columns, game = "date,time,end date,end time,sport,home,away\n", ",hockey,Northgate,Harbour\n"
	for name, test := range map[string]struct{ row, want string }{
		"an earlier day":            {"2026-11-28,19:00,2026-11-27,21:00", "end time: the game ends before it starts (2026-11-27 21:00)"},
		"an earlier time of a day":  {"2026-11-28,7:00 PM,2026-11-28,6:30", "end time: the game ends before it starts (2026-11-28 6:30)"},
		"13 hours":                  {"2026-11-28,08:00,,21:00", "end time: the game lasts longer than 12 hours (21:00); correct its end, or add the date of the end"},
		"a date, and AM or PM":      {"2026-11-28,7:00 PM,2026-11-30,9:30", `end time: "2026-11-30 9:30" has no AM or PM, unlike other times in the file`},
		"more than 30 days":         {"2026-11-28,19:00,2026-12-29,21:00", "end time: the game lasts longer than 30 days (2026-12-29 21:00)"},
		"another year":              {"2026-11-28,19:00,2126-11-28,21:00", `end date: "2126-11-28" is in the year 2126`},
		"no year":                   {"2026-11-28,19:00,Nov 28,21:00", `end date: "Nov 28" has no year`},
		"a date before today":       {"today+1,19:00,today,21:00", "end time: the game ends before it starts (today 21:00)"},
		"clocks forward":            {"2027-03-14,01:00,,02:30", "end time: 02:30 does not exist on that day in America/Toronto"},
		"clocks forward, next day":  {"2027-03-13,22:00,,02:30", "end time: 02:30 does not exist on that day in America/Toronto"},
		"an offset of the end date": {"2026-11-28,19:00,2026-11-28T18:00:00-05:00,", "end time: the game ends before it starts"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := tryTable(t, h, columns+test.row+game, ImportOptions{DryRun: true})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestTheOffsetAndTheCountOfAnEndDateAreRead(t *testing.T) {
	h, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, h, northLeague())
	for name, row := range map[string]string{
		"an offset":              "2026-11-28,19:00,2026-11-28T23:30:00-03:00,",
		"an offset of the start": "2026-11-29T00:00:00Z,,,21:30",
		"a count of days":        "today+1,22:00,today+2,00:30",
	} {
		t.Run(name, func(t *testing.T) {
			_, got := importGame(t, h, "id,date,time,end date,end time,sport,home,away\ngame,"+row+",hockey,Northgate,Harbour\n", schedule.Answers{})
			if !strings.HasSuffix(got, " 2h30m0s") {
				t.Errorf("got %s", got)
			}
		})
	}
}

// AM or PM of an end answers the question about a start without it.
func TestAnEndWithPMShowsA12HourClock(t *testing.T) {
	h, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, h, northLeague())
	const columns = "date,time,end time,sport,home,away\n"
	_, err := tryTable(t, h, columns+"2026-11-28,7:00,,hockey,Northgate,Harbour\n2026-11-29,7:00,9:30 PM,hockey,Northgate,Harbour\n", ImportOptions{DryRun: true})
	if err == nil || !strings.Contains(err.Error(), `games.csv:2: time: "7:00" has no AM or PM, unlike other times in the file`) || strings.Contains(err.Error(), "games.csv:3") {
		t.Errorf("%v", err)
	}
	if got, _ := importGame(t, h, columns+"2026-11-28,10:30-1:00 PM,,hockey,Northgate,Harbour\n", schedule.Answers{}); strings.Contains(got, "says AM or PM") {
		t.Errorf("the file says PM: %s", got)
	}
}
