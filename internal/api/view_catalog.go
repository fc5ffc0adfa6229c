package api

import (
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
)

// makeCatalog builds what events refer to, as lists and as parts of events.
func (v *view) makeCatalog() {
	v.categories.body = whole(v.categoryTree())
	v.locations.body = whole(v.locationDTOs())
	v.groups.body = whole(v.groupDTOs())
	v.participants = make([]ParticipantDTO, len(v.ref.Participants))
	v.players = make(map[catalog.ParticipantID]*PlayerDTO, len(v.ref.Participants))
	for i, p := range v.ref.Participants {
		v.participants[i] = v.participantDTO(p)
		v.players[p.ID] = &v.participants[i].PlayerDTO
	}
	v.sports = make(map[catalog.CategoryID]*CategoryNameDTO, len(v.ref.Categories))
	for _, c := range v.ref.Categories {
		v.sports[c.ID] = &CategoryNameDTO{ID: int64(c.ID), Title: v.in(c.Title), Alias: c.Alias}
	}
	v.divisions = make(map[catalog.DivisionID]*NamedDTO, len(v.ref.Divisions))
	for _, d := range v.ref.Divisions {
		v.divisions[d.ID] = &NamedDTO{ID: int64(d.ID), Name: v.in(d.Name), Alias: d.Alias}
	}
	v.eventGroups = make(map[catalog.EventGroupID]*NamedDTO, len(v.ref.EventGroups))
	for _, g := range v.ref.EventGroups {
		v.eventGroups[g.ID] = &NamedDTO{ID: int64(g.ID), Name: v.in(g.Name), Alias: g.Alias}
	}
	v.places = make(map[catalog.LocationID]*PlaceDTO, len(v.ref.Locations))
	for _, l := range v.ref.Locations {
		v.places[l.ID] = &PlaceDTO{ID: int64(l.ID), Name: v.in(l.Name), City: l.City, State: l.State, TimeZone: l.TimeZone}
	}
	v.properties.body = data(v.propertiesDTO())
}

// makeOffers builds the lists of what is sold.
func (v *view) makeOffers(packages, subscriptions []*commerce.Package) {
	v.packages.body = whole(v.packageDTOs(packages))
	v.subscriptions.body = whole(v.packageDTOs(subscriptions))
}
