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
		"Monday, March 1, 2027, 7:05 PM (EST)":         Moment("en", at),
		"lundi 1er mars 2027, 19\u00a0h\u00a005 (HNE)": Moment("fr", at),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The end is not included: midnight belongs to the day that it begins.
func TestEnds(t *testing.T) {
	zone := time.FixedZone("EDT", -4*60*60)
	midnight, evening := time.Date(2027, 7, 1, 0, 0, 0, 0, zone), time.Date(2027, 7, 1, 19, 5, 0, 0, zone)
	for want, got := range map[string]string{
		"June 30, 2027": LastDay("en", midnight),
		"30 juin 2027":  Until("fr", midnight),
		"July 1, 2027":  LastDay("en", evening),
		"jeudi 1er juillet 2027, 19\u00a0h\u00a005 (HAE)": Until("fr", evening),
		"Thursday, July 1, 2027, 7:05 PM (EDT)":           Until("en", evening),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
