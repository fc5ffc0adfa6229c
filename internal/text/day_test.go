package text

import (
	"testing"
	"time"
)

func TestDay(t *testing.T) {
	first, last := time.Date(2026, 8, 1, 23, 0, 0, 0, time.UTC), time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC)
	for want, got := range map[string]string{
		"August 1, 2026":    Day("en", first),
		"1er août 2026":     Day("fr", first),
		"31 décembre 2026":  Day("fr", last),
		"December 31, 2026": Day("de", last),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestMoment(t *testing.T) {
	at := time.Date(2027, 3, 1, 19, 5, 0, 0, time.FixedZone("EST", -5*60*60))
	for want, got := range map[string]string{
		"Monday, March 1, 2027, 7:05 PM (EST)": Moment("en", at),
		"lundi 1er mars 2027, 19 h 05 (EST)":   Moment("fr", at),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
