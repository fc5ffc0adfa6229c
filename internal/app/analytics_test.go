package app

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/vod"
)

// Clients are sent to the analytics host of the installation. Without one, the server itself answers below /analytics.
func TestAnalyticsGoWhereTheInstallationSays(t *testing.T) {
	for address, want := range map[string]struct{ base, origin string }{
		"":                                    {"/analytics", ""},
		"https://stats.example.org/analytics": {"https://stats.example.org/analytics", "https://stats.example.org"},
	} {
		c := openCinema(t)
		c.Config.AnalyticsURL = address
		edge, err := c.NewAPI()
		if err != nil {
			t.Fatal(err)
		}
		none := http.NotFoundHandler()
		server := c.publicHandler(edge, none, none, nil, &health{})
		ask := func(path string) *httptest.ResponseRecorder {
			recorder := httptest.NewRecorder()
			server.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://north.example"+path, nil))
			return recorder
		}
		if got := ask("/api/settings"); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"base_url":"`+want.base+`"`) {
			t.Errorf("%q: settings are %d %s", address, got.Code, got.Body)
		}
		if got := ask("/analytics/datalake/hash/"); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), `"NO_API_KEY"`) {
			t.Errorf("%q: the hash is %d %s", address, got.Code, got.Body)
		}
		page, err := c.siteContent(edge).Channel(t.Context(), "north.example", "en")
		if err != nil || page.Analytics != want.origin {
			t.Errorf("%q: pages may send to %q, %v", address, page.Analytics, err)
		}
	}
}

// What was told of a channel's game is in its totals and in the file of whoever watched, until they
// are erased; what the channel does not have is nobody's game.
func TestAnalyticsOfAHouse(t *testing.T) {
	c := openCinema(t)
	_, live := spoiledGames(t, c.App, c.channel)
	fan := c.fan()
	by := analytics.Reporter{ChannelID: c.channel, UserID: int64(fan.UserID), Device: "tv"}
	for _, subject := range []analytics.Subject{
		{Kind: analytics.Event, ID: int64(live)}, {Kind: analytics.Event, ID: 1 << 40}, {Kind: analytics.Medium, ID: 1 << 40}, {Kind: analytics.Clip, ID: 1 << 40},
	} {
		if err := c.Analytics.VideoEvent(by, analytics.View{UUID: uuid.NewString(), Subject: subject}, "play"); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Analytics.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, g := range []media.Grant{{EventID: int64(live), SessionID: 1}, {VODID: 5, SessionID: 1}, {VODID: 5, SessionID: 2}, {CutID: 6, SessionID: 1}} {
		g.ChannelID = c.channel
		c.mediaDelivered(g)
	}
	if err := c.Analytics.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	now, err := c.Analytics.Now(t.Context(), actor.ForSystem(c.channel), c.channel)
	want := []analytics.Watching{
		{Subject: analytics.Subject{Kind: analytics.Medium, ID: 5}, Viewers: 2},
		{Subject: analytics.Subject{Kind: analytics.Cut, ID: 6}, Viewers: 1},
		{Subject: analytics.Subject{Kind: analytics.Event, ID: int64(live)}, Viewers: 1},
	}
	if err != nil || !slices.Equal(now, want) {
		t.Errorf("%+v, %v", now, err)
	}
	items := func() (n int) {
		t.Helper()
		err := traced{c.App}.Export(t.Context(), c.channel, fan.UserID, func(any) error { n++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := items(); n != 8 {
		t.Errorf("%d views and events in their file", n)
	}
	c.Config.AnalyticsDays = 1
	if _, err := c.DB.Write().NewRaw("UPDATE analytics_events SET at_ms = 1 WHERE subject_id = 0").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.pruneAnalytics(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := items(); n != 5 {
		t.Errorf("%d are left of it after a day", n)
	}
	c.Config.AnalyticsDays, c.Config.AnalyticsViewsDays = 0, 1
	if _, err := c.DB.Write().NewRaw("UPDATE analytics_views SET last_ms = 1 WHERE subject_id = 0").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.pruneAnalytics(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := items(); n != 2 {
		t.Errorf("%d are left of it after the views went", n)
	}
	if _, err := c.DB.Write().NewRaw("UPDATE users SET deleting_ms = 1 WHERE id = ?", fan.UserID).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Accounts.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
		t.Fatalf("erased %d, %v", n, err)
	}
	if n := items(); n != 0 {
		t.Errorf("%d are left of somebody who is gone", n)
	}
}

// Views count for a session that is given an address: of what it may watch, while there is something to play.
func TestGrantsOfViews(t *testing.T) {
	c := openCinema(t)
	_, live := spoiledGames(t, c.App, c.channel)
	fan := c.fan()
	film := c.show(vod.Paid)
	watcher := func(subject analytics.Subject) analytics.Watcher {
		return analytics.Watcher{ChannelID: c.channel, UserID: int64(fan.UserID), SessionID: fan.ID, Subject: subject}
	}
	game, video := watcher(analytics.Subject{Kind: analytics.Event, ID: int64(live)}), watcher(analytics.Subject{Kind: analytics.Medium, ID: int64(film)})
	ask := func() map[analytics.Watcher]analytics.Grant {
		t.Helper()
		granted, err := newStreamed(c.App).Granted(t.Context(), []analytics.Watcher{game, video, watcher(analytics.Subject{Kind: analytics.Event, ID: 1 << 40})})
		if err != nil {
			t.Fatal(err)
		}
		return granted
	}
	if got := ask(); got[video].Allowed || got[game].Allowed {
		t.Errorf("nothing was given, and %v counts", got)
	}
	c.pass(fan.UserID, 0, commerce.Watch, commerce.VODMedia)
	if got := ask(); !got[video].Allowed {
		t.Errorf("a bought video does not count: %v", got)
	}
}

// What a user bought has the slots of the channel, or the highest number of slots where the channel sets none. What is
// free has no slots, also for a user with a pass.
func TestGrantsOfViewsHaveTheSlotsOfSoldContent(t *testing.T) {
	c := openCinema(t)
	fan := c.fan()
	c.pass(fan.UserID, 0, commerce.Watch, commerce.VODMedia)
	slots := func(access vod.Access) int {
		t.Helper()
		watcher := analytics.Watcher{
			ChannelID: c.channel, UserID: int64(fan.UserID), SessionID: fan.ID, Subject: analytics.Subject{Kind: analytics.Medium, ID: int64(c.show(access))},
		}
		granted, err := newStreamed(c.App).Granted(t.Context(), []analytics.Watcher{watcher})
		if err != nil || !granted[watcher].Allowed {
			t.Fatalf("a %s video: %+v, %v", access, granted, err)
		}
		return granted[watcher].Slots
	}
	if got := slots(vod.Paid); got != lease.MaxSlots {
		t.Errorf("a paid video has %d slots where the channel sets no limit", got)
	}
	c.countScreens(2)
	if paid, free := slots(vod.Paid), slots(vod.Free); paid != 2 || free != 0 {
		t.Errorf("a paid video has %d slots and a free one %d", paid, free)
	}
}
