package feed

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/text"
)

// words are the texts of feeds that no channel writes, by language.
type words struct {
	watch, live, upcoming, onDemand string
	at                              string // before the time at the venue
	layout                          string // of times at the venue
	favourites                      string
	cancelled, postponed, tba       string
}

func wordsIn(lang string) words {
	if lang == "fr" {
		return words{
			watch: "Regarder", live: "En direct", upcoming: "À venir", onDemand: "Sur demande",
			at: "Heure sur place", layout: "2006-01-02 15\u00a0h\u00a004", favourites: "Mes favoris",
			cancelled: "Annulé", postponed: "Reporté", tba: "Heure à confirmer",
		}
	}
	return words{
		watch: "Watch", live: "Live", upcoming: "Upcoming", onDemand: "On demand",
		at: "Time at the venue", layout: "2006-01-02 3:04 PM", favourites: "My favourites",
		cancelled: "Cancelled", postponed: "Postponed", tba: "Time TBA",
	}
}

// schedule is a schedule status in words, "" where the event takes place as planned.
func (w words) schedule(s catalog.ScheduleStatus) string {
	switch s {
	case catalog.Cancelled:
		return w.cancelled
	case catalog.Postponed:
		return w.postponed
	case catalog.TBA:
		return w.tba
	case catalog.On:
	}
	return ""
}

// heading is what an item of news says of an event.
func (w words) heading(e *catalog.Event) string {
	if said := w.schedule(e.ScheduleStatus); said != "" && isScheduleNews(e) {
		return said
	}
	return w.status(e.Status)
}

// isScheduleNews reports whether the news are the schedule status of an event: before it begins, and after it was abandoned.
func isScheduleNews(e *catalog.Event) bool {
	return e.Status == catalog.Upcoming || e.ScheduleStatus == catalog.Cancelled
}

// status is an event's status in words.
func (w words) status(s catalog.Status) string {
	switch s {
	case catalog.Live:
		return w.live
	case catalog.Finished:
		return w.onDemand
	case catalog.Upcoming:
	}
	return w.upcoming
}

var blanks = regexp.MustCompile(`\s*\n\s*`)

// line is a text in one line.
func line(s string) string {
	return strings.TrimSpace(blanks.ReplaceAllString(clean(s), " "))
}

// clean removes what no format of text carries: control characters other than the end
// of a line, and bytes that are no UTF-8.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\uFFFE' || r == '\uFFFF') {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

func join(separator string, values ...string) string {
	return strings.Join(slices.DeleteFunc(values, func(v string) bool { return v == "" }), separator)
}

// labelled writes a label and a value, or the one of them that there is.
func labelled(lang, label, value string) string {
	if label == "" || value == "" {
		return label + value
	}
	return text.Labelled(lang, label, value)
}
