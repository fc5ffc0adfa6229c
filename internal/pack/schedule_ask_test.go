package pack

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/schedule"
)

// What a file leaves open is asked about, with the option that answers; nothing is guessed
// and nothing imported.
func TestWhatAFileLeavesOpenIsAsked(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	for name, test := range map[string]struct {
		file, want, hint string
		answers          schedule.Answers
	}{
		"a near name": {
			"date,time,sport,home,away\n2026-11-28,19:00,hockey,St Mary,Harbour\n2026-11-29,19:00,hockey,St Mary,Northgate\n",
			`games.csv:2: home: "St Mary" is not known; did you mean "st-marys-hockey"`, `--map "St Mary=st-marys-hockey"`,
			schedule.Answers{},
		},
		"the order of dates":       {"Date,Time,Sport,Home,Away\n05/12/2026,19:00,hockey,Northgate,Harbour\n", "can be read as a day in two different months", "--date-order mdy", schedule.Answers{}},
		"both orders":              {"Date,Time,Sport,Home\n13/12/2026,19:00,hockey,Northgate\n12/13/2026,19:00,hockey,Northgate\n", "have the month first and others the day first", "--date-order", schedule.Answers{}},
		"the year first or last":   {"Date,Time,Sport,Home,Away\n26-11-28,19:00,hockey,Northgate,Harbour\n", `"26-11-28" can be read as a day in two different years`, "--date-order ymd", schedule.Answers{}},
		"the year":                 {"Date,Time,Sport,Home\nNov 28,19:00,hockey,Northgate\n", `"Nov 28" has no year`, "--season-start", schedule.Answers{}},
		"a year long ago":          {"Date,Time,Sport,Home\n1926-11-28,19:00,hockey,Northgate\n", `is in the year 1926`, "--any-year", schedule.Answers{}},
		"a year far ahead":         {"Date,Time,Sport,Home\n2126-11-28,19:00,hockey,Northgate\n", `is in the year 2126`, "--any-year", schedule.Answers{}},
		"a year of two digits":     {"Date,Time,Sport,Home\n28/11/99,19:00,hockey,Northgate\n", `is in the year 2099`, "--any-year", schedule.Answers{}},
		"the sport":                {"Date,Time,Home,Away\n2026-11-28,19:00,Northgate,Harbour\n", "does not say the sport", "--sport", schedule.Answers{}},
		"a school of other sports": {"Date,Time,Sport,Home\n2026-11-28,19:00,hockey-women,Saints\n", "", "", schedule.Answers{}},
		"home of A vs B":           {"Match,Date,Time,Sport\nNorthgate vs Harbour,2026-11-28,19:00,hockey\n", "which team is at home", "--versus", schedule.Answers{}},
		"whose schedule":           {"Opponent,Date,Time,Sport\nvs Harbour,2026-11-28,19:00,hockey\n", "whose schedule it is", "--team", schedule.Answers{}},
		"home or away":             {"Opponent,Date,Time,Sport\nHarbour,2026-11-28,19:00,hockey\n", "no row says vs or @", "home_away", schedule.Answers{Team: "northgate-hockey"}},
		"the same teams twice":     {"Date,Time,Sport,Home,Away\n2026-11-28,13:00,hockey,Northgate,Harbour\n2026-11-28,16:00,hockey,Northgate,Harbour\n", "this is the same event as in line 2", "--doubleheaders", schedule.Answers{}},
		"a status":                 {"Date,Time,Sport,Home,Status\n2026-11-28,19:00,hockey,Northgate,Rained out\n", `"Rained out" is not a status`, `--map "Rained out=postponed"`, schedule.Answers{}},
		"two columns":              {"Date,Time,Sport,Home Team,Host\n2026-11-28,19:00,hockey,Northgate,Northgate\n", `both mean home`, "--column", schedule.Answers{}},
		"morning or evening":       {"Date,Time,Sport,Home\n2026-11-28,7:00 PM,hockey,Northgate\n2026-11-29,7:00,hockey,Northgate\n", `"7:00" has no AM or PM`, "", schedule.Answers{}},
		"a game without AM or PM":  {"Date,Time,Sport,Home\n2026-11-28,7:00,hockey,Northgate\n", `games.csv:2: Time: "7:00" can be AM or PM, and no time in the file tells which`, "--hours pm", schedule.Answers{}},
		"games without AM or PM":   {"Date,Time,Sport,Home\n2026-11-28,10:00,hockey,Northgate\n2026-11-29,7:30,hockey,Northgate\n2026-11-30,8:15,hockey,Northgate\n2026-12-01,12:00,hockey,Northgate\n2026-12-02,TBD,hockey,Northgate\n", `Time: "10:00" can be AM or PM, and no time in the file tells which (3 rows)`, "--hours pm", schedule.Answers{}},
	} {
		t.Run(name, func(t *testing.T) {
			tree := fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(test.file)}}
			_, err := Import(t.Context(), in, "league", tree, "games.csv", ImportOptions{Answers: test.answers, DryRun: true})
			if test.want == "" {
				if err == nil {
					return
				}
				t.Fatal(err)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), test.hint) {
				t.Errorf("got %v\nwant %s and %s", err, test.want, test.hint)
			}
			if name == "a near name" && strings.Count(err.Error(), "is not known") != 1 {
				t.Errorf("a name is asked about more than once: %v", err)
			}
		})
	}
}

