package api

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/vod"
)

// vodItemsInput documents the parameters of lists of the library. The call is hot: they
// are read by readVODItems.
type vodItemsInput struct {
	Category      string `query:"category" doc:"Categories of the library: ids or aliases, separated by commas"`
	Rail          string `query:"rail" doc:"One rail: its id or alias"`
	Parts         string `query:"parts" doc:"Ids of parts (vod_media_items), separated by commas: the videos that have one of them"`
	Type          string `query:"type" doc:"free, register, paid, separated by commas"`
	Title         string `query:"title" maxLength:"100" doc:"Beginnings of words of the title, in any language"`
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"30"`
	Offset        int    `query:"offset" minimum:"0" maximum:"10000"`
	SortField     string `query:"sort_field" enum:"date,title,duration,rail" doc:"date by default; with rail the operator's order"`
	SortDirection string `query:"sort_direction" enum:"asc,desc" doc:"By default desc for date and duration, else asc; a rail has but one"`
}

// vodSearchInput documents the parameters of the search, read by readVODSearch.
type vodSearchInput struct {
	Title         string `query:"title" maxLength:"100" doc:"Beginnings of words of the title, in any language; everything without"`
	Category      string `query:"category" doc:"Categories of the library: ids or aliases, separated by commas"`
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"10"`
	Offset        int    `query:"offset" minimum:"0" maximum:"10000"`
	SortField     string `query:"sort_field" enum:"date,title,duration" default:"date"`
	SortDirection string `query:"sort_direction" enum:"asc,desc" doc:"By default desc for date and duration, else asc"`
}

// How many videos lists have unless told.
const (
	vodLimit       = 30
	vodSearchLimit = 10
)

// vodQuery is what a list of the library was asked for; categories and the rail are
// still ids or aliases, nil for any.
type vodQuery struct {
	categories, rail []string
	parts            []vod.MediumID
	access           []vod.Access
	title            string
	page             vod.Page
}

func readVODItems(values url.Values) (vodQuery, error) {
	var p problems
	q := vodQuery{rail: p.terms("rail", values.Get("rail")), parts: ids[vod.MediumID](&p, "parts", values.Get("parts"))}
	if len(q.rail) > 1 {
		p.add("rail", "too_many", "At most 1 values are allowed.")
	}
	q.access = choices(&p, "type", values.Get("type"), vod.Free, vod.Register, vod.Paid)
	p.vodQuery(&q, values, vodLimit, vod.ByDate, vod.ByTitle, vod.ByDuration, vod.ByRail)
	return q, p.err()
}

func readVODSearch(values url.Values) (vodQuery, error) {
	var p problems
	var q vodQuery
	p.vodQuery(&q, values, vodSearchLimit, vod.ByDate, vod.ByTitle, vod.ByDuration)
	return q, p.err()
}

// vodQuery reads what both lists take.
func (p *problems) vodQuery(q *vodQuery, values url.Values, limit int, sorts ...vod.Sort) {
	q.categories = p.terms("category", values.Get("category"))
	q.title = values.Get("title")
	if utf8.RuneCountInString(q.title) > vod.MaxSearch {
		p.add("title", "too_long", "Field length must be less than "+strconv.Itoa(vod.MaxSearch+1))
	}
	q.page = vod.Page{
		Sort:   choice(p, "sort_field", values.Get("sort_field"), sorts...),
		Limit:  p.number("limit", values.Get("limit"), 1, vod.MaxLimit, limit),
		Offset: p.number("offset", values.Get("offset"), 0, vod.MaxOffset, 0),
	}
	switch {
	case q.page.Sort != "":
	case len(q.rail) > 0:
		q.page.Sort = vod.ByRail
	default:
		q.page.Sort = vod.ByDate
	}
	q.page.Descending = q.page.Sort == vod.ByDate || q.page.Sort == vod.ByDuration
	if d := choice(p, "sort_direction", values.Get("sort_direction"), "asc", "desc"); d != "" {
		q.page.Descending = d == "desc"
	}
}

// key names the query: two with one key are answered alike.
func (q *vodQuery) key() string {
	return fmt.Sprintf("vod %q %q %v %q %q %v", q.categories, q.rail, q.parts, q.access, q.title, q.page)
}

// resolveVOD turns ids and aliases into what they name on the channel. What nothing is
// named by chooses nothing.
func (a *API) resolveVOD(ctx context.Context, channelID int64, q vodQuery) (vod.Filter, error) {
	f := vod.Filter{Access: q.access, Media: q.parts, Title: q.title}
	if q.categories != nil {
		categories, err := a.VOD.Categories(ctx, channelID)
		if err != nil {
			return f, err
		}
		f.Categories = []vod.CategoryID{}
		for _, c := range categories {
			if isNamed(q.categories, int64(c.ID), c.Alias) {
				f.Categories = append(f.Categories, c.ID)
			}
		}
	}
	if q.rail != nil {
		rails, err := a.VOD.Rails(ctx, channelID)
		if err != nil {
			return f, err
		}
		i := slices.IndexFunc(rails, func(r vod.Rail) bool { return isNamed(q.rail, int64(r.ID), r.Alias) })
		if i < 0 {
			f.Categories = []vod.CategoryID{}
			return f, nil
		}
		f.Rail = rails[i].ID
	}
	return f, nil
}

// isNamed reports whether one of the terms is an id or the alias.
func isNamed(terms []string, id int64, alias string) bool {
	return slices.Contains(terms, alias) || slices.Contains(terms, strconv.FormatInt(id, 10))
}
