package text

import (
	"fmt"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/zone"
)

// Day writes a day as people read it: "March 1, 2026", "1er mars 2026". English stands in
// for languages that nobody writes here.
func Day(language string, t time.Time) string {
	if language != "fr" {
		return t.Format("January 2, 2006")
	}
	months := [...]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
	day := strconv.Itoa(t.Day())
	if t.Day() == 1 {
		day = "1er"
	}
	return day + " " + months[t.Month()-1] + " " + t.Format("2006")
}

// LastDay writes the last day before an end, in the zone of the end: an end at midnight does not include the day that it begins.
func LastDay(language string, end time.Time) string {
	return Day(language, end.Add(-time.Millisecond))
}

// Until writes an end in its zone: the time as Moment does, or the last day where the end is a midnight.
func Until(language string, end time.Time) string {
	if last := end.Add(-time.Millisecond); last.Day() != end.Day() {
		return Day(language, last)
	}
	return Moment(language, end)
}

// Moment writes a time in its zone as people read it: "Monday, March 1, 2027, 7:30 PM (EST)",
// "lundi 1er mars 2027, 19 h 30 (HNE)". English stands in as for Day.
func Moment(language string, t time.Time) string {
	if language != "fr" {
		return t.Format("Monday, January 2, 2006, 3:04 PM") + " (" + zone.Abbreviation(language, t) + ")"
	}
	days := [...]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}
	return fmt.Sprintf("%s %s, %d\u00a0h\u00a0%02d (%s)", days[t.Weekday()], Day(language, t), t.Hour(), t.Minute(), zone.Abbreviation(language, t))
}
