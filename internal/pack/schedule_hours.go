package pack

import (
	"fmt"
	"slices"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
	"github.com/grandstand/grandstand/internal/zone"
)

// hoursForm holds the evidence of a 12-hour or a 24-hour clock in the times of a file without AM and PM.
type hoursForm struct {
	full bool   // a time has the form of a clock of 24 hours
	half bool   // a time from 1:00 to 9:59 may be of the morning or of the evening
	tens string // the first time from 10:00 to 11:59 that may be either
}

// seeHours learns from the times of the present row.
func (r *scheduleReader) seeHours() {
	_, cell := r.momentCells(schedule.Date, schedule.Time, schedule.DateTime)
	first, last, err := schedule.ReadRange(cell)
	if err != nil {
		return
	}
	r.halves = r.halves || first.Meridiem
	r.hours.full = r.hours.full || first.FullDay || last != nil && last.FullDay
	if _, cell := r.momentCells(schedule.EndDate, schedule.EndTime, schedule.EndDateTime); cell != "" {
		end, err := schedule.ReadClock(cell)
		r.hours.full = r.hours.full || err == nil && end.FullDay
	}
	switch {
	case first.HalfDay && first.Hour < 10:
		r.hours.half = true
	case first.HalfDay && r.hours.tens == "":
		r.hours.tens = cell
	}
}

// hoursAreOpen reports whether the times of the file may be of the morning or of the evening.
func (r *scheduleReader) hoursAreOpen() bool {
	return !r.own && !r.halves && !r.hours.full
}

const hoursHint = "--hours pm reads times from 1:00 to 11:59 as PM, --hours 24h as they are written; if the file has both, write AM or PM in it"

// checkHalf refuses a time without AM and PM in a file that has them, and asks about one in a file where nothing
// shows a clock of 24 hours.
func (r *scheduleReader) checkHalf(field schedule.Field, cell string, clock schedule.Clock) bool {
	switch {
	case !clock.HalfDay:
	case r.halves:
		r.wrong(field, "%q has no AM or PM, unlike other times in the file", cell)
		return false
	case r.hours.half && r.hoursAreOpen() && r.answers.Hours == "":
		r.ask(r.printed(field), "hours", fmt.Errorf("no time of the file says AM or PM, or has the form of 24 hours, as %q", cell))
		r.hint(hoursHint)
	}
	return true
}

// inHours reads a time without AM and PM by the answer.
func (r *scheduleReader) inHours(clock schedule.Clock) schedule.Clock {
	if r.answers.Hours != schedule.HoursAfternoon || !r.hoursAreOpen() {
		return clock
	}
	return clock.InAfternoon()
}

// endInHours reads an end by the answer. An end that would be before its start is after midnight.
func (r *scheduleReader) endInHours(start, end schedule.Clock) schedule.Clock {
	evening := r.inHours(end)
	if evening.Hour*60+evening.Minute <= start.Hour*60+start.Minute {
		return end
	}
	return evening
}

// checkHours warns of times that look like evening games: all before 9:00, or from 10:00 to 11:59 without AM and PM.
func (r *scheduleReader) checkHours() {
	if r.halves || r.answers.Hours != "" {
		return
	}
	r.row = r.table.Header
	if r.hours.tens != "" && r.hoursAreOpen() {
		r.warn(schedule.Time, "no time of the file says AM or PM; %q is read as the morning", r.hours.tens)
	}
	if len(r.out.events) < 5 {
		return
	}
	early := func(e catalog.Event) bool {
		loc, err := zone.Load(e.TimeZone)
		return err == nil && (e.TimeTBA || e.StartAt.In(loc).Hour() < 9)
	}
	if timed := slices.ContainsFunc(r.out.events, func(e catalog.Event) bool { return !e.TimeTBA }); timed && !slices.ContainsFunc(r.out.events, func(e catalog.Event) bool { return !early(e) }) {
		r.warn(schedule.Time, "every game starts before 9:00 AM; write 19:00 or 7:00 PM if you mean the evening")
	}
}
