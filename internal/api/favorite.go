package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/favourite"
)

func (a *API) registerFavorite() {
	register(a, Operation{
		ID: "list-favorites", Method: http.MethodGet, Path: "/api/favorites", Tag: "favorites",
		Summary: "List the user's favourites, newest first", Auth: AuthUser,
	}, a.listFavorites)
	register(a, Operation{
		ID: "add-favorite", Method: http.MethodPost, Path: "/api/favorite", Tag: "favorites",
		Summary: "Add a favourite. Adding it again returns the same favourite", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "favoritable_not_found"}, {fault.Unprocessable, "too_many_favorites"}},
	}, a.addFavorite)
	register(a, Operation{
		ID: "remove-favorite", Method: http.MethodDelete, Path: "/api/favorite/{id}", Tag: "favorites",
		Summary: "Remove a favourite", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "favorite_not_found"}},
	}, a.removeFavorite)
	register(a, Operation{
		ID: "merge-favorites", Method: http.MethodPost, Path: "/api/favorites/merge", Tag: "favorites",
		Summary: "Import favourites from before the login", Auth: AuthUser,
	}, a.mergeFavorites)
	register(a, Operation{
		ID: "get-favorites-feed", Method: http.MethodGet, Path: "/api/favorites/feed", Tag: "favorites",
		Summary: "Get whether the user's favourites have a calendar feed. Its address is returned only when it is created", Auth: AuthUser,
	}, a.getFavoritesFeed)
	register(a, Operation{
		ID: "renew-favorites-feed", Method: http.MethodPost, Path: "/api/favorites/feed", Tag: "favorites",
		Summary: "Create a new secret address for the calendar feed of the user's favourites. The old address stops working", Auth: AuthUser,
	}, a.renewFavoritesFeed)
	register(a, Operation{
		ID: "remove-favorites-feed", Method: http.MethodDelete, Path: "/api/favorites/feed", Tag: "favorites",
		Summary: "Delete the calendar feed of the user's favourites", Auth: AuthUser,
	}, a.removeFavoritesFeed)
}

func (a *API) listFavorites(ctx context.Context, c Caller, _ *struct{}) (Page[FavoriteDTO], error) {
	all, err := a.Favourites.List(ctx, c.Actor)
	if err != nil {
		return Page[FavoriteDTO]{}, err
	}
	out := make([]FavoriteDTO, len(all))
	for i, f := range all {
		out[i] = favoriteDTO(f)
	}
	return whole(out), nil
}

func (a *API) addFavorite(ctx context.Context, c Caller, in *addFavoriteInput) (Data[FavoriteDTO], error) {
	f, err := a.Favourites.Add(ctx, c.Actor, in.Body.subject())
	return data(favoriteDTO(f)), err
}

func (a *API) removeFavorite(ctx context.Context, c Caller, in *byIDInput) (Data[removedFavoriteDTO], error) {
	err := a.Favourites.Remove(ctx, c.Actor, favourite.ID(in.ID.Value))
	return data(removedFavoriteDTO{ID: in.ID.Value}), err
}

func (a *API) mergeFavorites(ctx context.Context, c Caller, in *mergeFavoritesInput) (Data[mergedFavoritesDTO], error) {
	subjects := make([]favourite.Subject, len(in.Body.Favorites))
	for i, f := range in.Body.Favorites {
		subjects[i] = f.subject()
	}
	merged, err := a.Favourites.Merge(ctx, c.Actor, subjects)
	if err != nil {
		return Data[mergedFavoritesDTO]{}, err
	}
	out := mergedFavoritesDTO{Added: merged.Added, Skipped: make([]skippedFavoriteDTO, len(merged.Skipped))}
	for i, s := range merged.Skipped {
		out.Skipped[i] = skippedFavoriteDTO{FavoritableField{s.ID, string(s.Kind)}, string(s.Reason)}
	}
	return data(out), nil
}

func (a *API) getFavoritesFeed(ctx context.Context, c Caller, _ *struct{}) (Data[favoritesFeedDTO], error) {
	since, err := a.Favourites.CalendarSince(ctx, c.Actor)
	if err != nil || since.IsZero() {
		return Data[favoritesFeedDTO]{}, err
	}
	return data(favoritesFeedDTO{CreatedAt: &since}), nil
}

func (a *API) renewFavoritesFeed(ctx context.Context, c Caller, _ *keyOnlyInput) (Data[renewedFeedDTO], error) {
	secret, since, err := a.Favourites.OpenCalendar(ctx, c.Actor)
	return data(renewedFeedDTO{Path: "/feeds/favourites/" + secret + ".ics", CreatedAt: since}), err
}

func (a *API) removeFavoritesFeed(ctx context.Context, c Caller, _ *struct{}) (Data[favoritesFeedDTO], error) {
	return Data[favoritesFeedDTO]{}, a.Favourites.CloseCalendar(ctx, c.Actor)
}

func (f *FavoritableField) subject() favourite.Subject {
	return favourite.Subject{Kind: favourite.Kind(f.FavoritableType), ID: f.FavoritableID}
}

// channelKind is the name of a kind in answers.
func channelKind(k favourite.Kind) string {
	switch k {
	case favourite.Group:
		return "participant_group"
	case favourite.Category:
		return "event_category"
	case favourite.Event:
		return "favorite_event"
	case favourite.Location:
		return "event_location"
	case favourite.Participant:
	}
	return "participant"
}

func favoriteDTO(f favourite.Favourite) FavoriteDTO {
	return FavoriteDTO{ID: int64(f.ID), FavoritableID: f.Subject.ID, FavoritableType: channelKind(f.Kind), CreatedAt: f.Since}
}

// FavoritableField names something that can be followed.
type FavoritableField struct {
	FavoritableID   int64  `json:"favoritable_id" minimum:"1"`
	FavoritableType string `json:"favoritable_type" enum:"participant,group,category,event,location"`
}

type addFavoriteInput struct {
	Body struct {
		KeyField
		FavoritableField
	}
}

type mergeFavoritesInput struct {
	Body struct {
		KeyField

		Favorites []FavoritableField `json:"favorites" maxItems:"100"`
	}
}

// FavoriteDTO is something that the user follows.
type FavoriteDTO struct {
	ID              int64     `json:"id"`
	FavoritableID   int64     `json:"favoritable_id"`
	FavoritableType string    `json:"favoritable_type" enum:"participant,participant_group,event_category,favorite_event,event_location"`
	CreatedAt       time.Time `json:"created_at"`
}

type removedFavoriteDTO struct {
	ID int64 `json:"id"`
}

type mergedFavoritesDTO struct {
	Added   int                  `json:"added" doc:"How many were not followed before"`
	Skipped []skippedFavoriteDTO `json:"skipped"`
}

type skippedFavoriteDTO struct {
	FavoritableField

	Reason string `json:"reason" enum:"unknown,full" doc:"unknown: the channel has no such thing; full: there was no more room"`
}

type favoritesFeedDTO struct {
	CreatedAt *time.Time `json:"created_at" doc:"Since when the calendar has its address; null without one"`
}

type renewedFeedDTO struct {
	Path      string    `json:"path" doc:"On the channel's own host; a secret, told this once"`
	CreatedAt time.Time `json:"created_at"`
}
