package pack

import (
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const openingGame = "id,date,time,sport,home,away\nopening,2026-11-18,19:00,hockey,castors,belugas\n"

// A check names the events that neither the schedule of the pack nor the channel has. Apply refuses the same events at the same lines.
func TestCheckFindsEventsThatApplyRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		for _, test := range []struct {
			event, schedule               string
			unchecked, missing, installed string // by check, by check and by check with the installation
		}{
			{event: "opening", schedule: openingGame},
			{event: "openign", schedule: openingGame, missing: `schedule.csv has no event "openign"; did you mean "opening"?`, installed: `the channel has no event "openign"; did you mean "opening"?`},
			{event: "nothing", unchecked: `"nothing" was not checked: the pack has no schedule.csv`, installed: `the channel has no event "nothing"`},
			{event: "id:99", schedule: openingGame, unchecked: `"id:99" was not checked: the pack does not contain it`, installed: `the channel has no event "id:99"`},
		} {
			for place, files := range map[string]map[string]string{
				"library.yaml:15": editLibrary("media: [{alias: film, film: films/goals.mp4}]", "media: [{alias: game, event: '"+test.event+"'}]"),
				"site.yaml:3":     {"site.yaml": "slides:\n  - {type: main, title: Bienvenue}\n  - {type: main, title: Ce soir, event: '" + test.event + "'}\n"},
			} {
				files["schedule.csv"] = test.schedule
				p := readLeague(t, with(files))
				unchecked, err := p.CheckEvents()
				got := ""
				if len(unchecked) > 0 {
					got = unchecked[0].String()
				}
				at := func(message string) string {
					if message == "" {
						return ""
					}
					return place + ": event: " + message
				}
				if got != at(test.unchecked) {
					t.Errorf("%s in %s: not checked are %q", test.event, place, got)
				}
				if got := messageOf(err); got != at(test.missing) {
					t.Errorf("%s in %s: check says %q", test.event, place, got)
				}
				if got := messageOf(CheckStoredEvents(t.Context(), in, p)); got != at(test.installed) {
					t.Errorf("%s in %s: check with the installation says %q", test.event, place, got)
				}
				if _, err := Apply(t.Context(), in, p, true); messageOf(err) != at(test.installed) {
					t.Errorf("%s in %s: apply says %v", test.event, place, err)
				}
			}
		}
		apply(t, in, with(map[string]string{"schedule.csv": openingGame}))
		before := readLeague(t, with(map[string]string{"site.yaml": "slides:\n  - {type: main, title: Ce soir, event: opening}\n"}))
		if err := CheckStoredEvents(t.Context(), in, before); err != nil {
			t.Errorf("an event of an earlier import: %v", err)
		}
		mustApply(t, in, before)
	})
}

func messageOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Apply writes a checked schedule and checked pages: what their domains refuse is a problem of the check.
func TestCheckFindsWhatTheDomainsRefuse(t *testing.T) {
	head, long := "id,date,time,sport,home,away,access,base_price,name\n", strings.Repeat("x", 201)
	for row, want := range map[string]string{
		"a,2026-11-28,19:00,hockey,castors,belugas,anyone,,":         "schedule.csv:2: access: The type must be free, register, paid or ppv",
		"a,2026-11-28,19:00,hockey,castors,belugas,ppv,50000000,":    "schedule.csv:2: base_price: The price must be 0 or more, and at most 1,000,000.00",
		"a,2026-11-28,19:00,hockey,castors,belugas,free,," + long:    "schedule.csv:2: name: Field length must be less than 201",
		long + ",2026-11-28,19:00,hockey,castors,belugas,free,,":     "schedule.csv:2: id: Field length must be less than 201",
		"a,2926-11-28,19:00,hockey,castors,belugas,free,,":           "schedule.csv:2: date: The start must be between 1970 and 2200",
		"a,2026-11-28,19:00,hockey,castors,Nordet,free,,":            `schedule.csv:2: away: "Nordet" is not known`,
		"a,today+3,19:00,hockey,Castors de l'Estrie,belugas,free,,":  "",
		"a,2026-11-28,19:00,hockey,castors,belugas,register,12.50,x": "",
	} {
		if _, err := Read(with(map[string]string{"schedule.csv": head + row + "\n"}), environment(nil)); !strings.HasPrefix(messageOf(err), want) || (err == nil) != (want == "") {
			t.Errorf("%.60s: %v, want %q", row, err, want)
		}
	}
	pages := "pages:\n  - {alias: about, url: /about, name: A}\n  - {alias: rules, url: /about, name: B}\n"
	if _, err := Read(with(map[string]string{"pages.yaml": pages}), environment(nil)); messageOf(err) != `pages.yaml:3: url: "/about" is listed twice` {
		t.Errorf("two pages at one address: %v", err)
	}
}
