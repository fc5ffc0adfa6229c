package feed_test

import (
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mmcdole/gofeed"
	"golang.org/x/net/html"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

func (h *house) rss(address string) *gofeed.Feed {
	h.t.Helper()
	parsed := must[*gofeed.Feed](h.t)(gofeed.NewParser().ParseString(h.ok(address).body))
	if parsed.FeedType != "rss" || parsed.Title == "" || parsed.Link == "" || parsed.Description == "" {
		h.t.Errorf("%s: %+v", address, parsed)
	}
	return parsed
}

func TestRSSTellsOfEachStateOnce(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	live, over := c.game(0, 1, noon.Add(-time.Hour)), c.game(1, 2, noon.Add(-30*time.Hour))
	live.Status, live.StreamState, live.LiveSince = catalog.Live, catalog.StreamLive, noon.Add(-time.Hour)
	over.Status, over.StreamState = catalog.Finished, catalog.StreamEnded
	unrecorded := over
	unrecorded.StreamState = catalog.StreamIdle
	ids := c.create(live, over, c.game(0, 2, noon.Add(time.Hour)), unrecorded)
	parsed := c.rss("https://north.example/feed.xml?lang=fr")
	if parsed.Language != "fr-ca" || parsed.Title != "Sport north" || parsed.Link != "https://north.example/?lang=fr" {
		t.Errorf("%q %q %q", parsed.Language, parsed.Title, parsed.Link)
	}
	var got []string
	for _, item := range parsed.Items {
		got = append(got, item.GUID+" "+strings.SplitN(item.Title, ":", 2)[0]+" "+item.Link)
		if item.PublishedParsed == nil || item.Description == "" {
			t.Errorf("%+v", item)
		}
	}
	want := []string{
		fmt.Sprintf("upcoming-event-%d@north.example À venir\u00a0 https://north.example/watch/%d?lang=fr", ids[2], ids[2]),
		fmt.Sprintf("live-event-%d@north.example En direct\u00a0 https://north.example/watch/%d?lang=fr", ids[0], ids[0]),
		fmt.Sprintf("finished-event-%d@north.example Sur demande\u00a0 https://north.example/watch/%d?lang=fr", ids[1], ids[1]),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if n := len(c.rss("https://north.example/feed.xml?team=kawartha-lynx").Items); n != 2 {
		t.Errorf("%d items of a team", n)
	}
}

func TestRSSCarriesHostileNamesAsNames(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	for i, name := range hostile {
		game := c.game(0, 1, noon.Add(time.Duration(i)*time.Hour))
		game.Name = text.Text{"en": name}
		c.create(game)
	}
	_ = must[catalog.CategoryID](t)(c.catalog.CreateCategory(t.Context(), c.by, c.id, catalog.Category{Alias: "evil", Title: text.Text{"en": hostile[0]}}))
	parsed := c.rss("http://north.example/feed.xml")
	if len(parsed.Items) != len(hostile) {
		t.Fatalf("%d items", len(parsed.Items))
	}
	for _, item := range parsed.Items {
		if hasElement(t, item.Description, "script", "img", "iframe") || item.Link == "" || !strings.HasPrefix(item.Link, "http://north.example/watch/") {
			t.Errorf("%+v", item)
		}
	}
	if body := c.ok("http://north.example/feed.xml").body; strings.Contains(body, "<script") {
		t.Error("markup left its place")
	}
	if title := c.rss("http://north.example/feed.xml?sport=evil").Title; !strings.Contains(title, "<script>") {
		t.Errorf("the name became %q", title)
	}
}

// hasElement reports whether markup holds one of the elements once it is parsed.
func hasElement(t *testing.T, markup string, names ...string) bool {
	t.Helper()
	for n := range must[*html.Node](t)(html.Parse(strings.NewReader(markup))).Descendants() {
		if n.Type == html.ElementNode && slices.Contains(names, n.Data) {
			return true
		}
	}
	return false
}

func TestRobots(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	lines := strings.Split(c.ok("http://north.example:8080/robots.txt").body, "\n")
	for _, want := range []string{"User-agent: *", "Sitemap: http://north.example:8080/sitemap.xml"} {
		if !slices.Contains(lines, want) {
			t.Errorf("%q is missing in %q", want, lines)
		}
	}
	// Services of other sites follow the rules: calendars, readers of feeds, editors. A crawler reads X-Robots-Tag only where it may ask.
	for _, line := range lines {
		if rule, ok := strings.CutPrefix(line, "Disallow:"); ok && strings.TrimSpace(rule) != "" {
			t.Errorf("robots.txt says %q", line)
		}
	}
}

func TestOEmbed(t *testing.T) {
	h := newHouse(t, dbtest.SQLite(t))
	c, other := h.club("north", "en", "north.example"), h.club("sud", "fr", "sud.example")
	game := c.game(0, 1, noon)
	game.Name = text.Text{"en": hostile[1]}
	game.Image = catalog.Image{Key: "w.webp", Widths: map[int]string{800: "w-800.webp", 1600: "w-1600.webp"}}
	id, foreign := c.create(game)[0], other.create(other.game(0, 1, noon))[0]
	ask := func(address, more string) answer {
		return h.get("http://north.example/oembed?url=" + url.QueryEscape(address) + more)
	}
	watch := fmt.Sprintf("http://north.example/watch/%d", id)
	var asJSON, asXML struct {
		Type    string `xml:"type"`
		Version string `xml:"version"`
		Title   string `xml:"title"`
		HTML    string `xml:"html"`
		Width   int    `xml:"width"`
		Height  int    `xml:"height"`
	}
	a := ask(watch, "&format=json&maxwidth=900&maxheight=400")
	if err := json.Unmarshal([]byte(a.body), &asJSON); err != nil || a.header.Get("Content-Type") != "application/json; charset=utf-8" {
		t.Fatal(err, a.body)
	}
	if got := a.header.Get("X-Robots-Tag"); got != "noindex" {
		t.Errorf("X-Robots-Tag is %q", got)
	}
	if asJSON.Type != "video" || asJSON.Version != "1.0" || asJSON.Title != hostile[1] || asJSON.Width > 900 || asJSON.Height > 400 || asJSON.Width < 1 {
		t.Errorf("%+v", asJSON)
	}
	var frames int
	for n := range must[*html.Node](t)(html.Parse(strings.NewReader(asJSON.HTML))).Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "img" || n.Data == "script" {
			t.Errorf("markup left the title: %s", asJSON.HTML)
		}
		if n.Data == "iframe" {
			frames++
			if n.Attr[0].Val != fmt.Sprintf("http://north.example/watch_embed/%d", id) {
				t.Errorf("%v", n.Attr)
			}
		}
	}
	if frames != 1 {
		t.Errorf("%d frames in %s", frames, asJSON.HTML)
	}
	if large := ask(watch, "&maxwidth=1600"); !strings.Contains(large.body, `"thumbnail_url":"http://north.example/media/public/w-800.webp","thumbnail_width":800,"thumbnail_height":450`) {
		t.Errorf("%s", large.body)
	}
	if err := xml.Unmarshal([]byte(ask(watch, "&format=xml&maxwidth=900&maxheight=400").body), &asXML); err != nil || asXML != asJSON {
		t.Errorf("%v: %+v is not %+v", err, asXML, asJSON)
	}
	for name, test := range map[string]struct {
		address, more string
		status        int
	}{
		"another channel's page":   {fmt.Sprintf("http://sud.example/watch/%d", foreign), "", 404},
		"another channel's event":  {fmt.Sprintf("http://north.example/watch/%d", foreign), "", 404},
		"an unknown host":          {fmt.Sprintf("http://evil.example/watch/%d", id), "", 404},
		"another scheme":           {fmt.Sprintf("javascript://north.example/watch/%d", id), "", 404},
		"another page":             {"http://north.example/faq", "", 404},
		"no such event":            {"http://north.example/watch/99999", "", 404},
		"an overflowing id":        {"http://north.example/watch/99999999999999999999", "", 404},
		"no address":               {"", "", 400},
		"another format":           {watch, "&format=yaml", 501},
		"a size that is none":      {watch, "&maxwidth=wide", 400},
		"a negative size":          {watch, "&maxheight=-1", 400},
		"an overflowing size":      {watch, "&maxheight=99999999999999999999", 400},
		"an address with user":     {fmt.Sprintf("http://north.example@evil.example/watch/%d", id), "", 404},
		"the embedded page itself": {fmt.Sprintf("https://www.north.example/watch_embed/%d?lang=fr", id), "", 200},
	} {
		if got := ask(test.address, test.more); got.status != test.status {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
}

// What no other site may show is not offered to any.
func TestOEmbedOfAChannelThatIsNotEmbedded(t *testing.T) {
	h := newHouse(t, dbtest.SQLite(t))
	c := h.club("north", "en", "north.example")
	ask := "http://north.example/oembed?url=" + url.QueryEscape(fmt.Sprintf("http://north.example/watch/%d", c.create(c.game(0, 1, noon))[0]))
	if got := h.get(ask); got.status != http.StatusOK {
		t.Fatalf("%d %s", got.status, got.body)
	}
	closed := *must[*channel.Channel](t)(h.channels.FindByDomain(t.Context(), "north.example"))
	closed.Settings.EmbedParents = nil
	if err := h.channels.Update(t.Context(), c.by, closed); err != nil {
		t.Fatal(err)
	}
	if got := h.get(ask); got.status != http.StatusNotFound {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestManifestIsTheChannels(t *testing.T) {
	h := newHouse(t, dbtest.SQLite(t))
	h.club("north", "en", "north.example")
	h.club("sud", "fr", "sud.example")
	var m struct {
		Name       string
		ShortName  string `json:"short_name"`
		Lang       string
		StartURL   string `json:"start_url"`
		Background string `json:"background_color"`
		Icons      []struct{ Src, Sizes, Type string }
	}
	if err := json.Unmarshal([]byte(h.ok("http://sud.example/manifest.webmanifest").body), &m); err != nil {
		t.Fatal(err)
	}
	if m.Name != "Sport sud" || m.Lang != "fr-CA" || m.StartURL != "/" || m.Background != "#0b1530" || len(m.Icons) != 3 || m.Icons[0].Src != "/media/public/sud/icon-192.png" || m.Icons[0].Sizes != "192x192" {
		t.Errorf("%+v", m)
	}
	if err := json.Unmarshal([]byte(h.ok("http://sud.example/manifest.webmanifest?lang=en").body), &m); err != nil || m.Name != "sud sport" || m.StartURL != "/?lang=en" {
		t.Errorf("%+v, %v", m, err)
	}
}

// forged are ways to claim another host than the one that was asked.
var forged = [][]string{
	{"X-Forwarded-Host", "sud.example"}, {"Forwarded", "host=sud.example"}, {"X-Host", "sud.example"}, {"X-Original-Host", "sud.example"},
}

func TestFeedsAreOfTheHostThatIsAsked(t *testing.T) {
	h := newHouse(t, dbtest.SQLite(t))
	c, other := h.club("north", "en", "north.example"), h.club("sud", "fr", "sud.example")
	c.create(c.game(0, 1, noon.Add(time.Hour)))
	other.create(other.game(0, 1, noon.Add(time.Hour)))
	for _, path := range []string{"/robots.txt", "/sitemap.xml", "/feed.xml", "/calendar.ics", "/manifest.webmanifest"} {
		for _, claim := range append([][]string{{}}, forged...) {
			if body := h.ok("http://north.example"+path, claim...).body; strings.Contains(body, "sud") {
				t.Errorf("%s with %v tells of another channel:\n%s", path, claim, body)
			}
		}
		for _, host := range []string{"nobody.example", "north.example.evil.example", "", "north.example\x00", strings.Repeat("a", 400)} {
			if got := h.get("http://north.example"+path, "Host", host); got.status != http.StatusNotFound {
				t.Errorf("%s on %q: %d", path, host, got.status)
			}
		}
	}
	for _, host := range []string{"north.example:evil", `north.example:80"><script>`, "north.example:99999", "north.example:-1"} {
		got := h.get("http://north.example/sitemap.xml", "Host", host)
		if got.status == http.StatusOK && (strings.Contains(got.body, "evil") || strings.Contains(got.body, "script") || !strings.Contains(got.body, "<loc>http://north.example/</loc>")) {
			t.Errorf("on %q:\n%.300s", host, got.body)
		}
	}
}

func TestFeedsAreCompressed(t *testing.T) {
	c := newHouse(t, dbtest.SQLite(t)).club("north", "en", "north.example")
	plain := c.ok("http://north.example/sitemap.xml")
	zipped := c.ok("http://north.example/sitemap.xml", "Accept-Encoding", "gzip")
	if zipped.header.Get("Content-Encoding") != "gzip" || zipped.header.Get("ETag") == plain.header.Get("ETag") {
		t.Fatalf("%v", zipped.header)
	}
	reader := must[*gzip.Reader](t)(gzip.NewReader(strings.NewReader(zipped.body)))
	if got := must[[]byte](t)(io.ReadAll(reader)); string(got) != plain.body {
		t.Error("the two differ")
	}
}
