package api

import "net/http"

func (a *API) registerLocation() {
	partPage(a, Operation{
		ID: "list-events-locations", Method: http.MethodGet, Path: "/api/events-locations", Tag: "catalog",
		Summary: "List event locations",
	}, func(v *view) *once[Page[LocationDTO]] { return &v.locations })
}

func (v *view) locationDTOs() []LocationDTO {
	out := make([]LocationDTO, len(v.ref.Locations))
	for i, l := range v.ref.Locations {
		out[i] = LocationDTO{
			ID: int64(l.ID), Alias: l.Alias, Name: v.in(l.Name), City: l.City, State: l.State, Country: l.Country, TimeZone: l.TimeZone,
		}
	}
	return out
}

// LocationDTO is a location.
type LocationDTO struct {
	ID       int64  `json:"id"`
	Alias    string `json:"alias"`
	Name     string `json:"name"`
	City     string `json:"city"`
	State    string `json:"state"`
	Country  string `json:"country" doc:"ISO 3166-1 alpha-2"`
	TimeZone string `json:"time_zone"`
}

// PlaceDTO is a location as events name it.
type PlaceDTO struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	City     string `json:"city"`
	State    string `json:"state"`
	TimeZone string `json:"time_zone"`
}
