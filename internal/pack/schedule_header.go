package pack

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/schedule"
)

// readHeader finds the field of each column. It ignores unknown columns, and asks about a header
// that differs by one letter from one of our names.
func (r *scheduleReader) readHeader() bool {
	r.row, r.columns, r.translated = r.table.Header, map[schedule.Field]column{}, map[string]int{}
	if len(r.table.Header.Cells) == 0 {
		r.problems.add(r.out.file, 1, "a schedule must begin with a row of column names")
		return false
	}
	answers := schedule.IndexByKey(r.answers.Columns)
	for i, header := range r.table.Header.Cells {
		switch answer := answers[schedule.Key(header)]; {
		case header == "":
			r.passNameless(i)
		case answer == schedule.Ignore:
			r.pass(header)
		case answer != "":
			r.take(i, header, schedule.Field(answer))
		default:
			r.readColumn(i, header)
		}
	}
	for _, title := range r.table.Titles {
		r.out.reading.Passed = append(r.out.reading.Passed, fmt.Sprintf("line %d: a title above the table", title.Line))
	}
	r.resolveColumns()
	r.requireColumns()
	r.checkCurrency()
	r.checkTimeColumns()
	r.sayColumns()
	return len(r.problems) == 0
}

func (r *scheduleReader) pass(header string) {
	r.out.reading.PassedColumns = append(r.out.reading.PassedColumns, header)
}

func (r *scheduleReader) passNameless(at int) {
	if slices.ContainsFunc(r.table.Rows, func(row schedule.Row) bool { return cellAt(row, at) != "" }) {
		r.pass(fmt.Sprintf("column %d, which has no name", at+1))
	}
}

func (r *scheduleReader) readColumn(at int, header string) {
	name := strings.ToLower(header)
	base, language, cut := strings.Cut(name, "_")
	translated := cut && (base == "name" || base == "description")
	field, known := schedule.FieldOf(header)
	switch near := nearColumn(name); {
	case translated && slices.Contains(r.channel.Languages, language):
		r.translated[name] = at
	case known && field == schedule.Result:
		r.pass(header)
	case known:
		r.take(at, header, field)
	case translated && len(language) == 2, near != "":
		suggestion := ""
		if near != "" {
			suggestion = fmt.Sprintf("; did you mean %q?", near)
		}
		r.problems.add(r.out.file, r.row.Line, "%q is not a known column%s", header, suggestion)
		r.hint("--column %q says what the column is, --column %q ignores it", header+"="+nonEmpty(near, "home"), header+"=-")
	default:
		r.pass(header)
	}
}

