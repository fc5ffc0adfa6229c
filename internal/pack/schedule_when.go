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

// withWeekday adds the day of the week from the column for weekdays.
func (r *scheduleReader) withWeekday(day string) string {
	if weekday := r.cell(schedule.Weekday); weekday != "" && day != "" && strings.Trim(weekday, "0123456789") == weekday {
		return weekday + " " + day
	}
	return day
}

// status reads whether the event takes place. An empty cell says nothing about an event
// that is there already.
func (r *scheduleReader) status(e *catalog.Event) {
	cell, ok := r.cell(schedule.Status), r.has(schedule.Status)
	status := ""
	if cell != "" {
		var known bool
		if status, known = schedule.StatusOf(r.answer(cell)); !known {
			r.wrong(schedule.Status, "%q is not a status; write on, postponed, cancelled or tba", cell)
			r.hint("--map %q says what a status means", cell+"=postponed")
		}
	}
	off := r.offElsewhere()
	switch {
	case off == "":
	case status == "" || status == schedule.TBA || status == off:
		status, ok = off, true
	case status == schedule.On && !strings.EqualFold(cell, "on"): // status "Scheduled", time "PPD"
		status, ok = off, true
	default:
		r.wrong(schedule.Status, "the status is %q, but another column says that the game is %s", cell, off)
	}
	if ok {
		imported := catalog.ScheduleStatus(status)
		e.ImportedStatus = &imported
	}
}

// offElsewhere finds a word for a game that is off in other columns than the status.
func (r *scheduleReader) offElsewhere() string {
	_, clock := r.momentCells(schedule.Date, schedule.Time, schedule.DateTime)
	for _, cell := range []string{clock, r.cell(schedule.Notes), r.offMark} {
		if status, ok := schedule.OffStatus(cell); ok {
			return status
		}
	}
	return ""
}

