package feed

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/grandstand/grandstand/internal/catalog"
)

// words are the texts of feeds that no channel writes, by language.
type words struct {
	watch, replay, live, upcoming, onDemand string
	at                                      string // "7:30 p.m. at the venue"
	layout                                  string // of times at the venue
}

func wordsIn(lang string) words {
	if lang == "fr" {
		return words{
			watch: "Regarder", replay: "Revoir le match", live: "En direct", upcoming: "À venir", onDemand: "Sur demande",
			at: "Heure du lieu", layout: "2006-01-02 15 h 04 (MST)",
		}
	}
	return words{
		watch: "Watch", replay: "Watch the replay", live: "Live", upcoming: "Upcoming", onDemand: "On demand",
		at: "Time at the venue", layout: "2006-01-02 3:04 PM (MST)",
	}
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

var (
	breaks = regexp.MustCompile(`(?i)<(?:br|/p|/li|/h[1-6]|/div)\b[^>]*>`)
	tags   = regexp.MustCompile(`<[^>]*>`)
	spaces = regexp.MustCompile(`[ \t\r\f\v]+`)
	blanks = regexp.MustCompile(`\s*\n\s*`)
)

// maxPlain bounds a description in a feed, in characters.
const maxPlain = 2_000

// plain is sanitised HTML as lines of text.
func plain(sanitised string) string {
	s := breaks.ReplaceAllString(sanitised, "\n")
	s = html.UnescapeString(tags.ReplaceAllString(s, " "))
	s = blanks.ReplaceAllString(spaces.ReplaceAllString(clean(s), " "), "\n")
	runes := []rune(strings.TrimSpace(s))
	if len(runes) > maxPlain {
		return string(runes[:maxPlain]) + "…"
	}
	return string(runes)
}

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
