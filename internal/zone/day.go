package zone

import "time"

// StartOfDay returns the first moment of a calendar day in a location. It is midnight, except where clocks go forward at
// midnight: there the day starts at one o'clock. Where midnight comes twice, the day starts with the first one. Of day only
// the date counts.
func StartOfDay(day time.Time, loc *time.Location) time.Time {
	year, month, date := day.Date()
	midnightAt := func(offset int) time.Time {
		return time.Date(year, month, date, 0, 0, -offset, 0, time.UTC).In(loc)
	}
	noon := time.Date(year, month, date, 12, 0, 0, 0, loc)
	change, _ := noon.ZoneBounds() // the last change of clocks before noon, zero if there was none
	if !change.IsZero() {
		_, offset := change.Add(-time.Nanosecond).Zone()
		if first := midnightAt(offset); first.Before(change) {
			return first
		}
	}
	_, offset := noon.Zone()
	if first := midnightAt(offset); !first.Before(change) {
		return first
	}
	return change.In(loc)
}

// AddDays returns the start of the day that is n days after the day of a moment, in the location of the moment.
func AddDays(moment time.Time, n int) time.Time {
	year, month, date := moment.Date()
	return StartOfDay(time.Date(year, month, date+n, 0, 0, 0, 0, time.UTC), moment.Location())
}
