package catalog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

// multiply copies the one event there is until the channel has count, over all leaves
// of the tree, three statuses and many dates, names and prices, so that PostgreSQL's
// planner has statistics.
func (l *league) multiply(count int) {
	l.t.Helper()
	ctx := l.t.Context()
	l.create(l.game(0, 1, noon))
	statements := []string{
		fmt.Sprintf(`WITH RECURSIVE n(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < %d)
		INSERT INTO events (channel_id, event_category_id, location_id, division_id, group_id, type, status, stream_state, gender, name, sort_name,
			participants, home_participant_id, start_ms, time_zone, base_price, service_fee, price, currency, featured, image, score, created_ms, updated_ms, description)
		SELECT channel_id, %d + n %% 6, %d + n %% 3, %d + n %% 2, %d + n %% 2, type, CASE (n / 7) %% 50 WHEN 0 THEN 'live' WHEN 1 THEN 'upcoming' ELSE 'finished' END,
			stream_state, gender, name, 'event ' || (n * 7919 %% 10007), participants, home_participant_id, start_ms + (n * 104729 %% 1000003) * 60000, time_zone,
			n %% 40 * 100, 0, n %% 40 * 100, currency, featured, image, score, created_ms, updated_ms, description
		FROM events, n`, count-1, l.leaves[0]-1, l.places[0], l.divisions[0], l.groups[0]),
		fmt.Sprintf(`INSERT INTO event_participants (channel_id, event_id, participant_id, participant_group_id, start_ms)
		SELECT channel_id, id, %d + id %% 6, %d + id %% 3, start_ms FROM events WHERE id NOT IN (SELECT event_id FROM event_participants)`, l.teams[0], l.schools[0]),
		`INSERT INTO event_words (channel_id, word, start_ms, event_id) SELECT channel_id, 'final' || (id % 20), start_ms, id FROM events`,
		`INSERT INTO event_vocabulary (channel_id, word) SELECT DISTINCT channel_id, word FROM event_words`,
	}
	if l.db.Engine() == db.Postgres {
		statements = append(statements, "ANALYZE")
	}
	for _, s := range statements {
		if _, err := l.db.Write().ExecContext(ctx, s); err != nil {
			l.t.Fatal(err)
		}
	}
}

// explain says how the engine would find one page's ids, the part of a list that must
// not grow with the table.
func (l *league) explain(f Filter, page Page) string {
	l.t.Helper()
	q, err := l.query(l.t.Context(), l.channel, f, page.Sort)
	if err != nil || q == nil {
		l.t.Fatalf("the filter %q finds nothing to explain: %v", f.Key(), err)
	}
	s, p := &statement{engine: l.db.Engine()}, q.plan()
	if p.ordered {
		s.orderedPage(p, page)
	} else {
		s.ids(p)
	}
	return l.explained(s)
}

func (l *league) explained(s *statement) string {
	l.t.Helper()
	// The writer's connection knows every index as it is: EXPLAIN on another would plan
	// with the schema it read before.
	how := "EXPLAIN "
	if l.db.Engine() == db.SQLite {
		how = "EXPLAIN QUERY PLAN "
	}
	rows, err := l.db.Write().QueryContext(l.t.Context(), how+s.text.String(), s.args...)
	if err != nil {
		l.t.Fatalf("%v in %s", err, s.text.String())
	}
	defer rows.Close()
	var out strings.Builder
	for rows.Next() {
		var line string
		into := []any{&line}
		if l.db.Engine() == db.SQLite {
			into = []any{new(any), new(any), new(any), &line}
		}
		if err := rows.Scan(into...); err != nil {
			l.t.Fatal(err)
		}
		out.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		l.t.Fatal(err)
	}
	return out.String()
}

// reads says what a plan does that grows with the table: reading all of it, or sorting
// more than what a limit has cut.
func reads(engine db.Engine, explained string) string {
	for line := range strings.Lines(explained) {
		switch {
		case engine == db.SQLite && (strings.HasPrefix(line, "SCAN e") || strings.HasPrefix(line, "SCAN o")):
			return "scans the table"
		case engine == db.SQLite && !strings.Contains(explained, "MERGE") && strings.Contains(line, "TEMP B-TREE"):
			return "sorts"
		case engine == db.Postgres && strings.Contains(line, "Seq Scan on event"):
			return "scans the table"
		case engine == db.Postgres && !strings.Contains(explained, "Append") && !strings.Contains(explained, "Incremental") && strings.Contains(line, "Sort"):
			return "sorts"
		}
	}
	return ""
}

// What lists cost must not grow with the channel.
func TestListsAreServedByIndexes(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		l.multiply(20_000)
		t.Run("orders", func(t *testing.T) { guardOrders(t, l) })
		t.Run("filters", func(t *testing.T) { guardFilters(t, l) })
		t.Run("concerns", func(t *testing.T) { guardConcerns(t, l) })
		t.Run("control", func(t *testing.T) { guardControl(t, l) })
	})
}

