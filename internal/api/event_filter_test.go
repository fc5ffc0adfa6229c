package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

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

// The time zone database has an EST that is never on daylight time. The parameter means the zone of New York by it.
func TestAliasesOfZonesInFiltersFollowDaylightTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		w.game(s, actor.ForSystem(s.channelID), "midnight", 0, func(e *catalog.Event) {
			e.StartAt = time.Date(2026, 7, 1, 4, 30, 0, 0, time.UTC) // 00:30 in New York, 23:30 on June 30 by standard time
		})
		key := w.visitor(home)
		for day, want := range map[string]string{"2026-07-01": "midnight", "2026-06-30": ""} {
			query := "/api/events?tz=EST&start_date=" + day + "&end_date=" + day
			if got := s.names(w.do(call{path: query, key: key}).listed().Data); got != want {
				t.Errorf("%s finds %q, want %q", query, got, want)
			}
		}
	})
}

// In Santiago the clocks go forward at the midnight that begins 6 September 2026: that day starts at one o'clock, and the day
// before ends where it starts.
func TestDaysInFiltersAreWholeWhereClocksChangeAtMidnight(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		change := time.Date(2026, 9, 6, 4, 0, 0, 0, time.UTC)
		for name, start := range map[string]time.Time{"eve": change.Add(-30 * time.Minute), "day": change.Add(30 * time.Minute)} {
			w.game(s, actor.ForSystem(s.channelID), name, 0, func(e *catalog.Event) { e.StartAt = start })
		}
		key := w.visitor(home)
		for day, want := range map[string]string{"2026-09-05": "eve", "2026-09-06": "day", "2026-09-07": ""} {
			query := "/api/events?tz=America/Santiago&start_date=" + day + "&end_date=" + day
			if got := s.names(w.do(call{path: query, key: key}).listed().Data); got != want {
				t.Errorf("%s finds %q, want %q", query, got, want)
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
