package catalog

import (
	"context"
	"fmt"
	"strings"

	"github.com/grandstand/grandstand/internal/db"
)

// Facets counts, for each thing that a list can be filtered by, the events that would
// be left: those that pass every other part of the filter. What has none is absent.
type Facets struct {
	Categories map[CategoryID]int64 // with all that is below
	Groups     map[GroupID]int64
	// Participants is counted only within a group, category or division.
	Participants map[ParticipantID]int64
	Divisions    map[DivisionID]int64
	EventGroups  map[EventGroupID]int64
	Locations    map[LocationID]int64
	Cities       map[string]int64
	States       map[string]int64
	Genders      map[Gender]int64
	Types        map[Type]int64
	Statuses     map[Status]int64
}

// Facets returns the counts around a filter. They may be two minutes old.
func (s *Service) Facets(ctx context.Context, channelID int64, f Filter) (*Facets, error) {
	return s.facets.Get(ctx, countKey{channelID, f.Key()}, func(ctx context.Context) (*Facets, error) {
		ref, err := s.Reference(ctx, channelID)
		if err != nil {
			return nil, err
		}
		return (&counter{Service: s, channelID: channelID, filter: f, ref: ref, out: newFacets()}).count(ctx)
	})
}

func newFacets() *Facets {
	return &Facets{
		Categories: map[CategoryID]int64{}, Groups: map[GroupID]int64{}, Participants: map[ParticipantID]int64{}, Divisions: map[DivisionID]int64{},
		EventGroups: map[EventGroupID]int64{}, Locations: map[LocationID]int64{}, Cities: map[string]int64{},
		States: map[string]int64{}, Genders: map[Gender]int64{}, Types: map[Type]int64{}, Statuses: map[Status]int64{},
	}
}

type counter struct {
	*Service
	channelID int64
	filter    Filter
	ref       *Reference
	out       *Facets
}

// count runs one query per column, each without the column's own part of the filter.
// The four columns of few values share one where the filter leaves them alone.
func (c *counter) count(ctx context.Context) (*Facets, error) {
	var shared []string
	for _, column := range []struct {
		name   string
		active bool
		drop   func(*Filter)
		alone  bool
	}{
		{"event_category_id", c.filter.Categories != nil, func(f *Filter) { f.Categories = nil }, false},
		{"gender", c.filter.Genders != nil, func(f *Filter) { f.Genders = nil }, false},
		{"type", c.filter.Types != nil, func(f *Filter) { f.Types = nil }, false},
		{"status", c.filter.Statuses != nil, func(f *Filter) { f.Statuses = nil }, false},
		{"location_id", c.filter.Locations != nil, func(f *Filter) { f.Locations = nil }, true},
		{"division_id", c.filter.Divisions != nil, func(f *Filter) { f.Divisions = nil }, true},
		{"group_id", c.filter.EventGroups != nil, func(f *Filter) { f.EventGroups = nil }, true},
	} {
		if !column.active && !column.alone {
			shared = append(shared, column.name)
			continue
		}
		f := c.filter
		column.drop(&f)
		if err := c.columns(ctx, f, column.name); err != nil {
			return nil, err
		}
	}
	if len(shared) > 0 {
		if err := c.columns(ctx, c.filter, shared...); err != nil {
			return nil, err
		}
	}
	return c.out, c.players(ctx)
}

// columns counts the events of f by the values of columns.
func (c *counter) columns(ctx context.Context, f Filter, columns ...string) error {
	q, err := c.query(ctx, c.channelID, f, ByDate)
	if err != nil || q == nil {
		return err
	}
	list := "e." + strings.Join(columns, ", e.")
	s, p := &statement{engine: c.db.Engine()}, q.plan()
	s.add("SELECT " + list + ", COUNT(*)")
	if b := p.branches[0]; len(p.branches) == 1 && b.table == "events" {
		s.add(" FROM events AS e")
		s.conditions(" WHERE ", b.where...)
		s.conditions(" AND ", p.residual...)
	} else {
		s.add(" FROM (")
		s.ids(p)
		s.add(") AS c CROSS JOIN events AS e WHERE e.id = c.id")
	}
	s.add(" GROUP BY " + list)
	return c.rows(ctx, s, columns)
}

