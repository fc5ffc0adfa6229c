package catalog

import (
	"slices"
	"time"

	"github.com/uptrace/bun"
)

// A list of events is one walk along an index wherever a filter leaves one: the plan
// picks the filter that leaves the fewest events (the driver), turns it into ranges
// of indexes that are in the list's order already (branches), merges them, and checks
// everything else on the way. docs/adr/0004-search.md has the reasons.

// branch is one range of one index.
type branch struct {
	table string // "events", "event_participants" or "event_words"
	index string
	// where are the conditions that make the range, on the table's alias.
	where []condition
	// key is the column that orders the range, "" where the range has no order.
	key string
	// byID says that the range is a few events by their ids, which are found and sorted
	// sooner than walked to in the list's order.
	byID bool
	// repeats says that one event may be several times in the range.
	repeats bool
}

// condition is a piece of SQL with its arguments.
type condition struct {
	sql  string
	args []any
}

func cond(sql string, args ...any) condition { return condition{sql, args} }

func in[K any](column string, list []K) condition {
	if len(list) == 1 {
		return cond(column+" = ?", list[0])
	}
	return cond(column+" IN (?)", bun.List(list))
}

// plan is how a list is made.
type plan struct {
	branches []branch
	// residual are conditions on events (alias e) that the branches do not imply.
	residual []condition
	// overlap says that one event may come out of several branches.
	overlap bool
	// ordered says that each branch is in the list's order, so that the first rows of
	// each are enough.
	ordered bool
}

// maxBranches bounds what is merged. A filter that leaves more ranges is a wide one:
// walking the whole list finds its events soon.
const maxBranches = 64

// query is a filter of one channel with its search understood.
type query struct {
	channelID int64
	filter    Filter
	tokens    []token
	sort      Sort
}

// dimension is one list of a filter as a condition and as a driver.
type dimension struct {
	condition condition
	branches  []branch // empty when the dimension cannot drive
	overlap   bool
	wide      bool // leaves so many events that an order kept by an index is worth more
	most      int  // how many branches may be merged, where it is more than maxBranches
}

// plan picks the driver. Dimensions are asked in the order of how few events each
// usually leaves.
func (q *query) plan() plan {
	dimensions := q.dimensions()
	driver := slices.IndexFunc(dimensions, func(d dimension) bool {
		return len(d.branches) > 0 && len(d.branches) <= max(maxBranches, d.most) && (q.sort == ByDate || !d.wide)
	})
	var p plan
	for i, d := range dimensions {
		if i != driver {
			p.residual = append(p.residual, d.condition)
		}
	}
	if driver < 0 {
		return q.planWide(p)
	}
	if f := &q.filter; f.Categories != nil {
		p.residual = append(p.residual, in("e.event_category_id", f.Categories))
	}
	if f := &q.filter; f.Statuses != nil {
		p.residual = append(p.residual, in("e.status", f.Statuses))
	}
	p.branches, p.overlap = dimensions[driver].branches, dimensions[driver].overlap
	p.ordered = q.sort == ByDate && p.branches[0].key != ""
	return q.bound(p)
}

// planWide adds the drivers that every list has: categories and statuses, which have
// an index for each order.
func (q *query) planWide(p plan) plan {
	f := &q.filter
	few := f.Statuses != nil && !slices.Contains(f.Statuses, Finished) || q.isShort()
	useStatus := f.Statuses != nil && (q.sort == ByDate || few)
	useCategory := f.Categories != nil && len(f.Categories)*max(1, len(f.Statuses)) <= maxBranches
	sort := q.sort
	if few {
		sort = ByDate // fewer to sort than to walk past
	}
	b := branch{table: "events", where: []condition{cond("e.channel_id = ?", q.channelID)}}
	b.index, b.key = wideIndex(sort, useCategory, useStatus)
	p.branches = []branch{b}
	if useCategory {
		p.branches = spread(p.branches, "e.event_category_id", f.Categories)
	} else if f.Categories != nil {
		p.residual = append(p.residual, in("e.event_category_id", f.Categories))
	}
	if useStatus {
		p.branches = spread(p.branches, "e.status", f.Statuses)
	} else if f.Statuses != nil {
		p.residual = append(p.residual, in("e.status", f.Statuses))
	}
	p.ordered = sort == q.sort
	return q.bound(p)
}

