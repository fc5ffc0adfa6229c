package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/favourite"
)

// subjects answers favourites from the catalogue.
type subjects struct{ catalog *catalog.Service }

func (s subjects) Known(ctx context.Context, channelID int64, list []favourite.Subject) ([]favourite.Subject, error) {
	var asked catalog.Concern
	for _, one := range list {
		asked.Add(string(one.Kind), one.ID)
	}
	had, err := s.catalog.Having(ctx, channelID, asked)
	return slices.DeleteFunc(slices.Clone(list), func(one favourite.Subject) bool { return !had.Has(string(one.Kind), one.ID) }), err
}

func favor(kind any, id any) map[string]any {
	return map[string]any{"favoritable_type": kind, "favoritable_id": id}
}

func (w *world) follow(key, kind string, id int64) FavoriteDTO {
	w.t.Helper()
	var f FavoriteDTO
	w.do(call{path: "/api/favorite", key: key, body: favor(kind, id)}).into(&f)
	return f
}

func TestFavorites(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		fan, other := w.loggedIn(home, "fan@example.com"), w.loggedIn(home, "other@example.com")
		want := map[string]int64{
			"participant": int64(s.lynx), "participant_group": int64(s.school), "event_category": int64(s.hockey),
			"favorite_event": int64(s.events["live"]), "event_location": int64(s.arena),
		}
		first := w.follow(fan, "participant", int64(s.lynx))
		w.follow(fan, "group", int64(s.school))
		w.follow(fan, "category", int64(s.hockey))
		w.follow(fan, "event", int64(s.events["live"]))
		w.follow(fan, "location", int64(s.arena))
		if again := w.follow(fan, "participant", int64(s.lynx)); again != first {
			t.Errorf("tapped twice: %+v, %+v", first, again)
		}
		var list []FavoriteDTO
		w.do(call{path: "/api/favorites", key: fan}).into(&list)
		if len(list) != len(want) {
			t.Errorf("%+v", list)
		}
		for _, f := range list {
			if want[f.FavoritableType] != f.FavoritableID || f.ID == 0 {
				t.Errorf("%+v", f)
			}
		}
		remove := func(key string, id int64) reply {
			return w.do(call{method: http.MethodDelete, path: fmt.Sprintf("/api/favorite/%d", id), key: key})
		}
		remove(other, first.ID).want(http.StatusNotFound, "favorite_not_found")
		remove(fan, first.ID).want(http.StatusOK, "")
		remove(fan, first.ID).want(http.StatusNotFound, "favorite_not_found")
		w.do(call{path: "/api/favorites", key: fan}).into(&list)
		if len(list) != len(want)-1 {
			t.Errorf("%+v", list)
		}
	})
}

// The specification, sections 5 and 7: favoritable_type is a string and one of a few, and
// only somebody who is logged in has favourites.
func TestWhatCannotBeAFavorite(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	fan, visitor := w.loggedIn(home, "fan@example.com"), w.visitor(home)
	for name, body := range map[string]map[string]any{
		"a number": favor(7, s.lynx), "another word": favor("school", s.lynx), "the word of answers": favor("participant_group", s.school),
		"nothing": favor("", s.lynx), "null": favor(nil, s.lynx), "absent": {"favoritable_id": s.lynx},
	} {
		t.Run(name, func(t *testing.T) {
			w.t = t
			w.do(call{path: "/api/favorite", key: fan, body: body}).want(http.StatusBadRequest, "validation_failed").field("favoritable_type")
		})
	}
	w.t = t
	told := w.do(call{path: "/api/favorite", key: fan, body: favor("school", s.lynx)}).field("favoritable_type").Message
	if !strings.Contains(told, "participant, group, category") {
		t.Errorf("%q", told)
	}
	for lang, want := range map[string]string{
		English: "The request is not valid. favoritable_type: The value must be one of: participant, group, category, event, location.",
		French:  "La requête n’est pas valide. favoritable_type\u00a0: La valeur doit être l’une des suivantes\u00a0: participant, group, category, event, location.",
	} {
		if got := w.do(call{path: "/api/favorite?lang=" + lang, key: fan, body: favor("school", s.lynx)}).problem().Detail; got != want {
			t.Errorf("detail %q, want %q", got, want)
		}
	}
	for _, id := range []any{"7", 0, -1, 1.5, nil, 1e300} {
		w.do(call{path: "/api/favorite", key: fan, body: favor("group", id)}).want(http.StatusBadRequest, "validation_failed")
	}
	both := w.do(call{path: "/api/favorite", key: fan, body: map[string]any{}}).want(http.StatusBadRequest, "validation_failed")
	both.field("favoritable_type")
	both.field("favoritable_id")
	if detail := both.problem().Detail; !strings.Contains(detail, "favoritable_type: ") || !strings.Contains(detail, "favoritable_id: ") {
		t.Errorf("the detail lists not both: %q", detail)
	}
	w.do(call{path: "/api/favorite", key: fan, body: favor("group", 987_654_321)}).want(http.StatusNotFound, "favoritable_not_found")

	for _, c := range []call{
		{path: "/api/favorites"},
		{path: "/api/events/favorite"},
		{path: "/api/events?favorites=1"},
		{path: "/api/favorites/feed"},
		{path: "/api/favorite", body: favor("group", s.school)},
		{method: http.MethodDelete, path: "/api/favorite/1"},
	} {
		c.key = visitor
		if got := w.do(c).want(http.StatusUnauthorized, "unauthenticated").problem().Detail; got != "user must be logged in" {
			t.Errorf("%q", got)
		}
	}
}

