package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// listed decodes a page of events.
func (r reply) listed() EventsDTO {
	r.t.Helper()
	r.want(http.StatusOK, "")
	var page EventsDTO
	if err := json.Unmarshal(r.body, &page); err != nil {
		r.t.Fatalf("%v: %s", err, r.body)
	}
	return page
}

// names gives the season's own names of the listed events.
func (s *season) names(events []EventDTO) string {
	var out []string
	for _, e := range events {
		for name, id := range s.events {
			if int64(id) == e.ID {
				out = append(out, name)
			}
		}
	}
	return strings.Join(out, " ")
}

func TestEventsNeedAKey(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	for _, path := range []string{"/api/events", "/api/events/1", "/api/events-for-homepage"} {
		w.do(call{path: path}).want(http.StatusBadRequest, "no_api_key").field("api_key")
		w.do(call{path: path, key: "nonsense"}).want(http.StatusBadRequest, "invalid_api_key")
	}
}

func TestEventForm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		var e EventDetailDTO
		w.do(call{path: fmt.Sprintf("/api/events/%d?lang=fr", s.events["live"]), key: w.visitor(home)}).into(&e)
		if e.Name != "Marées de Fundy @ Lynx de Laurentide" || e.Status != catalog.Live || e.StreamStatus != catalog.Live || !e.Featured {
			t.Errorf("event is %+v", e)
		}
		if len(e.Participants) != 2 || e.Participants[0].ShortName != "Marées" || *e.HomeTeamID != int64(s.lynx) || e.Participants[1].OnColor != "#14161b" ||
			e.Participants[0].OnColor != "#ffffff" || e.Participants[1].Image != "/media/public/crests/lynx.webp" {
			t.Errorf("participants are %+v, %+v", e.Participants[0], e.Participants[1])
		}
		if e.Location.Name != "Aréna du Nord" || e.EventCategory.Title != "Hommes" || e.Division.Name != "Est" || e.Group.Alias != "pool-a" {
			t.Errorf("it refers to %+v %+v %+v %+v", e.Location, e.EventCategory, e.Division, e.Group)
		}
		if e.Score == nil || e.Score.Away != 2 || e.Score.Period != "P2" || e.LiveSince == nil || e.ServerTimeMS != w.clock.Now().UnixMilli() {
			t.Errorf("it stands %+v, live since %v, at %d", e.Score, e.LiveSince, e.ServerTimeMS)
		}
		if !e.HasAccess || e.Access.Reason != "free" || e.Access.Message != "Gratuit pour tous" || len(e.Media) != 1 || e.Media[0].URL == "" {
			t.Errorf("access is %+v with %+v", e.Access, e.Media)
		}
		w.do(call{path: fmt.Sprintf("/api/events/%d", s.events["over"]), key: w.visitor(home)}).into(&e)
		if *e.Duration != 7200 || e.Image != "/media/public/e/over.webp" || e.ImageSrcset != "/media/public/e/over-640.webp 640w" || e.Description != "<p>Overtime</p>" || e.EndedAt == nil {
			t.Errorf("the one that is over is %+v", e)
		}
	})
}

func TestEventAccess(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	visitor, user := w.visitor(home), w.loggedIn(home, "fan@example.com")
	operator := w.loggedIn(home, "op@example.com", func(n *account.NewUser) { n.Role = actor.Operator })
	tests := []struct{ event, key, reason string }{
		{"live", visitor, "free"},
		{"live", user, "free"},
		{"register", visitor, "login_required"},
		{"register", user, "registered"},
		{"paid", visitor, "purchase_required"},
		{"paid", user, "purchase_required"},
		{"ppv", user, "purchase_required"},
		{"ppv", operator, "operator"},
	}
	for _, tt := range tests {
		var e EventDetailDTO
		w.do(call{path: fmt.Sprintf("/api/events/%d", s.events[tt.event]), key: tt.key}).into(&e)
		granted := !strings.HasSuffix(tt.reason, "_required")
		if string(e.Access.Reason) != tt.reason || e.HasAccess != granted || e.Access.Granted != granted || e.Access.Message == "" {
			t.Errorf("%s: %+v, want %s", tt.event, e.Access, tt.reason)
		}
		if playable := len(e.Media) > 0 && e.Media[0].URL != ""; playable != granted {
			t.Errorf("%s with %s has %+v", tt.event, tt.reason, e.Media)
		}
		listed := w.do(call{path: fmt.Sprintf("/api/events?ids=%d", s.events[tt.event]), key: tt.key}).listed().Data[0]
		if string(listed.Access.Reason) != tt.reason || listed.HasAccess != granted {
			t.Errorf("%s listed: %+v, want %s", tt.event, listed.Access, tt.reason)
		}
	}
}

// What one viewer may see is never given to another, however soon after.
func TestKeptEventsAreTheViewersOwn(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	path := fmt.Sprintf("/api/events/%d", s.events["register"])
	urls := map[string]bool{}
	for _, key := range []string{w.loggedIn(home, "a@example.com"), w.loggedIn(home, "b@example.com"), w.visitor(home)} {
		var e EventDetailDTO
		w.do(call{path: path, key: key}).into(&e)
		if granted := e.Media[0].URL != ""; granted != e.HasAccess {
			t.Errorf("with access %t the medium is %+v", e.HasAccess, e.Media[0])
		}
		if e.HasAccess {
			urls[e.Media[0].URL] = true
		}
	}
	if len(urls) != 2 {
		t.Errorf("two users and a visitor got %v", urls)
	}
}

