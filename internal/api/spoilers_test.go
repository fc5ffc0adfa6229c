package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/vod"
)

// What tells how the games of spoiledSeason went, wherever it is found.
const (
	awayScore = 87_713
	homeScore = 93_371
	length    = 2*time.Hour + 17*time.Minute + 43*time.Second
)

// spoilers are the forms in which it could be told.
func spoilers() []string {
	return []string{"87713", "93371", "8263", "T09:17:43", "stills/", `"scores":[{`, "thatonegoal", `"moments":1`}
}

// spoiledMedia has a recording of every event with its length, and its last picture.
type spoiledMedia struct{ fakeMedia }

func (spoiledMedia) Media(_ context.Context, _, eventID int64) ([]Medium, error) {
	return []Medium{
		{ID: eventID, Type: 3, StreamID: eventID, Duration: length},
		{ID: eventID + 1, Type: typeImage, URL: "/media/public/stills/last.jpg"},
	}, nil
}

func (m spoiledMedia) Video(ctx context.Context, channelID, eventID, filmID int64) (Medium, error) {
	if eventID == 0 {
		return m.fakeMedia.Video(ctx, channelID, eventID, filmID)
	}
	return Medium{Type: 3, StreamID: eventID, Duration: length}, nil
}

// spoiledSeason is a season with a game on air and one that is over, of which there is
// everything to tell.
func (w *world) spoiledSeason() *season {
	w.t.Helper()
	s := w.season(home, "")
	by, now := actor.ForSystem(s.channelID), w.clock.Now()
	picture := catalog.Image{Key: "stills/1/last.jpg", Widths: map[int]string{640: "stills/1/last-640.jpg"}, OfGame: true}
	w.game(s, by, "told live", -2*time.Hour, func(e *catalog.Event) {
		e.Status, e.StreamState, e.LiveSince, e.Image = catalog.Live, catalog.StreamLive, now.Add(-2*time.Hour), picture
	})
	w.game(s, by, "told over", -5*time.Hour, func(e *catalog.Event) {
		e.Status, e.StreamState, e.LiveSince, e.Image = catalog.Finished, catalog.StreamEnded, e.StartAt, picture
		e.EndedAt, e.Duration = e.StartAt.Add(length), length
	})
	for _, name := range []string{"told live", "told over"} {
		for _, score := range []catalog.Score{{At: now.Add(-time.Hour), Away: 1}, {At: now.Add(-time.Minute), Away: awayScore, Home: homeScore}} {
			if err := w.catalog.AddScore(w.t.Context(), by, s.channelID, s.events[name], score); err != nil {
				w.t.Fatal(err)
			}
		}
	}
	for _, name := range []string{"told live", "told over"} {
		goal := catalog.Moment{At: now.Add(-20 * time.Minute), Kind: "goal", Participant: s.lynx, Note: both("thatonegoal", "thatonegoal")}
		must[catalog.Moment](w)(w.catalog.AddMoment(w.t.Context(), by, s.channelID, s.events[name], goal))
	}
	w.shelveGame(s, by)
	return s
}

// shelveGame puts the game that is over into the library.
func (w *world) shelveGame(s *season, by actor.Actor) {
	w.t.Helper()
	library := must[vod.Library](w)(w.library.Library(w.t.Context(), s.channelID))
	game := library.Items[0]
	game.Alias = "game"
	game.Media = []vod.Medium{{Alias: "whole", Duration: length, EventID: int64(s.events["told over"])}}
	library.Items = append(library.Items, game)
	must[vod.Changes](w)(w.library.Replace(w.t.Context(), by, s.channelID, library))
	library = must[vod.Library](w)(w.library.Library(w.t.Context(), s.channelID))
	for _, item := range library.Items {
		s.videos[item.Alias] = item.ID
	}
}

// questions are the addresses of a GET. One with an id that nobody has told this test
// about fails it, so that no call is left out.
func (s *season) questions(t *testing.T, op Operation) []string {
	t.Helper()
	ids := map[string][]int64{
		"/api/events/{id}":                {int64(s.events["told live"]), int64(s.events["told over"])},
		"/api/events/{id}/moments":        {int64(s.events["told live"]), int64(s.events["told over"])},
		"/api/events/{id}/watchable-here": {int64(s.events["told live"]), int64(s.events["told over"])},
		"/api/events/{id}/chapters.vtt":   {int64(s.events["told live"])},
		"/api/download-event/{id}":        {int64(s.events["told live"]), int64(s.events["told over"])},
		"/api/pages/{id}":                 {int64(s.page)},
		"/api/packages/{id}":              {int64(s.pass)},
		"/api/subscriptions/{id}":         {int64(s.monthly)},
		"/api/vod-media-items/{id}":       {int64(s.videos["game"])},
		"/api/orders/{id}":                {s.order},
		"/api/clips/event/{id}":           {int64(s.events["told over"])},
		"/api/clips/event/{id}/cover":     {int64(s.events["told over"])},
		"/api/prerolls/{id}":              {s.preroll},
		"/api/shared-clip/{id}":           s.clips,
		"/api/clip/download/{id}":         s.clips,
	}
	special := map[string][]string{
		"/api/events": {
			"/api/events?stream_status=live,finished&facets=1", "/api/events?recorded=1&sort_field=name", "/api/events?search=lynx",
			fmt.Sprintf("/api/events?favorites=participant-%d", s.lynx),
			fmt.Sprintf("/api/events?ids=%d", s.events["told over"]),
		},
		"/api/search":               {"/api/search?search=lynx", "/api/search?search=grande"},
		"/api/events-for-homepage":  {"/api/events-for-homepage", "/api/events-for-homepage?sport=hockey"},
		"/api/custom-forms/{alias}": {"/api/custom-forms/contacts"},
		"/storage/settings/{file}":  {"/storage/settings/home.json"},
		"/api/live-feed":            nil, // goes on: TestTheLiveFeedWithoutSpoilers
	}
	if paths, ok := special[op.Path]; ok {
		return paths
	}
	if !strings.Contains(op.Path, "{") {
		return []string{op.Path}
	}
	var paths []string
	for _, id := range ids[op.Path] {
		paths = append(paths, strings.Replace(op.Path, "{id}", fmt.Sprint(id), 1))
	}
	if len(paths) == 0 {
		t.Errorf("%s is asked about nothing", op.ID)
	}
	return paths
}

