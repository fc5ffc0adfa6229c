package pack

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/zone"
)

// scheduleFile is a pack's own schedule, which is applied with it.
const scheduleFile = "schedule.csv"

// scheduleEvents is a file of events as it was read.
type scheduleEvents struct {
	events  []catalog.Event
	file    string
	lines   []int // the line of each event
	reading ScheduleReading
	byName  []bool // of each event: whether the file has no id for it

	// derived is the id of each event without an own id and without the mark of a doubleheader, "" for the others. Games
	// of a doubleheader have the same one.
	derived []string
	headers map[schedule.Field]string // as the file prints them
}

// scheduleContext is what a schedule is read against.
type scheduleContext struct {
	channel *Channel
	aliases aliases
	ticket  int64 // the package by which single events are bought, 0 for none
	now     time.Time
	picture func(name string) (File, error)
	answers schedule.Answers
	source  string // whose files these are, "" for none
	ofPack  bool   // the schedule of a pack, whose dates and prices are not asked about
}

// maxProblems bounds the problems that are reported for one file.
const maxProblems = 200

// readSchedule reads a table of games: our own columns, or those of a league's export.
// docs/SCHEDULES.md says what it takes. The error is a *ScheduleRefusal with everything
// that is wrong and every question.
func readSchedule(content []byte, name string, c scheduleContext) (*scheduleEvents, error) {
	r := &scheduleReader{
		scheduleContext: c, out: &scheduleEvents{file: name}, seen: map[string]int{}, asked: map[string]*asked{},
		directories: c.aliases.directories(), names: schedule.IndexByKey(c.answers.Names),
	}
	decoded, encoding, err := schedule.Decode(content)
	if err != nil {
		r.problems.add(name, 1, "%s", err)
		return r.out, r.refusal()
	}
	r.table = schedule.ReadTable(decoded)
	r.out.reading.Encoding, r.out.reading.Separator = encoding, r.table.Separator
	if r.readHeader() && r.prepare() {
		r.readRows()
	}
	for _, fault := range r.table.Faults {
		r.problems.add(name, fault.Line, "%s", fault.Message)
	}
	return r.out, r.refusal()
}

type scheduleReader struct {
	scheduleContext

	table       *schedule.Table
	columns     map[schedule.Field]column
	translated  map[string]int // "name_fr"
	directories map[kind]*schedule.Directory
	names       map[string]string // answers by key
	dates       schedule.Dates
	evidence    clockEvidence
	marked      bool // opponents say where they play
	row         schedule.Row
	offMark     string         // of the present row: the status of a word among its names
	seen        map[string]int // line of each external id
	problems    Problems
	asked       map[string]*asked
	hints       []string
	out         *scheduleEvents
}

// column is a column that is read.
type column struct {
	schedule.Column

	at int
}

// wrong tells of the present row, with its column as the file prints it.
func (r *scheduleReader) wrong(field schedule.Field, format string, args ...any) {
	r.problems.add(r.out.file, r.row.Line, "%s: %s", r.printed(field), fmt.Sprintf(format, args...))
}

// warn tells of the present row without refusing it.
func (r *scheduleReader) warn(field schedule.Field, format string, args ...any) {
	var told Problems
	told.add(r.out.file, r.row.Line, "%s: %s", r.printed(field), fmt.Sprintf(format, args...))
	r.out.reading.Warnings = append(r.out.reading.Warnings, told...)
}

func (r *scheduleReader) printed(field schedule.Field) string {
	if c, ok := r.columns[field]; ok {
		return c.Header
	}
	return string(field)
}

// hint says once how a question is answered.
func (r *scheduleReader) hint(format string, args ...any) {
	if hint := fmt.Sprintf(format, args...); !slices.Contains(r.hints, hint) {
		r.hints = append(r.hints, hint)
	}
}

// has reports whether the file has a column.
func (r *scheduleReader) has(field schedule.Field) bool {
	_, ok := r.columns[field]
	return ok
}

// cell is what the present row has in a column, "" where the file has no such column.
func (r *scheduleReader) cell(field schedule.Field) string {
	c, ok := r.columns[field]
	if !ok {
		return ""
	}
	return cellAt(r.row, c.at)
}

