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
		Summary: "List events of the user's favourites: a team, a school, a sport, a location, or the event itself", Auth: AuthUser,
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
	WhenFields
	EventPageFields
}
