package pack

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/schedule"
)

// northLeague is a league of three schools, each with teams of several sports.
func northLeague() fstest.MapFS {
	catalog := string(league()["catalog.yaml"].Data)
	teams := ""
	for _, school := range []string{"northgate", "st-marys", "harbour"} {
		for _, team := range []string{"hockey, gender: M", "soccer, gender: W"} {
			sport, _, _ := strings.Cut(team, ",")
			name := map[string]string{"northgate": "Northgate", "st-marys": "Saints", "harbour": "Harbour Lynx"}[school]
			teams += fmt.Sprintf("  - {alias: %s-%s, name: %s, group: %s, sport: %s}\n", school, sport, name, school, team)
		}
	}
	catalog = strings.Replace(catalog, "participants:\n", "participants:\n"+teams, 1)
	catalog = strings.Replace(catalog, "participant_groups:\n", `participant_groups:
  - {alias: northgate, name: {en: Northgate, fr: École Northgate}, city: Northgate, state: ON, color: "#1c3fa0"}
  - {alias: st-marys, name: "St. Mary's", city: Northgate, state: ON, color: "#1c3fa0"}
  - {alias: harbour, name: Harbour, city: Northgate, state: ON, color: "#1c3fa0"}
`, 1)
	catalog = strings.Replace(catalog, "locations:\n", `locations:
  - {alias: memorial, name: {en: Memorial Arena, fr: Aréna Mémorial}, city: Northgate, state: ON, country: CA, time_zone: America/Toronto}
  - {alias: memorial-1, name: Memorial Arena - Rink 1, city: Northgate, state: ON, country: CA, time_zone: America/Toronto}
  - {alias: civic, name: {en: Civic Centre, fr: Centre civique}, city: Harbour, state: ON, country: CA, time_zone: America/Toronto}
`, 1)
	return with(map[string]string{"catalog.yaml": catalog})
}