// shortWindow is how much time holds so few events that sorting them costs less than
// walking along another order.
const shortWindow = 31 * 24 * time.Hour

// isShort reports whether the filter is for a short time.
func (q *query) isShort() bool {
	from, before := q.filter.From, q.filter.Before
	return !from.IsZero() && !before.IsZero() && before.Sub(from) <= shortWindow
}

// wideIndex names the index that has a sort within a category, a status or both.
func wideIndex(sort Sort, category, status bool) (index, key string) {
	index = "events_"
	if category {
		index += "category_"
	}
	if status {
		index += "status_"
	}
	return index + string(sort), sortColumn(sort)
}

// sortColumn is the column of the table events that a sort orders by.
func sortColumn(s Sort) string {
	switch s {
	case ByName:
		return "sort_name"
	case ByPrice:
		return "price"
	case ByDate:
	}
	return "start_ms"
}

// spread makes one branch per value of a column out of each.
func spread[K any](branches []branch, column string, values []K) []branch {
	var out []branch
	for _, b := range branches {
		for _, v := range values {
			one := b
			one.where = append(slices.Clone(b.where), cond(column+" = ?", v))
			out = append(out, one)
		}
	}
	return out
}

// bound puts the limits of time where they cut: into the ranges that are in the
// order of time, else among the conditions.
func (q *query) bound(p plan) plan {
	limits := q.timeLimits()
	if len(limits) == 0 {
		return p
	}
	if p.branches[0].key != "start_ms" {
		for _, l := range limits {
			p.residual = append(p.residual, cond("e.start_ms"+l.sql, l.args...))
		}
		return p
	}
	branches := slices.Clone(p.branches)
	for i, b := range branches {
		branches[i].where = slices.Clone(b.where)
		for _, l := range limits {
			branches[i].where = append(branches[i].where, cond(alias(b.table)+".start_ms"+l.sql, l.args...))
		}
	}
	p.branches = branches
	return p
}

func (q *query) timeLimits() []condition {
	var out []condition
	if !q.filter.From.IsZero() {
		out = append(out, cond(" >= ?", q.filter.From.UnixMilli()))
	}
	if !q.filter.Before.IsZero() {
		out = append(out, cond(" < ?", q.filter.Before.UnixMilli()))
	}
	return out
}

func alias(table string) string {
	if table == "events" {
		return "e"
	}
	return "o"
}

// dimensions lists what the filter asks for except categories and statuses, in the
// order in which they should drive.
func (q *query) dimensions() []dimension {
	f := &q.filter
	var out []dimension
	add := func(asked bool, d dimension) {
		if asked {
			out = append(out, d)
		}
	}
	add(f.IDs != nil, dimension{
		condition: in("e.id", f.IDs),
		branches:  []branch{{table: "events", where: []condition{cond("e.channel_id = ?", q.channelID), in("e.id", f.IDs)}}},
	})
	add(f.Featured, dimension{condition: cond("e.featured"), branches: []branch{{
		table: "events", index: "events_featured", key: "start_ms",
		where: []condition{cond("e.channel_id = ?", q.channelID), cond("e.featured")},
	}}})
	add(f.Participants != nil, q.participants(f.Participants))
	add(f.Also != nil, q.participants(f.Also))
	out = append(out, q.searched(false)...)
	add(f.Locations != nil, dimension{
		condition: in("e.location_id", f.Locations), branches: onEvents(q, "events_location_date", "e.location_id", f.Locations),
	})
	add(f.Groups != nil, q.groups(f.Groups))
	out = append(out, q.searched(true)...)
	add(f.Concern != nil, q.concern())
	add(f.EventGroups != nil, dimension{
		condition: in("e.group_id", f.EventGroups), branches: onEvents(q, "events_group_date", "e.group_id", f.EventGroups),
	})
	add(f.Divisions != nil, dimension{
		condition: in("e.division_id", f.Divisions), branches: onEvents(q, "events_division_date", "e.division_id", f.Divisions), wide: true,
	})
	add(f.Genders != nil, dimension{condition: in("e.gender", f.Genders)})
	add(f.Types != nil, dimension{condition: in("e.type", f.Types)})
	add(f.Recorded, dimension{condition: cond("(e.status <> ? OR e.stream_state = ?)", Finished, StreamEnded)})
	return out
}

