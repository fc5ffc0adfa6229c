package pack

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/schedule"
)

// Times such as 7:00 are read as they are written if the file shows a clock of 24 hours, and by the answer otherwise.
func TestTimesWithoutAMAndPMAreReadByTheAnswer(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	const columns = "date,time,end time,sport,home,away\n"
	for name, test := range map[string]struct {
		file, hours string
		want        []string // in the report
		note        bool
	}{
		"pm":                         {"2026-11-28,7:00,,hockey,Northgate,Harbour\n2026-11-29,12:15,,hockey,Northgate,Harbour\n", "pm", []string{"2026-11-28 19:00", "2026-11-29 12:15"}, false},
		"24h":                        {"2026-11-28,7:00,,hockey,Northgate,Harbour\n2026-11-29,10:15,,hockey,Northgate,Harbour\n", "24h", []string{"2026-11-28 07:00", "2026-11-29 10:15"}, false},
		"an end in the evening":      {"2026-11-28,7:00,9:30,hockey,Northgate,Harbour\n", "pm", []string{"2026-11-28 19:00"}, false},
		"an end after midnight":      {"2026-11-28,11:00,1:00,hockey,Northgate,Harbour\n", "pm", []string{"2026-11-28 23:00"}, false},
		"a time of 24 hours":         {"2026-11-28,7:00,,hockey,Northgate,Harbour\n2026-11-29,13:00,,hockey,Northgate,Harbour\n", "", []string{"2026-11-28 07:00", "2026-11-29 13:00"}, false},
		"an end of 24 hours":         {"2026-11-28,9:00,13:00,hockey,Northgate,Harbour\n", "", []string{"2026-11-28 09:00"}, false},
		"a leading zero":             {"2026-11-28,10:00,,hockey,Northgate,Harbour\n2026-11-29,09:30,,hockey,Northgate,Harbour\n", "", []string{"2026-11-28 10:00", "2026-11-29 09:30"}, false},
		"the form of French":         {"2026-11-28,7h00,,hockey,Northgate,Harbour\n", "", []string{"2026-11-28 07:00"}, false},
		"an offset":                  {"2026-11-28T11:00:00-05:00,,,hockey,Northgate,Harbour\n", "", []string{"2026-11-28 11:00"}, false},
		"an offset and another time": {"2026-11-28T00:00:00-05:00,19:00,,hockey,Northgate,Harbour\n", "", []string{"2026-11-28 19:00"}, false},
		"an answer against a proof":  {"2026-11-28,7:00,,hockey,Northgate,Harbour\n2026-11-29,13:00,,hockey,Northgate,Harbour\n", "pm", []string{"2026-11-28 07:00"}, false},
		"two digits only":            {"2026-11-28,10:30,,hockey,Northgate,Harbour\n", "", []string{"2026-11-28 10:30", `games.csv:1: time: no time of the file says AM or PM; "10:30" is read as the morning`}, true},
		"two digits and an answer":   {"2026-11-28,10:30,,hockey,Northgate,Harbour\n", "pm", []string{"2026-11-28 22:30"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			report, err := tryTable(t, in, columns+test.file, ImportOptions{Answers: schedule.Answers{Hours: test.hours}, DryRun: true})
			if err != nil {
				t.Fatal(err)
			}
			var told strings.Builder
			if err := report.Write(&told); err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(told.String(), want) {
					t.Errorf("got %s\nwant %s", told.String(), want)
				}
			}
			if noted := strings.Contains(told.String(), "says AM or PM"); noted != test.note {
				t.Errorf("got %s\nwith a note: %v", told.String(), test.note)
			}
		})
	}
}

// The answer about the times of a source is kept for its next files.
func TestTheHoursOfASourceAreKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, northLeague())
		row := func(day string) string {
			return "date,time,sport,home,away\n" + day + ",7:00,hockey,Northgate,Saints\n"
		}
		bringTable(t, in, row("2026-11-28"), ImportOptions{Source: "north", Answers: schedule.Answers{Hours: schedule.HoursAfternoon}})
		bringTable(t, in, row("2027-01-30"), ImportOptions{Source: "north"})
		got := strings.Join(saySchedule(t, in), "\n")
		if !strings.Contains(got, "2026-11-28 19:00") || !strings.Contains(got, "2027-01-30 19:00") {
			t.Errorf("got %s", got)
		}
		if _, err := tryTable(t, in, row("2027-02-27"), ImportOptions{Source: "south"}); err == nil || !strings.Contains(err.Error(), "--hours") {
			t.Errorf("another source: %v", err)
		}
	})
}

// A pack has times of 24 hours.
func TestTheScheduleOfAPackIsNotAskedAboutItsHours(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	tree := northLeague()
	tree["schedule.csv"] = &fstest.MapFile{Data: []byte("date,time,sport,home\n2026-11-28,7:00,hockey,northgate-hockey\n")}
	apply(t, in, tree)
	if got := saySchedule(t, in); len(got) != 1 || !strings.Contains(got[0], "2026-11-28 07:00") {
		t.Errorf("got %v", got)
	}
}
