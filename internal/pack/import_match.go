package pack

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
	"github.com/grandstand/grandstand/internal/zone"
)

// maxMove is the largest date change that the matcher asks about.
const maxMove = 21 * 24 * time.Hour

// matcher compares the games of a file with those of the channel.
type matcher struct {
	file    *scheduleEvents
	say     *diffWriter
	answers map[string]string // names of the file by key
	options ImportOptions

	known   map[string]catalog.EventID // by external id, of all events of the channel
	stored  []*catalog.Event           // around the dates of the file
	byID    map[string]*catalog.Event  // of stored, by external id
	lineups map[*catalog.Event]lineup
	teams   map[catalog.ParticipantID]teamNames
	zones   map[string]*time.Location

	claimed map[catalog.EventID]bool // named by a row, or matched with one
	asked   map[string]bool          // lines of rows with a question
	refusal ScheduleRefusal
}

// matchStored finds the stored games that rows of a file mean. It asks about each that could also be an additional
// game: a game that moved, that has another id in the file, or whose teams were not known before.
func (in Installation) matchStored(ctx context.Context, channelID int64, file *scheduleEvents, say *diffWriter, options ImportOptions) (*matcher, error) {
	options.Moved, options.Added = trimAll(options.Moved), trimAll(options.Added)
	m := &matcher{
		file: file, say: say, answers: schedule.IndexByKey(options.Answers.Names), options: options,
		claimed: map[catalog.EventID]bool{}, asked: map[string]bool{}, lineups: map[*catalog.Event]lineup{}, zones: map[string]*time.Location{},
	}
	m.teams = teamNamesOf(say.ref)
	var err error
	if m.known, err = in.Catalog.ExternalIDs(ctx, channelID); err != nil {
		return nil, err
	}
	if first, last, ok := file.days(); ok {
		if m.stored, err = in.Catalog.ScheduleBetween(ctx, channelID, first.Add(-maxMove), last.Add(maxMove)); err != nil {
			return nil, err
		}
	}
	m.indexByID()
	m.pairDoubleheaders()
	var unknown []int
	for i := range file.events {
		if was, ok := m.namedBy(&file.events[i]); !ok {
			unknown = append(unknown, i)
		} else if was != nil {
			m.claimed[was.ID] = true
		}
	}
	for _, p := range m.pairs(unknown) {
		m.match(p)
	}
	m.checkAnswers()
	if len(m.refusal.Problems) > 0 {
		return nil, m.refuse()
	}
	return m, nil
}

func (m *matcher) indexByID() {
	m.byID = make(map[string]*catalog.Event, len(m.stored))
	for _, e := range m.stored {
		if m.byID[e.ExternalID] == nil || m.known[e.ExternalID] == e.ID {
			m.byID[e.ExternalID] = e
		}
	}
}

// namedBy returns the stored event that a row names by its id. ok is false if the channel has no such event. The event is
// nil if it is far away from the dates of the file.
func (m *matcher) namedBy(e *catalog.Event) (was *catalog.Event, ok bool) {
	was = m.byID[e.ExternalID]
	if m.known[e.ExternalID] != 0 {
		return was, true
	}
	// The number of an event means another event on another installation; see catalog.Numbered.
	if was != nil && was.CategoryID == e.CategoryID && slices.Equal(was.Participants, e.Participants) {
		return was, true
	}
	return nil, false
}

// pair is a row that may be a stored game.
type pair struct {
	row      int
	was      *catalog.Event
	sameDay  bool
	likeness likeness
	distance time.Duration
}

