package pack

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
	"github.com/grandstand/grandstand/internal/zone"
)

// momentCells returns the date and the time of the present row, from one column or two.
func (r *scheduleReader) momentCells(date, clock, both schedule.Field) (day, hour string) {
	if r.has(both) {
		day, hour, _ = schedule.SplitMoment(r.cell(both))
		return day, hour
	}
	day, hour = r.cell(date), r.cell(clock)
	if left, right, _ := schedule.SplitMoment(day); right != "" {
		return left, cmp.Or(hour, right)
	}
	if left, right, _ := schedule.SplitMoment(hour); right != "" {
		return cmp.Or(day, left), right
	}
	return day, hour
}

// fixedMoment returns the moment of a cell with an offset, the zero time if no cell has one. The cell of a date counts only
// if no other cell has the time.
func (r *scheduleReader) fixedMoment(date, clock, both schedule.Field) time.Time {
	cells := []string{r.cell(both), r.cell(clock)}
	if cells[1] == "" {
		cells = append(cells, r.cell(date))
	}
	for _, cell := range cells {
		if _, _, at := schedule.SplitMoment(cell); !at.IsZero() {
			return at.Truncate(time.Minute)
		}
	}
	return time.Time{}
}

// withWeekday adds the day of the week from the column for weekdays.
func (r *scheduleReader) withWeekday(day string) string {
	if weekday := r.cell(schedule.Weekday); weekday != "" && day != "" && strings.Trim(weekday, "0123456789") == weekday {
		return weekday + " " + day
	}
	return day
}

// readStatus reads whether the event takes place. In a file with a column for the status, an empty cell means that the event
// takes place as scheduled. The catalogue then takes back a status of the last import, but not a later decision of an operator.
// A file without the column says nothing.
//
// A word such as PPD in another column overrules an empty cell, tba, and a word such as Scheduled or Final. It contradicts
// the literal word on, and another word that calls the game off.
func (r *scheduleReader) readStatus(e *catalog.Event) {
	cell, isSaid := r.cell(schedule.Status), r.has(schedule.Status)
	status := ""
	if cell != "" {
		var known bool
		if status, known = schedule.StatusOf(r.answer(cell)); !known {
			r.wrong(schedule.Status, "%q is not a status; write on, postponed, cancelled or tba", cell)
			r.hint("--map %q says what a status means", cell+"=postponed")
		}
	}
	if off := r.offStatusElsewhere(); off != "" {
		_, isOff := schedule.OffStatus(status)
		if strings.EqualFold(cell, "on") || isOff && status != off {
			r.wrong(schedule.Status, "the status is %q, but another column says that the game is %s", cell, off)
		} else {
			status, isSaid = off, true
		}
	}
	if isSaid {
		imported := catalog.ScheduleStatus(status)
		e.ImportedStatus = &imported
	}
}

// offStatusElsewhere returns the status of a word that calls the game off in another column than the status, "" for none.
func (r *scheduleReader) offStatusElsewhere() string {
	_, clock := r.momentCells(schedule.Date, schedule.Time, schedule.DateTime)
	for _, cell := range []string{clock, r.cell(schedule.Notes), r.offMark} {
		if status, ok := schedule.OffStatus(cell); ok {
			return status
		}
	}
	return ""
}

// readStart reads the start of an event, and its duration if the row has an end.
func (r *scheduleReader) readStart(e *catalog.Event) {
	day, hour := r.momentCells(schedule.Date, schedule.Time, schedule.DateTime)
	dateField, timeField := schedule.Date, schedule.Time
	if r.has(schedule.DateTime) {
		dateField, timeField = schedule.DateTime, schedule.DateTime
	}
	clock, rangeEnd, err := schedule.ReadRange(hour)
	if _, isStatus := schedule.StatusOf(hour); isStatus && err != nil {
		clock, err = schedule.Clock{TBA: true}, nil
	}
	if r.cell(schedule.TimeZone) == "" {
		clock.Zone = cmp.Or(clock.Zone, r.columns[timeField].Zone, r.answers.TimeZone)
	}
	e.TimeZone = r.zoneOf(e, clock)
	loc, zoneErr := zone.Load(e.TimeZone)
	if zoneErr != nil {
		r.wrong(schedule.TimeZone, "%s", zoneErr)
		return
	}
	date, ok := r.readDay(r.withWeekday(day), dateField, loc)
	if !ok {
		return
	}
	lastDay := r.readEndDay(loc)
	if err != nil {
		r.wrong(timeField, "%q %s", hour, err)
		return
	}
	if r.setTimeTBA(e, clock, hour, timeField); e.TimeTBA {
		r.checkEndDay(date, lastDay)
		e.StartAt, _ = zone.At(date, 12, 0, loc)
		return
	}
	end := r.readEnd(lastDay, rangeEnd, clock.Zone)
	clock, ok = r.resolveStart(date, clock, &end, loc)
	if !ok && !r.checkMeridiem(timeField, hour, clock) {
		return
	}
	if e.StartAt, e.Entered, ok = r.startMoment(date, clock, loc); !ok {
		r.wrong(timeField, "%s does not exist on that day in %s, because the clocks go forward", hour, e.TimeZone)
		return
	}
	if end.clock == nil {
		r.checkEndDay(date, lastDay)
		return
	}
	r.setDuration(e, &end, loc)
}