func cellAt(row schedule.Row, at int) string {
	if at >= len(row.Cells) {
		return ""
	}
	return row.Cells[at]
}

// readRows reads the games. A problem in one row does not stop the others.
func (r *scheduleReader) readRows() {
	for _, r.row = range r.table.Rows {
		if r.skipNonGame() {
			continue
		}
		if len(r.out.events) >= catalog.MaxBulk {
			r.problems.add(r.out.file, r.row.Line, "a schedule can have at most %d events", catalog.MaxBulk)
			return
		}
		number := r.cutMarks()
		e := r.event()
		e.ExternalID = r.externalID(&e, number)
		byName, derived := r.ownID() == "", ""
		if byName && number == 0 {
			derived = r.derivedID(&e)
		}
		r.out.events = append(r.out.events, e)
		r.out.lines = append(r.out.lines, r.row.Line)
		r.out.byName = append(r.out.byName, byName)
		r.out.derived = append(r.out.derived, derived)
	}
}

// skipNonGame skips titles, totals and weeks without a game, and reports each.
func (r *scheduleReader) skipNonGame() bool {
	only, single := r.row.SingleCell()
	var reason string
	switch {
	case single && len(r.table.Header.Cells) > 2 && only != r.cell(schedule.Date) && only != r.cell(schedule.DateTime):
		reason = fmt.Sprintf("%q", clip(only))
	case schedule.IsNoGame(r.cell(schedule.Home)), schedule.IsNoGame(r.cell(schedule.Away)), schedule.IsNoGame(r.cell(schedule.Opponent)), schedule.IsNoGame(r.cell(schedule.Game)):
		reason = "the row says that there is no game"
	case r.refuseShortRow():
		return true
	default:
		return false
	}
	r.out.reading.Passed = append(r.out.reading.Passed, fmt.Sprintf("line %d: %s", r.row.Line, reason))
	return true
}

// refuseShortRow refuses a row that ends before the columns that every game needs.
func (r *scheduleReader) refuseShortRow() bool {
	for _, field := range []schedule.Field{schedule.Date, schedule.DateTime, schedule.Time, schedule.Sport, schedule.Home, schedule.Away, schedule.Game, schedule.Opponent} {
		if c, ok := r.columns[field]; ok && c.at >= len(r.row.Cells) {
			r.problems.add(r.out.file, r.row.Line, "the row has %d cells, but the header has %d", len(r.row.Cells), len(r.table.Header.Cells))
			return true
		}
	}
	return false
}

func clip(s string) string {
	if letters := []rune(s); len(letters) > 60 {
		return string(letters[:60]) + "…"
	}
	return s
}

func (r *scheduleReader) event() catalog.Event {
	e := catalog.Event{
		LocationID:   catalog.LocationID(r.location()),
		DivisionID:   catalog.DivisionID(r.tag(schedule.Division, divisions)),
		EventGroupID: catalog.EventGroupID(r.tag(schedule.Group, eventGroups)),
		Type:         catalog.Type(cmp.Or(strings.ToLower(r.cell(schedule.Access)), string(catalog.Free))),
		Name:         r.texts("name"), Currency: r.channel.Currency,
		BasePrice: r.money(schedule.BasePrice), ServiceFee: r.money(schedule.ServiceFee),
		Duration: r.readDuration(), Featured: r.yes(schedule.Featured),
	}
	sport := r.sport(&e)
	e.Description = r.descriptions()
	r.players(&e, sport)
	r.readStatus(&e)
	r.readStart(&e)
	r.checkMoney(&e)
	if image := r.cell(schedule.Image); image != "" {
		e.Image.Key = r.publishedImage(image)
	}
	if e.Embed = r.cell(schedule.Embed); e.Embed != "" && !r.channel.Settings.mayEmbed(e.Embed) {
		r.wrong(schedule.Embed, "%q must be an https address of one of settings.embed_hosts", e.Embed)
	}
	if e.BasePrice > 0 {
		e.SingleEventPackageID = r.ticket
	}
	return e
}

