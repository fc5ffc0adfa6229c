package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// Reference is everything of a channel that events refer to, as one consistent
// state in memory. Values are shared: never change them.
type Reference struct {
	Categories   []*Category // by position
	Groups       []*Group
	Participants []*Participant
	Divisions    []*Division
	EventGroups  []*EventGroup
	Locations    []*Location

	categories   map[CategoryID]*Category
	groups       map[GroupID]*Group
	participants map[ParticipantID]*Participant
	divisions    map[DivisionID]*Division
	eventGroups  map[EventGroupID]*EventGroup
	locations    map[LocationID]*Location
	below        map[CategoryID][]CategoryID // itself and all under it
	members      map[GroupID]int
	words        vocabulary
}

// Category returns a category, nil when there is none of that id.
func (r *Reference) Category(id CategoryID) *Category { return r.categories[id] }

// Group returns a participant group, nil when there is none of that id.
func (r *Reference) Group(id GroupID) *Group { return r.groups[id] }

// Participant returns a participant, nil when there is none of that id.
func (r *Reference) Participant(id ParticipantID) *Participant { return r.participants[id] }

// Division returns a division, nil when there is none of that id.
func (r *Reference) Division(id DivisionID) *Division { return r.divisions[id] }

// EventGroup returns a competition's group, nil when there is none of that id.
func (r *Reference) EventGroup(id EventGroupID) *EventGroup { return r.eventGroups[id] }

// Location returns a location, nil when there is none of that id.
func (r *Reference) Location(id LocationID) *Location { return r.locations[id] }

// Members counts the participants of a participant group.
func (r *Reference) Members(id GroupID) int { return r.members[id] }

// Lineage returns a category and its ancestors, the nearest first.
func (r *Reference) Lineage(id CategoryID) []CategoryID {
	var path []CategoryID
	for c := r.categories[id]; c != nil && !slices.Contains(path, c.ID); c = r.categories[c.ParentID] {
		path = append(path, c.ID)
	}
	return path
}

// Below returns a category and everything under it.
func (r *Reference) Below(id CategoryID) []CategoryID { return r.below[id] }

// Index fills the look-ups from the lists.
func (r *Reference) Index() {
	r.categories = byID(r.Categories, func(c *Category) CategoryID { return c.ID })
	r.groups = byID(r.Groups, func(g *Group) GroupID { return g.ID })
	r.participants = byID(r.Participants, func(p *Participant) ParticipantID { return p.ID })
	r.divisions = byID(r.Divisions, func(d *Division) DivisionID { return d.ID })
	r.eventGroups = byID(r.EventGroups, func(g *EventGroup) EventGroupID { return g.ID })
	r.locations = byID(r.Locations, func(l *Location) LocationID { return l.ID })
	r.below = make(map[CategoryID][]CategoryID, len(r.Categories))
	for _, c := range r.Categories {
		for _, ancestor := range r.Lineage(c.ID) {
			r.below[ancestor] = append(r.below[ancestor], c.ID)
		}
	}
	r.members = make(map[GroupID]int, len(r.Groups))
	for _, p := range r.Participants {
		r.members[p.GroupID]++
	}
	r.words = newVocabulary(r)
}

func byID[K comparable, V any](items []*V, id func(*V) K) map[K]*V {
	m := make(map[K]*V, len(items))
	for _, item := range items {
		m[id(item)] = item
	}
	return m
}

// EventName is an event's own name in the first language that has one, else who
// plays: "Away @ Home" for two, "One vs Other" where neither is at home, with what stands between the sides of the
// channel's events, else their names in a row.
func (r *Reference) EventName(e *Event, versus word.Versus, languages ...string) string {
	if name := e.Name.In(languages...); name != "" {
		return name
	}
	return r.Sides(e, versus, languages...)
}

// Sides is who plays an event; empty where it has no participants. Of two sides the one at home is the second, in
// whichever order the event has them.
func (r *Reference) Sides(e *Event, versus word.Versus, languages ...string) string {
	players := e.Participants
	if len(players) == 2 && players[0] == e.HomeID {
		players = []ParticipantID{players[1], players[0]}
	}
	names := make([]string, 0, len(players))
	for _, id := range players {
		if p := r.participants[id]; p != nil {
			names = append(names, p.Name.In(languages...))
		}
	}
	if len(names) == 2 {
		return names[0] + " " + versus.Between(e.HomeID != 0) + " " + names[1]
	}
	return strings.Join(names, ", ")
}

// The look-ups of filters take ids and aliases mixed, as addresses carry them. What
// nobody has is left out, so that a filter by it alone finds nothing.

// CategoriesOf returns the named categories and everything under them.
func (r *Reference) CategoriesOf(terms []string) []CategoryID {
	var out []CategoryID
	for _, c := range r.Categories {
		if names(terms, int64(c.ID), c.Alias) {
			out = append(out, r.below[c.ID]...)
		}
	}
	return unique(out)
}

// GroupsOf returns the named participant groups.
func (r *Reference) GroupsOf(terms []string) []GroupID {
	return named(r.Groups, terms, func(g *Group) (GroupID, string) { return g.ID, g.Alias })
}

// ParticipantsOf returns the named participants.
func (r *Reference) ParticipantsOf(terms []string) []ParticipantID {
	return named(r.Participants, terms, func(p *Participant) (ParticipantID, string) { return p.ID, p.Alias })
}

// DivisionsOf returns the named divisions.
func (r *Reference) DivisionsOf(terms []string) []DivisionID {
	return named(r.Divisions, terms, func(d *Division) (DivisionID, string) { return d.ID, d.Alias })
}

// EventGroupsOf returns the named groups of competitions.
func (r *Reference) EventGroupsOf(terms []string) []EventGroupID {
	return named(r.EventGroups, terms, func(g *EventGroup) (EventGroupID, string) { return g.ID, g.Alias })
}

// LocationsOf returns the named locations.
func (r *Reference) LocationsOf(terms []string) []LocationID {
	return named(r.Locations, terms, func(l *Location) (LocationID, string) { return l.ID, l.Alias })
}

// LocationsIn returns the locations in the named places; place picks the city or the
// state. Names compare without case and accents.
func (r *Reference) LocationsIn(places []string, place func(*Location) string) []LocationID {
	wanted := make(map[string]bool, len(places))
	for _, p := range places {
		wanted[text.Fold(p)] = true
	}
	out := []LocationID{}
	for _, l := range r.Locations {
		if wanted[text.Fold(place(l))] {
			out = append(out, l.ID)
		}
	}
	return out
}

// named returns the ids of the items that terms name.
func named[K ~int64, V any](items []*V, terms []string, of func(*V) (K, string)) []K {
	out := []K{}
	for _, item := range items {
		if id, alias := of(item); names(terms, int64(id), alias) {
			out = append(out, id)
		}
	}
	return unique(out)
}

func names(terms []string, id int64, alias string) bool {
	return slices.Contains(terms, alias) || slices.Contains(terms, strconv.FormatInt(id, 10))
}

// unique sorts ids and drops repetitions; it never returns nil.
func unique[K ~int64](ids []K) []K {
	out := append([]K{}, ids...)
	slices.Sort(out)
	return slices.Compact(out)
}