// walk asks every GET there is and counts what it was told by spoiler.
func (w *world) walk(t *testing.T, s *season, key, parameter string) map[string]int {
	t.Helper()
	told, asked := map[string]int{}, 0
	for _, op := range w.api.Operations() {
		if op.Method != http.MethodGet {
			continue
		}
		for _, path := range s.questions(t, op) {
			if parameter != "" {
				path += map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + parameter
			}
			for _, encoding := range []string{"", "gzip"} { // kept forms, too
				answer := newRecorder(w, call{path: path, key: key, header: map[string]string{"Accept-Encoding": encoding}}.request(t))
				body := answer.Body.Bytes()
				asked++
				if answer.Header().Get("Content-Encoding") != "" {
					body = unzipped(t, body)
				}
				body = varying.ReplaceAll(body, nil) // a request id may have any digits
				for _, spoiler := range spoilers() {
					if strings.Contains(string(body), spoiler) {
						told[spoiler]++
						if strings.Contains(parameter, hideSpoilers) {
							t.Logf("%s tells %q", path, spoiler)
						}
					}
				}
			}
		}
	}
	if asked < 40 {
		t.Errorf("only %d questions", asked)
	}
	return told
}

func TestNoAnswerTellsHowAGameWentToWhoDoesNotWantToKnow(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), func(d *Deps) { d.EventMedia = spoiledMedia{} })
	s := w.spoiledSeason()
	buyer := w.buyer(home, "fan@example.com")
	visitor, fan := w.visitor(home), buyer.key
	w.clipTheSpoiled(s, int64(buyer.ID))
	s.order = w.buy(buyer, s, s.ticket, func(o *dbtest.Order) { o.Type, o.EventID = "event", int64(s.events["told over"]) })
	w.do(call{path: "/api/favorite", key: fan, body: map[string]any{"favoritable_type": "participant", "favoritable_id": s.lynx}}).want(http.StatusOK, "")
	// Who wants to know is told all of it: before, between and after, so that what is
	// kept encoded is asked for in both ways.
	everything := func(key string) {
		t.Helper()
		found := slices.Sorted(maps.Keys(w.walk(t, s, key, "")))
		wanted := slices.Sorted(slices.Values(spoilers()))
		if !slices.Equal(found, wanted) {
			t.Errorf("the walk finds %q of %q", found, wanted)
		}
	}
	nothing := func(key, parameter string) {
		t.Helper()
		if told := w.walk(t, s, key, parameter); len(told) > 0 {
			t.Errorf("told %v", told)
		}
	}
	everything(visitor)
	nothing(visitor, "spoilers=hide")
	everything(fan)
	w.do(call{path: "/api/profile", key: fan, body: map[string]any{"hide_scores": true}}).want(http.StatusOK, "")
	nothing(fan, "")
	everything(visitor)
	// One may look all the same, and then that is what one is told.
	var e EventDetailDTO
	path := fmt.Sprintf("/api/events/%d", s.events["told over"])
	w.do(call{path: path + "?spoilers=show", key: fan}).into(&e)
	if e.ScoreHidden || e.Score == nil || e.Score.Home != homeScore || len(e.Scores) != 2 {
		t.Errorf("shown all the same: %+v", e.Score)
	}
	w.do(call{path: path, key: fan}).into(&e)
	if !e.ScoreHidden || e.Score != nil || !strings.HasSuffix(e.Media[0].URL, "/veiled.m3u8") || e.LiveSince == nil {
		t.Errorf("hidden: %+v", e)
	}
	w.do(call{path: path + "?spoilers=show", key: fan}).into(&e)
	if !strings.HasSuffix(e.Media[0].URL, "/index.m3u8") {
		t.Errorf("shown: %+v", e.Media)
	}
	var game, film VODItemDetailDTO
	for name, into := range map[string]*VODItemDetailDTO{"game": &game, "free": &film} {
		w.do(call{path: fmt.Sprintf("/api/vod-media-items/%d", s.videos[name]), key: fan}).into(into)
	}
	if !strings.HasSuffix(game.Media[0].URL, "/veiled.m3u8") || !strings.HasSuffix(film.Media[0].URL, "/index.m3u8") {
		t.Errorf("of the library: %+v, %+v", game.Media, film.Media)
	}
	w.do(call{path: path + "?spoilers=some", key: fan}).want(http.StatusBadRequest, "validation_failed").field("spoilers")
}

