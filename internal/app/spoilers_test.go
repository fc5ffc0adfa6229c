package app

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/site"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// lastPicture is of a game: its score can be read on it.
const lastPicture = "stills/last.jpg"

// spoilers are the forms in which a page could tell how the games of spoilerSite went.
func spoilers() []string {
	return []string{">8771<", ">9337<", "T21:17:43", "PT8263S", lastPicture, "thatonegoal"}
}

// spoilerSite is an installation with a channel whose home shows a live game, and a game that
// is over, which its library has, too.
func spoilerSite(t *testing.T) (pages *site.Site, live, over catalog.EventID, video vod.ItemID) {
	t.Helper()
	ctx, log := t.Context(), slog.New(slog.DiscardHandler)
	a, err := Open(ctx, config.Config{Data: t.TempDir()}, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	channelID, err := a.Channels.Create(ctx, actor.ForSystem(0), channel.Channel{
		Key: "home", Name: text.Text{"en": "Home"}, Language: "en", Languages: []string{"en", "fr"}, Currency: "CAD",
		TimeZone: "America/Toronto", Domains: []string{"home.example"}, Settings: channel.Settings{SocialImage: "social.png"},
		Colors: channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
	})
	if err != nil {
		t.Fatal(err)
	}
	live, over = spoiledGames(t, a, int64(channelID))
	video = shelveGame(t, a, int64(channelID), over)
	slides := []channel.Slide{{Type: channel.SlideMain, Title: text.Text{"en": "Tonight"}, EventID: int64(live), Image: channel.Image{Key: "poster.webp"}}}
	if err := a.Channels.ReplaceSlides(ctx, actor.ForSystem(int64(channelID)), channelID, slides); err != nil {
		t.Fatal(err)
	}
	edge, err := a.NewAPI()
	if err != nil {
		t.Fatal(err)
	}
	content := a.siteContent(edge)
	content.Timeline = func(context.Context, int64, int64) ([]catalog.Stretch, error) {
		return []catalog.Stretch{{At: time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC), Length: 3 * time.Hour}}, nil
	}
	files, err := site.Load(fstest.MapFS{
		"index.html": {Data: []byte(`<script type="module" src="/assets/main.js"></script>`)},
		"routes.json": {Data: []byte(`[{"path":"/","kind":"home","skeleton":"home"},{"path":"/watch/$id","kind":"event","skeleton":"player"},{"path":"/upcoming","kind":"events","skeleton":"cards"},
			{"path":"/vod","kind":"events","skeleton":"cards"},{"path":"/schedule","kind":"events","skeleton":"cards"},{"path":"/vod_library/$id","kind":"vod_item","skeleton":"player"},
			{"path":"/404","kind":"not_found","skeleton":"message"}]`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return site.New(files, content, log), live, over, video
}

// shelveGame makes a library of one video, which plays a game.
func shelveGame(t *testing.T, a *App, channelID int64, game catalog.EventID) vod.ItemID {
	t.Helper()
	_, err := a.VOD.Replace(t.Context(), actor.ForSystem(channelID), channelID, vod.Library{
		Categories: []vod.Category{{Alias: "games", Title: text.Text{"en": "Games"}}},
		Items: []vod.Item{{
			Alias: "game", Category: "games", Access: vod.Free, Title: text.Text{"en": "The game"}, Date: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
			Media: []vod.Medium{{Alias: "whole", EventID: int64(game), Duration: 2*time.Hour + 17*time.Minute + 43*time.Second}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	library, err := a.VOD.Library(t.Context(), channelID)
	if err != nil {
		t.Fatal(err)
	}
	return library.Items[0].ID
}

func spoiledGames(t *testing.T, a *App, channelID int64) (live, over catalog.EventID) {
	t.Helper()
	ctx, by := t.Context(), actor.ForSystem(channelID)
	sport, err := a.Catalog.CreateCategory(ctx, by, channelID, catalog.Category{Alias: "hockey", Title: text.Text{"en": "Hockey"}})
	if err != nil {
		t.Fatal(err)
	}
	var players []catalog.ParticipantID
	for _, name := range []string{"Lynx", "Tide"} {
		id, err := a.Catalog.CreateParticipant(ctx, by, channelID, catalog.Participant{Alias: strings.ToLower(name), Name: text.Text{"en": name}, CategoryID: sport, Color: "#0a3161"})
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, id)
	}
	start := time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC)
	game := func(change func(*catalog.Event)) catalog.EventID {
		e := catalog.Event{
			CategoryID: sport, Type: catalog.Free, Participants: players, HomeID: players[1], StartAt: start, TimeZone: "UTC", Currency: "CAD",
			Image: catalog.Image{Key: lastPicture, OfGame: true}, Score: &catalog.Score{At: start.Add(time.Hour), Away: 8771, Home: 9337},
		}
		change(&e)
		ids, err := a.Catalog.CreateEvents(ctx, by, channelID, []catalog.Event{e})
		if err != nil {
			t.Fatal(err)
		}
		return ids[0]
	}
	live = game(func(e *catalog.Event) { e.Status, e.StreamState = catalog.Live, catalog.StreamLive })
	over = game(func(e *catalog.Event) {
		e.Status, e.StreamState, e.EndedAt = catalog.Finished, catalog.StreamEnded, start.Add(2*time.Hour+17*time.Minute+43*time.Second)
	})
	for _, id := range []catalog.EventID{live, over} {
		goal := catalog.Moment{At: start.Add(time.Hour), Kind: "goal", Participant: players[0], Note: text.Text{"en": "thatonegoal", "fr": "thatonegoal"}}
		if _, err := a.Catalog.AddMoment(ctx, by, channelID, id, goal); err != nil {
			t.Fatal(err)
		}
	}
	return live, over
}

// shared is what other sites and search engines take from a page.
var shared = regexp.MustCompile(`(?s)<meta [^>]*>|<script type="application/ld\+json">.*?</script>`)

// Every page is asked for in both ways, one after the other, so that what is kept of the
// one would be found in the other.
func TestNoPageTellsHowAGameWentToWhoDoesNotWantToKnow(t *testing.T) {
	pages, live, over, video := spoilerSite(t)
	walk := func(query, cookie string) map[string]bool {
		told := map[string]bool{}
		for _, path := range []string{
			"/", "/?sport=hockey", "/upcoming", "/vod", "/schedule", "/nothing",
			fmt.Sprintf("/watch/%d", live), fmt.Sprintf("/watch/%d", over), fmt.Sprintf("/watch/%d?lang=fr", over), fmt.Sprintf("/vod_library/%d", video),
		} {
			address := "http://home.example" + path
			if query != "" {
				address += map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + query
			}
			r := httptest.NewRequest(http.MethodGet, address, http.NoBody)
			r.Header.Set("Cookie", cookie)
			w := httptest.NewRecorder()
			pages.ServeHTTP(w, r)
			if !strings.Contains(w.Body.String(), "</html>") || !strings.Contains(w.Header().Get("Vary"), "Cookie") {
				t.Fatalf("%s: %d %s", path, w.Code, w.Body)
			}
			if strings.Contains(strings.Join(shared.FindAllString(w.Body.String(), -1), ""), lastPicture) {
				t.Errorf("%s shows a picture of the game on cards that are shared", path)
			}
			for _, spoiler := range spoilers() {
				told[spoiler] = told[spoiler] || strings.Contains(w.Body.String(), spoiler)
			}
		}
		maps.DeleteFunc(told, func(_ string, is bool) bool { return !is })
		return told
	}
	for range 2 {
		if found, want := slices.Sorted(maps.Keys(walk("", "lang=en"))), slices.Sorted(slices.Values(spoilers())); !slices.Equal(found, want) {
			t.Errorf("the walk finds %q of %q", found, want)
		}
		for _, asked := range [][2]string{{"", "lang=en; spoilers=hide"}, {"spoilers=hide", ""}} {
			if told := walk(asked[0], asked[1]); len(told) > 0 {
				t.Errorf("asked by %q: told %v", asked, told)
			}
		}
	}
	// A list carries its events, and their pictures, only where it is asked for without a parameter.
	told := walk("spoilers=show", "spoilers=hide")
	if told[lastPicture] = true; len(told) != len(spoilers()) {
		t.Errorf("shown all the same: %v", told)
	}
}
