package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// found names what a search answers with, by kind, in the order of the answer.
func (s SearchDTO) found() string {
	var out []string
	add := func(kind string, total int64, names ...string) {
		if total > 0 {
			out = append(out, kind+": "+strings.Join(names, " "))
		}
	}
	names := func(events []EventDTO) []string {
		var out []string
		for _, e := range events {
			out = append(out, string(e.StreamStatus))
		}
		return out
	}
	add("live", s.Live.Meta.Total, names(s.Live.Data)...)
	add("upcoming", s.Upcoming.Meta.Total, names(s.Upcoming.Data)...)
	add("on demand", s.OnDemand.Meta.Total, names(s.OnDemand.Data)...)
	var videos, teams, schools, sports, places []string
	for _, v := range s.Videos.Data {
		videos = append(videos, v.Alias)
	}
	for _, p := range s.Participants.Data {
		teams = append(teams, p.Alias)
	}
	for _, g := range s.Groups.Data {
		schools = append(schools, g.Alias)
	}
	for _, c := range s.Categories.Data {
		sports = append(sports, c.Alias)
	}
	for _, l := range s.Locations.Data {
		places = append(places, l.Alias)
	}
	add("videos", s.Videos.Meta.Total, videos...)
	add("teams", s.Participants.Meta.Total, teams...)
	add("schools", s.Groups.Meta.Total, schools...)
	add("sports", s.Categories.Meta.Total, sports...)
	add("places", s.Locations.Meta.Total, places...)
	return strings.Join(out, "; ")
}

func TestASearchFindsEveryKind(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.season(home, "")
		key := w.visitor(home)
		for search, want := range map[string]string{
			"lynx vs tide": "live: live; upcoming: upcoming upcoming upcoming; on demand: finished; teams: lynx tide",
			"lynx @ tide":  "live: live; upcoming: upcoming upcoming upcoming; on demand: finished; teams: lynx tide",
			"lynx hockey":  "live: live; upcoming: upcoming upcoming; on demand: finished; teams: lynx",
			"feminin":      "upcoming: upcoming; teams: tide",
			"laurentide":   "live: live; upcoming: upcoming upcoming upcoming; on demand: finished; teams: lynx; schools: laurentide",
			"arena":        "live: live; upcoming: upcoming upcoming; on demand: finished; places: arena",
			"montréal":     "live: live; upcoming: upcoming upcoming; on demand: finished; places: arena",
			"hiver":        "videos: free",
			"tide vs zzzz": "teams: tide",
			"zzzz":         "",
			"🏒🏒":           "",
			"%%%":          "",
			"' OR 1=1 --":  "",
		} {
			var got SearchDTO
			w.do(call{path: "/api/search?" + url.Values{"search": {search}}.Encode(), key: key}).into(&got)
			if got.found() != want {
				t.Errorf("%q finds %q, want %q", search, got.found(), want)
			}
		}
	})
}

func TestWhatCannotBeSearchedFor(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	key := w.visitor(home)
	for query, field := range map[string]string{
		"": "search", "search=": "search", "search=a": "search", "search=" + strings.Repeat("a", 101): "search", "search=ab&limit=0": "limit", "search=ab&limit=101": "limit",
	} {
		w.do(call{path: "/api/search?" + query, key: key}).want(http.StatusBadRequest, "validation_failed").field(field)
	}
	w.do(call{path: "/api/search?search=ab"}).want(http.StatusBadRequest, "no_api_key")
}