// No order of the whole list or of a category, from its beginning or from a cursor,
// reads or sorts more than one page.
func guardOrders(t *testing.T, l *league) {
	filters := map[string]Filter{
		"":                {},
		"a category":      {Categories: l.leaves[:1]},
		"a sport":         {Categories: append([]CategoryID{l.sports[0]}, l.leaves[:2]...)},
		"its live games":  {Categories: l.leaves[:1], Statuses: []Status{Live}},
		"what is to come": {Statuses: []Status{Upcoming, Live}},
		"what is over":    {Statuses: []Status{Finished}},
		"from a day on":   {From: noon},
		"a day's":         {Categories: l.leaves[:1], From: noon, Before: noon.AddDate(0, 0, 1)},
	}
	for name, f := range filters {
		for _, sort := range []Sort{ByDate, ByName, ByPrice} {
			for _, descending := range []bool{false, true} {
				page := Page{Sort: sort, Descending: descending, Limit: 30}
				events, next, err := l.List(t.Context(), l.channel, f, page)
				if err != nil || len(events) == 0 {
					t.Fatalf("%s by %s: %d events, %v", name, sort, len(events), err)
				}
				for _, after := range []Cursor{{}, next} {
					page.After = after
					how := l.explain(f, page)
					if bad := reads(l.db.Engine(), how); bad != "" {
						t.Errorf("the list of %q by %s, descending %t, from %q %s:\n%s", name, sort, descending, after, bad, how)
					}
				}
			}
		}
	}
}

// Whatever else a list is filtered by, it is driven by that filter's own index.
func guardFilters(t *testing.T, l *league) {
	for index, f := range map[string]Filter{
		"event_participants_date":       {Participants: l.teams[:2]},
		"event_participants_group_date": {Groups: l.schools[:1], Statuses: []Status{Finished}},
		"events_location_date":          {Locations: l.places[:1], Types: []Type{Free}},
		"events_division_date":          {Divisions: l.divisions[:1]},
		"events_group_date":             {EventGroups: l.groups[:1]},
		"event_words_date":              {Search: "final7"},
	} {
		how := l.explain(f, Page{Sort: ByDate, Limit: 30})
		if bad := reads(l.db.Engine(), how); bad != "" || !strings.Contains(how, index) {
			t.Errorf("the list by %s %s:\n%s", index, bad, how)
		}
	}
}

// What people follow is read by one range of an index for each of it, whatever is asked
// besides, also for who follows as much as there can be.
func guardConcerns(t *testing.T, l *league) {
	much := Concern{Categories: l.leaves, Groups: l.schools, Locations: l.places}
	for i := range 180 {
		much.Participants, much.Events = append(much.Participants, l.teams[i%6]+ParticipantID(i/6*1000)), append(much.Events, EventID(i+1))
	}
	for name, c := range map[string]Concern{
		"a team": {Participants: l.teams[:1]}, "an event": {Events: []EventID{1, 2, 3}},
		"a sport": {Categories: l.leaves[:2]}, "much": much,
		"some of each": {Categories: l.leaves[:1], Groups: l.schools[:1], Participants: l.teams[:1], Locations: l.places[:1], Events: []EventID{1, 2}},
	} {
		for _, statuses := range [][]Status{nil, {Live, Upcoming}} {
			f, page := Filter{Concern: &c, Statuses: statuses}, Page{Sort: ByDate, Limit: 30}
			events, next, err := l.List(t.Context(), l.channel, f, page)
			if err != nil || statuses == nil && len(events) == 0 {
				t.Fatalf("%s: %d events, %v", name, len(events), err)
			}
			for _, after := range []Cursor{{}, next} {
				page.After = after
				how := l.explain(f, page)
				bad := reads(l.db.Engine(), how)
				if name == "an event" { // a few are sorted, but found by their ids alone
					bad = map[bool]string{false: "walks"}[strings.Contains(how, "PRIMARY KEY") || strings.Contains(how, "events_pkey")]
				}
				if bad != "" {
					t.Errorf("the list of %s, %v, %s:\n%s", name, statuses, bad, how)
				}
			}
		}
	}
}

// The guard must be able to fail: without its index a list scans or sorts.
func guardControl(t *testing.T, l *league) {
	for _, index := range []string{"events_price", "events_category_price"} {
		if _, err := l.db.Write().ExecContext(t.Context(), "DROP INDEX "+index); err != nil {
			t.Fatal(err)
		}
	}
	q, err := l.query(t.Context(), l.channel, Filter{}, ByPrice)
	if err != nil {
		t.Fatal(err)
	}
	p := q.plan()
	p.branches[0].index = "" // SQLite would refuse the statement
	s := &statement{engine: l.db.Engine()}
	s.orderedPage(p, Page{Sort: ByPrice, Limit: 30})
	if how := l.explained(s); reads(l.db.Engine(), how) == "" {
		t.Errorf("the guard sees nothing wrong with\n%s", how)
	}
}

func TestSearchReadsWords(t *testing.T) {
	if got := searchWords("Grand  FINAL final é"); strings.Join(got, " ") != "final grand e" {
		t.Errorf("words are %q", got)
	}
	if got := len(searchWords(strings.Repeat("ab cd ef gh ij kl mn op qr st ", 3))); got != maxTokens {
		t.Errorf("%d words, want %d", got, maxTokens)
	}
	if got := nameWords(text.Text{"en": "The final", "fr": "La finale, the"}); strings.Join(got, " ") != "final finale la the" {
		t.Errorf("a name has %q", got)
	}
}
