package pack

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/zone"
)

// dateLayouts are the layouts of a date with a time, the shortest first. All but the last are in the channel's zone.
var dateLayouts = []string{"2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02T15:04:05.999999999Z07:00"}

// readDate reads a moment: a day, which is its first moment, a day and a time, or one that is counted from today,
// "today-3 19:00".
func readDate(s string, loc *time.Location, now time.Time) (time.Time, error) {
	s = strings.TrimSpace(s)
	if counted, ok := strings.CutPrefix(s, "today"); ok {
		number, clock, _ := strings.Cut(counted, " ")
		days, err := strconv.Atoi(cmp.Or(number, "0"))
		if err == nil && days > -100_000 && days < 100_000 {
			s = zone.AddDays(now.In(loc), days).Format(time.DateOnly)
			if clock != "" {
				s += " " + clock
			}
		}
	}
	if day, err := time.Parse(time.DateOnly, s); err == nil {
		return zone.StartOfDay(day, loc), nil
	}
	for _, layout := range dateLayouts {
		if t, err := time.ParseInLocation(layout, s, loc); err == nil {
			return t, nil
		}
	}
	return time.Time{}, errors.New("write a date like 2026-11-28, \"2026-11-28 19:00\" or today-3")
}

// writeDate formats a time in the shortest form that readDate reads as the same time.
func writeDate(t time.Time, loc *time.Location) string {
	if zone.StartOfDay(t.In(loc), loc).Equal(t) {
		return t.In(loc).Format(time.DateOnly)
	}
	for _, layout := range dateLayouts {
		s := t.In(loc).Format(layout)
		if again, err := readDate(s, loc, t); err == nil && again.Equal(t) {
			return s
		}
	}
	return t.Format(time.RFC3339Nano)
}

// resolve returns the State that the database will return once it is applied: with dates instead of today-3, with the names that events have,
// and without lengths that equal the recording's.
func (s *State) resolve(now *stored, today time.Time) *State {
	out := *s
	loc, err := time.LoadLocation(s.Channel.TimeZone)
	if err != nil {
		return &out // refused by the channel
	}
	dates := calendar{loc, today}
	out.Offers, out.Coupons = slices.Clone(s.Offers), slices.Clone(s.Coupons)
	for i := range out.Offers {
		out.Offers[i].Ends = dates.absolute(out.Offers[i].Ends)
	}
	for i := range out.Coupons {
		out.Coupons[i].Starts, out.Coupons[i].Ends = dates.absolute(out.Coupons[i].Starts), dates.absolute(out.Coupons[i].Ends)
	}
	out.Library.Videos = slices.Clone(s.Library.Videos)
	for i := range out.Library.Videos {
		v := &out.Library.Videos[i]
		if t, err := readDate(v.Date, loc, today); err == nil {
			v.Date = writeDate(t, loc)
		}
		v.Media = slices.Clone(v.Media)
		for m := range v.Media {
			p := &v.Media[m]
			if id := now.targets.event(p.Event); id > 0 {
				p.Event = now.names.event(id)
			}
			if time.Duration(p.DurationS)*time.Second == now.lengths[now.targets.event(p.Event)] {
				p.DurationS = 0
			}
		}
	}
	return &out
}