// A row that contradicts itself is refused, or told of where an alias was written on purpose.
func TestContradictionsAreRefusedOrTold(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	for name, test := range map[string]struct{ file, refused, told string }{
		"end before start":        {"date,time,end time,sport,home\n2026-11-28,19:00,09:00,hockey,Northgate\n", "end time: the game lasts longer than 12 hours (09:00); correct its end, or add the date of the end", ""},
		"after midnight":          {"date,time,end time,sport,home\n2026-11-28,22:00,00:30,hockey,Northgate\n", "", ""},
		"against itself":          {"date,time,sport,home,away\n2026-11-28,19:00,hockey,Northgate,École Northgate\n", "plays against itself", ""},
		"another sport":           {"date,time,sport,home\n2026-11-28,19:00,soccer,northgate-hockey\n", "", `"northgate-hockey" plays hockey, but the row says soccer`},
		"another gender":          {"date,time,sport,gender,home\n2026-11-28,19:00,hockey,F,northgate-hockey\n", "", "is a team of the gender M"},
		"a negative price":        {"date,time,sport,home,access,base_price\n2026-11-28,19:00,hockey,Northgate,paid,-8\n", "it is negative", ""},
		"parts of a cent":         {"date,time,sport,home,access,base_price\n2026-11-28,19:00,hockey,Northgate,paid,8.999\n", "more than two decimals", ""},
		"free with a price":       {"date,time,sport,home,access,base_price\n2026-11-28,19:00,hockey,Northgate,free,8\n", "cannot have a price", ""},
		"no access, a price":      {"date,time,sport,home,base_price\n2026-11-28,19:00,hockey,Northgate,8\n", "cannot have a price", ""},
		"ppv for nothing":         {"date,time,sport,home,access\n2026-11-28,19:00,hockey,Northgate,ppv\n", "", "it cannot be bought"},
		"the wrong weekday":       {"date,day,time,sport,home\n2026-11-28,Monday,19:00,hockey,Northgate\n", "does not match its day of the week", ""},
		"on and called off":       {"date,time,status,sport,home\n2026-11-28,PPD,on,hockey,Northgate\n", "another column says that the game is postponed", ""},
		"an end date before":      {"date,end date,time,sport,home\n2026-11-28,2026-11-27,19:00,hockey,Northgate\n", "end date: the game ends before it starts (2026-11-27)", ""},
		"before a day, no time":   {"date,end date,time,sport,home\n2026-11-28,2026-11-27,TBD,hockey,Northgate\n", "end date: the game ends before it starts (2026-11-27)", ""},
		"an end date after":       {"date,end date,time,sport,home\n2026-11-28,2026-11-29,19:00,hockey,Northgate\n", "", ""},
		"no end date":             {"date,end date,time,sport,home\n2026-11-28,TBD,19:00,hockey,Northgate\n", "", ""},
		"another currency":        {"date,time,sport,home,access,base_price\n2026-11-28,19:00,hockey,Northgate,paid,USD 8.99\n", `base_price: "USD 8.99" is in another currency than the channel's, CAD`, ""},
		"a fee in another":        {"date,time,sport,home,access,base_price,fee\n2026-11-28,19:00,hockey,Northgate,paid,8.99,US$1\n", `fee: "US$1" is in another currency than the channel's, CAD`, ""},
		"a column in another":     {"date,time,sport,home,access,Price (USD)\n2026-11-28,19:00,hockey,Northgate,paid,8.99\n", `the column "Price (USD)" is in USD, but the channel sells in CAD`, ""},
		"the channel's currency":  {"date,time,sport,home,access,Price (CAD)\n2026-11-28,19:00,hockey,Northgate,paid,CAD 8.99\n", "", ""},
		"a fee without a price":   {"date,time,sport,home,access,base_price,fee\n2026-11-28,19:00,hockey,Northgate,paid,,1.17\n", "fee: a game without a price cannot have a service fee", ""},
		"men against women":       {"date,time,sport,home,away\n2026-11-28,19:00,hockey,Northgate,belugas\n", "", `home: "Northgate" is a team of the gender M, but "Bélugas" is of the gender W`},
		"a gender for both teams": {"date,time,sport,gender,home,away\n2026-11-28,19:00,hockey,M,Northgate,Harbour\n", "", ""},
		"an early morning":        {"date,time,sport,home\n2026-11-20,07:00,hockey,Northgate\n2026-11-21,07:00,hockey,Northgate\n2026-11-22,07:00,hockey,Northgate\n2026-11-23,07:00,hockey,Northgate\n2026-11-24,07:00,hockey,Northgate\n", "", "before 9:00"},
	} {
		t.Run(name, func(t *testing.T) {
			tree := fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(test.file)}}
			report, err := Import(t.Context(), in, "league", tree, "games.csv", ImportOptions{DryRun: true})
			if test.refused != "" {
				if err == nil || !strings.Contains(err.Error(), test.refused) {
					t.Errorf("got %v\nwant %s", err, test.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var told strings.Builder
			if err := report.Write(&told); err != nil || !strings.Contains(told.String(), test.told) {
				t.Errorf("got %s\nwant %s", told.String(), test.told)
			}
		})
	}
	if got := saySchedule(t, in); len(got) != 0 {
		t.Errorf("a dry run imported %v", got)
	}
}

// A price needs a ticket by which the channel sells single games.
func TestAPriceNeedsATicketOfTheChannel(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	const season = "offers:\n  - {alias: season, kind: package, type: season, name: Season, base_price: 4000, service_fee: 0, weight: 1, capabilities: [watch]}\n"
	apply(t, in, with(map[string]string{"offers.yaml": season}))
	bring := func(price string) error {
		content := "date,time,sport,home,away,access,Price\n2026-11-28,19:00,hockey,castors,belugas,paid," + price + "\n"
		_, err := Import(t.Context(), in, "league", fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(content)}}, "games.csv", ImportOptions{DryRun: true})
		return err
	}
	if err := bring("8.99"); err == nil || !strings.Contains(err.Error(), "games.csv:2: Price: the channel sells no tickets for single games") || !strings.Contains(err.Error(), `--column "Price=-"`) {
		t.Errorf("%v", err)
	}
	if err := bring(""); err != nil {
		t.Errorf("without a price: %v", err)
	}
}

