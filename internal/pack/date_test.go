package pack

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/zone"
)

// Clocks of Santiago go forward at midnight on 6 September 2026: the day starts at one o'clock.
func TestDatesWhereADayHasNoMidnight(t *testing.T) {
	santiago, err := zone.Load("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	eve := time.Date(2026, 9, 5, 0, 30, 0, 0, santiago)
	for text, want := range map[string]string{
		"2026-09-05":       "2026-09-05T00:00:00-04:00",
		"2026-09-06":       "2026-09-06T01:00:00-03:00",
		"today+1":          "2026-09-06T01:00:00-03:00",
		"today+1 19:00":    "2026-09-06T19:00:00-03:00",
		"2026-09-06 19:00": "2026-09-06T19:00:00-03:00",
	} {
		at, err := readDate(text, santiago, eve)
		if err != nil || at.Format(time.RFC3339) != want {
			t.Errorf("%s is %s, want %s; %v", text, at.Format(time.RFC3339), want, err)
		}
	}
	begin, err := readDate("2026-09-06", santiago, eve)
	if written := writeDate(begin, santiago); err != nil || written != "2026-09-06" {
		t.Errorf("the start of the day is written %q, %v", written, err)
	}
}
