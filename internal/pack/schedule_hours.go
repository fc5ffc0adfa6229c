package pack

import (
	"fmt"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
	"github.com/grandstand/grandstand/internal/zone"
)

// clockEvidence holds the signs that the times of a file are of a 12-hour or a 24-hour clock.
type clockEvidence struct {
	hasMeridiem bool   // a start or an end says AM or PM
	has24Hour   bool   // a start or an end has the form of a 24-hour clock, or a header says so
	hasEarly    bool   // a start from 1:00 to 9:59 may be AM or PM
	firstLate   string // the first start from 10:00 to 11:59 that may be AM or PM, "" for none
}

// collectClockEvidence adds the times of the present row to the evidence.
func (r *scheduleReader) collectClockEvidence() {
	evidence := &r.evidence
	if _, cell := r.momentCells(schedule.EndDate, schedule.EndTime, schedule.EndDateTime); cell != "" {
		if end, err := schedule.ReadClock(cell); err == nil {
			evidence.add(end)
		}
	}
	_, cell := r.momentCells(schedule.Date, schedule.Time, schedule.DateTime)
	start, end, err := schedule.ReadRange(cell)
	if err != nil {
		return
	}
	evidence.add(start)
	if end != nil {
		evidence.add(*end)
	}
	switch {
	case !start.Ambiguous, !r.fixedMoment(schedule.Date, schedule.Time, schedule.DateTime).IsZero():
	case start.Hour < 10:
		evidence.hasEarly = true
	case evidence.firstLate == "":
		evidence.firstLate = cell
	}
}

func (e *clockEvidence) add(c schedule.Clock) {
	e.hasMeridiem = e.hasMeridiem || c.Meridiem
	e.has24Hour = e.has24Hour || c.Is24Hour
}

// hoursAreAmbiguous reports whether nothing in the file shows its clock.
func (r *scheduleReader) hoursAreAmbiguous() bool {
	return !r.ofPack && !r.evidence.hasMeridiem && !r.evidence.has24Hour
}

const hoursHint = "--hours pm reads times from 1:00 to 11:59 as PM, --hours 24h as they are written; if the file has both, write AM or PM in it"

// checkMeridiem refuses a time without AM and PM in a file that has them. It asks about one in a file where nothing shows a
// 24-hour clock.
func (r *scheduleReader) checkMeridiem(field schedule.Field, cell string, clock schedule.Clock) bool {
	switch {
	case !clock.Ambiguous:
	case r.evidence.hasMeridiem:
		r.wrong(field, "%q has no AM or PM, unlike other times in the file", cell)
		return false
	case r.evidence.hasEarly && r.hoursAreAmbiguous() && r.answers.Hours == "":
		r.ask(r.printed(field), "hours", fmt.Errorf("%q can be AM or PM, and no time in the file tells which", cell))
		r.hint(hoursHint)
	}
	return true
}

// resolveStart finds AM or PM of a start without them. In a file that says AM or PM, an end with a known hour decides: a game
// of at most 12 hours has only one such start. In other files the answer --hours decides. It returns false if the start is
// still ambiguous.
func (r *scheduleReader) resolveStart(date time.Time, clock schedule.Clock, end *gameEnd, loc *time.Location) (schedule.Clock, bool) {
	if !r.fixedMoment(schedule.Date, schedule.Time, schedule.DateTime).IsZero() {
		return clock.InMorning(), true
	}
	if clock.Ambiguous && r.hoursAreAmbiguous() && r.answers.Hours == schedule.HoursAfternoon {
		return clock.InAfternoon(), true
	}
	if !clock.Ambiguous || !r.evidence.hasMeridiem || end.clock == nil || end.clock.Ambiguous {
		return clock, !clock.Ambiguous
	}
	for _, reading := range clock.Readings() {
		start, _, _ := r.startMoment(date, reading, loc)
		over, _ := r.endMoment(start, end, *end.clock, loc)
		if length := over.Sub(start); length > 0 && length <= longestUndatedGame {
			_, end.unproved = r.momentCells(schedule.Date, schedule.Time, schedule.DateTime)
			return reading, true
		}
	}
	return clock, false
}

// resolveEnd finds AM or PM of an end without them, unless the file or the answer shows a 24-hour clock: a game of at most
// 12 hours has only one such end. It returns false if the end is still ambiguous.
func (r *scheduleReader) resolveEnd(start time.Time, end *gameEnd, loc *time.Location) (schedule.Clock, bool) {
	byAnswer := r.hoursAreAmbiguous() && r.answers.Hours == schedule.HoursAfternoon
	switch {
	case !end.clock.Ambiguous:
		return *end.clock, true
	case !r.evidence.hasMeridiem && !byAnswer && (!r.hoursAreAmbiguous() || r.answers.Hours != ""):
		return end.clock.InMorning(), true // a 24-hour clock
	}
	var last time.Time
	for _, reading := range end.clock.Readings() {
		over, _ := r.endMoment(start, end, reading, loc)
		if length := over.Sub(start); length > 0 && length <= longestUndatedGame {
			if !byAnswer {
				end.unproved = end.cell
			}
			return reading, true
		}
		if over.After(last) {
			last = over
		}
	}
	if byAnswer || !last.After(start) {
		return end.clock.InAfternoon(), true
	}
	return *end.clock, false
}

// checkHours warns of times that look like evening games: all before 9:00, or from 10:00 to 11:59 without AM and PM.
func (r *scheduleReader) checkHours() {
	if r.evidence.hasMeridiem || r.answers.Hours != "" {
		return
	}
	r.row = r.table.Header
	if r.evidence.firstLate != "" && r.hoursAreAmbiguous() {
		r.warn(schedule.Time, "no time of the file says AM or PM; %q is read as the morning", r.evidence.firstLate)
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
