package pack

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/zone"
)

// scheduleFile is a pack's own schedule, which is applied with it.
const scheduleFile = "schedule.csv"

// schedule is a CSV file of events as it was read.
type schedule struct {
	events []catalog.Event
	file   string
	lines  []int // where each event stands
}

// columns are what a schedule may have, in any order; a name and a description also
// for each language, "name_fr".
var columns = []string{
	"id", "date", "time", "time_zone", "status", "sport", "gender", "home", "away", "participants", "location", "division", "group",
	"access", "base_price", "service_fee", "duration_min", "featured", "image", "embed", "name", "description",
}

// scheduleContext is what a schedule is read against.
type scheduleContext struct {
	channel *Channel
	aliases aliases
	ticket  int64 // the package by which single events are bought, 0 for none
	now     time.Time
	picture func(name string) (File, error)
}

// readSchedule reads a CSV file (RFC 4180) with a header. Dates are 2026-11-28, or
// today, today+3, today-1; times are 19:00, in the event's zone: its own, else its
// location's, else the channel's. A row with the status tba, cancelled or postponed needs no time. Teams, sports and places go by alias. Prices are in
// the channel's currency: 8.99. The error is Problems, everything that is wrong with
// its line.
func readSchedule(content []byte, name string, c scheduleContext) (*schedule, error) {
	r := &scheduleReader{scheduleContext: c, out: &schedule{file: name}, seen: map[string]int{}}
	r.read(csv.NewReader(strings.NewReader(strings.TrimPrefix(string(content), "\ufeff"))))
	return r.out, r.problems.err()
}

type scheduleReader struct {
	scheduleContext

	header   map[string]int
	row      []string
	line     int
	seen     map[string]int // external ids by line
	problems Problems
	out      *schedule
}

func (r *scheduleReader) wrong(column, format string, args ...any) {
	r.problems.add(r.out.file, r.line, "%s: %s", column, fmt.Sprintf(format, args...))
}

func (r *scheduleReader) read(rows *csv.Reader) {
	header, err := rows.Read()
	if err != nil {
		r.problems.add(r.out.file, 1, "a schedule begins with the names of its columns")
		return
	}
	if !r.readHeader(header) {
		return
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if e, ok := errors.AsType[*csv.ParseError](err); ok {
			r.problems.add(r.out.file, e.Line, "%s", e.Err)
			if errors.Is(err, csv.ErrFieldCount) {
				continue
			}
			return
		}
		r.row = row
		r.line, _ = rows.FieldPos(0)
		if len(r.out.events) >= catalog.MaxBulk {
			r.problems.add(r.out.file, r.line, "a schedule has at most %d events", catalog.MaxBulk)
			return
		}
		r.out.events = append(r.out.events, r.event())
		r.out.lines = append(r.out.lines, r.line)
	}
}

func (r *scheduleReader) readHeader(header []string) bool {
	r.line, r.header = 1, map[string]int{}
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		base, language, _ := strings.Cut(name, "_")
		translated := (base == "name" || base == "description") && slices.Contains(r.channel.Languages, language)
		if !slices.Contains(columns, name) && !translated {
			r.problems.add(r.out.file, 1, "there is no column %q%s", name, suggest(name, columns))
		}
		r.header[name] = i
	}
	for _, name := range []string{"date", "time", "sport"} {
		if _, ok := r.header[name]; !ok {
			r.problems.add(r.out.file, 1, "the column %q is missing", name)
		}
	}
	return len(r.problems) == 0
}

// cell is what a row has in a column, "" where the file has no such column.
func (r *scheduleReader) cell(column string) string {
	i, ok := r.header[column]
	if !ok {
		return ""
	}
	return strings.TrimSpace(r.row[i])
}

func (r *scheduleReader) event() catalog.Event {
	e := catalog.Event{
		CategoryID:   catalog.CategoryID(r.known("sport", r.aliases.categories)),
		LocationID:   catalog.LocationID(r.known("location", r.aliases.locations)),
		DivisionID:   catalog.DivisionID(r.known("division", r.aliases.divisions)),
		EventGroupID: catalog.EventGroupID(r.known("group", r.aliases.eventGroups)),
		Type:         catalog.Type(cmp.Or(r.cell("access"), string(catalog.Free))), Gender: catalog.Gender(r.cell("gender")),
		Name: r.texts("name"), Currency: r.channel.Currency,
		BasePrice: r.money("base_price"), ServiceFee: r.money("service_fee"),
		Duration: r.duration("duration_min"), Featured: r.yes("featured"),
	}
	if r.cell("sport") == "" {
		r.wrong("sport", "Field is required")
	}
	e.Description = r.descriptions()
	r.players(&e)
	r.status(&e)
	r.start(&e)
	if image := r.cell("image"); image != "" {
		e.Image.Key = r.published(image)
	}
	if e.Embed = r.cell("embed"); e.Embed != "" && !r.channel.Settings.mayEmbed(e.Embed) {
		r.wrong("embed", "%q is an https address of none of settings.embed_hosts", e.Embed)
	}
	if e.BasePrice > 0 {
		e.SingleEventPackageID = r.ticket
	}
	e.ExternalID = r.externalID(&e)
	return e
}

