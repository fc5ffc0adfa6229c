package schedule

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/text"
)

// DateOrder is the order of the numbers in dates such as 05/12/2026.
type DateOrder string

// Orders of dates.
const (
	DayFirst   DateOrder = "dmy"
	MonthFirst DateOrder = "mdy"
	YearFirst  DateOrder = "ymd"
)

// DateOrders are all orders.
func DateOrders() []DateOrder { return []DateOrder{DayFirst, MonthFirst, YearFirst} }

// Reasons why a date is not read.
var (
	ErrDate  = errors.New("is not a date; write it like 2026-11-28")
	ErrOrder = errors.New("can be read as two different dates")
	ErrYear  = errors.New("has no year")
)

var months = map[string]time.Month{
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
	"january": 1, "february": 2, "march": 3, "april": 4, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
	"janv": 1, "fev": 2, "fevr": 2, "mars": 3, "avr": 4, "mai": 5, "juin": 6, "juil": 7, "aout": 8,
	"janvier": 1, "fevrier": 2, "avril": 4, "juillet": 7, "septembre": 9, "octobre": 10, "novembre": 11, "decembre": 12, //nolint:misspell // French
}

var weekdays = map[string]time.Weekday{
	"sun": 0, "mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6,
	"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
	"dim": 0, "lun": 1, "mer": 3, "jeu": 4, "ven": 5, "sam": 6,
	"dimanche": 0, "lundi": 1, "mardi": 2, "mercredi": 3, "jeudi": 4, "vendredi": 5, "samedi": 6,
}

// dateParts are the parts of a date as written.
type dateParts struct {
	parts   []string
	month   time.Month // named, 0 where it is a number
	weekday *time.Weekday

	monthFromMar bool // the month was read from "mar", which is also short for mardi
}

// Dates reads the dates of one file. A date without a year means the first matching day on or
// after SeasonStart. If SeasonStart is zero, Read returns ErrYear.
type Dates struct {
	Order       DateOrder // "" refuses dates that depend on it
	SeasonStart time.Time
}

// Read returns the day at midnight UTC.
func (d Dates) Read(s string) (time.Time, error) {
	if day, ok := parseSpreadsheetDay(s); ok {
		return day, nil
	}
	n, ok := splitDate(s)
	if !ok {
		return time.Time{}, ErrDate
	}
	days := n.candidateDays(d)
	if n.weekday != nil && len(days) > 1 {
		if fit := slices.DeleteFunc(slices.Clone(days), func(r candidateDay) bool { return r.day.Weekday() != *n.weekday }); len(fit) > 0 {
			days = fit
		}
	}
	if d.Order != "" {
		days = slices.DeleteFunc(days, func(r candidateDay) bool { return r.order != "" && r.order != d.Order })
	}
	switch {
	case len(days) == 0 && n.lacksYear() && d.SeasonStart.IsZero():
		return time.Time{}, ErrYear
	case len(days) == 0:
		return time.Time{}, d.explain(n)
	case slices.ContainsFunc(days, func(r candidateDay) bool { return !r.day.Equal(days[0].day) }):
		return time.Time{}, ErrOrder
	case n.weekday != nil && days[0].day.Weekday() != *n.weekday:
		return time.Time{}, fmt.Errorf("does not match its day of the week: %s is a %s", days[0].day.Format(time.DateOnly), days[0].day.Weekday())
	}
	return days[0].day, nil
}

// explain says why a date has no reading in the order of its file.
func (d Dates) explain(n dateParts) error {
	if d.Order != "" {
		if others := n.candidateDays(Dates{SeasonStart: d.SeasonStart}); len(others) > 0 {
			return fmt.Errorf("is not a date in this file's order %s", d.Order)
		}
	}
	return ErrDate
}

// candidateDay is one day that a date may mean.
type candidateDay struct {
	day   time.Time
	order DateOrder // "" where the order does not matter
}

func (n dateParts) lacksYear() bool {
	return n.month != 0 && len(n.parts) == 1 || n.month == 0 && len(n.parts) == 2
}

func (n dateParts) candidateDays(d Dates) []candidateDay {
	var out []candidateDay
	add := func(order DateOrder, year, month, day string) {
		if at, ok := d.day(year, month, day, n); ok {
			out = append(out, candidateDay{at, order})
		}
	}
	p := n.parts
	switch {
	case n.month != 0 && len(p) == 1:
		add("", "", "", p[0])
	case n.month != 0 && len(p) == 2 && len(p[0]) == 4:
		add("", p[0], "", p[1])
	case n.month != 0 && len(p) == 2:
		add("", p[1], "", p[0])
	case n.month != 0:
	case len(p) == 2:
		add(MonthFirst, "", p[0], p[1])
		add(DayFirst, "", p[1], p[0])
	case len(p) == 3 && len(p[0]) == 4:
		add("", p[0], p[1], p[2])
	case len(p) == 3:
		add(MonthFirst, p[2], p[0], p[1])
		add(DayFirst, p[2], p[1], p[0])
		if len(p[0]) == 2 && len(p[2]) <= 2 {
			add(YearFirst, p[0], p[1], p[2])
		}
	}
	return out
}

