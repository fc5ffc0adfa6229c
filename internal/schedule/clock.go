package schedule

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/zone"
)

// Clock is a time of day.
type Clock struct {
	Hour, Minute int
	TBA          bool   // to be announced
	Zone         string // IANA name where the cell names one
	Ambiguous    bool   // AM or PM is missing, and both are possible; Hour is the one of the morning
	Is24Hour     bool   // written as only a clock of 24 hours has it: 19:00, 09:30 or 9h30
	Meridiem     bool   // has AM or PM, its own or that of the other end of a range
}

// ErrTime is a cell that is no time.
var ErrTime = errors.New("is not a time; write 19:00 or 7:00 PM, or TBA")

// ReadClock reads 19:00, 7 PM, 7:00 p.m., 19h30, 19 h 30, 19:00:00, 1900, noon and TBA,
// with or without a zone. An empty cell is to be announced.
func ReadClock(s string) (Clock, error) {
	if IsUnknown(s) {
		return Clock{TBA: true}, nil
	}
	s = text.Fold(Clean(s))
	var c Clock
	s, c.Zone = cutZone(s)
	s = strings.NewReplacer(" ", "", ".", "").Replace(s)
	switch s {
	case "noon", "midi", "12noon", "12:00noon":
		c.Hour = 12
		return c, nil
	case "midnight", "minuit":
		return c, nil
	}
	half, s := cutMeridiem(s)
	hour, minute, ok := splitClock(s, half != 0)
	if !ok || hour > 23 || minute > 59 || half != 0 && (hour < 1 || hour > 12) {
		return Clock{}, ErrTime
	}
	c.Ambiguous = half == 0 && hour >= 1 && hour <= 11 && s[0] != '0' && strings.Contains(s, ":")
	c.Is24Hour = half == 0 && !c.Ambiguous && hour != 12
	switch {
	case half == 'p' && hour != 12:
		hour += 12
	case half == 'a' && hour == 12:
		hour = 0
	}
	c.Hour, c.Minute, c.Meridiem = hour, minute, half != 0
	return c, nil
}

// cutZone cuts a zone from the end of a time: 7 PM ET, 7 PM (Eastern Time).
func cutZone(s string) (clock, name string) {
	for i, r := range s {
		said := strings.Trim(s[i:], " ()")
		if r != ' ' || isMeridiem(said) {
			continue
		}
		if name, ok := zone.Canonical(strings.ToUpper(said)); ok {
			return strings.TrimSpace(s[:i]), name
		}
	}
	return s, ""
}

// InMorning returns a time without AM or PM as one of the morning.
func (c Clock) InMorning() Clock {
	c.Ambiguous = false
	return c
}

// InAfternoon returns a time without AM or PM as one of the afternoon or the evening.
func (c Clock) InAfternoon() Clock {
	if c.Ambiguous {
		c.Hour, c.Ambiguous = c.Hour+12, false
	}
	return c
}

// Readings returns the times that a time may mean: two for one without AM and PM.
func (c Clock) Readings() []Clock {
	if !c.Ambiguous {
		return []Clock{c}
	}
	return []Clock{c.InMorning(), c.InAfternoon()}
}

func isMeridiem(s string) bool {
	return slices.Contains([]string{"a", "p", "am", "pm", "a.m.", "p.m.", "a.m", "p.m"}, s)
}

func cutMeridiem(s string) (half byte, rest string) {
	for _, end := range []string{"am", "pm", "a", "p"} {
		if before, ok := strings.CutSuffix(s, end); ok {
			return end[0], before
		}
	}
	return 0, s
}

// splitClock splits 19:30:00, 19h30, 19h, 1930 and, where AM or PM is said, 7.
func splitClock(s string, half bool) (hour, minute int, ok bool) {
	hours, rest, cut := strings.Cut(s, ":")
	if !cut {
		hours, rest, cut = strings.Cut(s, "h")
		if rest = strings.TrimSuffix(rest, "min"); cut && rest == "" {
			rest = "00"
		}
	}
	switch {
	case !cut && half && len(s) <= 2:
		rest = "00"
	case !cut && isDigits(s) && (len(s) == 4 || half && len(s) == 3):
		hours, rest = s[:len(s)-2], s[len(s)-2:]
	case !cut:
		return 0, 0, false
	}
	minutes, seconds, more := strings.Cut(rest, ":")
	if len(hours) > 2 || len(minutes) != 2 || !isDigits(hours) || !isDigits(minutes) || more && !isSeconds(seconds) {
		return 0, 0, false
	}
	hour, _ = strconv.Atoi(hours)
	minute, _ = strconv.Atoi(minutes)
	return hour, minute, true
}

