package zone

import (
	"testing"
	"time"
)

func TestCanonical(t *testing.T) {
	for name, want := range map[string]string{
		"PST": "America/Los_Angeles", "edt": "America/New_York", " CDT ": "America/Chicago", "EST": "America/New_York",
		"HNE": "America/Toronto", "UTC": "UTC", "America/Halifax": "America/Halifax",
		"Eastern": "America/New_York", "eastern time": "America/New_York", "Eastern Time (US & Canada)": "America/New_York", "(UTC-05:00) Eastern Time (US & Canada)": "America/New_York",
		"Central Standard Time": "America/Chicago", "Mountain Daylight Time": "America/Denver", "PACIFIC": "America/Los_Angeles", "Atlantic Time (Canada)": "America/Halifax",
		"Newfoundland Time": "America/St_Johns", "Eastern Time (U.S. and Canada)": "America/New_York", "Hawaii": "Pacific/Honolulu",
		"heure de l'Est": "America/Toronto", "Heure de l’Est": "America/Toronto", "heure normale du Centre": "America/Winnipeg", "heure avancée des Rocheuses": "America/Edmonton",
		"Heure du Pacifique": "America/Vancouver", "heure de l’Atlantique": "America/Halifax", "heure de Terre-Neuve": "America/St_Johns",
		"Central Standard Time (Mexico)": "", "Time": "", "Heure": "", "Arizona": "",
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

func TestEveryAliasIsAZone(t *testing.T) {
	for alias, name := range aliases {
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

func TestOffsetsAreThoseOfEveryMoment(t *testing.T) {
	from, until := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2029, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, changes := range map[string]int{"America/Toronto": 9, "America/St_Johns": 9, "Australia/Sydney": 9, "America/Regina": 1, "UTC": 1} {
		loc, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		list := Offsets(loc, from, until)
		if len(list) != changes || !list[0].At.Equal(from) {
			t.Errorf("%s: %v", name, list)
		}
		next := 0
		for at := from; at.Before(until); at = at.Add(15 * time.Minute) {
			for next < len(list) && !list[next].At.After(at) {
				next++
			}
			if _, offset := at.In(loc).Zone(); list[next-1].Offset != offset {
				t.Fatalf("%s at %s: %d, want %d", name, at, list[next-1].Offset, offset)
			}
		}
	}
}
