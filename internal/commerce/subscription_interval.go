package commerce

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/payment"
)

// Interval is the length of a subscription's period, by the provider's terms: Count days, weeks, months or years.
type Interval struct {
	Unit  string `bun:"interval"` // day, week, month or year; empty where nothing is known
	Count int64  `bun:"interval_count"`
}

// intervalOf returns a period of a number of days; for 0 it is a year.
func intervalOf(days int64) Interval {
	if days == 0 {
		return Interval{Unit: "year", Count: 1}
	}
	return Interval{Unit: "day", Count: days}
}

// every returns how often something renews, in words. A year is "every 12 months", as on the pages that sell it.
func (i Interval) every(language string) string {
	unit, count := i.Unit, i.Count
	if unit == "year" && count == 1 {
		unit, count = "month", 12
	}
	words := intervalWords[unit]
	if language == "fr" {
		if count == 1 {
			return words.everyFR
		}
		return fmt.Sprintf("%s %d %s", words.allFR, count, words.manyFR)
	}
	if count == 1 {
		return "every " + unit
	}
	return fmt.Sprintf("every %d %ss", count, unit)
}

var intervalWords = map[string]struct{ everyFR, allFR, manyFR string }{
	"day":   {"tous les jours", "tous les", "jours"},
	"week":  {"toutes les semaines", "toutes les", "semaines"},
	"month": {"tous les mois", "tous les", "mois"},
	"year":  {"tous les ans", "tous les", "ans"},
}

// setInterval stores the period of the provider's item. It returns the period before and whether it changed.
func (r *subscriptionRow) setInterval(s payment.Subscription) (was Interval, changed bool) {
	was = r.Interval
	if s.Interval == "" || s.Interval == was.Unit && s.IntervalCount == was.Count {
		return was, false
	}
	r.Interval = Interval{Unit: s.Interval, Count: s.IntervalCount}
	return was, true
}
