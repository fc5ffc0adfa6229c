package api

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/favourite"
)

func (a *API) registerFavoriteEvent() {
	registerHot[favoriteEventsInput](a, Operation{
		ID: "list-favorite-events", Method: http.MethodGet, Path: "/api/events/favorite", Tag: "favorites",
		Summary: "Events that have to do with what the user follows: a team, a school, a sport, a place, or the event itself", Auth: AuthUser,
	}, a.listFavoriteEvents)
}

func (a *API) listFavoriteEvents(ctx context.Context, c Caller, r *http.Request) (Encoded[EventsDTO], error) {
	values := r.URL.Query()
	values.Set("favorites", ownFavorites)
	return a.listChosen(ctx, c, values)
}

// ownFavorites stands for what the user follows, wherever that is kept.
const ownFavorites = "1"

// readFavorites reads what a list is to be about: what the user follows, or, for visitors,
// who keep it themselves, a list such as participant-12,event-9.
func (a *API) readFavorites(ctx context.Context, c Caller, v *view, values url.Values) (*catalog.Concern, error) {
	switch value := values.Get("favorites"); value {
	case "":
		return nil, nil //nolint:nilnil // the list is about everything
	case ownFavorites:
		subjects, err := a.Favourites.Subjects(ctx, c.Actor)
		return v.concern(subjects), err
	default:
		var p problems
		subjects := p.subjects("favorites", value)
		return v.concern(subjects), p.err()
	}
}

// subjects reads a list of kinds with ids.
func (p *problems) subjects(field, value string) []favourite.Subject {
	subjects := []favourite.Subject{}
	for _, term := range p.split(field, value) {
		kind, digits, ok := strings.Cut(term, "-")
		var id PathID
		if !ok || !slices.Contains(favourite.Kinds(), favourite.Kind(kind)) || id.UnmarshalText([]byte(digits)) != nil {
			p.add(field, "malformed", "The value is not valid.")
			return nil
		}
		subjects = append(subjects, favourite.Subject{Kind: favourite.Kind(kind), ID: id.Value})
	}
	return subjects
}

// concern is what events have to do with to be of subjects: sports with all below them.
func (v *view) concern(subjects []favourite.Subject) *catalog.Concern {
	var c catalog.Concern
	for _, s := range subjects {
		c.Add(string(s.Kind), s.ID)
	}
	return v.ref.WithBelow(c)
}

type favoriteEventsInput struct {
	StreamStatus  string `query:"stream_status" doc:"live, upcoming, finished, separated by commas"`
	Recorded      string `query:"recorded" enum:"0,1" doc:"1: of the finished events only those with a recording"`
	StartDate     string `query:"start_date" doc:"Starts at or after: RFC 3339, or YYYY-MM-DD in tz"`
	EndDate       string `query:"end_date" doc:"Starts before or at: RFC 3339, or YYYY-MM-DD in tz, that day included"`
	TZ            string `query:"tz" doc:"IANA time zone of the dates; the channel's by default"`
	Limit         int    `query:"limit" minimum:"1" maximum:"100" default:"30"`
	Offset        int    `query:"offset" minimum:"0" maximum:"10000"`
	After         string `query:"after" doc:"meta.next of the page before; for pages beyond any offset"`
	SortField     string `query:"sort_field" enum:"date,name,price" default:"date"`
	SortDirection string `query:"sort_direction" enum:"asc,desc" doc:"By default asc, and desc for dates of lists with finished events"`
}
