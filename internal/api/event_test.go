package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
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

func TestEventFilters(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		key := w.visitor(home)
		tests := []struct{ query, want string }{
			{"", "ppv paid register live over"},
			{"sort_direction=asc", "over live register paid ppv"},
			{"stream_status=upcoming", "register paid ppv"},
			{"stream_status=upcoming,live", "live register paid ppv"},
			{"stream_status=finished", "over"},
			{"type=paid,ppv", "ppv paid"},
			{"gender=W", "ppv"},
			{"sport=hockey", "paid register live over"},
			{"sport=hockey-men&limit=2", "paid register"},
			{fmt.Sprintf("sport=%d", s.soccer), "ppv"},
			{"sport=all", "ppv paid register live over"},
			{"sport=0", "ppv paid register live over"},
			{fmt.Sprintf("event_category_id=%d", s.hockey), "paid register live over"},
			{fmt.Sprintf("sport=soccer&event_category_id=%d", s.hockey), ""},
			{"school=laurentide&stream_status=live", "live"},
			{"team=lynx,tide&stream_status=live", "live"},
			{fmt.Sprintf("team=lynx&participant_id=%d&stream_status=live", s.tide), "live"},
			{"team=nobody", ""},
			{"division=east&type=paid", "paid"},
			{fmt.Sprintf("group=%d&type=register", s.pool), "register"},
			{"location=arena&type=free", "live over"},
			{"city=montreal&type=free", "live over"},
			{"city=Montr%C3%A9al,Qu%C3%A9bec&state=QUEBEC&type=free", "live over"},
			{"city=Paris", ""},
			{fmt.Sprintf("location_id=%d&city=Paris", s.arena), ""},
			{"search=grande+fin", "ppv"},
			{"search=lynx+arena&stream_status=finished", "over"},
			{"search=zz", ""},
			{fmt.Sprintf("ids=%d,%d", s.events["live"], s.events["over"]), "live over"},
			{"ids=99999999999999999999999", ""},
			{"start_date=2026-03-02&end_date=2026-03-02", "paid"},
			{"start_date=2026-03-01T15:00:00Z&end_date=2026-03-02T12:00:00Z", "paid register"},
			{"start_date=2026-03-02T11:59:59.999Z&end_date=2026-03-02T12:00:00Z&tz=Asia/Tokyo", "paid"},
			{"start_date=2026-03-02&end_date=2026-03-02&tz=Pacific/Kiritimati", "register live"},
			{"start_date=2026-03-05&end_date=2026-03-01", ""},
			{"sort_field=price&sort_direction=desc&limit=2", "ppv paid"},
			{"sort_field=name&limit=1&sort_direction=desc", "ppv"},
			{"offset=3", "live over"},
			{"offset=10000", ""},
			{"school=&search=&limit=1", "ppv"},
		}
		for _, tt := range tests {
			page := w.do(call{path: "/api/events?" + tt.query, key: key}).listed()
			if got := s.names(page.Data); got != tt.want {
				t.Errorf("%q finds %q, want %q", tt.query, got, tt.want)
			}
			if wanted := len(strings.Fields(tt.want)); !strings.Contains(tt.query, "limit") && !strings.Contains(tt.query, "offset") && page.Meta.Total != int64(wanted) {
				t.Errorf("%q has a total of %d, want %d", tt.query, page.Meta.Total, wanted)
			}
		}
	})
}

