package api

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/text"
)

func (a *API) registerMenu() {
	part(a, Operation{
		ID: "list-menu", Method: http.MethodGet, Path: "/api/menu", Tag: "channel",
		Summary: "Get the menu, two levels deep",
	}, func(v *view) *once[Page[MenuItemDTO]] { return &v.menu })
}

// menuItems builds one level of the menu. An item is left out if its target is gone, or is a screen without content.
func (v *view) menuItems(parent int64) []MenuItemDTO {
	items := []MenuItemDTO{}
	for _, m := range v.site.Menu {
		if m.ParentID != parent {
			continue
		}
		if dto, ok := v.menuItem(m); ok {
			dto.Children = v.menuItems(m.ID)
			if len(dto.Children) > 0 || !slices.Contains(v.settings.body.Data.EmptyScreens, dto.URL) {
				items = append(items, dto)
			}
		}
	}
	return items
}

func (v *view) menuItem(m channel.MenuItem) (MenuItemDTO, bool) {
	target, ok := v.menuTarget(m)
	if !ok {
		return MenuItemDTO{}, false
	}
	dto := MenuItemDTO{
		ID: m.ID, Title: v.in(m.Title), Name: v.in(target.name), Type: string(m.Type), URL: target.url, Alias: target.alias,
		Image: MediaURL(m.Image), Images: mediaURLs(target.images), SlidableType: string(channel.SlideMain),
	}
	dto.Title, dto.Name = cmp.Or(dto.Title, dto.Name), cmp.Or(dto.Name, dto.Title)
	if kind := slidableType(m.Type); kind != channel.SlideMain {
		dto.SlidableType, dto.SlidableID = string(kind), orNull(m.TargetID)
	}
	if dto.Image == "" {
		dto.Image = firstImage(target.images)
	}
	return dto, true
}

// slidableType is the page of a menu item's target, in the words that slides use: main for a link and for a page of the channel.
func slidableType(t channel.MenuType) channel.SlideType {
	switch t {
	case channel.MenuCategory:
		return channel.SlideCategory
	case channel.MenuParticipant:
		return channel.SlideParticipant
	case channel.MenuGroup:
		return channel.SlideGroup
	case channel.MenuLink, channel.MenuPage:
	}
	return channel.SlideMain
}

// menuTarget is what an item leads to.
type menuTarget struct {
	name       text.Text
	url, alias string
	images     []string
}

func (v *view) menuTarget(m channel.MenuItem) (menuTarget, bool) {
	switch m.Type {
	case channel.MenuLink:
		return menuTarget{url: m.URL}, true
	case channel.MenuPage:
		p, err := v.site.Page(func(p channel.Page) bool { return int64(p.ID) == m.TargetID })
		return menuTarget{name: p.Name, url: p.URL, alias: p.AltName}, err == nil
	case channel.MenuCategory:
		if c := v.ref.Category(catalog.CategoryID(m.TargetID)); c != nil {
			return menuTarget{c.Title, homeURL("sport", c.Alias), c.Alias, list(c.Image)}, true
		}
	case channel.MenuParticipant:
		if p := v.ref.Participant(catalog.ParticipantID(m.TargetID)); p != nil {
			return menuTarget{p.Name, homeURL("team", p.Alias), p.Alias, p.Images}, true
		}
	case channel.MenuGroup:
		if g := v.ref.Group(catalog.GroupID(m.TargetID)); g != nil {
			return menuTarget{g.Name, homeURL("school", g.Alias), g.Alias, g.Images}, true
		}
	}
	return menuTarget{}, false
}

// list is a picture as a list of pictures.
func list(image string) []string {
	if image == "" {
		return nil
	}
	return []string{image}
}

// homeURL is the home page filtered by one parameter.
func homeURL(parameter, alias string) string {
	return "/?" + url.Values{parameter: {alias}}.Encode()
}

// MenuItemDTO is one entry of the menu.
type MenuItemDTO struct {
	ID           int64         `json:"id"`
	Title        string        `json:"title" doc:"Text of the entry"`
	Name         string        `json:"name" doc:"Name of the category, participant, group or page; title for a link"`
	Type         string        `json:"type" enum:"link,category,participant,group,page"`
	URL          string        `json:"url" doc:"Of a category, participant or group: the home page with its alias"`
	Alias        string        `json:"alias" doc:"Of the category, participant, group or page; empty for a link"`
	Image        string        `json:"image"`
	Images       []string      `json:"images"`
	SlidableType string        `json:"slidable_type" enum:"main,category,participant,group" doc:"main for a link and for a page of the channel"`
	SlidableID   *int64        `json:"slidable_id" doc:"Of the category, participant or group; null for main"`
	Children     []MenuItemDTO `json:"children"`
}
