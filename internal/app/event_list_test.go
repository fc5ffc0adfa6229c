package app

import (
	"testing"
	"time"
)

// Clocks of Santiago go forward at midnight on 6 September 2026: the day starts at one o'clock, and has 23 hours.
func TestEventsOfADayWithoutMidnight(t *testing.T) {
	day := time.Date(2026, 9, 6, 0, 0, 0, 0, time.UTC)
	santiago, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	got := EventRequest{From: day, To: day}.filter(santiago, day)
	from, before := "2026-09-06T01:00:00-03:00", "2026-09-07T00:00:00-03:00"
	if got.From.Format(time.RFC3339) != from || got.Before.Format(time.RFC3339) != before {
		t.Errorf("6 September is from %s until %s, want %s until %s", got.From, got.Before, from, before)
	}
	eve := EventRequest{}.filter(santiago, time.Date(2026, 9, 7, 12, 0, 0, 0, time.UTC))
	if eve.From.Format(time.RFC3339) != from {
		t.Errorf("yesterday begins at %s, want %s", eve.From, from)
	}
}