// startMoment returns the moment at which an event starts. A cell with an offset names the moment by itself; other times
// are in the zone of their cell or column, else in that of the event.
func (r *scheduleReader) startMoment(day time.Time, clock schedule.Clock, loc *time.Location) (time.Time, catalog.Entered, bool) {
	if at := r.fixedMoment(schedule.Date, schedule.Time, schedule.DateTime); !at.IsZero() {
		return at.In(loc), catalog.Entered{Zone: loc.String(), Fixed: true}, true
	}
	entered := locationOf(clock, loc)
	at, ok := zone.At(day, clock.Hour, clock.Minute, entered)
	if entered != loc {
		return at.In(loc), catalog.Entered{Zone: clock.Zone}, ok
	}
	return at, catalog.Entered{Zone: loc.String()}, ok
}

// locationOf returns the zone that a time names, else the given one.
func locationOf(clock schedule.Clock, loc *time.Location) *time.Location {
	if named, err := zone.Load(clock.Zone); clock.Zone != "" && err == nil {
		return named
	}
	return loc
}

// zoneOf returns the time zone of an event: the one of its row, else of its location, else of its time, else of the channel.
func (r *scheduleReader) zoneOf(e *catalog.Event, clock schedule.Clock) string {
	if cell := r.cell(schedule.TimeZone); cell != "" {
		return zone.Or(cell)
	}
	venue := r.aliases.zones[r.aliases.placeOf[int64(e.LocationID)]]
	return zone.Or(cmp.Or(venue, clock.Zone, r.channel.TimeZone))
}

// readDay reads a date, or one counted from today.
func (r *scheduleReader) readDay(s string, field schedule.Field, loc *time.Location) (time.Time, bool) {
	if counted, ok := strings.CutPrefix(strings.ToLower(s), "today"); ok {
		days, err := strconv.Atoi(cmp.Or(counted, "0"))
		if err != nil {
			r.wrong(field, "%q is not a date; write it like 2026-11-28", s)
		}
		return zone.AddDays(r.now.In(loc), days), err == nil
	}
	day, err := r.dates.Read(s)
	switch {
	case errors.Is(err, schedule.ErrYear):
		r.wrong(field, "%q has no year", s)
		r.hint("--season-start 2026-08-01 reads a date without a year as the first such day on or after that date")
	case err != nil:
		r.wrong(field, "%q %s", s, err)
	case !r.isPlausibleDay(day):
		r.wrong(field, "%q is in the year %d", s, day.Year())
		r.hint("--any-year accepts games more than 15 years ago or more than 3 years ahead")
	default:
		return day, true
	}
	return time.Time{}, false
}

// isPlausibleDay reports whether a day needs no --any-year: it is at most 15 years ago and at most 3 years ahead. The days of
// a pack are not checked.
func (r *scheduleReader) isPlausibleDay(day time.Time) bool {
	if r.ofPack || r.answers.AllowsAnyYear() || r.now.IsZero() {
		return true
	}
	return day.After(r.now.AddDate(-15, 0, 0)) && day.Before(r.now.AddDate(3, 0, 0))
}

// setTimeTBA sets e.TimeTBA if only the day of the event is known. A row without a time is tba, unless it says that the event
// is off or has begun. It refuses a row without a time whose status is the word on.
func (r *scheduleReader) setTimeTBA(e *catalog.Event, clock schedule.Clock, hour string, field schedule.Field) {
	status := catalog.ScheduleStatus("")
	if e.ImportedStatus != nil {
		status = *e.ImportedStatus
	}
	if status != catalog.TBA && !clock.TBA {
		return
	}
	e.TimeTBA = true
	switch cell := r.cell(schedule.Status); {
	case status == catalog.TBA:
		if !clock.TBA && !r.ofPack {
			r.warn(field, "the time %s is not shown, since the status says that it is to be announced", hour)
		}
	case status == catalog.Cancelled, status == catalog.Postponed:
	case schedule.HasBegun(hour), schedule.HasBegun(r.answer(cell)):
		on := catalog.On
		e.ImportedStatus = &on
	case status == catalog.On && strings.EqualFold(cell, "on"):
		r.wrong(field, "%q is not a time; write it like 19:00, or leave it empty with the status tba, cancelled or postponed", hour)
	default:
		tba := catalog.TBA
		e.ImportedStatus = &tba
	}
}

// readDuration reads minutes, 120, or minutes and seconds, 127:30.
func (r *scheduleReader) readDuration() time.Duration {
	length, err := schedule.ReadDuration(r.cell(schedule.Duration))
	if err != nil {
		r.wrong(schedule.Duration, "%q %s", r.cell(schedule.Duration), err)
	}
	return length
}
