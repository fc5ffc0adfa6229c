package feed_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

type siteMap struct {
	XMLName xml.Name
	URLs    []struct {
		Loc     string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 loc"`
		LastMod string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 lastmod"`
		Links   []struct {
			Rel      string `xml:"rel,attr"`
			HrefLang string `xml:"hreflang,attr"`
			Href     string `xml:"href,attr"`
		} `xml:"http://www.w3.org/1999/xhtml link"`
	} `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url"`
	Parts []struct {
		Loc string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 loc"`
	} `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemap"`
}

// sitemap reads a sitemap and holds it against the rules of the protocol.
func (h *house) sitemap(address, host string) siteMap {
	h.t.Helper()
	a := h.ok(address)
	var m siteMap
	if err := xml.Unmarshal([]byte(a.body), &m); err != nil {
		h.t.Fatal(err)
	}
	if m.XMLName.Space != "http://www.sitemaps.org/schemas/sitemap/0.9" || len(m.URLs) > 50_000 || len(a.body) > 50<<20 {
		h.t.Errorf("%v with %d addresses in %d bytes", m.XMLName, len(m.URLs), len(a.body))
	}
	seen := map[string]bool{}
	for _, u := range m.URLs {
		parsed, err := url.Parse(u.Loc)
		if err != nil || parsed.Host != host || len(u.Loc) > 2048 || seen[u.Loc] {
			h.t.Errorf("address %q", u.Loc)
		}
		seen[u.Loc] = true
		if u.LastMod != "" {
			if _, err := time.Parse(time.RFC3339, u.LastMod); err != nil {
				h.t.Error(err)
			}
		}
	}
	for _, u := range m.URLs { // each language's address names all, itself among them
		var languages []string
		self := false
		for _, l := range u.Links {
			languages = append(languages, l.HrefLang)
			self = self || l.Href == u.Loc
		}
		if !slices.Equal(languages, []string{"en", "fr", "x-default"}) || !self {
			h.t.Errorf("%s in %v", u.Loc, u.Links)
		}
	}
	return m
}

func locations(m siteMap) []string {
	var out []string
	for _, u := range m.URLs {
		out = append(out, u.Loc)
	}
	return out
}

func TestSitemapListsWhatMayBeFound(t *testing.T) {
	h := newHouse(t, dbtest.SQLite(t))
	c, other := h.club("north", "en", "north.example"), h.club("sud", "fr", "sud.example")
	id := c.create(c.game(0, 1, noon), c.game(0, 1, noon.AddDate(-3, 0, 0)))[0]
	other.create(other.game(0, 1, noon))
	video, foreign := c.shelve(), other.shelve()
	m := h.sitemap("http://north.example/sitemap.xml", "north.example")
	got := locations(m)
	for _, path := range []string{"/", "/faq", "/upcoming", "/?school=fundy", "/?sport=soccer", "/?team=kawartha-lynx", fmt.Sprintf("/watch/%d", id), fmt.Sprintf("/vod_library/%d", video)} {
		if !slices.Contains(got, "http://north.example"+path) {
			t.Errorf("%s is missing in %q", path, got)
		}
	}
	if n := len(slices.DeleteFunc(got, func(l string) bool { return !strings.Contains(l, "/watch/") })); n != 1 {
		t.Errorf("%d watch pages", n)
	}
	if all := strings.Join(locations(m), " "); strings.Contains(all, "/login") || strings.Contains(all, "/profile") {
		t.Error("an account page is listed")
	} else if strings.Contains(all, fmt.Sprintf("/vod_library/%d ", foreign)) {
		t.Error("another channel's video is listed")
	}
	for _, l := range m.URLs[0].Links {
		want := map[string]string{"en": "http://north.example/", "fr": "http://north.example/?lang=fr", "x-default": "http://north.example/"}
		if want[l.HrefLang] != l.Href {
			t.Errorf("%+v", l)
		}
	}
	i := slices.Index(locations(m), "http://north.example/?sport=soccer")
	if i < 0 || m.URLs[i].Links[1].Href != "http://north.example/?lang=fr&sport=soccer" { // as canonical addresses are spelt
		t.Errorf("%+v", m.URLs)
	}
	if french := h.sitemap("http://sud.example/sitemap.xml?lang=en", "sud.example"); french.URLs[0].Links[0].Href != "http://sud.example/?lang=en" {
		t.Errorf("%+v", french.URLs[0])
	}
}