// known is the id of what a column names, 0 for nothing.
func (r *scheduleReader) known(column string, of map[string]int64) int64 {
	return r.lookUp(column, r.cell(column), of)
}

func (r *scheduleReader) lookUp(column, alias string, of map[string]int64) int64 {
	if alias == "" {
		return 0
	}
	id, ok := of[alias]
	if !ok {
		r.wrong(column, "there is no %q%s", alias, suggest(alias, sortedKeys(of)))
	}
	return id
}

// players reads home and away, or everybody who takes part: a|b|c.
func (r *scheduleReader) players(e *catalog.Event) {
	for _, column := range []string{"away", "home"} {
		if id := catalog.ParticipantID(r.known(column, r.aliases.participants)); id != 0 {
			e.Participants = append(e.Participants, id)
			if column == "home" {
				e.HomeID = id
			}
		}
	}
	for alias := range strings.SplitSeq(r.cell("participants"), "|") {
		if id := r.lookUp("participants", strings.TrimSpace(alias), r.aliases.participants); id != 0 {
			e.Participants = append(e.Participants, catalog.ParticipantID(id))
		}
	}
	if len(e.Participants) == 0 && e.Name.IsEmpty() {
		r.wrong("name", "an event has a name, or somebody who takes part")
	}
}

func (r *scheduleReader) texts(column string) text.Text {
	out := text.Text{}
	if s := r.cell(column); s != "" {
		out[r.channel.Language] = s
	}
	for _, language := range r.channel.Languages {
		if s := r.cell(column + "_" + language); s != "" {
			out[language] = s
		}
	}
	return out
}

func (r *scheduleReader) descriptions() text.Text {
	return r.texts("description").Map(func(s string) string {
		html, err := render(s)
		if err != nil {
			r.wrong("description", "%s", err)
		}
		return html
	})
}

func (r *scheduleReader) start(e *catalog.Event) {
	e.TimeZone = zone.Or(r.cell("time_zone"))
	if e.TimeZone == "" {
		e.TimeZone = zone.Or(cmp.Or(r.aliases.zones[r.cell("location")], r.channel.TimeZone))
	}
	loc, err := zone.Load(e.TimeZone)
	if err != nil {
		r.wrong("time_zone", "%s", err)
		return
	}
	day, ok := r.day(loc)
	if !ok {
		r.wrong("date", "%q is no date; write 2026-11-28", r.cell("date"))
		return
	}
	if e.TimeTBA = r.needsNoTime(e); e.TimeTBA {
		e.StartAt, _ = zone.At(day, 12, 0, loc)
		return
	}
	clock, err := time.Parse("15:04", r.cell("time"))
	if err != nil {
		r.wrong("time", "%q is no time; write 19:00, or leave it empty with the status tba, cancelled or postponed", r.cell("time"))
		return
	}
	if e.StartAt, ok = zone.At(day, clock.Hour(), clock.Minute(), loc); !ok {
		r.wrong("time", "%s does not exist on that day in %s: the clocks go forward", r.cell("time"), e.TimeZone)
	}
}

// needsNoTime reports whether only the day of an event is known. A row of an event that is off may leave
// out its time.
func (r *scheduleReader) needsNoTime(e *catalog.Event) bool {
	if e.ImportedStatus == nil {
		return false
	}
	off := *e.ImportedStatus == catalog.Cancelled || *e.ImportedStatus == catalog.Postponed
	return *e.ImportedStatus == catalog.TBA || off && r.cell("time") == ""
}

// status reads whether the event takes place. An empty cell says nothing about an event
// that is there already.
func (r *scheduleReader) status(e *catalog.Event) {
	if _, ok := r.header["status"]; !ok {
		return
	}
	status := catalog.ScheduleStatus(strings.ToLower(r.cell("status")))
	if status != "" && !slices.Contains(catalog.ScheduleStatuses(), status) {
		r.wrong("status", "%q is no status; write on, postponed, cancelled or tba", r.cell("status"))
	}
	e.ImportedStatus = &status
}