// pairs returns the stored games that rows with unknown ids may be, the most likely first.
func (m *matcher) pairs(unknown []int) []pair {
	ofSport := map[catalog.CategoryID][]*catalog.Event{}
	if len(unknown) > 0 {
		for _, was := range m.stored {
			ofSport[was.CategoryID] = append(ofSport[was.CategoryID], was)
		}
	}
	var out []pair
	for _, i := range unknown {
		e := &m.file.events[i]
		row := m.lineupOf(e)
		for _, was := range ofSport[e.CategoryID] {
			if p, ok := m.pair(i, e, &row, was); ok {
				out = append(out, p)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b pair) int {
		return cmp.Or(compareBools(b.sameDay, a.sameDay), cmp.Compare(b.likeness, a.likeness), cmp.Compare(a.distance, b.distance), cmp.Compare(a.row, b.row))
	})
	return out
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// pair compares a row with a stored game. Another day is a question only for a row without an id, about a game that is
// still to come.
func (m *matcher) pair(i int, e *catalog.Event, row *lineup, was *catalog.Event) (pair, bool) {
	p := pair{row: i, was: was, distance: was.StartAt.Sub(e.StartAt).Abs()}
	if !was.ImportedStart.IsZero() {
		p.distance = min(p.distance, was.ImportedStart.Sub(e.StartAt).Abs())
	}
	if p.distance > maxMove || m.claimed[was.ID] {
		return p, false
	}
	stored, ok := m.lineups[was]
	if !ok {
		stored = m.lineupOf(was)
		m.lineups[was] = stored
	}
	if p.likeness = m.compare(row, &stored); p.likeness == different {
		return p, false
	}
	if p.likeness < sameGame && was.Gender != "" && e.Gender != "" && was.Gender != e.Gender {
		return p, false
	}
	day := m.day(e.StartAt, e.TimeZone)
	p.sameDay = m.day(was.StartAt, was.TimeZone) == day || !was.ImportedStart.IsZero() && m.day(was.ImportedStart, was.TimeZone) == day
	if p.sameDay {
		return p, m.file.byName[i] || !m.isOfSource(was)
	}
	return p, m.file.byName[i] && p.likeness > unknownTeams && was.Status == catalog.Upcoming && !was.WasStreamed()
}

// isOfSource reports whether the id of a stored game is a number of the import's source.
func (m *matcher) isOfSource(was *catalog.Event) bool {
	return m.options.Source != "" && strings.HasPrefix(was.ExternalID, m.options.Source+":")
}

// day returns the day of a moment at a venue.
func (m *matcher) day(at time.Time, timeZone string) string {
	loc, ok := m.zones[timeZone]
	if !ok {
		var err error
		if loc, err = zone.Load(timeZone); err != nil {
			loc = time.UTC // such zones are refused
		}
		m.zones[timeZone] = loc
	}
	return at.In(loc).Format(time.DateOnly)
}

// match asks whether a row is a stored game, unless one of them is matched already.
func (m *matcher) match(p pair) {
	e := &m.file.events[p.row]
	if e.ID != 0 || m.claimed[p.was.ID] || m.asked[strconv.Itoa(m.file.lines[p.row])] {
		return
	}
	if m.decide(p.row, m.question(p)) {
		m.claimed[p.was.ID] = true
		e.ID = p.was.ID
	}
}

// decide reports whether a row is the stored game of a question after the answers. Without an answer it asks, and goes on
// as if it were.
func (m *matcher) decide(row int, question string) bool {
	line := m.file.lines[row]
	m.asked[strconv.Itoa(line)] = true
	moved, added := namesLine(m.options.Moved, line), namesLine(m.options.Added, line)
	if !moved && !added {
		moved, added = slices.Contains(m.options.Moved, All), slices.Contains(m.options.Added, All)
	}
	if !moved && !added {
		m.refusal.Problems.add(m.file.file, line, "%s", question)
	}
	return !added
}

func (m *matcher) question(p pair) string {
	e := &m.file.events[p.row]
	start := formatStart(p.was.StartAt, p.was.TimeZone, p.was.TimeTBA)
	switch {
	case p.was.WasStreamed():
		return m.streamedQuestion(p.was)
	case len(e.Participants) < 2 || p.likeness < sameGame:
		return fmt.Sprintf("event %d is %s on %s, which is not in the file; is this the same game?", p.was.ID, m.say.formatEventName(p.was.Name, p.was.Participants, p.was.HomeID), start)
	case p.was.StartAt.Equal(e.StartAt):
		return fmt.Sprintf("event %d is the same game at the same time under another name; is this the same game?", p.was.ID)
	}
	return fmt.Sprintf("the same teams play in event %d on %s, which is not in the file; is this the same game, moved?", p.was.ID, start)
}

func (m *matcher) streamedQuestion(was *catalog.Event) string {
	return fmt.Sprintf("event %d is %s on %s, and was streamed; is this the same game? It then keeps its start.",
		was.ID, m.say.formatEventName(was.Name, was.Participants, was.HomeID), formatStart(was.StartAt, was.TimeZone, was.TimeTBA))
}

// days returns the first and the last start of a file's events. ok is false without events.
func (s *scheduleEvents) days() (first, last time.Time, ok bool) {
	for i, e := range s.events {
		if i == 0 || e.StartAt.Before(first) {
			first = e.StartAt
		}
		if i == 0 || e.StartAt.After(last) {
			last = e.StartAt
		}
	}
	return first, last, len(s.events) > 0
}

// missingEvents returns the imported events in the file's date range and sports that the file does
// not name. If sourceEvents is not nil, only its events count.
func (m *matcher) missingEvents(sourceEvents map[catalog.EventID]bool) []*catalog.Event {
	first, last, _ := m.file.days()
	sports := map[catalog.CategoryID]bool{}
	for _, e := range m.file.events {
		sports[e.CategoryID] = true
	}
	var out []*catalog.Event
	for _, e := range m.stored {
		within := !e.StartAt.Before(first) && !e.StartAt.After(last) && sports[e.CategoryID]
		if within && e.Status == catalog.Upcoming && !m.claimed[e.ID] && !strings.HasPrefix(e.ExternalID, catalog.Numbered) && (sourceEvents == nil || sourceEvents[e.ID]) {
			out = append(out, e)
		}
	}
	slices.Reverse(out)
	return out
}

// formatStart formats a start in the time zone of the venue.
func formatStart(start time.Time, timeZone string, tba bool) string {
	loc, err := zone.Load(timeZone)
	if err != nil {
		loc = time.UTC // such zones are refused
	}
	if tba {
		return start.In(loc).Format("Mon 2006-01-02") + ", time to be announced"
	}
	return start.In(loc).Format("Mon 2006-01-02 15:04 MST")
}