// day makes a day of its parts. A year of two digits lies in this century.
func (d Dates) day(year, month, day string, n dateParts) (time.Time, bool) {
	m := int(n.month)
	if month != "" {
		m, _ = strconv.Atoi(month)
	}
	dd, _ := strconv.Atoi(day)
	if len(day) > 2 || len(month) > 2 {
		return time.Time{}, false
	}
	if year == "" {
		return d.withoutYear(m, dd)
	}
	y, _ := strconv.Atoi(year)
	switch len(year) {
	case 2:
		y += 2000
	case 4:
	default:
		return time.Time{}, false
	}
	return exactDay(y, m, dd)
}

func (d Dates) withoutYear(month, day int) (time.Time, bool) {
	if d.SeasonStart.IsZero() {
		return time.Time{}, false
	}
	for year := d.SeasonStart.Year(); year <= d.SeasonStart.Year()+8; year++ { // 29 February
		if at, ok := exactDay(year, month, day); ok && !at.Before(d.SeasonStart) {
			return at, true
		}
	}
	return time.Time{}, false
}

func exactDay(year, month, day int) (time.Time, bool) {
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return at, year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && at.Day() == day
}

// splitDate reads the words and numbers of a date in any order.
func splitDate(s string) (dateParts, bool) {
	var n dateParts
	fields := strings.FieldsFunc(text.Fold(s), func(r rune) bool {
		return r == '/' || r == '-' || r == '.' || r == ',' || r == ' ' || r == '\u2013' || r == '(' || r == ')'
	})
	for _, field := range fields {
		digits := strings.TrimRight(field, "abcdefghijklmnopqrstuvwxyz")
		suffix := field[len(digits):]
		switch {
		case digits == "" && n.word(field):
		case digits != "" && isDigits(digits) && (suffix == "" || slices.Contains([]string{"st", "nd", "rd", "th", "er", "e"}, suffix) && len(digits) <= 2):
			n.parts = append(n.parts, digits)
		default:
			return n, false
		}
	}
	if len(n.parts) == 1 && len(n.parts[0]) == 8 && n.month == 0 { // 20261128
		whole := n.parts[0]
		n.parts = []string{whole[:4], whole[4:6], whole[6:]}
	}
	return n, len(n.parts) > 0 && len(n.parts) <= 3
}

// word reads the name of a month or of a day of the week.
func (n *dateParts) word(s string) bool {
	tuesday := time.Tuesday
	if month, ok := months[s]; ok && (n.month == 0 || n.monthFromMar && n.weekday == nil) {
		if n.month != 0 {
			n.weekday = &tuesday
		}
		n.month, n.monthFromMar = month, s == "mar"
		return true
	}
	if s == "mar" && n.month != 0 && n.weekday == nil { // mardi, where a month is named too
		n.weekday = &tuesday
		return true
	}
	if weekday, ok := weekdays[s]; ok && n.weekday == nil {
		n.weekday = &weekday
		return true
	}
	return slices.Contains([]string{"de", "le", "the", "of"}, s)
}

func isDigits(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// parseSpreadsheetDay reads the number of a day as spreadsheets store it: 46354 is 2026-11-28.
func parseSpreadsheetDay(s string) (time.Time, bool) {
	if len(s) != 5 || !isDigits(s) {
		return time.Time{}, false
	}
	days, err := strconv.Atoi(s)
	if err != nil || days < 36526 || days > 73050 { // 2000 to 2099
		return time.Time{}, false
	}
	return time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, days), true
}

// DetectOrder returns the order that all dates of a file prove. It returns ErrOrder if dates are
// ambiguous and no date proves an order. It returns "" if the order changes no date.
func DetectOrder(dates []string) (DateOrder, error) {
	possible := DateOrders()
	var read [][]candidateDay
	yearProved := false
	for _, s := range dates {
		n, ok := splitDate(s)
		if !ok || n.month != 0 {
			continue
		}
		days := n.candidateDays(Dates{SeasonStart: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)})
		if n.weekday != nil && !n.lacksYear() {
			days = slices.DeleteFunc(days, func(c candidateDay) bool { return c.day.Weekday() != *n.weekday })
		}
		if len(days) == 0 || days[0].order == "" {
			continue
		}
		read = append(read, days)
		yearProved = yearProved || days[0].order == YearFirst
		possible = slices.DeleteFunc(possible, func(order DateOrder) bool { return !hasOrder(days, order) })
	}
	switch {
	case len(possible) == 0 && yearProved:
		return "", errors.New("some dates have the year first and others the year last")
	case len(possible) == 0:
		return "", errors.New("some dates have the month first and others the day first")
	case len(possible) == 1:
		return possible[0], nil
	case slices.ContainsFunc(read, func(days []candidateDay) bool { return dependOnOrder(days, possible) }):
		return "", ErrOrder
	}
	return "", nil
}

func hasOrder(days []candidateDay, order DateOrder) bool {
	return slices.ContainsFunc(days, func(c candidateDay) bool { return c.order == order })
}

// dependOnOrder reports whether the possible orders give a date different days.
func dependOnOrder(days []candidateDay, possible []DateOrder) bool {
	days = slices.DeleteFunc(slices.Clone(days), func(c candidateDay) bool { return !slices.Contains(possible, c.order) })
	return slices.ContainsFunc(days, func(c candidateDay) bool { return !c.day.Equal(days[0].day) })
}