func TestEventsOfFavorites(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		follow := map[string]int64{
			"participant": int64(s.tide), "group": int64(s.school), "category": int64(s.hockey), "event": int64(s.events["ppv"]), "location": int64(s.arena),
		}
		for kind, want := range map[string]string{
			"participant": "ppv paid register live over", "group": "ppv paid register live over", "location": "paid register live over",
			"category": "paid register live over", // by the sport above the event's own
			"event":    "ppv",
		} {
			fan := w.loggedIn(home, kind+"@example.com")
			if got := w.do(call{path: "/api/events/favorite", key: fan}).listed(); len(got.Data) != 0 || got.Meta.Total != 0 {
				t.Errorf("who follows nothing gets %v", got.Data)
			}
			w.follow(fan, kind, follow[kind])
			visitors := fmt.Sprintf("/api/events?favorites=%s-%d", kind, follow[kind])
			for path, key := range map[string]string{"/api/events/favorite": fan, "/api/events?favorites=1&facets=1": fan, visitors: w.visitor(home)} {
				got := w.do(call{path: path, key: key}).listed()
				if s.names(got.Data) != want || got.Meta.Total != int64(len(got.Data)) {
					t.Errorf("%s: %q, total %d; want %q", path, s.names(got.Data), got.Meta.Total, want)
				}
			}
		}
	})
}

func TestEventsOfFavoritesAreSortedAndPaged(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	fan := w.loggedIn(home, "fan@example.com")
	w.follow(fan, "group", int64(s.school))
	for query, want := range map[string]string{
		"stream_status=upcoming":                             "register paid ppv",
		"stream_status=live,upcoming&limit=2&offset=1":       "register paid",
		"start_date=2026-03-01&end_date=2026-03-02":          "paid register live",
		"sort_field=price&sort_direction=desc&limit=2":       "ppv paid",
		"stream_status=finished&sort_direction=asc&offset=0": "over",
	} {
		if got := s.names(w.do(call{path: "/api/events/favorite?" + query, key: fan}).listed().Data); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	for query, field := range map[string]string{"stream_status=soon": "stream_status", "limit=0": "limit", "sort_field=rank": "sort_field", "team=1": "team", "favorites=1": "favorites"} {
		w.do(call{path: "/api/events/favorite?" + query, key: fan}).want(http.StatusBadRequest, "validation_failed").field(field)
	}
	for _, value := range []string{"2", "team-1", "event", "event-", "event-x", "-1", strings.Repeat("event-1,", 101)} {
		w.do(call{path: "/api/events?favorites=" + value, key: fan}).want(http.StatusBadRequest, "validation_failed").field("favorites")
	}
}

func TestFavoritesOfAVisitorAreMerged(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	fan := w.loggedIn(home, "fan@example.com")
	w.follow(fan, "group", int64(s.school))
	merge := func(list ...any) reply {
		list = append([]any{}, list...) // a list, also when it is empty
		return w.do(call{path: "/api/favorites/merge", key: fan, body: map[string]any{"favorites": list}})
	}
	var merged mergedFavoritesDTO
	merge(favor("group", s.school), favor("participant", s.lynx), favor("event", 987_654_321)).into(&merged)
	if merged.Added != 1 || !slices.Equal(merged.Skipped, []skippedFavoriteDTO{{FavoritableField{987_654_321, "event"}, "unknown"}}) {
		t.Errorf("%+v", merged)
	}
	merge().into(&merged)
	merge(favor("school", 1)).want(http.StatusBadRequest, "validation_failed")
	merge(slices.Repeat([]any{favor("group", s.school)}, 101)...).want(http.StatusBadRequest, "validation_failed")
	merge(7).want(http.StatusBadRequest, "validation_failed")
	w.do(call{path: "/api/favorites/merge", key: w.visitor(home), body: map[string]any{"favorites": []any{}}}).want(http.StatusUnauthorized, "unauthenticated")
}

func TestTheAddressOfACalendarIsToldOnce(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	fan := w.loggedIn(home, "fan@example.com")
	var state favoritesFeedDTO
	w.do(call{path: "/api/favorites/feed", key: fan}).into(&state)
	if state.CreatedAt != nil {
		t.Errorf("%+v", state)
	}
	var made renewedFeedDTO
	w.do(call{path: "/api/favorites/feed", key: fan, body: map[string]any{}}).into(&made)
	if !strings.HasPrefix(made.Path, "/feeds/favourites/") || !strings.HasSuffix(made.Path, ".ics") {
		t.Errorf("%+v", made)
	}
	known := w.do(call{path: "/api/favorites/feed", key: fan})
	if known.into(&state); state.CreatedAt == nil || strings.Contains(string(known.body), "ics") {
		t.Errorf("%s", known.body)
	}
	if strings.Contains(w.log.String(), strings.TrimPrefix(made.Path, "/feeds/favourites/")) {
		t.Error("the address is in the log")
	}
	w.do(call{method: http.MethodDelete, path: "/api/favorites/feed", key: fan}).into(&state)
	if w.do(call{path: "/api/favorites/feed", key: fan}).into(&state); state.CreatedAt != nil {
		t.Errorf("%+v", state)
	}
}
