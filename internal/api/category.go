package api

import (
	"net/http"

	"github.com/grandstand/grandstand/internal/catalog"
)

func (a *API) registerCategory() {
	part(a, Operation{
		ID: "list-events-categories", Method: http.MethodGet, Path: "/api/events-categories", Tag: "catalog",
		Summary: "Get the tree of event categories under the root All", Auth: AuthKey,
	}, func(v *view) *once[Page[CategoryDTO]] { return &v.categories })
}

// allCategories is the root of the tree, by language.
var allCategories = map[string]string{English: "All", French: "Tous"}

// categoryTree is the root with everything under it.
func (v *view) categoryTree() []CategoryDTO {
	return []CategoryDTO{{Title: allCategories[v.languages[0]], Alias: "all", Children: v.categoriesUnder(0)}}
}

func (v *view) categoriesUnder(parent catalog.CategoryID) []CategoryDTO {
	out := []CategoryDTO{}
	for _, c := range v.ref.Categories {
		if c.ParentID != parent {
			continue
		}
		above := int64(parent)
		out = append(out, CategoryDTO{
			ID: int64(c.ID), ParentID: &above, Title: v.in(c.Title), Alias: c.Alias, Color: c.Color,
			ImageDTO: v.show(c.Image, nil),
			Children: v.categoriesUnder(c.ID),
		})
	}
	return out
}

// CategoryDTO is a node of the tree of categories.
type CategoryDTO struct {
	ImageDTO

	ID       int64         `json:"id" doc:"0 is the root"`
	ParentID *int64        `json:"parent_id" doc:"null for the root"`
	Title    string        `json:"title"`
	Alias    string        `json:"alias"`
	Color    string        `json:"color"`
	Children []CategoryDTO `json:"children"`
}

// CategoryNameDTO is a category as other things name it.
type CategoryNameDTO struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	Alias string `json:"alias"`
}