// onEvents makes one branch per value of a column that has an index by date.
func onEvents[K any](q *query, index, column string, values []K) []branch {
	b := branch{table: "events", index: index, key: "start_ms", where: []condition{cond("e.channel_id = ?", q.channelID)}}
	return spread([]branch{b}, column, values)
}

func (q *query) participants(ids []ParticipantID) dimension {
	return dimension{
		condition: isPlayedBy("participant_id", ids),
		branches:  onPlayers(q, "event_participants_date", "o.participant_id", ids), overlap: true,
	}
}

func (q *query) groups(ids []GroupID) dimension {
	return dimension{condition: isPlayedBy("participant_group_id", ids), branches: q.groupBranches(ids), overlap: true}
}

// groupBranches are ranges with both teams of a game between two of one group.
func (q *query) groupBranches(ids []GroupID) []branch {
	branches := onPlayers(q, "event_participants_group_date", "o.participant_group_id", ids)
	for i := range branches {
		branches[i].repeats = true
	}
	return branches
}

func isPlayedBy[K any](column string, ids []K) condition {
	c := in("x."+column, ids)
	return cond("EXISTS (SELECT 1 FROM event_participants AS x WHERE x.event_id = e.id AND "+c.sql+")", c.args...)
}

func onPlayers[K any](q *query, index, column string, values []K) []branch {
	b := branch{table: "event_participants", index: index, key: "start_ms", where: []condition{cond("o.channel_id = ?", q.channelID)}}
	return spread([]branch{b}, column, values)
}

// searched makes a dimension of each word of the search: those that name a category,
// which has many events, apart from the rest.
func (q *query) searched(categories bool) []dimension {
	var out []dimension
	for _, t := range q.tokens {
		if (len(t.categories) > 0 || t.wordsCut || t.gender != "") == categories {
			out = append(out, q.token(t))
		}
	}
	return out
}

func (q *query) token(t token) dimension {
	d := dimension{condition: t.condition(), overlap: true}
	if t.wordsCut || t.gender != "" { // there is no index of genders in the order of time
		return d
	}
	d.branches = append(d.branches, onPlayers(q, "event_participants_date", "o.participant_id", t.participants)...)
	d.branches = append(d.branches, q.groupBranches(t.groups)...)
	d.branches = append(d.branches, onEvents(q, "events_location_date", "e.location_id", t.locations)...)
	d.branches = append(d.branches, onEvents(q, "events_category_date", "e.event_category_id", t.categories)...)
	b := branch{table: "event_words", index: "event_words_date", key: "start_ms", where: []condition{cond("o.channel_id = ?", q.channelID)}}
	d.branches = append(d.branches, spread([]branch{b}, "o.word", t.words)...)
	return d
}

// condition is true for events that have something the word begins.
func (t token) condition() condition {
	var c condition
	or := func(asked bool, one condition) {
		if !asked {
			return
		}
		if c.sql != "" {
			c.sql += " OR "
		}
		c.sql, c.args = c.sql+one.sql, append(c.args, one.args...)
	}
	or(len(t.categories) > 0, in("e.event_category_id", t.categories))
	or(len(t.locations) > 0, in("e.location_id", t.locations))
	or(len(t.participants) > 0, isPlayedBy("participant_id", t.participants))
	or(len(t.groups) > 0, isPlayedBy("participant_group_id", t.groups))
	or(t.gender != "", cond("e.gender = ?", t.gender))
	switch {
	case t.wordsCut:
		or(true, cond("EXISTS (SELECT 1 FROM event_words AS x WHERE x.event_id = e.id AND x.word >= ? AND x.word < ?)", t.prefix, after(t.prefix)))
	case len(t.words) > 0:
		w := in("x.word", t.words)
		or(true, cond("EXISTS (SELECT 1 FROM event_words AS x WHERE x.event_id = e.id AND "+w.sql+")", w.args...))
	}
	c.sql = "(" + c.sql + ")"
	return c
}

// isEmpty reports whether the word begins nothing at all.
func (t token) isEmpty() bool {
	return len(t.categories)+len(t.participants)+len(t.groups)+len(t.locations)+len(t.words) == 0 && t.gender == ""
}
