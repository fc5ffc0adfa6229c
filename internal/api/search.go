package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/vod"
)

func (a *API) registerSearch() {
	registerHot[searchInput](a, Operation{
		ID: "search", Method: http.MethodGet, Path: "/api/search", Tag: "catalog",
		Summary: "Search everything: games, videos, participants, schools, sports and places", Auth: AuthKey,
	}, a.search)
}

// Results of each kind.
const (
	defaultSearchLimit = 12
	maxSearchLimit     = 100
)

// searchQuery is the search text and the maximum number of results of each kind.
type searchQuery struct {
	text  string
	limit int
}

func readSearch(values url.Values) (searchQuery, error) {
	var p problems
	q := searchQuery{
		text:  p.search(values.Get("search")),
		limit: p.number("limit", values.Get("limit"), 1, maxSearchLimit, defaultSearchLimit),
	}
	if q.text == "" {
		p.add("search", "required", "Field is required")
	}
	return q, p.err()
}

// search returns the best matches of every kind in one response, so that the suggestions change all at once.
func (a *API) search(ctx context.Context, c Caller, r *http.Request) (Encoded[Data[SearchDTO]], error) {
	q, err := readSearch(r.URL.Query())
	if err != nil {
		return Encoded[Data[SearchDTO]]{}, err
	}
	return sendVOD(ctx, a, c, fmt.Sprintf("search %q %d", q.text, q.limit), func(ctx context.Context, v *view, who whom) (Data[SearchDTO], error) {
		found, err := a.findAll(ctx, v, q, who)
		return data(found), err
	})
}

func (a *API) findAll(ctx context.Context, v *view, q searchQuery, who whom) (SearchDTO, error) {
	var found SearchDTO
	for _, part := range []struct {
		into   *Page[EventDTO]
		status catalog.Status
	}{{&found.Live, catalog.Live}, {&found.Upcoming, catalog.Upcoming}, {&found.OnDemand, catalog.Finished}} {
		f := catalog.Filter{Search: q.text, Recorded: true} // the filter of the list pages behind the results
		events, err := a.latest(ctx, v, f, who, q.limit, part.status)
		if err != nil {
			return found, err
		}
		f.Statuses = []catalog.Status{part.status}
		total, err := a.Catalog.Total(ctx, who.channelID, f)
		if err != nil {
			return found, err
		}
		*part.into = Page[EventDTO]{Data: events, Meta: Meta{Total: total, Limit: q.limit}}
	}
	videos := vodQuery{title: q.text, page: vod.Page{Sort: vod.ByDate, Descending: true, Limit: q.limit}}
	var err error
	if found.Videos, err = a.findVODItems(ctx, v, videos, who); err != nil {
		return found, err
	}
	names := v.ref.FindNames(q.text)
	found.Participants = pageOfPositions(names.Participants, v.participants, q.limit)
	found.Groups = pageOfPositions(names.Groups, v.groups.body.Data, q.limit)
	found.Locations = pageOfPositions(names.Locations, v.locations.body.Data, q.limit)
	sports := make([]CategoryNameDTO, len(v.ref.Categories))
	for i, category := range v.ref.Categories {
		sports[i] = *v.sports[category.ID]
	}
	found.Categories = pageOfPositions(names.Categories, sports, q.limit)
	return found, nil
}

// pageOfPositions returns the list's items at the first positions and the number of positions.
func pageOfPositions[T any](positions []int, list []T, limit int) Page[T] {
	items := make([]T, min(limit, len(positions)))
	for i := range items {
		items[i] = list[positions[i]]
	}
	return Page[T]{Data: items, Meta: Meta{Total: int64(len(positions)), Limit: limit}}
}

// searchInput documents the query parameters. readSearch parses them, because registerHot does not.
type searchInput struct {
	Search string `query:"search" required:"true" minLength:"2" maxLength:"100" doc:"Beginnings of words; two sides, as Rams vs Saints, find both participants"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"12" doc:"Most of each kind"`
}

// SearchDTO holds the results of a search by kind, each with its total.
type SearchDTO struct {
	Live         Page[EventDTO]        `json:"live"`
	Upcoming     Page[EventDTO]        `json:"upcoming" doc:"The next first"`
	OnDemand     Page[EventDTO]        `json:"on_demand" doc:"The latest first"`
	Videos       Page[VODItemDTO]      `json:"videos" doc:"The latest first"`
	Participants Page[ParticipantDTO]  `json:"participants" doc:"The best match first"`
	Groups       Page[GroupDTO]        `json:"participant_groups" doc:"The best match first"`
	Categories   Page[CategoryNameDTO] `json:"event_categories" doc:"The best match first"`
	Locations    Page[LocationDTO]     `json:"event_locations" doc:"The best match first"`
}