func TestEventsInABlockedRegion(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	id := w.channel(home).ID
	far := w.person(home, "far@example.com")
	if err := w.accounts.SetGeoBlocked(t.Context(), actor.ForSystem(id), id, far.ID, true); err != nil {
		t.Fatal(err)
	}
	var e EventDetailDTO
	w.do(call{path: fmt.Sprintf("/api/events/%d", s.events["live"]), key: w.login(home, "far@example.com")}).into(&e)
	if e.HasAccess || e.Access.Reason != "geo_blocked" || e.Access.Message != "This content is not available in your region." || len(e.Media) > 0 && e.Media[0].URL != "" {
		t.Errorf("access is %+v with %+v", e.Access, e.Media)
	}
}

func TestUnknownEvents(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	key := w.visitor(home)
	for _, id := range []string{"0", "999999", "99999999999999999999999999"} {
		p := w.do(call{path: "/api/events/" + id, key: key}).want(http.StatusNotFound, "event_not_found").problem()
		if p.Detail != "Sorry! - Game Not Found" {
			t.Errorf("%s: %q", id, p.Detail)
		}
	}
	for _, id := range []string{"x", "-1", "1.5", "1%20", "%27", "1e3"} {
		w.do(call{path: "/api/events/" + id, key: key}).want(http.StatusBadRequest, "validation_failed").field("id")
	}
}

// An event that goes live is live in every answer once a second is over.
func TestEventsFollowTheirStream(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		key := w.visitor(home)
		status := func() (catalog.Status, int) {
			var e EventDetailDTO
			w.do(call{path: fmt.Sprintf("/api/events/%d", s.events["register"]), key: key}).into(&e)
			return e.Status, len(w.do(call{path: "/api/events?stream_status=live", key: key}).listed().Data)
		}
		status()
		if err := w.catalog.SetStreamState(t.Context(), d.Write(), s.channelID, int64(s.events["register"]), "live", w.clock.Now()); err != nil {
			t.Fatal(err)
		}
		w.clock.Advance(encodedLimit)
		if got, live := status(); got != catalog.Live || live != 2 {
			t.Errorf("status is %s with %d live", got, live)
		}
	})
}

func TestHomepage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		key := w.visitor(home)
		var h HomepageDTO
		w.do(call{path: "/api/events-for-homepage", key: key}).into(&h)
		if s.names(h.Live) != "live" || s.names(h.Upcoming) != "register paid ppv" || s.names(h.OnDemand) != "over" {
			t.Errorf("live %q, upcoming %q, on demand %q", s.names(h.Live), s.names(h.Upcoming), s.names(h.OnDemand))
		}
		if len(h.Rails) != 2 || s.names(h.Rails[0].Events) != "live register paid over" || h.Rails[0].Alias != "hockey" || s.names(h.Rails[1].Events) != "ppv" {
			t.Errorf("rails are %+v", h.Rails)
		}
		w.do(call{path: "/api/events-for-homepage?sport=soccer", key: key}).into(&h)
		if len(h.Live)+len(h.OnDemand) != 0 || s.names(h.Upcoming) != "ppv" || len(h.Rails) != 1 {
			t.Errorf("of soccer: %+v", h)
		}
		w.do(call{path: "/api/events-for-homepage?team=a%20b", key: key}).want(http.StatusBadRequest, "validation_failed").field("team")
	})
}

// Lists that are kept for seconds are compressed for those who take it.
func TestListsAreCompressed(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	c := call{path: "/api/events", key: w.visitor(home)}
	plain := w.do(c)
	c.header = map[string]string{"Accept-Encoding": "gzip, br"}
	r := c.request(t)
	zipped := httptest.NewRecorder()
	w.handler.ServeHTTP(zipped, r)
	if zipped.Header().Get("Content-Encoding") != "gzip" || zipped.Body.Len() >= len(plain.body) {
		t.Errorf("%q of %d bytes, plain %d", zipped.Header().Get("Content-Encoding"), zipped.Body.Len(), len(plain.body))
	}
}

func TestGamesWithoutARecordingAreNotOnDemand(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		w.game(s, actor.ForSystem(s.channelID), "missed", -3*time.Hour, func(e *catalog.Event) { e.Status = catalog.Finished })
		key := w.visitor(home)
		for path, want := range map[string]string{
			"/api/events?stream_status=finished":                     "missed over",
			"/api/events?stream_status=finished&recorded=0":          "missed over",
			"/api/events?stream_status=finished&recorded=1":          "over",
			"/api/events?stream_status=upcoming,finished&recorded=1": "over register paid ppv",
		} {
			var events []EventDTO
			w.do(call{path: path + "&sort_direction=asc", key: key}).into(&events)
			names := strings.Fields(s.names(events))
			slices.Sort(names)
			expected := strings.Fields(want)
			slices.Sort(expected)
			if !slices.Equal(names, expected) {
				t.Errorf("%s: %v, want %v", path, names, expected)
			}
		}
		var h HomepageDTO
		w.do(call{path: "/api/events-for-homepage", key: key}).into(&h)
		if s.names(h.OnDemand) != "over" {
			t.Errorf("on demand at home: %q", s.names(h.OnDemand))
		}
		w.do(call{path: "/api/events?recorded=yes", key: key}).want(http.StatusBadRequest, "validation_failed").field("recorded")
	})
}
