package zone

import (
	"archive/zip"
	"errors"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestStartOfDay(t *testing.T) {
	for _, tt := range []struct{ zone, day, start string }{
		{"America/Toronto", "2026-12-05", "2026-12-05T00:00:00-05:00"},
		{"America/Toronto", "2027-03-14", "2027-03-14T00:00:00-05:00"},
		{"America/Toronto", "2027-03-15", "2027-03-15T00:00:00-04:00"},
		{"UTC", "2027-03-14", "2027-03-14T00:00:00Z"},
		// Clocks go forward at midnight.
		{"America/Santiago", "2026-09-05", "2026-09-05T00:00:00-04:00"},
		{"America/Santiago", "2026-09-06", "2026-09-06T01:00:00-03:00"},
		{"America/Santiago", "2026-09-07", "2026-09-07T00:00:00-03:00"},
		{"America/Havana", "2026-03-08", "2026-03-08T01:00:00-04:00"},
		{"Africa/Cairo", "2026-04-24", "2026-04-24T01:00:00+03:00"},
		{"Asia/Beirut", "2026-03-29", "2026-03-29T01:00:00+03:00"},
		// Clocks go back at midnight or at one o'clock.
		{"America/Havana", "2026-11-01", "2026-11-01T00:00:00-04:00"},
		{"America/Santiago", "2026-04-05", "2026-04-05T00:00:00-04:00"},
		{"Asia/Beirut", "2026-10-25", "2026-10-25T00:00:00+02:00"},
	} {
		loc, day := load(t, tt.zone), date(t, tt.day)
		start := StartOfDay(day, loc)
		if got := start.Format(time.RFC3339); got != tt.start {
			t.Errorf("%s in %s starts at %s, want %s", tt.day, tt.zone, got, tt.start)
		}
		if eve := start.Add(-time.Nanosecond).Format(time.DateOnly); eve >= tt.day {
			t.Errorf("%s in %s: the moment before its start is on %s", tt.day, tt.zone, eve)
		}
	}
}

// Every day has one start, and a walk over days visits each date once.
func TestAddDaysVisitsEachDateOnce(t *testing.T) {
	for _, name := range []string{"America/Santiago", "America/Havana", "Africa/Cairo", "Asia/Beirut", "America/Toronto", "Australia/Lord_Howe"} {
		loc, date := load(t, name), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for at := StartOfDay(date, loc); date.Year() < 2029; at, date = AddDays(at, 1), date.AddDate(0, 0, 1) {
			if got, want := at.Format(time.DateOnly), date.Format(time.DateOnly); got != want {
				t.Fatalf("%s: got %s, want %s", name, got, want)
			}
			if back := AddDays(at, -1); !AddDays(back, 1).Equal(at) {
				t.Errorf("%s: a day back from %s and forth is %s", name, at, AddDays(back, 1))
			}
		}
	}
}

// In every time zone, the days from two days before to two days after each change of clocks, from 2020 to 2030, start at their first moment,
// and no date is skipped or comes twice.
func TestDaysAroundEveryChangeOfClocks(t *testing.T) {
	from, until := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	changes := 0
	for _, name := range zoneNames(t) {
		loc, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range Offsets(loc, from, until)[1:] {
			changes++
			day := change.At.In(loc).AddDate(0, 0, -2)
			date := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
			for start := StartOfDay(date, loc); date.Before(change.At.AddDate(0, 0, 2)); date = date.AddDate(0, 0, 1) {
				if got, want := start.Format(time.DateOnly), date.Format(time.DateOnly); got != want {
					t.Fatalf("%s, change at %s: a day begins on %s, want %s", name, change.At, got, want)
				}
				if eve := start.Add(-time.Nanosecond).Format(time.DateOnly); eve >= date.Format(time.DateOnly) {
					t.Errorf("%s: %s begins before %s", name, date.Format(time.DateOnly), start)
				}
				start = AddDays(start, 1)
			}
		}
	}
	if changes < 1000 {
		t.Errorf("%d changes of clocks were tested, want at least 1000", changes)
	}
}

// zoneNames returns the names of the zones that come with Go.
func zoneNames(t *testing.T) []string {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("this Go installation has no lib/time")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	var names []string
	for _, file := range archive.File {
		if !strings.HasSuffix(file.Name, "/") {
			names = append(names, file.Name)
		}
	}
	return names
}

func load(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func date(t *testing.T, text string) time.Time {
	t.Helper()
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		t.Fatal(err)
	}
	return day
}