func (r *scheduleReader) start(e *catalog.Event) {
	day, hour := r.momentCells(schedule.Date, schedule.Time, schedule.DateTime)
	dateField, timeField := schedule.Date, schedule.Time
	if r.has(schedule.DateTime) {
		dateField, timeField = schedule.DateTime, schedule.DateTime
	}
	clock, end, err := schedule.ReadRange(hour)
	if _, off := schedule.OffStatus(hour); off {
		clock, err = schedule.Clock{TBA: true}, nil
	}
	if err != nil && r.isFinal(hour) {
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
	date, ok := r.day(day, dateField, loc)
	if !ok {
		return
	}
	last := r.endDay()
	if err != nil {
		r.wrong(timeField, "%q %s", hour, err)
		return
	}
	if r.needsNoTime(e, clock, hour, timeField) {
		r.checkEndDay(date, last)
		e.TimeTBA = true
		e.StartAt, _ = zone.At(date, 12, 0, loc)
		return
	}
	if !r.checkHalf(timeField, hour, clock) {
		return
	}
	clock = r.inHours(clock)
	if e.StartAt, e.Entered, ok = r.moment(date, clock, loc); !ok {
		r.wrong(timeField, "%s does not exist on that day in %s, because the clocks go forward", hour, e.TimeZone)
		return
	}
	r.ends(e, date, last, clock, end, loc)
}

// moment is the start of an event in its zone. An offset in the cell is believed; a zone in
// the cell too.
func (r *scheduleReader) moment(day time.Time, clock schedule.Clock, loc *time.Location) (time.Time, catalog.Entered, bool) {
	for _, field := range []schedule.Field{schedule.DateTime, schedule.Date, schedule.Time} {
		if _, _, at := schedule.SplitMoment(r.cell(field)); !at.IsZero() {
			return at.In(loc).Truncate(time.Minute), catalog.Entered{Zone: loc.String(), Fixed: true}, true
		}
	}
	if clock.Zone != "" {
		if loc, err := zone.Load(clock.Zone); err == nil {
			at, ok := zone.At(day, clock.Hour, clock.Minute, loc)
			return at.In(loc), catalog.Entered{Zone: clock.Zone}, ok
		}
	}
	at, ok := zone.At(day, clock.Hour, clock.Minute, loc)
	return at, catalog.Entered{Zone: loc.String()}, ok
}

// zoneOf is the zone of an event: its own, else its location's, else that of its time, else
// the channel's.
func (r *scheduleReader) zoneOf(e *catalog.Event, clock schedule.Clock) string {
	if own := r.cell(schedule.TimeZone); own != "" {
		return zone.Or(own)
	}
	place := r.aliases.zones[r.aliases.placeOf[int64(e.LocationID)]]
	return zone.Or(cmp.Or(place, clock.Zone, r.channel.TimeZone))
}

// isFinal reports whether a cell in the place of a time says that the game is over.
func (r *scheduleReader) isFinal(cell string) bool {
	status, ok := schedule.StatusOf(cell)
	return ok && status == schedule.On
}

// day reads a date, or one counted from today.
func (r *scheduleReader) day(s string, field schedule.Field, loc *time.Location) (time.Time, bool) {
	if counted, ok := strings.CutPrefix(strings.ToLower(s), "today"); ok {
		days, err := strconv.Atoi(cmp.Or(counted, "0"))
		if err != nil {
			r.wrong(field, "%q is not a date; write it like 2026-11-28", s)
		}
		return zone.AddDays(r.now.In(loc), days), err == nil
	}
	day, err := r.dates.Read(r.withWeekday(s))
	switch {
	case errors.Is(err, schedule.ErrYear):
		r.wrong(field, "%q has no year", s)
		r.hint("--season-start 2026-08-01 reads a date without a year as the first such day on or after that date")
	case err != nil:
		r.wrong(field, "%q %s", s, err)
	case !r.isNear(day):
		r.wrong(field, "%q is in the year %d", s, day.Year())
		r.hint("--any-year accepts games more than 15 years ago or more than 3 years ahead")
	default:
		return day, true
	}
	return time.Time{}, false
}

// isNear reports whether a day lies where games of a schedule are.
func (r *scheduleReader) isNear(day time.Time) bool {
	if r.own || r.answers.AllowsAnyYear() || r.now.IsZero() {
		return true
	}
	return day.After(r.now.AddDate(-15, 0, 0)) && day.Before(r.now.AddDate(3, 0, 0))
}

// needsNoTime reports whether only the day of an event is known. A row of an event that is off
// may leave out its time; any other row without a time is to be announced.
func (r *scheduleReader) needsNoTime(e *catalog.Event, clock schedule.Clock, hour string, field schedule.Field) bool {
	status := catalog.ScheduleStatus("")
	if e.ImportedStatus != nil {
		status = *e.ImportedStatus
	}
	switch {
	case status == catalog.TBA:
		if !clock.TBA && !r.own {
			r.warn(field, "the time %s is not shown, since the status says that it is to be announced", hour)
		}
		return true
	case !clock.TBA:
		return false
	case status == catalog.Cancelled, status == catalog.Postponed:
		return true
	case status == catalog.On && strings.EqualFold(r.cell(schedule.Status), "on"):
		r.wrong(field, "%q is not a time; write it like 19:00, or leave it empty with the status tba, cancelled or postponed", hour)
		return true
	}
	tba := catalog.TBA
	e.ImportedStatus = &tba
	return true
}

// endDay reads the day on which a game ends, the zero time where the file has none.
func (r *scheduleReader) endDay() time.Time {
	day, _ := r.momentCells(schedule.EndDate, schedule.EndTime, schedule.EndDateTime)
	if schedule.IsUnknown(day) {
		return time.Time{}
	}
	last, err := r.dates.Read(day)
	if err != nil {
		r.wrong(r.endField(schedule.EndDate), "%q %s", day, err)
	}
	return last
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

// ends reads the end of a game, which decides its duration. last is the day of the end, the zero time for none.
func (r *scheduleReader) ends(e *catalog.Event, day, last time.Time, start schedule.Clock, end *schedule.Clock, loc *time.Location) {
	field := r.endField(schedule.EndTime)
	endDay, hour := r.momentCells(schedule.EndDate, schedule.EndTime, schedule.EndDateTime)
	if hour != "" {
		read, err := schedule.ReadClock(hour)
		if err != nil {
			r.wrong(field, "%q %s", hour, err)
			return
		}
		end = &read
	}
	if end == nil || end.TBA {
		r.checkEndDay(day, last)
		return
	}
	*end = r.endInHours(start, *end)
	dated := !last.IsZero()
	if !dated {
		last = day
	}
	end.Zone = cmp.Or(end.Zone, start.Zone)
	over, _ := r.clockAt(last, *end, loc)
	if _, _, at := schedule.SplitMoment(r.cell(field)); !at.IsZero() {
		over = at.In(loc).Truncate(time.Minute)
	}
	if !dated && !over.After(e.StartAt) {
		over = over.AddDate(0, 0, 1) // a game that ends after midnight
	}
	length := over.Sub(e.StartAt)
	switch {
	case length <= 0 || length > longestGame && !dated || length > 30*24*time.Hour:
		r.wrong(field, "the game ends before it starts (%s)", strings.TrimSpace(endDay+" "+hour))
	case e.Duration != 0 && e.Duration != length:
		r.wrong(schedule.Duration, "the duration is %s, but the end makes it %s", r.cell(schedule.Duration), length)
	default:
		e.Duration = length
	}
}

// longestGame is how long a game may take whose end has no date.
const longestGame = 12 * time.Hour

func (r *scheduleReader) clockAt(day time.Time, clock schedule.Clock, loc *time.Location) (time.Time, bool) {
	if named, err := zone.Load(clock.Zone); clock.Zone != "" && err == nil {
		loc = named
	}
	return zone.At(day, clock.Hour, clock.Minute, loc)
}

// duration reads minutes, 120, or minutes and seconds, 127:30.
func (r *scheduleReader) duration() time.Duration {
	length, err := schedule.ReadDuration(r.cell(schedule.Duration))
	if err != nil {
		r.wrong(schedule.Duration, "%q %s", r.cell(schedule.Duration), err)
	}
	return length
}