func TestEventFiltersRefuseBadInput(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	key := w.visitor(home)
	long := strings.Repeat("a", 101)
	tests := []struct{ query, field, code string }{
		{"school=a%20b", "school", "malformed"},
		{"team=%27%20OR%201%3D1", "team", "malformed"},
		{"sport=" + long, "sport", "malformed"},
		{"division=" + strings.Repeat("1,", 100), "division", "too_many"},
		{"group=..%2F", "group", "malformed"},
		{"location=%E2%82%AC", "location", "malformed"},
		{"event_category_id=hockey", "event_category_id", "malformed"},
		{"participant_id=-1", "participant_id", "malformed"},
		{"location_id=1.5", "location_id", "malformed"},
		{"ids=1,x", "ids", "malformed"},
		{"gender=X", "gender", "not_allowed"},
		{"gender=m", "gender", "not_allowed"},
		{"type=free,stolen", "type", "not_allowed"},
		{"stream_status=soon", "stream_status", "not_allowed"},
		{"start_date=tomorrow", "start_date", "malformed"},
		{"end_date=2026-02-30", "end_date", "malformed"},
		{"start_date=2026-03-01T12:00:00", "start_date", "malformed"},
		{"start_date=99999-01-01", "start_date", "malformed"},
		{"tz=Mars%2FOlympus", "tz", "malformed"},
		{"tz=Local", "tz", "malformed"},
		{"tz=..%2F..%2Fetc%2Fpasswd", "tz", "malformed"},
		{"search=a", "search", "too_short"},
		{"search=" + long, "search", "too_long"},
		{"limit=0", "limit", "out_of_range"},
		{"limit=101", "limit", "out_of_range"},
		{"limit=ten", "limit", "malformed"},
		{"limit=99999999999999999999", "limit", "out_of_range"},
		{"offset=-1", "offset", "out_of_range"},
		{"offset=10001", "offset", "out_of_range"},
		{"after=x", "after", "invalid_cursor"},
		{"after=" + strings.Repeat("A", 5000), "after", "invalid_cursor"},
		{"sort_field=id", "sort_field", "not_allowed"},
		{"sort_field=date,name", "sort_field", "not_allowed"},
		{"sort_direction=up", "sort_direction", "not_allowed"},
		{"facets=yes", "facets", "not_allowed"},
		{"order=date", "order", "unknown_parameter"},
		{"sport=a&sport=b", "sport", "repeated_parameter"},
	}
	for _, tt := range tests {
		f := w.do(call{path: "/api/events?" + tt.query, key: key}).want(http.StatusBadRequest, "validation_failed").field(tt.field)
		if f.Code != tt.code || f.Message == "" {
			t.Errorf("%q: %+v, want %s", tt.query, f, tt.code)
		}
	}
	if f := w.do(call{path: "/api/events?limit=0&lang=fr", key: key}).field("limit"); !strings.Contains(f.Message, "au moins 1") {
		t.Errorf("in French: %+v", f)
	}
}

// Pages by cursor are the list, and a cursor fits its own order only.
func TestEventPages(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	key := w.visitor(home)
	whole := s.names(w.do(call{path: "/api/events", key: key}).listed().Data)
	var got []string
	path := "/api/events?limit=2"
	for range 5 {
		page := w.do(call{path: path, key: key}).listed()
		got = append(got, s.names(page.Data))
		if page.Meta.Next == "" {
			break
		}
		w.do(call{path: "/api/events?sort_field=name&after=" + url.QueryEscape(page.Meta.Next), key: key}).want(http.StatusBadRequest, "validation_failed").field("after")
		path = "/api/events?limit=2&after=" + url.QueryEscape(page.Meta.Next)
	}
	if joined := strings.Join(got, " "); joined != whole || len(got) != 3 {
		t.Errorf("pages are %q, want %q", got, whole)
	}
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
	if e.HasAccess || e.Access.Reason != "geo_blocked" || len(e.Media) > 0 && e.Media[0].URL != "" {
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

func TestFacets(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	key := w.visitor(home)
	page := w.do(call{path: "/api/events?facets=1&sport=hockey&stream_status=upcoming", key: key}).listed()
	f := page.Meta.Facets
	if f == nil {
		t.Fatal("no facets")
	}
	flat := func(list []FacetDTO) string {
		var out []string
		for _, x := range list {
			out = append(out, fmt.Sprintf("%s=%d", x.Alias, x.Count))
		}
		return strings.Join(out, " ")
	}
	for name, tt := range map[string]struct {
		got  []FacetDTO
		want string
	}{
		"sport":         {f.Sport, "hockey=2 hockey-men=2 soccer=1"},
		"school":        {f.School, "laurentide=2"},
		"team":          {f.Team, "lynx=2 tide=2"},
		"division":      {f.Division, "east=2"},
		"group":         {f.Group, "pool-a=2"},
		"location":      {f.Location, "arena=2"},
		"city":          {f.City, "Montréal=2"},
		"gender":        {f.Gender, "M=2"},
		"type":          {f.Type, "paid=1 register=1"},
		"stream_status": {f.StreamStatus, "finished=1 live=1 upcoming=2"},
	} {
		if got := flat(tt.got); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	if other := w.do(call{path: "/api/events", key: key}).listed(); other.Meta.Facets != nil {
		t.Error("facets that nobody asked for")
	}
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
