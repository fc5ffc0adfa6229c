package api

import (
	"maps"
	"slices"

	"github.com/grandstand/grandstand/internal/catalog"
)

// facetsDTO names what was counted. What has no events is left out.
func (v *view) facetsDTO(f *catalog.Facets) *FacetsDTO {
	d := &FacetsDTO{
		Sport: []FacetDTO{}, School: []FacetDTO{}, Team: []FacetDTO{}, Division: []FacetDTO{}, Group: []FacetDTO{}, Location: []FacetDTO{},
		City: byName(f.Cities), State: byName(f.States), Gender: byName(f.Genders), Type: byName(f.Types), StreamStatus: byName(f.Statuses),
	}
	for _, c := range v.ref.Categories {
		d.Sport = facet(d.Sport, int64(c.ID), c.Alias, v.in(c.Title), f.Categories[c.ID])
	}
	for _, g := range v.ref.Groups {
		d.School = facet(d.School, int64(g.ID), g.Alias, v.in(g.Name), f.Groups[g.ID])
	}
	for _, p := range v.ref.Participants {
		d.Team = facet(d.Team, int64(p.ID), p.Alias, v.in(p.Name), f.Participants[p.ID])
	}
	for _, x := range v.ref.Divisions {
		d.Division = facet(d.Division, int64(x.ID), x.Alias, v.in(x.Name), f.Divisions[x.ID])
	}
	for _, x := range v.ref.EventGroups {
		d.Group = facet(d.Group, int64(x.ID), x.Alias, v.in(x.Name), f.EventGroups[x.ID])
	}
	for _, l := range v.ref.Locations {
		d.Location = facet(d.Location, int64(l.ID), l.Alias, v.in(l.Name), f.Locations[l.ID])
	}
	return d
}

func facet(list []FacetDTO, id int64, alias, title string, count int64) []FacetDTO {
	if count == 0 {
		return list
	}
	return append(list, FacetDTO{ID: id, Alias: alias, Title: title, Count: count})
}

// byName are the counts of values that are their own names, sorted.
func byName[K ~string](counts map[K]int64) []FacetDTO {
	out := []FacetDTO{}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if name != "" {
			out = facet(out, 0, string(name), string(name), counts[name])
		}
	}
	return out
}

// FacetsDTO counts the events that each choice would leave: those that pass every
// other part of the filter.
type FacetsDTO struct {
	Sport        []FacetDTO `json:"sport"`
	School       []FacetDTO `json:"school"`
	Team         []FacetDTO `json:"team" doc:"Only when a school, sport or division is chosen"`
	Division     []FacetDTO `json:"division"`
	Group        []FacetDTO `json:"group"`
	Location     []FacetDTO `json:"location"`
	City         []FacetDTO `json:"city"`
	State        []FacetDTO `json:"state"`
	Gender       []FacetDTO `json:"gender"`
	Type         []FacetDTO `json:"type"`
	StreamStatus []FacetDTO `json:"stream_status"`
}

// FacetDTO is one choice of a filter.
type FacetDTO struct {
	ID    int64  `json:"id" doc:"0 where a name is all there is"`
	Alias string `json:"alias"`
	Title string `json:"title"`
	Count int64  `json:"count"`
}
