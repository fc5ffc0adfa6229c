package zone

import (
	"maps"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestCanonical(t *testing.T) {
	for name, want := range map[string]string{
		"PST": "America/Los_Angeles", "edt": "America/New_York", " CDT ": "America/Chicago", "EST": "America/New_York",
		"HNE": "America/Toronto", "UTC": "UTC", "America/Halifax": "America/Halifax",
		"": "", "Local": "", "Mars/Olympus": "", "XYZ": "", "../etc": "",
	} {
		got, ok := Canonical(name)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestESTChangesToDaylightTime(t *testing.T) {
	loc, err := Load("EST")
	if err != nil {
		t.Fatal(err)
	}
	if got := time.Date(2026, 7, 1, 19, 0, 0, 0, loc).UTC().Hour(); got != 23 {
		t.Errorf("19:00 EST in July is %d:00 UTC, want 23:00", got)
	}
}

func TestAliasesAreThoseOfTheApp(t *testing.T) {
	source, err := os.ReadFile("../../web/src/entities/zones.ts")
	if err != nil {
		t.Fatal(err)
	}
	app := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^  ([A-Z]+): '([A-Za-z_/]+)',$`).FindAllStringSubmatch(string(source), -1) {
		app[row[1]] = row[2]
	}
	if diff := cmp.Diff(aliases, app); diff != "" {
		t.Error(diff)
	}
	for alias, name := range maps.All(aliases) {
		if _, err := time.LoadLocation(name); err != nil {
			t.Errorf("%s: %v", alias, err)
		}
	}
}

func TestAtRefusesTheHourThatClocksSkip(t *testing.T) {
	loc, err := Load("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2027, 3, 14, 0, 0, 0, 0, time.UTC)
	if _, ok := At(day, 2, 30, loc); ok {
		t.Error("02:30 exists on the day of the change")
	}
	if at, ok := At(day, 3, 30, loc); !ok || at.Day() != 14 {
		t.Errorf("03:30 is %v, %v", at, ok)
	}
}