func isSeconds(s string) bool {
	whole, part, _ := strings.Cut(s, ",") // parts of seconds lost their point
	return len(whole) >= 2 && len(whole) <= 9 && isDigits(whole) && whole[:2] < "60" && (part == "" || isDigits(part))
}

// ReadRange reads a start and, after a dash or "to", an end: "7:00 PM - 9:00 PM".
func ReadRange(s string) (start Clock, end *Clock, err error) {
	if start, err = ReadClock(s); err == nil {
		return start, nil, nil
	}
	for _, between := range []string{" - ", "-", "–", "—", " to ", " à ", " a ", " until "} {
		from, until, ok := strings.Cut(s, between)
		if !ok {
			continue
		}
		last, err := ReadClock(until)
		if err != nil || last.TBA {
			continue
		}
		if last.Meridiem { // 7:00-9:00 PM
			if start, ok := readStartBefore(from, last); ok {
				return start, &last, nil
			}
		}
		if start, err = ReadClock(from); err == nil && !start.TBA {
			return start, &last, nil
		}
	}
	return Clock{}, nil, ErrTime
}

// readStartBefore reads a start without AM and PM whose end has one of them. The start is in the half of the day that makes
// the shorter game: 7:00-9:00 PM begins at 7:00 PM, 11:30-1:00 PM at 11:30 AM.
func readStartBefore(from string, end Clock) (start Clock, ok bool) {
	if c, err := ReadClock(from); err == nil && c.Meridiem {
		return Clock{}, false
	}
	for _, half := range []string{" AM", " PM"} {
		c, err := ReadClock(from + half)
		if err == nil && (!ok || minutesUntil(c, end) < minutesUntil(start, end)) {
			start, ok = c, true
		}
	}
	start.Zone = end.Zone
	return start, ok
}

// minutesUntil returns the minutes from a start to the next time that its end has, at least 1 and at most those of a day.
func minutesUntil(start, end Clock) int {
	const day = 24 * 60
	minutes := (end.Hour-start.Hour)*60 + end.Minute - start.Minute
	return (minutes+day-1)%day + 1
}

// SplitMoment splits a cell that may hold a date and a time: "2026-11-28 19:00",
// "11/28/2026 7:00 PM", "2026-11-28T19:00:00-05:00". at is set where the cell names a
// moment by its offset.
func SplitMoment(s string) (date, clock string, at time.Time) {
	s = Clean(s)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 -07:00"} {
		if at, err := time.Parse(layout, s); err == nil {
			return at.Format(time.DateOnly), at.Format("15:04"), at
		}
	}
	if day, part, ok := strings.Cut(s, "."); ok && isDigits(day) && isDigits(part) && len(part) > 2 {
		if _, ok := parseSpreadsheetDay(day); ok { // 46354.8125
			return day, serialClock(part), time.Time{}
		}
	}
	if date, clock, ok := strings.Cut(s, "T"); ok && len(date) == len(time.DateOnly) {
		return date, clock, time.Time{}
	}
	words := strings.Fields(s)
	for i := len(words) - 1; i > 0; i-- {
		rest := strings.Join(words[i:], " ")
		for _, dash := range []string{"-", "–", "@", "at ", "à "} {
			rest = strings.TrimSpace(strings.TrimPrefix(rest, dash))
		}
		_, _, err := ReadRange(rest)
		if _, dated := splitDate(strings.Join(words[:i], " ")); dated && rest != "" && err == nil && !isDigits(rest) {
			return strings.TrimRight(strings.Join(words[:i], " "), ",-–@ "), rest, time.Time{}
		}
	}
	return s, "", time.Time{}
}

// serialClock reads the part of a day as spreadsheets store it: 8125 is 19:30.
func serialClock(part string) string {
	share, err := strconv.ParseFloat("0."+part, 64)
	if err != nil {
		return part
	}
	minutes := min(int(share*24*60+0.5), 24*60-1)
	return strconv.Itoa(minutes/60) + ":" + strconv.Itoa(minutes%60/10) + strconv.Itoa(minutes%10)
}
