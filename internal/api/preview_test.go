package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/vod"
)

// previewed has a recording of every event, a still, small pictures and a preview in both forms.
type previewed struct{ fakeMedia }

func (p previewed) Media(ctx context.Context, _, eventID int64) ([]Medium, error) {
	m := Medium{ID: eventID, Type: typeVOD, StreamID: eventID}
	companions, err := p.Companions(ctx, m)
	return append(append([]Medium{m}, companions...), Medium{ID: 2, Type: typeImage, URL: "/media/public/stills/1/2/3-secret-1280.jpg"}), err
}

func (previewed) Video(_ context.Context, _, eventID, filmID int64) (Medium, error) {
	return Medium{Type: typeVOD, StreamID: eventID, FilmID: filmID}, nil
}

func (previewed) Companions(_ context.Context, of Medium) ([]Medium, error) {
	board, film, animation := of, of, of
	board.Type, board.File = typeThumbnails, "storyboard.vtt"
	film.Type, film.File, film.Duration = typePreview, "preview-1.mp4", 5*time.Second
	animation.Type, animation.File, animation.Duration = typePreviewAlt, "preview-1.webp", 5*time.Second
	return []Medium{board, film, animation}, nil
}

func (previewed) PreviewLengths(_ context.Context, _ int64, events, films []int64) (ofEvents, ofFilms map[int64]time.Duration, err error) {
	ofEvents, ofFilms = map[int64]time.Duration{}, map[int64]time.Duration{}
	for _, id := range events {
		ofEvents[id] = 5 * time.Second
	}
	for _, id := range films {
		ofFilms[id] = 5 * time.Second
	}
	return ofEvents, ofFilms, nil
}

// previewSeason has a recorded game of each access type, with a preview.
func (w *world) previewSeason() *season {
	w.t.Helper()
	s := w.season(home, "")
	by := actor.ForSystem(s.channelID)
	for _, kind := range []catalog.Type{catalog.Free, catalog.Register, catalog.Paid} {
		name := "previewed " + string(kind)
		w.game(s, by, name, -5*time.Hour, func(e *catalog.Event) {
			e.Type, e.Status, e.StreamState, e.LiveSince, e.EndedAt = kind, catalog.Finished, catalog.StreamEnded, e.StartAt, e.StartAt.Add(time.Hour)
			e.Image = catalog.Image{Key: "north/poster.jpg"}
		})
		if err := w.catalog.SetPreview(w.t.Context(), w.db.Write(), s.channelID, int64(s.events[name]), 5*time.Second); err != nil {
			w.t.Fatal(err)
		}
	}
	return s
}

// shownMedia are the types of media of an event in its detail and on its card, and whether any
// address shows the game.
func (w *world) shownMedia(key string, id catalog.EventID, query string) (detail, card []int, urls string) {
	w.t.Helper()
	w.clock.Advance(time.Minute)
	var e EventDetailDTO
	w.do(call{path: fmt.Sprintf("/api/events/%d%s", id, query), key: key}).into(&e)
	for _, m := range e.Media {
		detail = append(detail, m.Type)
		if m.View != viewKind(m.Type) {
			w.t.Errorf("medium of type %d is viewed as %q", m.Type, m.View)
		}
		urls += m.URL + " "
	}
	var list struct {
		Data []struct {
			Media []map[string]any `json:"media"`
		} `json:"data"`
	}
	body := w.do(call{path: fmt.Sprintf("/api/events?ids=%d%s", id, strings.Replace(query, "?", "&", 1)), key: key}).want(http.StatusOK, "").body
	if err := json.Unmarshal(body, &list); err != nil || len(list.Data) != 1 {
		w.t.Fatalf("%v: %s", err, body)
	}
	for _, m := range list.Data[0].Media {
		card = append(card, int(m["type"].(float64)))
		if m["type"] == 6.0 && (m["view"] != "preview" || m["duration"] != 5.0 || m["url"] != nil) {
			w.t.Errorf("the card's preview is %v", m)
		}
	}
	return detail, card, urls
}

// Small pictures and previews are media of a game: viewers who may watch it get their addresses,
// others are not told that there are any.
func TestPreviewsAreForViewersOfTheGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, atlas(t), func(deps *Deps) { deps.EventMedia = previewed{} })
		s := w.previewSeason()
		visitor, member, fan := w.visitor(home), w.buyer(home, "member@example.com"), w.buyer(home, "fan@example.com")
		w.buy(fan, s, s.pass)
		all, locked := []int{typeVOD, typeThumbnails, typePreview, typePreviewAlt, typeImage}, []int{typeVOD}
		check := func(situation, key, event, query string, want []int, preview bool) {
			t.Helper()
			detail, card, urls := w.shownMedia(key, s.events["previewed "+event], query)
			if !slices.Equal(detail, want) {
				t.Errorf("%s, %s: media of types %v, want %v", situation, event, detail, want)
			}
			if slices.Contains(card, typePreview) != preview || strings.Contains(urls, "preview-1.mp4") != preview ||
				strings.Contains(urls, "preview-1.webp") != preview || strings.Contains(urls, "storyboard") != preview {
				t.Errorf("%s, %s: card %v, addresses %s", situation, event, card, urls)
			}
		}
		check("a visitor", visitor, "free", "", all, true)
		check("a visitor", visitor, "register", "", locked, false)
		check("a visitor", visitor, "paid", "", locked, false)
		check("a member", member.key, "register", "", all, true)
		check("a member", member.key, "paid", "", locked, false)
		check("a buyer", fan.key, "paid", "", all, true)
		check("a buyer without spoilers", fan.key, "paid", "?spoilers=hide", locked, false)
		check("a visitor without spoilers", visitor, "free", "?spoilers=hide", locked, false)

		rule := []commerce.Blackout{{Mode: commerce.Allow, Places: []string{"CA"}, LiftedAfter: commerce.Forever}}
		for _, event := range []string{"free", "paid"} {
			if err := w.commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(s.channelID), s.channelID, int64(s.events["previewed "+event]), rule); err != nil {
				t.Fatal(err)
			}
		}
		check("a visitor elsewhere", visitor, "free", "", locked, false)
		check("a buyer elsewhere", fan.key, "paid", "", locked, false)
	})
}

