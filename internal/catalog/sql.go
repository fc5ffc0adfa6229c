package catalog

import (
	"strings"

	"github.com/grandstand/grandstand/internal/db"
)

// statement builds one SQL text with bun's placeholders.
type statement struct {
	engine db.Engine
	text   strings.Builder
	args   []any
}

func (s *statement) add(sql string, args ...any) {
	s.text.WriteString(sql)
	s.args = append(s.args, args...)
}

func (s *statement) conditions(word string, list ...condition) {
	for _, c := range list {
		s.add(word+c.sql, c.args...)
		word = " AND "
	}
}

// direction is the SQL of an order.
func direction(descending bool) string {
	if descending {
		return " DESC"
	}
	return " ASC"
}

// from names a branch's table. SQLite is told which index the plan means: it keeps no
// statistics by which it could find out. PostgreSQL does.
func (s *statement) from(b branch) {
	s.add(" FROM " + b.table + " AS " + alias(b.table))
	switch {
	case s.engine != db.SQLite:
	case b.index != "":
		s.add(" INDEXED BY " + b.index)
	case b.byID:
		s.add(" NOT INDEXED") // but by the primary key, which is none
	}
}

// branch selects id and key of a range, with the conditions that need the event's
// own row where there are any.
func (s *statement) branch(b branch, residual []condition) {
	id := "e.id"
	if b.table != "events" {
		id = "o.event_id"
	}
	s.add("SELECT ")
	if b.repeats {
		s.add("DISTINCT ")
	}
	s.add(id + " AS id")
	if b.key != "" {
		s.add(", " + alias(b.table) + "." + b.key + " AS k")
	}
	s.from(b)
	where := b.where
	if b.table != "events" && len(residual) > 0 {
		s.add(" CROSS JOIN events AS e")
		where = append([]condition{cond("e.id = o.event_id")}, where...)
	}
	s.conditions(" WHERE ", where...)
	s.conditions(" AND ", residual...)
}

// union selects what comes out of every branch, each event once.
func (s *statement) union(p plan, each func(b branch)) {
	if len(p.branches) == 1 {
		each(p.branches[0])
		return
	}
	joint := " UNION ALL "
	if p.overlap {
		joint = " UNION "
	}
	for i, b := range p.branches {
		if i > 0 {
			s.add(joint)
		}
		s.add("SELECT * FROM (")
		each(b)
		s.add(") AS b")
	}
}

// ids selects the ids of all events of a plan.
func (s *statement) ids(p plan) {
	s.union(p, func(b branch) {
		b.key = ""
		s.branch(b, p.residual)
	})
}

// page selects the rows of one page, in order.
func (s *statement) page(p plan, page Page) {
	s.add("SELECT " + eventColumns + " FROM (")
	if p.ordered {
		s.orderedPage(p, page)
	} else {
		s.sortedPage(p, page)
	}
	d := direction(page.Descending)
	s.add(") AS page CROSS JOIN events AS e WHERE e.id = page.id ORDER BY page.k" + d + ", page.id" + d)
}

// orderedPage merges the first rows of each branch.
func (s *statement) orderedPage(p plan, page Page) {
	d := direction(page.Descending)
	s.union(p, func(b branch) {
		id := "e.id"
		if b.table != "events" {
			id = "o.event_id"
		}
		s.branch(b, p.residual)
		s.conditions(" AND ", page.after(alias(b.table)+"."+b.key, id)...)
		s.add(" ORDER BY k" + d + ", id" + d)
		if len(p.branches) > 1 {
			s.add(" LIMIT ?", page.Limit+page.Offset)
		}
	})
	if len(p.branches) > 1 {
		s.add(" ORDER BY k" + d + ", id" + d)
	}
	s.add(" LIMIT ? OFFSET ?", page.Limit, page.Offset)
}

// sortedPage finds the events first and sorts them after.
func (s *statement) sortedPage(p plan, page Page) {
	d, key := direction(page.Descending), "e."+sortColumn(page.Sort)
	s.add("SELECT e.id AS id, " + key + " AS k FROM (")
	s.ids(p)
	s.add(") AS c CROSS JOIN events AS e WHERE e.id = c.id")
	s.conditions(" AND ", page.after(key, "e.id")...)
	s.add(" ORDER BY k"+d+", e.id"+d+" LIMIT ? OFFSET ?", page.Limit, page.Offset)
}

// after is the condition that an event comes after the page's cursor.
func (p Page) after(key, id string) []condition {
	if p.After.IsZero() {
		return nil
	}
	than := " > "
	if p.Descending {
		than = " < "
	}
	var at any = p.After.number
	if p.Sort == ByName {
		at = p.After.name
	}
	return []condition{cond("("+key+", "+id+")"+than+"(?, ?)", at, p.After.id)}
}

// maxCounted is where counting the results of a search ends: nobody pages further,
// and a word of a popular sport would count a large part of the table.
const maxCounted = MaxOffset

// count selects how many events a plan has.
func (s *statement) count(p plan, bounded bool) {
	if !bounded && len(p.branches) == 1 && !p.overlap {
		s.add("SELECT COUNT(*)")
		s.from(p.branches[0])
		s.conditions(" WHERE ", p.branches[0].where...)
		s.conditions(" AND ", p.residual...)
		return
	}
	s.add("SELECT COUNT(*) FROM (SELECT id FROM (")
	s.ids(p)
	s.add(") AS c")
	if bounded {
		s.add(" LIMIT ?", maxCounted)
	}
	s.add(") AS n")
}
