package kit

import (
	"encoding/json"
	"fmt"
	"io/fs"
)

// Text is one sentence or name in each of the channel's languages, keyed "en"
// and "fr". HTML where the field says so.
type Text map[string]string

// Catalog is the whole demo channel except its schedule, which a seeder works
// out from [Schedule] and the moment it runs.
type Catalog struct {
	Channel   Channel
	Genders   []Gender
	Divisions []Tag
	Groups    []Tag
	Sports    []Sport
	Schools   []School
	Teams     []Team
	Locations []Location
	Stills    []Still
	Media     Media
	Events    Events
	Commerce  Commerce
	Menu      []MenuItem
	Slides    []Slide
	Pages     []Page
	FAQ       []Question
	Library   Library
	Forms     []Form
}

// Load reads the catalogue from a kit tree, as [Files] returns it. An error
// names the file that is missing or malformed.
func Load(tree fs.FS) (Catalog, error) {
	var c Catalog
	parts := []struct {
		file string
		into any
	}{
		{"channel.json", &c.Channel},
		{"sports.json", &struct {
			Genders   *[]Gender `json:"genders"`
			Divisions *[]Tag    `json:"divisions"`
			Groups    *[]Tag    `json:"groups"`
			Sports    *[]Sport  `json:"sports"`
		}{&c.Genders, &c.Divisions, &c.Groups, &c.Sports}},
		{"schools.json", &struct {
			Schools *[]School `json:"schools"`
		}{&c.Schools}},
		{"teams.json", &struct {
			Teams *[]Team `json:"teams"`
		}{&c.Teams}},
		{"locations.json", &struct {
			Locations *[]Location `json:"locations"`
		}{&c.Locations}},
		{"stills.json", &struct {
			Stills *[]Still `json:"stills"`
		}{&c.Stills}},
		{"media.json", &c.Media},
		{"events.json", &c.Events},
		{"commerce.json", &c.Commerce},
		{"vod.json", &c.Library},
		{"site.json", &struct {
			Menu   *[]MenuItem `json:"menu"`
			Slides *[]Slide    `json:"slides"`
			Pages  *[]Page     `json:"pages"`
		}{&c.Menu, &c.Slides, &c.Pages}},
		{"faq.json", &struct {
			FAQ *[]Question `json:"faq"`
		}{&c.FAQ}},
		{"forms.json", &struct {
			Forms *[]Form `json:"forms"`
		}{&c.Forms}},
	}
	for _, p := range parts {
		if err := decode(tree, "catalog/"+p.file, p.into); err != nil {
			return Catalog{}, err
		}
	}
	return c, nil
}

func decode(tree fs.FS, name string, into any) error {
	data, err := fs.ReadFile(tree, name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("parse %s: %w", name, err)
	}
	return nil
}
