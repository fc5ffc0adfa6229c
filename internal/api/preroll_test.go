package api

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/ads"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// fakeAds answers every tag alike, and keeps what it was asked.
type fakeAds struct {
	answer ads.Ad
	asked  []ads.Tag
}

func (f *fakeAds) Find(_ context.Context, tag ads.Tag) (ads.Ad, error) {
	f.asked = append(f.asked, tag)
	return f.answer, nil
}

func TestPrerolls(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		agency := &fakeAds{}
		w := newWorld(t, d, func(deps *Deps) { deps.Ads = agency })
		s := w.season(home, "")
		id := channel.ID(s.channelID)
		err := w.sites.ReplacePrerolls(t.Context(), actor.ForSystem(s.channelID), id, []channel.Preroll{
			{URL: "ads/a.mp4", Weight: 9, ForLive: true, Sponsor: "Halyard", ClickURL: "https://halyard.example/", SkipAfterS: 5, LocationID: int64(s.arena)},
			{Kind: channel.PrerollVAST, URL: "https://ads.example/secret-account", Weight: 1, ForVOD: true, SkipAfterS: 3, Sponsor: "Agency", MediaHosts: []string{"*.cdn.example"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		raw := w.do(call{path: "/api/settings"}).want(http.StatusOK, "").body
		if strings.Contains(string(raw), "secret-account") || strings.Contains(string(raw), "ads.example") {
			t.Errorf("the settings tell the ad server's address: %s", raw)
		}
		var settings SettingsDTO
		w.do(call{path: "/api/settings"}).into(&settings)
		film, asked := settings.Prerolls[0], settings.Prerolls[1]
		want := prerollDTO{
			ID: film.ID, Kind: channel.PrerollVideo, URL: "/media/public/ads/a.mp4", Weight: 9, LocationID: new(int64(s.arena)), EventCategories: []int64{},
			ForLive: true, Sponsor: "Halyard", ClickURL: "https://halyard.example/", SkipAfter: new(int64(5)),
		}
		if diff := cmp.Diff(want, film); diff != "" {
			t.Error(diff)
		}
		if asked.Kind != channel.PrerollVAST || asked.URL != fmt.Sprintf("/api/prerolls/%d", asked.ID) {
			t.Errorf("the ad server's is %+v", asked)
		}

		key := w.visitor(home)
		get := func(id int64) (dto AdDTO) {
			w.do(call{path: fmt.Sprintf("/api/prerolls/%d", id), key: key}).into(&dto)
			return dto
		}
		if got := get(film.ID); got.Media == nil || got.Media.URL != film.URL || *got.SkipAfter != 5 || got.Error != nil || len(agency.asked) != 0 {
			t.Errorf("the film is %+v", got)
		}
		agency.answer = ads.Ad{
			Media: ads.Media{URL: "https://eu.cdn.example/a.mp4", Width: 1280, Height: 720}, Duration: 8500 * time.Millisecond, ClickURL: "https://shop.example/",
			Skippable: true, SkipAfter: 4500 * time.Millisecond, Events: []ads.Event{{Name: "impression", URL: "https://track.example/"}},
		}
		ad := AdDTO{
			Media: &AdMediaDTO{"https://eu.cdn.example/a.mp4", 1280, 720}, Duration: new(8.5), SkipAfter: new(int64(5)), ClickURL: "https://shop.example/",
			Sponsor: "Agency", Events: []AdEventDTO{{"impression", "https://track.example/"}},
		}
		if diff := cmp.Diff(ad, get(asked.ID)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]ads.Tag{{URL: "https://ads.example/secret-account", Hosts: "ads.example *.cdn.example"}}, agency.asked); diff != "" {
			t.Error(diff)
		}
		agency.answer = ads.Ad{Code: ads.CodeNoAd, Obstacle: ads.Obstacle{Reason: ads.ReasonNoAd}, Events: []ads.Event{{Name: "error", URL: "https://track.example/303"}}}
		if got := get(asked.ID); got.Media != nil || got.Error == nil || *got.Error != 303 || len(got.Events) != 1 || *got.SkipAfter != 3 {
			t.Errorf("without an ad: %+v", got)
		}
		w.log.Reset()
		agency.answer = ads.Ad{Code: ads.CodeNoMedia, Obstacle: ads.Obstacle{Reason: ads.ReasonMediaHost, Detail: "films.example", Film: "https://films.example/secret.mp4"}}
		for range 3 {
			get(asked.ID)
		}
		const line = `"msg":"pre-roll shows no ad"`
		if said := w.log.String(); strings.Count(said, line) != 1 || !strings.Contains(said, `"reason":"media_host","explanation":"The film is at films.example. Add this host`) ||
			strings.Contains(said, "secret") {
			t.Errorf("the log says %s", said)
		}
		w.clock.Advance(10 * time.Minute)
		if get(asked.ID); strings.Count(w.log.String(), line) != 2 {
			t.Errorf("ten minutes later the log says %s", w.log.String())
		}
		var counted bytes.Buffer
		w.api.Metrics.WritePrometheus(&counted)
		for outcome, n := range map[string]int{"shown": 1, "no_ad": 1, "media_host": 4} {
			if metric := fmt.Sprintf("grandstand_ads_total{channel=%q,outcome=%q} %d\n", home, outcome, n); !strings.Contains(counted.String(), metric) {
				t.Errorf("there is no %s in %s", metric, counted.String())
			}
		}
		w.do(call{path: "/api/prerolls/987654321", key: key}).want(http.StatusNotFound, "preroll_not_found")
		w.do(call{path: "/api/prerolls/x", key: key}).want(http.StatusBadRequest, "validation_failed").field("id")
	})
}

// Who bought no_ads is shown none, and neither is who may not watch.
func TestWhoIsShownAds(t *testing.T) {
	show := &view{site: &channel.Site{Prerolls: []channel.Preroll{{}}}}
	for name, test := range map[string]struct {
		v      *view
		access commerce.Access
		want   bool
	}{
		"a viewer":          {show, commerce.Access{Granted: true, Capabilities: []commerce.Capability{commerce.Watch}}, true},
		"one without ads":   {show, commerce.Access{Granted: true, Capabilities: []commerce.Capability{commerce.NoAds, commerce.Watch}}, false},
		"one who may not":   {show, commerce.Access{}, false},
		"where are no ads":  {&view{site: &channel.Site{}}, commerce.Access{Granted: true}, false},
		"a channel's staff": {show, commerce.Decide(commerce.Event{}, commerce.Viewer{Operator: true}, nil, time.Time{}), false},
	} {
		if got := test.v.showsAds(test.access); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	for event, want := range map[string]bool{"live": true, "paid": false} {
		var dto EventDetailDTO
		w.do(call{path: fmt.Sprintf("/api/events/%d", s.events[event]), key: w.visitor(home)}).into(&dto)
		if dto.Ads != want {
			t.Errorf("%s: ads %v for a visitor", event, dto.Ads)
		}
	}
}
