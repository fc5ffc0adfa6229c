// Package zone knows time zones by their IANA names and by the abbreviations and names that people
// type.
package zone

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// aliases are abbreviations and names, and the regional zones they mean. A standard and a daylight
// name mean the same zone: the date decides the offset. aliasKey makes the keys.
var aliases = map[string]string{
	"PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "PT": "America/Los_Angeles",
	"MST": "America/Denver", "MDT": "America/Denver", "MT": "America/Denver",
	"CST": "America/Chicago", "CDT": "America/Chicago", "CT": "America/Chicago",
	"EST": "America/New_York", "EDT": "America/New_York", "ET": "America/New_York",
	"AST": "America/Halifax", "ADT": "America/Halifax", "AT": "America/Halifax",
	"NST": "America/St_Johns", "NDT": "America/St_Johns", "NT": "America/St_Johns",
	"AKST": "America/Anchorage", "AKDT": "America/Anchorage", "HST": "Pacific/Honolulu",
	"HNE": "America/Toronto", "HAE": "America/Toronto", "HNC": "America/Winnipeg", "HAC": "America/Winnipeg",
	"HNR": "America/Edmonton", "HAR": "America/Edmonton", "HNP": "America/Vancouver", "HAP": "America/Vancouver",
	"HNA": "America/Halifax", "HAA": "America/Halifax", "HNT": "America/St_Johns", "HAT": "America/St_Johns",
	"GMT": "UTC", "UTC": "UTC", "Z": "UTC",

	"PACIFIC": "America/Los_Angeles", "MOUNTAIN": "America/Denver", "CENTRAL": "America/Chicago", "EASTERN": "America/New_York",
	"ATLANTIC": "America/Halifax", "NEWFOUNDLAND": "America/St_Johns", "ALASKA": "America/Anchorage", "HAWAII": "Pacific/Honolulu",
	"DE L'EST": "America/Toronto", "DU CENTRE": "America/Winnipeg", "DES ROCHEUSES": "America/Edmonton", "ROCHEUSES": "America/Edmonton",
	"DU PACIFIQUE": "America/Vancouver", "PACIFIQUE": "America/Vancouver", "DE L'ATLANTIQUE": "America/Halifax", "ATLANTIQUE": "America/Halifax",
	"DE TERRE-NEUVE": "America/St_Johns", "TERRE-NEUVE": "America/St_Johns",
}

var (
	// aliasOffset is the offset in front of a name in lists of zones: (UTC-05:00) Eastern Time (US & Canada).
	aliasOffset = regexp.MustCompile(`^\((UTC|GMT)[^)]*\) *`)
	// aliasEnd matches the words after the region in English, such as "Standard Time".
	aliasEnd = regexp.MustCompile(`( (STANDARD |DAYLIGHT |DAYLIGHT SAVINGS? )?TIME)?( \((U\.?S\.? (&|AND) )?CANADA\))?$`)
	// aliasStart matches the words before the region in French, such as "heure avancée".
	aliasStart = regexp.MustCompile(`^HEURE (NORMALE |AVANC[ÉE]E |D'[ÉE]T[ÉE] )?`)
)

// aliasKey shortens the names of a region's time to one: Eastern, Eastern Time and Eastern Standard Time (US & Canada).
func aliasKey(name string) string {
	key := strings.ToUpper(strings.Join(strings.Fields(strings.ReplaceAll(name, "’", "'")), " "))
	key = aliasOffset.ReplaceAllString(key, "")
	return aliasStart.ReplaceAllString(aliasEnd.ReplaceAllString(key, ""), "")
}

// IsAlias reports whether a name is an abbreviation or the name of a region's time.
func IsAlias(name string) bool {
	_, ok := aliases[aliasKey(name)]
	return ok
}

// Canonical returns the IANA name of a zone or abbreviation, false where there is no such
// zone. An abbreviation comes first: the time zone database has an "EST" that never
// changes to daylight time.
func Canonical(name string) (string, bool) {
	name = strings.TrimSpace(name)
	if alias, ok := aliases[aliasKey(name)]; ok {
		return alias, true
	}
	_, err := time.LoadLocation(name)
	return name, err == nil && name != "" && name != "Local"
}

// Or returns the canonical name of a zone, and an unknown name as it is.
func Or(name string) string {
	if canonical, ok := Canonical(name); ok {
		return canonical
	}
	return name
}

// Load returns the location of a zone or abbreviation.
func Load(name string) (*time.Location, error) {
	canonical, ok := Canonical(name)
	if !ok {
		return nil, fmt.Errorf("%q is no time zone; write one like America/Toronto or EST", name)
	}
	return time.LoadLocation(canonical)
}

// At returns a moment of a day in a zone, false where the clocks skip it.
func At(day time.Time, hour, minute int, loc *time.Location) (time.Time, bool) {
	t := time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, loc)
	return t, t.Hour() == hour && t.Minute() == minute
}

// OffsetChange is a UTC offset of a zone, in seconds east of UTC, and since when it applies.
type OffsetChange struct {
	At     time.Time
	Offset int
}

// Offsets returns the UTC offset of a zone at a time, and every change of it before another time.
func Offsets(loc *time.Location, from, until time.Time) []OffsetChange {
	var changes []OffsetChange
	for at := from.In(loc); at.Before(until); {
		if _, offset := at.Zone(); len(changes) == 0 || changes[len(changes)-1].Offset != offset {
			changes = append(changes, OffsetChange{At: at, Offset: offset})
		}
		_, end := at.ZoneBounds()
		if end.IsZero() {
			break
		}
		at = end
	}
	return changes
}