func (c *counter) rows(ctx context.Context, s *statement, columns []string) error {
	rows, err := c.db.Read().QueryContext(ctx, s.text.String(), s.args...)
	if err != nil {
		return fmt.Errorf("count by %v: %w", columns, err)
	}
	defer rows.Close()
	values := make([]any, len(columns))
	into := make([]any, len(columns)+1)
	var n int64
	for i := range values {
		into[i] = &values[i]
	}
	into[len(columns)] = &n
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return fmt.Errorf("count by %v: %w", columns, err)
		}
		for i, column := range columns {
			c.add(column, values[i], n)
		}
	}
	return rows.Err()
}

// add counts n events with a value in a column; NULL counts nowhere.
func (c *counter) add(column string, value any, n int64) {
	id, _ := value.(int64)
	name := textOf(value)
	switch column {
	case "event_category_id":
		for _, ancestor := range c.ref.Lineage(CategoryID(id)) {
			c.out.Categories[ancestor] += n
		}
	case "gender":
		c.out.Genders[Gender(name)] += n
	case "type":
		c.out.Types[Type(name)] += n
	case "status":
		c.out.Statuses[Status(name)] += n
	case "division_id":
		increase(c.out.Divisions, DivisionID(id), n)
	case "group_id":
		increase(c.out.EventGroups, EventGroupID(id), n)
	case "location_id":
		increase(c.out.Locations, LocationID(id), n)
		if l := c.ref.Location(LocationID(id)); l != nil {
			increase(c.out.Cities, l.City, n)
			increase(c.out.States, l.State, n)
		}
	}
}

func textOf(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	}
	return ""
}

// increase counts under a key, unless it is the zero one, which stands for none.
func increase[K comparable](counts map[K]int64, key K, n int64) {
	var none K
	if key != none {
		counts[key] += n
	}
}

// players counts by who plays: by participant group, where a game between two teams
// of one group is one event of it, and by participant.
func (c *counter) players(ctx context.Context) error {
	f := c.filter
	f.Groups = nil
	if err := playedBy(ctx, c, f, "participant_group_id", c.out.Groups); err != nil {
		return err
	}
	if c.filter.Groups == nil && c.filter.Categories == nil && c.filter.Divisions == nil {
		return nil
	}
	f = c.filter
	f.Participants = nil
	return playedBy(ctx, c, f, "participant_id", c.out.Participants)
}

func playedBy[K ~int64](ctx context.Context, c *counter, f Filter, column string, into map[K]int64) error {
	q, err := c.query(ctx, c.channelID, f, ByDate)
	if err != nil || q == nil {
		return err
	}
	s := &statement{engine: c.db.Engine()}
	s.add("SELECT o." + column + ", COUNT(DISTINCT o.event_id) FROM ")
	if f.Key() == "" {
		s.add("event_participants AS o")
		if c.db.Engine() == db.SQLite {
			s.add(" INDEXED BY event_participants_group_date")
		}
		s.add(" WHERE o.channel_id = ?", c.channelID)
	} else {
		s.add("(")
		s.ids(q.plan())
		s.add(") AS c CROSS JOIN event_participants AS o WHERE o.event_id = c.id")
	}
	s.add(" AND o." + column + " IS NOT NULL GROUP BY o." + column)
	rows, err := c.db.Read().QueryContext(ctx, s.text.String(), s.args...)
	if err != nil {
		return fmt.Errorf("count by %s: %w", column, err)
	}
	defer rows.Close()
	for rows.Next() {
		var id K
		var n int64
		if err := rows.Scan(&id, &n); err != nil {
			return fmt.Errorf("count by %s: %w", column, err)
		}
		into[id] = n
	}
	return rows.Err()
}
