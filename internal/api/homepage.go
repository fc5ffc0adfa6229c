package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/catalog"
)

func (a *API) registerHomepage() {
	registerHot[homepageInput](a, Operation{
		ID: "list-events-for-homepage", Method: http.MethodGet, Path: "/api/events-for-homepage", Tag: "catalog",
		Summary: "Get the events of the home page: live, upcoming, on demand, and a rail per sport", Auth: AuthKey,
	}, a.getHomepage)
}

// How many events each part of the home page has.
const (
	homeLive     = 20
	homeUpcoming = 30
	homeOnDemand = 20
	homeRail     = 12
)

func (a *API) getHomepage(ctx context.Context, c Caller, r *http.Request) (Encoded[Data[HomepageDTO]], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Encoded[Data[HomepageDTO]]{}, err
	}
	var p problems
	var f catalog.Filter
	v.readReferences(&p, &f, r.URL.Query())
	f.Recorded = true // a home page has no place for what can neither be watched nor awaited
	if err := p.err(); err != nil {
		return Encoded[Data[HomepageDTO]]{}, err
	}
	who, err := a.audience(ctx, c)
	if err != nil {
		return Encoded[Data[HomepageDTO]]{}, err
	}
	payload, err := a.lists.Get(ctx, listKey{who.audience, "home " + f.Key()}, func(ctx context.Context) (*Payload, error) {
		body, err := a.homepage(ctx, v, f, who)
		if err != nil {
			return nil, err
		}
		return a.encodeBriefly(data(body))
	})
	return Encoded[Data[HomepageDTO]]{payload}, err
}

func (a *API) homepage(ctx context.Context, v *view, f catalog.Filter, who whom) (HomepageDTO, error) {
	var h HomepageDTO
	for _, part := range []struct {
		into   *[]EventDTO
		status catalog.Status
		limit  int
	}{{&h.Live, catalog.Live, homeLive}, {&h.Upcoming, catalog.Upcoming, homeUpcoming}, {&h.OnDemand, catalog.Finished, homeOnDemand}} {
		events, err := a.latest(ctx, v, f, who, part.limit, part.status)
		if err != nil {
			return HomepageDTO{}, err
		}
		*part.into = events
	}
	rails, err := a.rails(ctx, v, f, who)
	h.Rails = rails
	return h, err
}

// latest are the events nearest to now: the first to come, or the last that were.
func (a *API) latest(ctx context.Context, v *view, f catalog.Filter, who whom, limit int, status catalog.Status) ([]EventDTO, error) {
	f.Statuses = []catalog.Status{status}
	page := catalog.Page{Sort: catalog.ByDate, Descending: status == catalog.Finished, Limit: limit}
	events, _, err := a.Catalog.List(ctx, who.channelID, f, page)
	return v.eventDTOs(events, who, a.Clock.Now()), err
}

// rails shows, per sport that has any, what comes next and then what was last.
func (a *API) rails(ctx context.Context, v *view, f catalog.Filter, who whom) ([]RailDTO, error) {
	rails := []RailDTO{}
	for _, sport := range v.ref.Categories {
		if sport.ParentID != 0 {
			continue
		}
		only := f
		only.Categories = catalog.Intersect(f.Categories, v.ref.Below(sport.ID))
		rail := RailDTO{ID: int64(sport.ID), Title: v.in(sport.Title), Alias: sport.Alias, Events: []EventDTO{}}
		for _, status := range []catalog.Status{catalog.Live, catalog.Upcoming, catalog.Finished} {
			room := homeRail - len(rail.Events)
			if status == catalog.Upcoming {
				room = min(room, homeRail/2)
			}
			if room <= 0 {
				break
			}
			events, err := a.latest(ctx, v, only, who, room, status)
			if err != nil {
				return nil, err
			}
			rail.Events = append(rail.Events, events...)
		}
		if len(rail.Events) > 0 {
			rails = append(rails, rail)
		}
	}
	return rails, nil
}

type homepageInput struct {
	School string `query:"school" doc:"Participant groups: ids or aliases, separated by commas"`
	Team   string `query:"team" doc:"Participants: ids or aliases, separated by commas"`
	Sport  string `query:"sport" doc:"Event categories: ids or aliases, separated by commas; those below count too"`
}

// HomepageDTO is what the home page shows.
type HomepageDTO struct {
	Live     []EventDTO `json:"live"`
	Upcoming []EventDTO `json:"upcoming" doc:"The next first"`
	OnDemand []EventDTO `json:"on_demand" doc:"The latest first"`
	Rails    []RailDTO  `json:"rails" doc:"One per sport that has events: what comes next, then what was last"`
}

// RailDTO is one row of the home page.
type RailDTO struct {
	ID     int64      `json:"id" doc:"The event category"`
	Title  string     `json:"title"`
	Alias  string     `json:"alias"`
	Events []EventDTO `json:"events"`
}
