package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/channel"
)

func (a *API) registerColor() {
	part(a, Operation{
		ID: "get-color-settings", Method: http.MethodGet, Path: "/api/color-settings/web", Tag: "channel",
		Summary: "Get the channel's colours, each opacity step, and the accessible colours derived from them",
	}, func(v *view) *once[Data[ColorSettings]] { return &v.colors })
}

// ColorSettings are the colours by name, each step as "<name>-<step>", and the derived
// ones in the object "derived".
type ColorSettings map[string]any

func newColorSettings(p channel.Palette) ColorSettings {
	c := make(ColorSettings, len(p.Settings)+1)
	for name, value := range p.Settings {
		c[name] = value
	}
	c["derived"] = p.Derived
	return c
}

// Schema documents the object; it is part of huma.SchemaProvider.
func (ColorSettings) Schema(huma.Registry) *huma.Schema {
	color := &huma.Schema{Type: huma.TypeString, Description: "#rrggbb, or rgba() for an opacity step"}
	derived := &huma.Schema{
		Type: huma.TypeObject, Description: "Computed for contrast by design role", AdditionalProperties: &huma.Schema{Type: huma.TypeString},
	}
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"derived": derived}, AdditionalProperties: color}
	for _, name := range []string{"footer-background", "body-background", "body-text-color", "header-text-color", "accent"} {
		s.Properties[name] = color
		s.Required = append(s.Required, name)
	}
	s.Required = append(s.Required, "derived")
	return s
}