// bringFile imports one of the exports.
func bringFile(t *testing.T, in Installation, name string, options ImportOptions) (*ImportReport, error) {
	t.Helper()
	content, err := os.ReadFile("testdata/schedules/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return Import(t.Context(), in, "league", fstest.MapFS{name: &fstest.MapFile{Data: content}}, name, options)
}

// saySchedule lists the channel's events, the earliest first: teams, start at the venue and place.
func saySchedule(t *testing.T, in Installation) []string {
	t.Helper()
	id := channelOf(t, in, "league")
	events, err := in.Catalog.Schedule(t.Context(), id, 100)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := in.Catalog.Stored(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(events, func(a, b *catalog.Event) int { return cmp.Or(a.StartAt.Compare(b.StartAt), int(a.ID-b.ID)) })
	var out []string
	for _, e := range events {
		out = append(out, sayEvent(ref, e))
	}
	return out
}

func TestExportsOfOtherToolsAreImported(t *testing.T) {
	hockey := schedule.Answers{Sport: "hockey"}
	for _, test := range []struct {
		file    string
		answers schedule.Answers
		want    []string
		told    string // in the report
	}{
		{"registration.csv", schedule.Answers{Sport: "hockey", Names: map[string]string{"Saint Mary's": "st-marys-hockey"}}, []string{
			"st-marys-hockey @ northgate-hockey 2026-11-28 19:00 memorial-1", "northgate-hockey @ harbour-hockey 2026-12-05 13:30 memorial cancelled", "harbour-hockey @ st-marys-hockey 2026-12-13 civic tba",
		}, "Columns ignored: Home Score, Visitor Score, Referee"},
		{"ligue.csv", hockey, []string{
			"st-marys-hockey @ northgate-hockey 2026-11-28 19:30 memorial", "northgate-hockey @ harbour-hockey 2026-12-05 19:00 civic postponed", "harbour-hockey @ st-marys-hockey 2026-12-13 civic tba",
		}, "ligue.csv is read as Windows-1252"},
		{"school.csv", schedule.Answers{Team: "northgate-hockey", Sport: "hockey"}, []string{
			"st-marys-hockey @ northgate-hockey 2026-11-28 19:00 memorial", "northgate-hockey @ harbour-hockey 2026-12-05 13:30 civic", "st-marys-hockey vs northgate-hockey 2026-12-13 civic tba",
		}, "line 1: a title"},
		{"arena.txt", hockey, []string{
			"st-marys-hockey @ northgate-hockey 2026-11-28 19:00 memorial-1 2h0m0s", "northgate-hockey @ harbour-hockey 2026-12-05 13:30 civic 2h0m0s",
		}, "Cells are separated by tabs."},
		{"athletics.csv", schedule.Answers{}, []string{
			"st-marys-hockey @ northgate-hockey 2026-11-28 19:00 memorial", "northgate-soccer @ st-marys-soccer 2026-12-01 16:00 civic",
		}, "Columns ignored: Bus Time"},
		{"doubleheader.csv", hockey, []string{
			"harbour-hockey @ northgate-hockey 2026-11-28 13:00", "harbour-hockey @ northgate-hockey 2026-11-28 16:00", "st-marys-hockey @ northgate-hockey 2026-11-29 postponed",
		}, ""},
		{"mac.csv", hockey, []string{
			"st-marys-hockey @ northgate-hockey 2026-11-28 19:00 memorial", "northgate-hockey @ harbour-hockey 2026-12-05 12:00 civic",
		}, ""},
		{"feed.csv", hockey, []string{
			"st-marys-hockey @ northgate-hockey 2026-11-28 19:00 memorial 2h30m0s", "northgate-hockey @ harbour-hockey 2026-12-05 13:30 civic 2h0m0s",
		}, "starts_at = date_time"},
		{"tickets.csv", hockey, []string{
			"st-marys-hockey @ northgate-hockey 2026-11-28 19:30 memorial 899", "northgate-hockey @ harbour-hockey 2026-12-05 13:30 civic 899",
		}, "Cells are separated by semicolons."},
		{"tournament.csv", schedule.Answers{Sport: "hockey", Versus: schedule.Neutral}, []string{
			"st-marys-hockey vs northgate-hockey 2026-11-28 19:00 memorial", "harbour-hockey 2026-11-29 memorial tba", "northgate-hockey vs harbour-hockey 2026-11-30 09:00 civic",
		}, `line 5: "Total: 3 games"`},
	} {
		t.Run(test.file, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				in, _ := newInstallation(t, d)
				apply(t, in, northLeague())
				report, err := bringFile(t, in, test.file, ImportOptions{Answers: test.answers})
				if err != nil {
					t.Fatal(err)
				}
				if got := saySchedule(t, in); !slices.Equal(got, test.want) {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
				}
				var told strings.Builder
				if err := report.Write(&told); err != nil || !strings.Contains(told.String(), test.told) {
					t.Errorf("the report does not tell %q:\n%s", test.told, told.String())
				}
				if again, err := bringFile(t, in, test.file, ImportOptions{Answers: test.answers}); err != nil || again.Imported != (catalog.Imported{Unchanged: len(test.want)}) {
					t.Errorf("again: %+v, %v", again, err)
				}
			})
		})
	}
}

// sayEvent tells what an export decides of an event.
func sayEvent(ref *catalog.Reference, e *catalog.Event) string {
	var teams []string
	for _, id := range e.Participants {
		teams = append(teams, ref.Participant(id).Alias)
	}
	between := " vs "
	if e.HomeID != 0 {
		between = " @ "
	}
	start := e.StartAt.In(mustZone(e.TimeZone))
	parts := []string{strings.Join(teams, between), start.Format("2006-01-02")}
	if !e.TimeTBA {
		parts = append(parts, start.Format("15:04"))
	}
	if l := ref.Location(e.LocationID); l != nil {
		parts = append(parts, l.Alias)
	}
	if e.ScheduleStatus != catalog.On {
		parts = append(parts, string(e.ScheduleStatus))
	}
	if e.Duration > 0 {
		parts = append(parts, e.Duration.String())
	}
	if e.BasePrice > 0 {
		parts = append(parts, fmt.Sprint(e.BasePrice))
	}
	return strings.Join(parts, " ")
}

func mustZone(name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return loc
}