// An answer that names nothing is asked about by the name of the file, so that the printed option changes something.
func TestAWrongAnswerIsAskedAboutByTheNameInTheFile(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	for name, test := range map[string]struct {
		file    string
		answers schedule.Answers
		want    []string
	}{
		"a team":           {"date,time,sport,home\n2026-11-28,19:00,hockey,St Marys\n", schedule.Answers{Names: map[string]string{"St Marys": "st-mary"}}, []string{`home: "St Marys" is mapped to "st-mary": "st-mary" is not known`, `--map "St Marys=st-marys`}},
		"a location":       {"date,time,sport,home,location\n2026-11-28,19:00,hockey,Northgate,Rink\n", schedule.Answers{Names: map[string]string{"Rink": "memoriel"}}, []string{`location: "Rink" is mapped to "memoriel"`, `--map "Rink=memorial"`}},
		"a rink of one":    {"date,time,sport,home,venue,rink name\n2026-11-28,19:00,hockey,Northgate,Memorial Arena,Ice A\n", schedule.Answers{Names: map[string]string{"Memorial Arena Ice A": "memorial-9"}}, []string{`"Memorial Arena Ice A" is mapped to "memorial-9"`, `--map "Memorial Arena Ice A=memorial-1"`}},
		"another division": {"date,time,sport,home,age group\n2026-11-28,19:00,hockey,Northgate,U18\n", schedule.Answers{Names: map[string]string{"U18": "onee"}}, []string{`age group: "U18" is mapped to "onee"`, `--map "U18=one"`}},
		"whose schedule":   {"Opponent,Date,Time,Sport\nvs Harbour,2026-11-28,19:00,hockey\n", schedule.Answers{Team: "northgate-hokey"}, []string{`"northgate-hokey" is not known`, "--team northgate-hockey"}},
	} {
		t.Run(name, func(t *testing.T) {
			tree := fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(test.file)}}
			_, err := Import(t.Context(), in, "league", tree, "games.csv", ImportOptions{Answers: test.answers, DryRun: true})
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("got %v\nwant %s", err, want)
				}
			}
		})
	}
	// An answer that leaves a rink out keeps its arena.
	content := "date,time,sport,home,venue,rink name\n2026-11-28,19:00,hockey,Northgate,Memorial Arena,Rink 9\n"
	options := ImportOptions{Answers: schedule.Answers{Names: map[string]string{"Rink 9": schedule.Ignore}}}
	if _, err := Import(t.Context(), in, "league", fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(content)}}, "games.csv", options); err != nil {
		t.Fatal(err)
	}
	if got := saySchedule(t, in); len(got) != 1 || !strings.HasSuffix(got[0], " memorial") {
		t.Errorf("%v", got)
	}
}