// day reads a date, or one counted from today.
func (r *scheduleReader) day(zone *time.Location) (time.Time, bool) {
	s := r.cell("date")
	if counted, ok := strings.CutPrefix(s, "today"); ok {
		days, err := strconv.Atoi(cmp.Or(counted, "0"))
		return r.now.In(zone).AddDate(0, 0, days), err == nil
	}
	day, err := time.Parse(time.DateOnly, s)
	return day, err == nil
}

// money reads an amount with at most two decimals into minor units.
func (r *scheduleReader) money(column string) int64 {
	s := r.cell(column)
	if s == "" {
		return 0
	}
	units, cents, _ := strings.Cut(s, ".")
	amount, err := strconv.ParseInt(units+(cents + "00")[:2], 10, 64)
	if err != nil || len(cents) > 2 || strings.ContainsAny(s, "+-") {
		r.wrong(column, "%q is no amount; write 8.99", s)
		return 0
	}
	return amount
}

// duration reads minutes, 120, or minutes and seconds, 127:30.
func (r *scheduleReader) duration(column string) time.Duration {
	s := r.cell(column)
	if s == "" {
		return 0
	}
	minutes, seconds, _ := strings.Cut(s, ":")
	n, err := strconv.ParseUint(minutes, 10, 16)
	rest, errRest := strconv.ParseUint(cmp.Or(seconds, "0"), 10, 8)
	if err != nil || errRest != nil || rest > 59 {
		r.wrong(column, "%q is no length; write minutes, 120 or 127:30", s)
		return 0
	}
	return time.Duration(n)*time.Minute + time.Duration(rest)*time.Second
}

func (r *scheduleReader) yes(column string) bool {
	switch s := strings.ToLower(r.cell(column)); s {
	case "yes", "oui", "true", "1":
		return true
	case "", "no", "non", "false", "0":
		return false
	default:
		r.wrong(column, "%q is neither yes nor no", s)
		return false
	}
}

// published is the key of a picture that lies beside the schedule.
func (r *scheduleReader) published(name string) string {
	file, err := r.picture(name)
	if err != nil {
		r.wrong("image", "%s: %s", name, err)
	}
	return string(file)
}

// externalID is the row's own id, else one made of when and who: a game that is played
// on the same day by the same teams is the same game.
func (r *scheduleReader) externalID(e *catalog.Event) string {
	id := r.cell("id")
	if id == "" {
		who := r.cell("away") + "@" + r.cell("home") + r.cell("participants")
		if len(e.Participants) == 0 {
			who = text.Fold(e.Name.In(r.channel.Language))
		}
		id = strings.Join([]string{e.StartAt.Format(time.DateOnly), r.cell("sport"), who}, " ")
	}
	if line, ok := r.seen[id]; ok {
		r.wrong("id", "this is the event of line %d; where both are meant, give each an id", line)
	}
	r.seen[id] = r.line
	return id
}

// aliases are the ids of what schedules name, and the time zones of locations.
type aliases struct {
	categories, participants, locations, divisions, eventGroups map[string]int64
	zones                                                       map[string]string
}

func aliasesOf(ref *catalog.Reference) aliases {
	return aliases{
		categories:   byAlias(ref.Categories, func(_ int, c *catalog.Category) (string, int64) { return c.Alias, int64(c.ID) }),
		participants: byAlias(ref.Participants, func(_ int, p *catalog.Participant) (string, int64) { return p.Alias, int64(p.ID) }),
		locations:    byAlias(ref.Locations, func(_ int, l *catalog.Location) (string, int64) { return l.Alias, int64(l.ID) }),
		divisions:    byAlias(ref.Divisions, func(_ int, d *catalog.Division) (string, int64) { return d.Alias, int64(d.ID) }),
		eventGroups:  byAlias(ref.EventGroups, func(_ int, g *catalog.EventGroup) (string, int64) { return g.Alias, int64(g.ID) }),
		zones:        byAlias(ref.Locations, func(_ int, l *catalog.Location) (string, string) { return l.Alias, l.TimeZone }),
	}
}

// byAlias makes what each of a list says of itself findable by its alias.
func byAlias[T, V any](list []T, say func(int, T) (string, V)) map[string]V {
	out := make(map[string]V, len(list))
	for i, one := range list {
		alias, value := say(i, one)
		out[alias] = value
	}
	return out
}
