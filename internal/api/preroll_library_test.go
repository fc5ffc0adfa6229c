package api

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/vod"
)

// sellWithoutAds puts a pass for soccer on sale which spares its holder advertisements.
func (w *world) sellWithoutAds(s *season, more ...commerce.Capability) commerce.PackageID {
	w.t.Helper()
	return must[commerce.PackageID](w)(w.commerce.Create(w.t.Context(), actor.ForSystem(s.channelID), s.channelID, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: both("No ads", "Sans pub"), Currency: "CAD", BasePrice: 100,
		Categories: []int64{int64(s.soccer)}, Capabilities: append(more, commerce.Watch, commerce.NoAds),
	}))
}

// Before videos of the library are ads as before games: for who may watch, but not for who bought
// to see none, from the next question on.
func TestAdsBeforeTheLibrary(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		visitor, fan, member := w.visitor(home), w.buyer(home, "fan@example.com"), w.buyer(home, "member@example.com")
		operator := w.loggedIn(home, "operator@example.com", func(n *account.NewUser) { n.Role = actor.Operator })
		check := func(alias, key string, want bool) {
			t.Helper()
			if got := w.video(s, alias, key); got.Ads != want {
				t.Errorf("%s: ads %v with access %+v", alias, got.Ads, got.Access)
			}
		}
		check("free", visitor, true)
		check("register", visitor, false) // who may not watch
		check("register", fan.key, true)
		check("paid", fan.key, false)
		check("free", operator, false)

		w.buy(fan, s, w.sellWithoutAds(s))
		w.buy(member, s, w.sellWithoutAds(s, commerce.VODMedia))
		check("free", fan.key, false)
		check("register", fan.key, false)
		check("paid", member.key, false)
		check("free", visitor, true)

		if err := w.sites.ReplacePrerolls(t.Context(), actor.ForSystem(s.channelID), channel.ID(s.channelID), nil); err != nil {
			t.Fatal(err)
		}
		w.clock.Advance(time.Second)
		check("free", visitor, false)
	})
}

// Pre-rolls go by the game whose recording is played; a film has none.
func TestWhatPrerollsGoByInTheLibrary(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, func(deps *Deps) { deps.EventMedia = spoiledMedia{} }) // which has recordings
		s := w.season(home, "")
		by := actor.ForSystem(s.channelID)
		library := must[vod.Library](w)(w.library.Library(t.Context(), s.channelID))
		mixed := library.Items[0]
		mixed.Alias, mixed.Access = "mixed", vod.Free
		mixed.Media = []vod.Medium{
			{Alias: "film", Title: mixed.Title, Duration: time.Minute, FilmID: mixed.Media[0].FilmID},
			{Alias: "game", Title: mixed.Title, Duration: time.Hour, EventID: int64(s.events["over"])},
		}
		library.Items = append(library.Items, mixed)
		must[vod.Changes](w)(w.library.Replace(t.Context(), by, s.channelID, library))
		for _, item := range must[vod.Library](w)(w.library.Library(t.Context(), s.channelID)).Items {
			s.videos[item.Alias] = item.ID
		}

		media := w.video(s, "mixed", w.visitor(home)).Media
		if len(media) == 0 || media[0].EventID != nil || media[0].LocationID != nil || media[0].EventCategoryID != nil {
			t.Fatalf("the film is of a game: %+v", media)
		}
		game := media[len(media)-1]
		if len(media) != 2 || game.EventID == nil || *game.EventID != int64(s.events["over"]) || game.LocationID == nil || *game.LocationID != int64(s.arena) ||
			game.EventCategoryID == nil || *game.EventCategoryID != int64(s.men) {
			t.Errorf("the game is %+v", media)
		}
	})
}

// A clip is shown ads as its game is, also to who may watch it by its link and not the game.
func TestAdsBeforeClips(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		staff := w.person(home, "staff@example.com", func(n *account.NewUser) { n.Role = actor.Operator })
		official := actor.Actor{Role: actor.Operator, ChannelID: s.channelID, UserID: int64(staff.ID)}
		open, sold := w.clipOf(s, official, "Open"), w.clipOfGame(int64(s.events["ppv"]), official, "Sold")
		fan := w.buyer(home, "fan@example.com")
		check := func(id int64, key string, want bool) {
			t.Helper()
			var dto ClipDTO
			w.do(call{path: fmt.Sprintf("/api/shared-clip/%d", id), key: key}).want(http.StatusOK, "").into(&dto)
			if dto.Ads != want {
				t.Errorf("%s: ads %v", dto.Name, dto.Ads)
			}
		}
		check(int64(open.ID), w.visitor(home), true)
		check(int64(sold.ID), w.visitor(home), true)
		w.buy(fan, s, w.sellWithoutAds(s))
		check(int64(open.ID), fan.key, true) // of hockey, and the pass is for soccer
		pass := must[commerce.PackageID](w)(w.commerce.Create(t.Context(), actor.ForSystem(s.channelID), s.channelID, commerce.Package{
			Kind: commerce.KindSubscription, Type: commerce.TypeMonthly, Name: both("Everything", "Tout"), Period: "month", Currency: "CAD",
			BasePrice: 100, Renewal: true, Capabilities: []commerce.Capability{commerce.Watch, commerce.NoAds},
		}))
		w.buy(fan, s, pass)
		check(int64(open.ID), fan.key, false)
		check(int64(open.ID), w.login(home, "staff@example.com"), false)
	})
}