// A refusal tells how the file was read: a wrong encoding or an ignored column can be the reason of its questions.
func TestARefusalTellsHowTheFileWasRead(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, northLeague())
	tells := func(what string, err error, want ...string) {
		t.Helper()
		for _, words := range want {
			if err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("%s: got %v\nwant %s", what, err, words)
			}
		}
	}
	_, err := bringFile(t, in, "ligue.csv", ImportOptions{Answers: schedule.Answers{Names: map[string]string{"Harbour Lynx": "nothing"}}})
	tells("an unknown name", err, "ligue.csv is read as Windows-1252", "Columns read: ")
	_, err = bringFile(t, in, "registration.csv", ImportOptions{})
	tells("an open question", err, "Columns ignored: Home Score, Visitor Score, Referee, Game # (with --source NAME, it identifies the games).")
	content := "date;time;sport;hoem;Juge\n2026-11-28;19:00;hockey;Northgate;X\n"
	_, err = Import(t.Context(), in, "league", fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(content)}}, "games.csv", ImportOptions{})
	tells("a header", err, "Cells are separated by semicolons.", "Columns ignored: Juge.")
	mustBring(t, in, ImportOptions{}, opening)
	_, err = Import(t.Context(), in, "league", fstest.MapFS{"games.csv": &fstest.MapFile{
		Data: []byte("Date,Time,Sport,Home,Away,Umpire\n2026-11-29,19:00,hockey,Northgate,Saints,X\n"),
	}}, "games.csv", ImportOptions{})
	tells("a game that moved", err, "the same teams play in event", "Columns ignored: Umpire.")
	_, err = Import(t.Context(), in, "league", fstest.MapFS{"games.csv": &fstest.MapFile{
		Data: []byte("Date,Time,Sport,Home,Away,Acces,Umpire\n2026-12-20,19:00,hockey,Northgate,Saints,vip,X\n"),
	}}, "games.csv", ImportOptions{})
	tells("a refusal of the catalogue", err, "games.csv:2: Acces: The type must be", "Columns ignored: Umpire.")
}