func (r *scheduleReader) texts(column string) text.Text {
	out := text.Text{}
	take := func(language string, at int) {
		if cellAt(r.row, at) != "" {
			out[language] = r.row.Texts[at]
		}
	}
	if c, ok := r.columns[schedule.Field(column)]; ok {
		take(r.channel.Language, c.at)
	}
	for _, language := range r.channel.Languages {
		if at, ok := r.translated[column+"_"+language]; ok {
			take(language, at)
		}
	}
	return out
}

func (r *scheduleReader) descriptions() text.Text {
	return r.texts("description").Map(func(s string) string {
		html, err := render(s)
		if err != nil {
			r.wrong(schedule.Description, "%s", err)
		}
		return html
	})
}

func (r *scheduleReader) yes(field schedule.Field) bool {
	yes, ok := schedule.ReadYes(r.cell(field))
	if !ok {
		r.wrong(field, "%q must be yes or no", r.cell(field))
	}
	return yes
}

// publishedImage returns the key of an image in the schedule's folder.
func (r *scheduleReader) publishedImage(name string) string {
	file, err := r.picture(name)
	if err != nil {
		r.wrong(schedule.Image, "%s: %s", name, err)
	}
	return string(file)
}

// ownID returns the id that the file gives the present row, or "". If the import names a source,
// the game number serves as an id.
func (r *scheduleReader) ownID() string {
	if id := r.cell(schedule.ID); id != "" {
		return id
	}
	if number := r.cell(schedule.Number); number != "" && r.source != "" {
		return r.source + ":" + number
	}
	return ""
}

// externalID returns the row's own id, or an id derived from date, sport and teams. The second game
// of a doubleheader gets a suffix.
func (r *scheduleReader) externalID(e *catalog.Event, number int) string {
	id := r.ownID()
	if id == "" {
		id = r.derivedID(e)
		if number > 1 {
			id = numberedID(id, number)
		}
		for n := 2; r.seen[id] != 0 && r.answers.AllowsDoubleheaders() && n < 5; n++ {
			id = numberedID(r.derivedID(e), n)
		}
	}
	if line, ok := r.seen[id]; ok {
		r.problems.add(r.out.file, r.row.Line, "id: this is the same event as in line %d; if you mean two events, give each an id", line)
		if r.ownID() == "" {
			r.hint("--doubleheaders reads the same teams twice on one day as two games")
		}
		return id
	}
	r.seen[id] = r.row.Line
	return id
}

// numberedID is the id of the n-th game of a doubleheader.
func numberedID(derived string, n int) string {
	if n < 2 {
		return derived
	}
	return fmt.Sprintf("%s (%d)", derived, n)
}

// derivedID is made of the date, the sport and the teams of an event.
func (r *scheduleReader) derivedID(e *catalog.Event) string {
	who := ""
	switch alias := r.aliases.teamOf; {
	case len(e.Participants) == 0:
		who = text.Fold(e.Name.In(r.channel.Language))
	case e.HomeID != 0 && len(e.Participants) <= 2:
		for _, id := range e.Participants {
			if id != e.HomeID {
				who = alias[int64(id)]
			}
		}
		who += "@" + alias[int64(e.HomeID)]
	default:
		who = r.derivedWho(e)
	}
	loc, err := zone.Load(e.TimeZone)
	if err != nil {
		loc = time.UTC // readStart reported the zone
	}
	return strings.Join([]string{e.StartAt.In(loc).Format(time.DateOnly), r.aliases.sportOf[int64(e.CategoryID)], who}, " ")
}

// derivedWho names away and home, and then all others, as our own columns have them.
func (r *scheduleReader) derivedWho(e *catalog.Event) string {
	var others []string
	away, home := "", r.aliases.teamOf[int64(e.HomeID)]
	for i, id := range e.Participants {
		switch {
		case id == e.HomeID:
		case i == 0 && r.cell(schedule.Away) != "":
			away = r.aliases.teamOf[int64(id)]
		default:
			others = append(others, r.aliases.teamOf[int64(id)])
		}
	}
	return away + "@" + home + strings.Join(others, "|")
}