func nonEmpty(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// nearColumn returns the column of ours from which a header differs by one letter, or by two swapped letters; "" for none.
func nearColumn(name string) string {
	for _, field := range schedule.ExportFields() {
		own := string(field)
		if schedule.Edits(name, own) == 1 && len(name) > 2 || len(name) == len(own) && len(own) > 3 && schedule.Edits(name, own) == 2 && sortedLetters(name) == sortedLetters(own) {
			return own
		}
	}
	return ""
}

func sortedLetters(s string) string {
	letters := []rune(s)
	slices.Sort(letters)
	return string(letters)
}

// take reads a column as a field. Of two columns for one field, the one with our own name
// is read; where neither has it, both are asked about.
func (r *scheduleReader) take(at int, header string, field schedule.Field) {
	c := column{schedule.NewColumn(header, field), at}
	before, twice := r.columns[field]
	switch {
	case !twice || isOwn(header, field):
		if twice {
			r.pass(before.Header)
		}
		r.columns[field] = c
	case isOwn(before.Header, field):
		r.pass(header)
	case field == schedule.Location && !r.has(schedule.Surface):
		r.takeSurface(before, c)
	case field == schedule.Game && r.isNumbered(c), field == schedule.Notes:
		r.pass(header)
	default:
		r.problems.add(r.out.file, r.row.Line, "the columns %q and %q both mean %s", before.Header, header, field)
		r.hint("--column %q ignores a column", header+"=-")
	}
}

func isOwn(header string, field schedule.Field) bool {
	return strings.EqualFold(header, string(field))
}

// takeSurface reads two columns of places: a location, and the field or rink in it.
func (r *scheduleReader) takeSurface(a, b column) {
	words := []string{"field", "rink", "court", "pad", "diamond", "ice", "gym", "terrain", "patinoire", "glace", "pool", "gymnase"}
	if slices.Contains(words, schedule.Key(a.Header)) {
		a, b = b, a
	}
	a.Field, b.Field = schedule.Location, schedule.Surface
	r.columns[schedule.Location], r.columns[schedule.Surface] = a, b
}

// cells returns the non-empty cells of a column.
func (r *scheduleReader) cells(c column) []string {
	var out []string
	for _, row := range r.table.Rows {
		if cell := cellAt(row, c.at); cell != "" {
			out = append(out, cell)
		}
	}
	return out
}

func (r *scheduleReader) isNumbered(c column) bool {
	cells := r.cells(c)
	return len(cells) > 0 && !slices.ContainsFunc(cells, func(s string) bool { return strings.Trim(s, "0123456789") != "" })
}

// resolveColumns decides the fields of columns with ambiguous names by their cells.
func (r *scheduleReader) resolveColumns() {
	move := func(from, to schedule.Field) {
		c := r.columns[from]
		delete(r.columns, from)
		if c.Field = to; !r.has(to) {
			r.columns[to] = c
			return
		}
		r.pass(c.Header)
	}
	if c, ok := r.columns[schedule.Game]; ok && r.isNumbered(c) {
		move(schedule.Game, schedule.Number)
	}
	if c, ok := r.columns[schedule.Location]; ok && !isOwn(c.Header, schedule.Location) || ok && r.has(schedule.Opponent) {
		if cells := r.cells(c); len(cells) > 0 && !slices.ContainsFunc(cells, func(s string) bool { _, ok := schedule.SideOf(s); return !ok }) {
			move(schedule.Location, schedule.HomeAway)
		}
	}
	if r.has(schedule.Surface) && !r.has(schedule.Location) {
		move(schedule.Surface, schedule.Location)
	}
	if r.has(schedule.DateTime) && r.has(schedule.Date) && !r.has(schedule.Time) {
		move(schedule.DateTime, schedule.Time)
	}
	if c, ok := r.columns[schedule.DateTime]; ok && r.has(schedule.Date) {
		delete(r.columns, schedule.DateTime)
		r.pass(c.Header)
	}
	if c, ok := r.columns[schedule.Weekday]; ok && !r.has(schedule.Date) && !r.has(schedule.DateTime) {
		c.Field = schedule.Date
		delete(r.columns, schedule.Weekday)
		r.columns[schedule.Date] = c
	}
	teams := r.has(schedule.Home) || r.has(schedule.Away) || r.has(schedule.Participants) || r.has(schedule.Opponent)
	if c, ok := r.columns[schedule.Game]; ok && teams {
		delete(r.columns, schedule.Game)
		r.pass(c.Header)
	}
	if r.has(schedule.Number) && r.source == "" && !r.has(schedule.ID) {
		r.pass(r.columns[schedule.Number].Header + " (with --source NAME, it identifies the games)")
	}
}

// requireColumns asks for the columns without which no game can be read. A column with
// date and time counts as both.
func (r *scheduleReader) requireColumns() {
	if !r.has(schedule.Date) && !r.has(schedule.DateTime) {
		r.problems.add(r.out.file, r.row.Line, "the column %q is missing", schedule.Date)
	}
	if r.has(schedule.Date) && !r.has(schedule.Time) && !r.datesHaveTimes() {
		r.problems.add(r.out.file, r.row.Line, "the column %q is missing", schedule.Time)
	}
	if !r.has(schedule.Sport) && !r.knowsSport() {
		r.problems.add(r.out.file, r.row.Line, "the column %q is missing", schedule.Sport)
		r.hint("--sport ALIAS sets the sport of all games in the file")
	}
	if len(r.problems) > 0 && !r.ofPack {
		r.hint("--column \"Header=field\" says what a column of the file is")
	}
}

// checkTimeColumns tells of text in the headers of times that could be a zone.
func (r *scheduleReader) checkTimeColumns() {
	for _, field := range []schedule.Field{schedule.Time, schedule.DateTime, schedule.EndTime, schedule.EndDateTime} {
		c := r.columns[field]
		r.evidence.has24Hour = r.evidence.has24Hour || c.Is24Hour
		if c.Unread != "" && r.answers.TimeZone == "" {
			r.warn(field, "%q is not a time zone; the times are in the zone of the location or of the channel, or of --zone", c.Unread)
		}
	}
}

func (r *scheduleReader) datesHaveTimes() bool {
	return slices.ContainsFunc(r.cells(r.columns[schedule.Date]), func(s string) bool {
		_, clock, _ := schedule.SplitMoment(s)
		return clock != ""
	})
}

// knowsSport reports whether sports can be told without a column: they were suggestion, or those
// of the teams are taken.
func (r *scheduleReader) knowsSport() bool {
	if r.ofPack {
		return false
	}
	return r.answers.Sport != "" || r.has(schedule.Home) || r.has(schedule.Away) || r.has(schedule.Opponent) || r.has(schedule.Game) || r.has(schedule.Participants)
}

func (r *scheduleReader) sayColumns() {
	r.out.headers = make(map[schedule.Field]string, len(r.columns))
	for field, c := range r.columns {
		r.out.headers[field] = c.Header
	}
	for _, field := range schedule.Fields() {
		c, ok := r.columns[field]
		if ok && !isOwn(c.Header, field) && (field != schedule.Number || r.source != "") {
			r.out.reading.Read = append(r.out.reading.Read, fmt.Sprintf("%s = %s", c.Header, field))
		}
	}
}

// prepare finds out what holds for all rows: the order of dates, and whether times say AM
// or PM.
func (r *scheduleReader) prepare() bool {
	start, err := time.Parse(time.DateOnly, r.answers.SeasonStart)
	if r.answers.SeasonStart != "" && err != nil {
		r.problems.add(r.out.file, 1, "season_start: %q is not a date", r.answers.SeasonStart)
		return false
	}
	r.dates = schedule.Dates{Order: r.answers.DateOrder, SeasonStart: start}
	if r.dates.Order == "" {
		r.detectOrder()
	}
	for _, row := range r.table.Rows {
		r.row = row
		r.collectClockEvidence()
		side, _ := schedule.SplitOpponent(r.cell(schedule.Opponent))
		r.marked = r.marked || side != schedule.NoSideSaid
	}
	return len(r.problems) == 0
}

func (r *scheduleReader) detectOrder() {
	var dates []string
	from := schedule.Date
	if !r.has(from) {
		from = schedule.DateTime
	}
	if order := r.columns[from].Order; order != "" {
		r.dates.Order = order
		return
	}
	for _, row := range r.table.Rows {
		r.row = row
		day, _ := r.momentCells(schedule.Date, schedule.Time, schedule.DateTime)
		dates = append(dates, r.withWeekday(day))
	}
	r.row = r.table.Header
	order, err := schedule.DetectOrder(dates)
	if err != nil {
		ambiguous, unit := firstAmbiguous(dates), "months"
		if _, err := (schedule.Dates{Order: schedule.YearFirst}).Read(ambiguous); err == nil {
			unit = "years"
		}
		r.wrong(from, "the dates in this file %s: %q can be read as a day in two different %s", strings.TrimPrefix(err.Error(), "some dates "), clip(ambiguous), unit)
		r.hint("--date-order mdy reads 05/12 as May 12, --date-order dmy as 5 December; --date-order ymd reads 26-11-28 as 2026-11-28")
		return
	}
	if r.dates.Order = order; order != "" {
		r.out.reading.Order = string(order)
	}
}

func firstAmbiguous(dates []string) string {
	for _, s := range dates {
		if _, err := (schedule.Dates{}).Read(s); err == schedule.ErrOrder { //nolint:errorlint // a sentinel of this call
			return s
		}
	}
	return dates[0]
}
