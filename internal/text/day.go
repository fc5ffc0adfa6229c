package text

import (
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
