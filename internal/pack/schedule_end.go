package pack

import (
	"cmp"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
	"github.com/grandstand/grandstand/internal/zone"
)

const (
	// longestUndatedGame bounds a game whose end has no date, because a mistake in its end could look like the next day.
	longestUndatedGame = 12 * time.Hour
	longestGame        = 30 * 24 * time.Hour
	// A game that is longer than longUnproved is reported if AM or PM of its start or end is missing in the file.
	longUnproved = 6 * time.Hour
)

// gameEnd is the end of a game in a row.
type gameEnd struct {
	day      time.Time       // zero: the row has no date of the end
	clock    *schedule.Clock // nil: the row has no time of the end
	fixed    time.Time       // the end if its cell has an offset, else zero
	cell     string          // date and time as the file prints them
	unproved string          // a time of the game without AM and PM that was read by the other one, "" for none
}

// readEndDay reads the day on which a game ends, the zero time where the file has none.
func (r *scheduleReader) readEndDay(loc *time.Location) time.Time {
	cell, _ := r.momentCells(schedule.EndDate, schedule.EndTime, schedule.EndDateTime)
	if schedule.IsUnknown(cell) {
		return time.Time{}
	}
	day, ok := r.readDay(cell, r.endField(schedule.EndDate), loc)
	if !ok {
		return time.Time{}
	}
	return day
}

// readEnd reads the time of an end from its own cell, else from that of the start ("7:00-9:00 PM"). An end without a zone
// is in that of the start.
func (r *scheduleReader) readEnd(day time.Time, rangeEnd *schedule.Clock, startZone string) gameEnd {
	date, hour := r.momentCells(schedule.EndDate, schedule.EndTime, schedule.EndDateTime)
	end := gameEnd{day: day, clock: rangeEnd, cell: strings.TrimSpace(date + " " + hour)}
	if hour == "" {
		_, hour = r.momentCells(schedule.Date, schedule.Time, schedule.DateTime)
		end.cell = strings.TrimSpace(date + " " + hour)
	} else {
		clock, err := schedule.ReadClock(hour)
		if err != nil {
			r.wrong(r.endField(schedule.EndTime), "%q %s", hour, err)
		}
		end.clock = &clock
		if err != nil || clock.TBA {
			end.clock = nil
		}
		end.fixed = r.fixedMoment(schedule.EndDate, schedule.EndTime, schedule.EndDateTime)
	}
	if end.clock != nil {
		end.clock.Zone = cmp.Or(end.clock.Zone, startZone)
		end.clock.Ambiguous = end.clock.Ambiguous && end.fixed.IsZero()
	}
	return end
}

// checkEndDay refuses an end on an earlier day than the start, where one of them has no time.
func (r *scheduleReader) checkEndDay(start, last time.Time) {
	if day := last.Format(time.DateOnly); !last.IsZero() && day < start.Format(time.DateOnly) {
		r.wrong(r.endField(schedule.EndDate), "the game ends before it starts (%s)", day)
	}
}

// endField returns the column that holds the day or the time of an end.
func (r *scheduleReader) endField(field schedule.Field) schedule.Field {
	switch {
	case r.has(schedule.EndDateTime):
		return schedule.EndDateTime
	case r.has(field):
		return field
	}
	return schedule.EndTime
}

// endMoment returns the moment at which a game ends that starts at start. clock is one reading of the end's time. An end without
// a date is the first such time after the start. It returns false for a time that the clocks skip.
func (r *scheduleReader) endMoment(start time.Time, end *gameEnd, clock schedule.Clock, loc *time.Location) (time.Time, bool) {
	if !end.fixed.IsZero() {
		return end.fixed.In(loc), true
	}
	entered := locationOf(clock, loc)
	if !end.day.IsZero() {
		return zone.At(end.day, clock.Hour, clock.Minute, entered)
	}
	day := start.In(entered)
	at, ok := zone.At(day, clock.Hour, clock.Minute, entered)
	if !at.After(start) {
		return zone.At(day.AddDate(0, 0, 1), clock.Hour, clock.Minute, entered)
	}
	return at, ok
}

// setDuration sets the duration of an event that starts at e.StartAt by its end.
func (r *scheduleReader) setDuration(e *catalog.Event, end *gameEnd, loc *time.Location) {
	field := r.endField(schedule.EndTime)
	clock, ok := r.resolveEnd(e.StartAt, end, loc)
	if !ok && !r.checkMeridiem(field, end.cell, clock) {
		return
	}
	over, exists := r.endMoment(e.StartAt, end, clock, loc)
	length := over.Sub(e.StartAt)
	switch {
	case !exists:
		r.wrong(field, "%s does not exist on that day in %s, because the clocks go forward", end.cell, e.TimeZone)
	case length <= 0:
		r.wrong(field, "the game ends before it starts (%s)", end.cell)
	case length > longestUndatedGame && end.day.IsZero():
		r.wrong(field, "the game lasts longer than 12 hours (%s); correct its end, or add the date of the end", end.cell)
	case length > longestGame:
		r.wrong(field, "the game lasts longer than 30 days (%s)", end.cell)
	case e.Duration != 0 && e.Duration != length:
		r.wrong(schedule.Duration, "the duration is %s, but the end makes it %s", r.cell(schedule.Duration), length)
	default:
		e.Duration = length
		if end.unproved != "" && length > longUnproved {
			r.warn(field, "%q has no AM or PM; the game is read as lasting %s", end.unproved, length)
		}
	}
}