// What the lists say of when something changed does not move with a game's score, its
// picture or its end, on either database.
func TestNoListTellsWhenAScoreChanged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newHouse(t, d).club("north", "en", "north.example")
		game := c.game(0, 1, noon.Add(-time.Hour))
		game.Duration = 3 * time.Hour
		id := c.create(game)[0]
		ctx, number := t.Context(), int64(id)
		calendar := func() string { return c.ok("https://north.example/calendar.ics").body }
		stream := func(state catalog.StreamState) func() error {
			return func() error {
				return c.catalog.SetStreamState(ctx, d.Write(), c.id, number, string(state), c.clock.Now())
			}
		}
		before := calendar()
		for _, step := range []struct {
			name    string
			happens func() error
		}{
			{"the start", stream(catalog.StreamLive)},
			{"a goal", func() error {
				return c.catalog.AddScore(ctx, c.by, c.id, id, catalog.Score{At: c.clock.Now(), Away: 1, Period: "P1", Clock: "4:30"})
			}},
			{"a picture", func() error {
				return c.catalog.SetImage(ctx, d.Write(), c.id, number, "stills/1/last.jpg", map[int]string{640: "stills/1/last-640.jpg"})
			}},
			{"the end", stream(catalog.StreamEnded)},
			{"a goal taken back", func() error {
				scores, err := c.catalog.Scores(ctx, c.id, id)
				if err != nil || len(scores) == 0 {
					return err
				}
				return c.catalog.RemoveScore(ctx, c.by, c.id, id, scores[0].At)
			}},
			{"another price", func() error {
				game.ID, game.Type, game.BasePrice = id, catalog.PPV, 500
				return c.catalog.UpdateEvent(ctx, c.by, c.id, game)
			}},
		} {
			c.settle()
			if err := step.happens(); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
			c.settle()
			if after := calendar(); after != before {
				t.Errorf("%s: the calendar became\n%s", step.name, after)
			}
		}
	})
}

func TestSitemapAndNewsDateAGameByItsPlan(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	over := c.game(0, 1, noon.Add(-5*time.Hour))
	id := c.create(over)[0]
	page := fmt.Sprintf("http://north.example/watch/%d", id)
	lastMod := func() string {
		c.settle()
		m := c.sitemap("http://north.example/sitemap.xml", "north.example")
		return m.URLs[slices.Index(locations(m), page)].LastMod
	}
	if got := lastMod(); got != noon.Format(time.RFC3339) {
		t.Errorf("planned: changed at %s", got)
	}
	start, end := c.clock.Now(), c.clock.Now().Add(197*time.Minute)
	if err := c.catalog.SetStreamState(t.Context(), c.db.Write(), c.id, int64(id), string(catalog.StreamLive), start); err != nil {
		t.Fatal(err)
	}
	if got := lastMod(); got != start.Format(time.RFC3339) {
		t.Errorf("live: changed at %s", got)
	}
	c.clock.Advance(6 * time.Hour)
	if err := c.catalog.SetStreamState(t.Context(), c.db.Write(), c.id, int64(id), string(catalog.StreamEnded), end); err != nil {
		t.Fatal(err)
	}
	if err := c.catalog.SetImage(t.Context(), c.db.Write(), c.id, int64(id), "stills/1/last.jpg", map[int]string{640: "stills/1/last-640.jpg"}); err != nil {
		t.Fatal(err)
	}
	if got := lastMod(); got != noon.Format(time.RFC3339) {
		t.Errorf("over: changed at %s", got)
	}
	for _, path := range []string{"/feed.xml", "/oembed?url=" + page} {
		if body := c.ok("http://north.example" + path).body; strings.Contains(body, "stills/") || strings.Contains(body, end.Format("15:04:05")) {
			t.Errorf("%s tells of the end:\n%s", path, body)
		}
	}
}

func TestALargeSitemapHasParts(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	games := make([]catalog.Event, 6_000)
	for i := range games {
		games[i] = c.game(0, 1, noon.Add(time.Duration(i)*time.Minute))
	}
	c.create(games...)
	index := c.sitemap("http://north.example/sitemap.xml", "north.example")
	if index.XMLName.Local != "sitemapindex" || len(index.Parts) != 2 {
		t.Fatalf("%v with %d parts", index.XMLName, len(index.Parts))
	}
	var all []string
	for _, part := range index.Parts {
		all = append(all, locations(c.sitemap(part.Loc, "north.example"))...)
	}
	if len(all) != 6_000+4+2+3+3 {
		t.Errorf("%d addresses", len(all))
	}
	slices.Sort(all)
	if n := len(slices.Compact(slices.Clone(all))); n != len(all) {
		t.Error("an address is in two parts")
	}
	for _, part := range []string{"0", "3", "-1", "x", "1e3", "01", "99999999999999999999"} {
		if got := c.get("http://north.example/sitemap.xml?part=" + part).status; got != http.StatusNotFound {
			t.Errorf("part %s: %d", part, got)
		}
	}
}
