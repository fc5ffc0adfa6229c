package pack

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestImportTwiceDoublesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, media := newInstallation(t, d)
		apply(t, in, league())
		const header = "id,date,time,time_zone,sport,gender,home,away,location,division,group,access,base_price,service_fee,duration_min,featured,image,embed,name,name_en,description\n"
		file := func(rows ...string) fstest.MapFS {
			return fstest.MapFS{
				"games.csv":   &fstest.MapFile{Data: []byte("\ufeff" + header + strings.Join(rows, "\n"))},
				"i/still.png": &fstest.MapFile{Data: still(16, 9)},
			}
		}
		opening := `opening,2026-11-28,19:30,,hockey,M,castors,belugas,arena,one,season,paid,8.99,1.17,120,yes,i/still.png,https://video.league.example/42,"Match d'ouverture",Opening night,"**Premier** match"`
		other := `,today+1,14:00,America/Regina,soccer,,,castors,,,,,,,,,,,,,`
		run := func(tree fstest.MapFS) catalog.Imported {
			t.Helper()
			var told []string
			got, err := Import(t.Context(), in, "league", tree, "games.csv", ImportOptions{Progress: func(done, all int) { told = append(told, fmt.Sprint(done, all)) }})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Join(told, ";") != "2 2" {
				t.Errorf("told %v", told)
			}
			return got.Imported
		}
		if got := run(file(opening, other)); got != (catalog.Imported{Created: 2}) {
			t.Errorf("%+v", got)
		}
		if got := run(file(opening, other)); got != (catalog.Imported{Unchanged: 2}) {
			t.Errorf("again %+v", got)
		}
		if got := run(file(strings.Replace(opening, "19:30", "20:00", 1), other)); got != (catalog.Imported{Updated: 1, Unchanged: 1}) {
			t.Errorf("an hour later %+v", got)
		}
		c, err := in.Channels.FindByKey(t.Context(), "league")
		if err != nil {
			t.Fatal(err)
		}
		events, _, err := in.Catalog.List(t.Context(), int64(c.ID), catalog.Filter{}, catalog.Page{Sort: catalog.ByDate, Limit: 10})
		if err != nil || len(events) != 2 {
			t.Fatalf("%v, %v", events, err)
		}
		if want := time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC); !events[0].StartAt.Equal(want) {
			t.Errorf("tomorrow at two in Regina, which keeps one offset all year, is %s", events[0].StartAt)
		}
		e, err := in.Catalog.FindEvent(t.Context(), int64(c.ID), events[1].ID)
		if err != nil {
			t.Fatal(err)
		}
		if want := time.Date(2026, 11, 29, 1, 0, 0, 0, time.UTC); !e.StartAt.Equal(want) || e.TimeZone != "America/Toronto" || e.Price() != 1_016 ||
			e.Duration != 2*time.Hour || !e.Featured || e.Name["fr"] != "Match d'ouverture" || e.Name["en"] != "Opening night" ||
			!strings.Contains(e.Description["fr"], "<strong>") || e.SingleEventPackageID == 0 || media.files[e.Image.Key] == nil {
			t.Errorf("%+v", e)
		}
		// A slide may show an event by its name in the schedule.
		slides := "slides:\n  - {type: main, title: Ce soir, event: opening}\n"
		if changes := apply(t, in, with(map[string]string{"site.yaml": slides})); len(changes) == 0 {
			t.Error("nothing changed")
		}
		if changes := apply(t, in, with(map[string]string{"site.yaml": slides})); len(changes) != 0 {
			t.Errorf("the second time: %v", changes)
		}
	})
}

func TestScheduleProblemsNameTheirLine(t *testing.T) {
	in, _ := newInstallation(t, dbtest.SQLite(t))
	apply(t, in, league())
	for name, tt := range map[string]struct {
		content, want string
	}{
		"empty":          {"", "games.csv:1: a schedule must begin with"},
		"unknown column": {"date,time,sport,hoem\n", `games.csv:1: "hoem" is not a known column; did you mean "home"?`},
		"other language": {"date,time,sport,name_de\n", `games.csv:1: "name_de" is not a known column`},
		"missing column": {"date,sport\n", `games.csv:1: the column "time" is missing`},
		"short row":      {"date,time,sport,home\n2026-11-28,19:00\n", "games.csv:2: the row has 2 cells, but the header has 4"},
		"quotes":         {"date,time,sport,home\n\"2026,19:00,hockey,castors\n", "games.csv:2:"},
		"date":           {"date,time,sport,home\n31/31/2026,19:00,hockey,castors\n", `games.csv:2: date: "31/31/2026" is not a date`},
		"time":           {"date,time,sport,home\n2026-11-28,7ish,hockey,castors\n", `games.csv:2: time: "7ish" is not a time`},
		"clocks forward": {"date,time,sport,home\n2027-03-14,02:30,hockey,castors\n", "games.csv:2: time: 02:30 does not exist"},
		"zone":           {"date,time,sport,home,time_zone\n2026-11-28,19:00,hockey,castors,Mars\n", `games.csv:2: time_zone: "Mars"`},
		"status":         {"date,time,sport,home,status\n2026-11-28,19:00,hockey,castors,maybe\n", `games.csv:2: status: "maybe" is not a status`},
		"team":           {"date,time,sport,home\n2026-11-28,19:00,hockey,castor\n", `games.csv:2: home: "castor" is not known; did you mean "castors"?`},
		"sport":          {"date,time,sport,home\n2026-11-28,19:00,,castors\n", "games.csv:2: sport: Field is required"},
		"nobody":         {"date,time,sport\n2026-11-28,19:00,hockey\n", "games.csv:2: name: an event must have a name"},
		"price":          {"date,time,sport,home,base_price\n2026-11-28,19:00,hockey,castors,-8.999\n", `games.csv:2: base_price: "-8.999" is not an amount`},
		"access":         {"date,time,sport,home,access\n2026-11-28,19:00,hockey,castors,vip\n", "games.csv:2: access:"},
		"picture":        {"date,time,sport,home,image\n2026-11-28,19:00,hockey,castors,../x.png\n", "games.csv:2: image: ../x.png:"},
		"frame":          {"date,time,sport,home,embed\n2026-11-28,19:00,hockey,castors,https://evil.example/42\n", `games.csv:2: embed: "https://evil.example/42" must be an https address of one`},
		"twice":          {"date,time,sport,home\n2026-11-28,19:00,hockey,castors\n2026-11-28,21:00,hockey,castors\n", "games.csv:3: id: this is the same event as in line 2"},
	} {
		t.Run(name, func(t *testing.T) {
			tree := fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte(tt.content)}}
			got, err := Import(t.Context(), in, "league", tree, "games.csv", ImportOptions{})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v\nwant %s", got, err, tt.want)
			}
		})
	}
	c, err := in.Channels.FindByKey(t.Context(), "league")
	if err != nil {
		t.Fatal(err)
	}
	if total, err := in.Catalog.Total(t.Context(), int64(c.ID), catalog.Filter{}); err != nil || total != 0 {
		t.Errorf("%d events were imported, %v", total, err)
	}
}
