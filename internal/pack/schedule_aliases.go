package pack

import (
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/schedule"
	"github.com/grandstand/grandstand/internal/text"
)

// aliases holds the ids and names of the entries that schedules name, and the time zones of locations.
type aliases struct {
	categories, participants, locations, divisions, eventGroups map[string]int64
	zones                                                       map[string]string
	entries                                                     map[kind][]schedule.Entry
	teamOf, sportOf, placeOf                                    map[int64]string
}

func aliasesOf(ref *catalog.Reference) aliases {
	return aliases{
		categories:   byAlias(ref.Categories, func(_ int, c *catalog.Category) (string, int64) { return c.Alias, int64(c.ID) }),
		participants: byAlias(ref.Participants, func(_ int, p *catalog.Participant) (string, int64) { return p.Alias, int64(p.ID) }),
		locations:    byAlias(ref.Locations, func(_ int, l *catalog.Location) (string, int64) { return l.Alias, int64(l.ID) }),
		divisions:    byAlias(ref.Divisions, func(_ int, d *catalog.Division) (string, int64) { return d.Alias, int64(d.ID) }),
		eventGroups:  byAlias(ref.EventGroups, func(_ int, g *catalog.EventGroup) (string, int64) { return g.Alias, int64(g.ID) }),
		zones:        byAlias(ref.Locations, func(_ int, l *catalog.Location) (string, string) { return l.Alias, l.TimeZone }),
		entries: map[kind][]schedule.Entry{
			categories:   entriesOf(ref.Categories, func(c *catalog.Category) schedule.Entry { return named(c.Alias, c.Title) }),
			participants: entriesOf(ref.Participants, func(p *catalog.Participant) schedule.Entry { return teamEntry(ref, p) }),
			locations:    entriesOf(ref.Locations, func(l *catalog.Location) schedule.Entry { return named(l.Alias, l.Name) }),
			divisions:    entriesOf(ref.Divisions, func(d *catalog.Division) schedule.Entry { return named(d.Alias, d.Name) }),
			eventGroups:  entriesOf(ref.EventGroups, func(g *catalog.EventGroup) schedule.Entry { return named(g.Alias, g.Name) }),
		},
	}.reversed()
}

// reversed adds the aliases of ids.
func (a aliases) reversed() aliases {
	a.teamOf, a.sportOf, a.placeOf = byID(a.participants), byID(a.categories), byID(a.locations)
	return a
}

func byID(ids map[string]int64) map[int64]string {
	out := make(map[int64]string, len(ids))
	for alias, id := range ids {
		out[id] = alias
	}
	return out
}

func entriesOf[T any](list []T, say func(T) schedule.Entry) []schedule.Entry {
	out := make([]schedule.Entry, len(list))
	for i, one := range list {
		out[i] = say(one)
	}
	return out
}

func named(alias string, name text.Text) schedule.Entry {
	return schedule.Entry{Alias: alias, Label: name.In(), Names: wordsOf(name)}
}

func wordsOf(texts ...text.Text) []string {
	var out []string
	for _, t := range texts {
		for _, s := range t {
			out = append(out, s)
		}
	}
	return out
}

// teamEntry names a team: by its names and its code, and by those of its school, which
// several teams may share.
func teamEntry(ref *catalog.Reference, p *catalog.Participant) schedule.Entry {
	e := schedule.Entry{Alias: p.Alias, Label: p.Name.In(), Names: append(wordsOf(p.Name, p.ShortName), p.Code), Gender: string(p.Gender)}
	if g := ref.Group(p.GroupID); g != nil {
		own := wordsOf(p.Name, p.ShortName)
		for _, school := range wordsOf(g.Name, g.ShortName) {
			e.Names = append(e.Names, school)
			for _, name := range own {
				e.Names = append(e.Names, school+" "+name)
			}
		}
	}
	if c := ref.Category(p.CategoryID); c != nil {
		e.Sports = []string{c.Alias}
		for _, id := range append(ref.Lineage(p.CategoryID), ref.Below(p.CategoryID)...) {
			if other := ref.Category(id); other != nil && other.Alias != c.Alias {
				e.Sports = append(e.Sports, other.Alias)
			}
		}
	}
	return e
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
