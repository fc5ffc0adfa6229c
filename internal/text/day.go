package text

import (
	"fmt"
	"strconv"
	"time"
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

// Moment writes a time in its zone as people read it: "Monday, March 1, 2027, 7:30 PM (EST)",
// "lundi 1er mars 2027, 19 h 30 (EST)". English stands in as for Day.
func Moment(language string, t time.Time) string {
	if language != "fr" {
		return t.Format("Monday, January 2, 2006, 3:04 PM (MST)")
	}
	days := [...]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}
	return fmt.Sprintf("%s %s, %d h %02d (%s)", days[t.Weekday()], Day(language, t), t.Hour(), t.Minute(), t.Format("MST"))
}
