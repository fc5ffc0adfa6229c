package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// stillOfGame has the media of a game with a picture of it.
type stillOfGame struct{ fakeMedia }

func (stillOfGame) Media(_ context.Context, _, eventID int64) ([]Medium, error) {
	return []Medium{{ID: 1, Type: 2, StreamID: eventID}, {ID: 2, Type: typeImage, URL: "/media/public/stills/1/2/3-secret-1280.jpg"}}, nil
}

// Pictures of a game are a part of it: a viewer who may not watch is shown its poster.
func TestPicturesOfAGameAreForViewersOfIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, func(deps *Deps) { deps.EventMedia = stillOfGame{} })
		s := w.season(home, "")
		by := actor.ForSystem(s.channelID)
		w.game(s, by, "sold live", -time.Hour, func(e *catalog.Event) {
			e.Type, e.Status, e.StreamState, e.LiveSince = catalog.Paid, catalog.Live, catalog.StreamLive, w.clock.Now()
			e.Image, e.Featured = catalog.Image{Key: "north/poster.jpg"}, true
		})
		id := s.events["sold live"]
		if err := w.catalog.SetImage(t.Context(), d.Write(), s.channelID, int64(id), "stills/1/2/3-secret-1280.jpg", map[int]string{640: "stills/1/2/3-secret-640.jpg"}); err != nil {
			t.Fatal(err)
		}
		fan := w.buyer(home, "fan@example.com")
		order := w.buy(fan, s, s.pass)
		pictures := func(key string) (of []string) {
			t.Helper()
			for _, path := range []string{
				fmt.Sprintf("/api/events/%d", id), fmt.Sprintf("/api/events?ids=%d", id), "/api/events-for-homepage", "/api/events?stream_status=live",
			} {
				body := string(w.do(call{path: path, key: key}).want(http.StatusOK, "").body)
				if strings.Contains(body, "stills/") {
					of = append(of, path)
				}
			}
			return of
		}
		if got := pictures(w.visitor(home)); len(got) != 0 {
			t.Errorf("a visitor is shown the game by %v", got)
		}
		if got := pictures(fan.key); len(got) < 3 {
			t.Errorf("a viewer is shown the game by %v alone", got)
		}
		var e EventDetailDTO
		w.do(call{path: fmt.Sprintf("/api/events/%d", id), key: w.visitor(home)}).into(&e)
		if e.Image != "/media/public/north/poster.jpg" {
			t.Errorf("a visitor is shown %q", e.Image)
		}
		// A viewer whose purchase was paid back, or is disputed, is told no address of a still, and none of the next one.
		disputed := w.buyer(home, "disputed@example.com")
		disputedOrder := w.buy(disputed, s, s.pass)
		if got := pictures(disputed.key); len(got) < 3 {
			t.Errorf("a second viewer is shown the game by %v alone", got)
		}
		dbtest.SetOrder(t, d, order, "refunded")
		if _, err := d.Write().NewRaw(`UPDATE orders SET dispute = 'open' WHERE id = ?`, disputedOrder).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		dbtest.SetOrder(t, d, disputedOrder, "paid") // every node learns of it
		w.clock.Advance(time.Second)
		if err := w.catalog.SetImage(t.Context(), d.Write(), s.channelID, int64(id), "stills/1/2/4-another-1280.jpg", map[int]string{640: "stills/1/2/4-another-640.jpg"}); err != nil {
			t.Fatal(err)
		}
		for name, key := range map[string]string{"refunded": fan.key, "disputed": disputed.key} {
			if got := pictures(key); len(got) != 0 {
				t.Errorf("%s: the game is shown by %v", name, got)
			}
		}
		w.buy(fan, s, s.pass)
		if got := pictures(fan.key); len(got) < 3 {
			t.Errorf("bought again: the game is shown by %v alone", got)
		}
		rule := []commerce.Blackout{{Mode: commerce.Allow, Places: []string{"CA"}, LiftedAfter: commerce.Forever}}
		if err := w.commerce.ReplaceBlackouts(t.Context(), by, s.channelID, int64(id), rule); err != nil {
			t.Fatal(err)
		}
		if got := pictures(fan.key); len(got) != 0 {
			t.Errorf("the game is blacked out, and shown by %v", got)
		}
	})
}
