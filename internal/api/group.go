package api

import (
	"net/http"
	"slices"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
)

func (a *API) registerGroup() {
	partPage(a, Operation{
		ID: "list-participant-groups", Method: http.MethodGet, Path: "/api/participant-groups", Tag: "catalog",
		Summary: "List participant groups, such as schools",
	}, func(v *view) *once[Page[GroupDTO]] { return &v.groups })
	part(a, Operation{
		ID: "get-participant-group-properties", Method: http.MethodGet, Path: "/api/participant-group-properties", Tag: "catalog",
		Summary: "List everything by which participants and events can be filtered", Auth: AuthKey,
	}, func(v *view) *once[Data[PropertiesDTO]] { return &v.properties })
}

func (v *view) groupDTOs() []GroupDTO {
	out := make([]GroupDTO, len(v.ref.Groups))
	for i, g := range v.ref.Groups {
		out[i] = GroupDTO{
			ID: int64(g.ID), Name: v.in(g.Name), ShortName: v.in(g.ShortName), Alias: g.Alias, Color: g.Color,
			OnColor: channel.OnTeam(g.Color), ImageDTO: v.show(firstOf(g.Images), nil), Images: mediaURLs(g.Images), City: g.City, State: g.State,
			ParticipantsCount: v.ref.Members(g.ID),
		}
	}
	return out
}

// genderTitles are the genders that can be chosen, by language.
var genderTitles = map[string]map[catalog.Gender]string{
	English: {catalog.Men: "Men", catalog.Women: "Women"},
	French:  {catalog.Men: "Hommes", catalog.Women: "Femmes"},
}

func (v *view) propertiesDTO() PropertiesDTO {
	titles := genderTitles[v.languages[0]]
	p := PropertiesDTO{
		Genders: []GenderDTO{{ID: string(catalog.Men), Title: titles[catalog.Men]}, {ID: string(catalog.Women), Title: titles[catalog.Women]}},
		Sports:  []CategoryNameDTO{}, Divisions: []NamedDTO{}, Groups: []NamedDTO{}, Cities: []string{}, States: []string{},
	}
	for _, c := range v.ref.Categories {
		p.Sports = append(p.Sports, *v.sports[c.ID])
	}
	for _, d := range v.ref.Divisions {
		p.Divisions = append(p.Divisions, *v.divisions[d.ID])
	}
	for _, g := range v.ref.EventGroups {
		p.Groups = append(p.Groups, *v.eventGroups[g.ID])
	}
	for _, l := range v.ref.Locations {
		p.Cities, p.States = append(p.Cities, l.City), append(p.States, l.State)
	}
	p.Cities, p.States = distinct(p.Cities), distinct(p.States)
	return p
}

// distinct sorts texts and drops repetitions and empty ones.
func distinct(list []string) []string {
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(s string) bool { return s == "" })
}

// GroupDTO is a participant group.
type GroupDTO struct {
	ImageDTO

	ID                int64    `json:"id"`
	Name              string   `json:"name"`
	ShortName         string   `json:"short_name"`
	Alias             string   `json:"alias"`
	Color             string   `json:"color"`
	OnColor           string   `json:"on_color" doc:"Readable on color"`
	Images            []string `json:"images"`
	City              string   `json:"city"`
	State             string   `json:"state"`
	ParticipantsCount int      `json:"participants_count"`
}

// PropertiesDTO is what can be chosen in filters.
type PropertiesDTO struct {
	Genders   []GenderDTO       `json:"genders"`
	Sports    []CategoryNameDTO `json:"sports"`
	Divisions []NamedDTO        `json:"divisions"`
	Groups    []NamedDTO        `json:"groups" doc:"Groups of competitions"`
	Cities    []string          `json:"cities"`
	States    []string          `json:"states"`
}

// GenderDTO is a gender that can be chosen.
type GenderDTO struct {
	ID    string `json:"id" enum:"M,W"`
	Title string `json:"title"`
}

// NamedDTO is something that is named and filtered by.
type NamedDTO struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Alias string `json:"alias"`
}