// The signed address of a preview is of the caller's session, as that of the game is.
func TestPreviewAddressesAreSignedForTheCaller(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), func(deps *Deps) { deps.EventMedia = previewed{} })
	s := w.previewSeason()
	_, _, first := w.shownMedia(w.visitor(home), s.events["previewed free"], "")
	_, _, second := w.shownMedia(w.visitor(home), s.events["previewed free"], "")
	if first == second || !strings.Contains(first, "/media/signed-for-") {
		t.Errorf("two visitors have %s and %s", first, second)
	}
}

// An embedded event has its page as a medium, and its poster, which is public, also on its card. An event
// that shows another one's player and has no poster has the poster of that event, without pictures of the game.
func TestEmbeddedEventsHaveTheirPoster(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		by := actor.ForSystem(s.channelID)
		for name, key := range map[string]string{"embedded": "north/poster.jpg", "bare": ""} {
			w.game(s, by, name, -time.Hour, func(e *catalog.Event) {
				e.Type, e.Status, e.Embed, e.Image = catalog.Paid, catalog.Live, "/watch_embed/999999", catalog.Image{Key: key}
			})
		}
		detail, card, urls := w.shownMedia(w.visitor(home), s.events["embedded"], "")
		if !slices.Equal(detail, []int{typeVOD, typeEmbedded, typeEmbeddedPreview}) || !slices.Equal(card, []int{typeEmbeddedPreview}) ||
			strings.TrimSpace(urls) != "/media/public/north/poster.jpg" {
			t.Errorf("media of types %v, card %v, addresses %s", detail, card, urls)
		}
		if detail, card, _ := w.shownMedia(w.visitor(home), s.events["bare"], ""); slices.Contains(detail, typeEmbeddedPreview) || card != nil {
			t.Errorf("without a poster: media of types %v, card %v", detail, card)
		}
		w.game(s, by, "pictured", -time.Hour, func(e *catalog.Event) {
			e.Image = catalog.Image{Key: "north/still.jpg", OfGame: true, Poster: &catalog.Image{Key: "north/shown.jpg"}}
		})
		w.game(s, by, "showing", -time.Hour, func(e *catalog.Event) {
			e.Status, e.Embed = catalog.Live, fmt.Sprintf("/watch_embed/%d", s.events["pictured"])
		})
		detail, card, urls = w.shownMedia(w.visitor(home), s.events["showing"], "")
		if !slices.Contains(detail, typeEmbeddedPreview) || !slices.Equal(card, []int{typeEmbeddedPreview}) || !strings.Contains(urls, "/media/public/north/shown.jpg") {
			t.Errorf("of another event's player: media of types %v, card %v, addresses %s", detail, card, urls)
		}
	})
}

// A video of the library has the small pictures and the preview of what it plays, for viewers who
// may watch it.
func TestPreviewsOfTheLibrary(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, func(deps *Deps) { deps.EventMedia = previewed{} })
		s := w.spoiledSeason()
		shown := func(alias, query string) (detail []int, card bool) {
			t.Helper()
			w.clock.Advance(time.Minute)
			key := w.visitor(home)
			var item VODItemDetailDTO
			w.do(call{path: fmt.Sprintf("/api/vod-media-items/%d%s", s.videos[alias], query), key: key}).into(&item)
			for _, m := range item.Media {
				detail = append(detail, m.Type)
				if m.Type == typePreview && !strings.Contains(m.URL, fmt.Sprintf("-vod-%d/preview-1.mp4", m.ID)) {
					t.Errorf("%s: the preview is at %q", alias, m.URL)
				}
			}
			var list []VODItemDTO
			w.do(call{path: "/api/vod-media-items" + query, key: key}).into(&list)
			at := slices.IndexFunc(list, func(i VODItemDTO) bool { return i.ID == int64(s.videos[alias]) })
			return detail, slices.ContainsFunc(list[at].Media, func(m MediumDTO) bool { return m.Type == typePreview && m.Duration == 5 && m.URL == "" })
		}
		all := []int{typeVOD, typeThumbnails, typePreview, typePreviewAlt}
		for alias, access := range w.videoAccess(s) {
			want := access == vod.Free
			detail, card := shown(alias, "")
			if card != want || slices.Contains(detail, typePreview) != want {
				t.Errorf("%s, which is %s: media of types %v, a preview on the card: %v", alias, access, detail, card)
			}
		}
		if detail, card := shown("game", ""); !slices.Equal(detail, all) || !card {
			t.Errorf("the game: media of types %v, card %v", detail, card)
		}
		if detail, card := shown("game", "?spoilers=hide"); !slices.Equal(detail, []int{typeVOD}) || card {
			t.Errorf("the game without spoilers: media of types %v, card %v", detail, card)
		}
	})
}

// videoAccess is the access type of each video of the library, by alias.
func (w *world) videoAccess(s *season) map[string]vod.Access {
	w.t.Helper()
	library := must[vod.Library](w)(w.library.Library(w.t.Context(), s.channelID))
	types := map[string]vod.Access{}
	for _, item := range library.Items {
		types[item.Alias] = item.Access
	}
	return types
}