// A game that is yet to be played has nothing to hide: its planned length is told.
func TestWhatIsToComeIsNotHidden(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	w.game(s, actor.ForSystem(s.channelID), "planned", time.Hour, func(e *catalog.Event) {
		e.Duration, e.Image = 2*time.Hour, catalog.Image{Key: "posters/1.webp"}
	})
	var e EventDetailDTO
	w.do(call{path: fmt.Sprintf("/api/events/%d?spoilers=hide", s.events["planned"]), key: w.visitor(home)}).into(&e)
	if e.ScoreHidden || e.Duration == nil || e.Image == "" {
		t.Errorf("hidden: %+v", e)
	}
}

// The choice is the user's: it is in the profile, and on every other session of theirs.
func TestTheChoiceAboutScoresIsKept(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	fan := w.loggedIn(home, "fan@example.com")
	var p ProfileDTO
	w.do(call{path: "/api/profile", key: fan}).into(&p)
	if p.HideScores {
		t.Error("scores are hidden from the start")
	}
	w.do(call{path: "/api/profile", key: fan, body: map[string]any{"hide_scores": true}}).into(&p)
	elsewhere := w.login(home, "fan@example.com")
	for _, key := range []string{fan, elsewhere} {
		w.do(call{path: "/api/profile", key: key}).into(&p)
		live := w.do(call{path: "/api/events?stream_status=live", key: key}).listed().Data
		if !p.HideScores || len(live) != 1 || live[0].Score != nil || !live[0].ScoreHidden {
			t.Errorf("hidden: %t, live: %+v", p.HideScores, live)
		}
	}
	w.do(call{path: "/api/profile", key: fan, body: map[string]any{"hide_scores": "yes"}}).want(http.StatusBadRequest, "validation_failed").field("hide_scores")
	w.do(call{path: "/api/profile", key: fan, body: map[string]any{"first_name": "Other"}}).into(&p)
	if !p.HideScores {
		t.Error("another change of the profile took the choice back")
	}
}

func unzipped(t *testing.T, body []byte) []byte {
	t.Helper()
	reader, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// The end decides when a blackout is lifted, also for whoever is not told the end.
func TestABlackoutIsLiftedWithoutTellingTheEnd(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), atlas(t))
	s := w.spoiledSeason()
	channelID, over := w.channel(home).ID, int64(s.events["told over"])
	end := w.clock.Now().Add(-5 * time.Hour).Add(length)
	err := w.commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(channelID), channelID, over, []commerce.Blackout{
		{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: 4 * time.Hour},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(time.Minute)
	key := w.visitor(home)
	access := func(choice string) EventAccessDTO {
		t.Helper()
		var e EventDetailDTO
		w.do(call{path: fmt.Sprintf("/api/events/%d?spoilers=%s", over, choice), key: key, from: inQuebec + ":1"}).into(&e)
		var list []EventDTO
		w.do(call{path: fmt.Sprintf("/api/events?ids=%d&spoilers=%s", over, choice), key: key, from: inQuebec + ":1"}).into(&list)
		if len(list) != 1 || list[0].HasAccess != e.HasAccess || (list[0].Access.OpensAt == nil) != (e.Access.OpensAt == nil) {
			t.Errorf("%s: the list says %+v, the event %+v", choice, list, e.Access)
		}
		return e.Access
	}
	if got := access("show"); got.Granted || got.OpensAt == nil || !got.OpensAt.Equal(end.Add(4*time.Hour)) {
		t.Errorf("shown: %+v", got)
	}
	if got := access("hide"); got.Granted || got.OpensAt != nil || got.OpensAfter == nil || *got.OpensAfter != 4*3600 {
		t.Errorf("hidden: %+v", got)
	}
	w.clock.Advance(end.Add(4 * time.Hour).Sub(w.clock.Now()))
	for _, choice := range []string{"show", "hide"} {
		if got := access(choice); !got.Granted {
			t.Errorf("%s, lifted: %+v", choice, got)
		}
	}
}

// A list by length says of a game how long it was by where it stands.
func TestAListByLengthDoesNotTellTheLengthOfAGame(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.spoiledSeason()
	key := w.visitor(home)
	for _, list := range []string{"vod-media-items", "vod-media/search"} {
		longest := func(choice string) string {
			var items []VODItemDTO
			w.do(call{path: "/api/" + list + "?sort_field=duration&spoilers=" + choice, key: key}).into(&items)
			return items[0].Alias
		}
		if shown, hidden := longest("show"), longest("hide"); shown != "game" || hidden == "game" {
			t.Errorf("%s: %s is the longest, hidden: %s", list, shown, hidden)
		}
	}
}
