package site_test

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/grandstand/grandstand/internal/captcha"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
	"github.com/grandstand/grandstand/internal/site"
	"github.com/grandstand/grandstand/internal/word"
)

func dist() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"index.html": file(`<html><head><link rel="preload" href="/assets/figtree-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin><script type="module" crossorigin src="/assets/main-abc.js"></script>` +
			`<link rel="stylesheet" crossorigin href="/assets/main-abc.css"></head></html>`),
		"routes.json": file(`[{"path":"/","kind":"home","skeleton":"home","chunks":["/assets/home-1.js"]},
			{"path":"/watch/$id","kind":"event","skeleton":"player","chunks":["/assets/watch-1.js"]},
			{"path":"/watch_embed/$id","kind":"embed","skeleton":"frame"},
			{"path":"/faq","kind":"faq","skeleton":"text"},
			{"path":"/upcoming","kind":"events","skeleton":"cards"},
			{"path":"/profile","kind":"account","skeleton":"text","auth":"user"},
			{"path":"/404","kind":"not_found","skeleton":"message"}]`),
		"texts.json":                             file(`{"en":"/assets/en-1.js","fr":"/assets/fr-1.js"}`),
		"assets/main-abc.js":                     file("console.log(1)"),
		"assets/main-abc.js.br":                  file("brotli"),
		"assets/main-abc.js.gz":                  file("gzip"),
		"assets/main-abc.css":                    file("a{}"),
		"assets/figtree-latin-wght-normal.woff2": file("font"),
		"assets/sofia-sans-extra-condensed-latin-wght-normal.woff2": file("font"),
		"assets/big-shoulders-latin-wght-normal.woff2":              file("font"),
		"robots.txt":          file("User-agent: *"),
		".vite/manifest.json": file("{}"),
	}
}

// house is one channel with one event, as the domains would describe them.
type house struct {
	fails     bool
	words     word.Kinds
	ancestors []string // of players on other sites
}

func (h house) Channel(_ context.Context, host, lang string) (site.Channel, error) {
	if h.fails {
		return site.Channel{}, io.ErrUnexpectedEOF
	}
	if host != "sport.example" {
		return site.Channel{}, fault.NotFoundf("channel", "No chanel or api key found")
	}
	if lang == "" {
		lang = "en"
	}
	return site.Channel{
		ID: 1, Key: "demo", Name: "Northline", Tagline: "University </title>Sport", Lang: lang, Languages: []string{"en", "fr"}, Own: "en",
		Typeface: "poster", Corners: "round", ThemeColor: "#050d20", SocialImage: site.Shared{URL: "/media/public/social.png", Width: 1200, Height: 630}, Words: h.words,
		Variables: map[string]string{"ch-accent": "#ffb81c", "evil": "red;}body{display:none", "on-accent": "rgb(1 2 3 / 50%)"},
		Bootstrap: []byte(`{"menu":["</script><script>alert(1)</script>"]}`),
		Pages:     []site.PageLink{{ID: 7, Path: "/about", Name: "About"}},
		Ancestors: h.ancestors, Embeds: len(h.ancestors) > 0,
	}, nil
}

func (house) View(_ context.Context, _ site.Channel, r site.Request) (site.View, error) {
	switch {
	case (r.Kind == "event" || r.Kind == "embed") && r.ID == 5:
		return site.View{Title: "Laurentide @ Fundy", Event: &site.Event{
			ID: 5, Name: "Laurentide @ Fundy", Start: time.Unix(1_800_000_000, 0), Status: "live", Free: true,
			Home: "Fundy", Away: "Laurentide", Sides: []string{"Laurentide", "Fundy"}, Venue: "Fundy Field House", City: "Saint John",
		}, Board: &site.Hero{Headline: "Laurentide @ Fundy", Live: true, Line: "Hockey", Rows: []site.HeroRow{{Name: "Laurentide", Score: "31"}, {Name: "Fundy", Score: "47"}}}}, nil
	case r.Kind == "event", r.Kind == "not_found" && r.Path != "/about":
		return site.View{NotFound: true, Title: "Not found"}, nil
	case r.Kind == "home":
		set := "/media/public/rink-800.webp 800w, /media/public/rink.webp 1600w"
		return site.View{
			Hero: &site.Hero{Image: "/media/public/rink.webp", ImageSet: set, URL: "/live"},
			Lead: &site.Picture{Image: "/media/public/rink.webp", Set: set, Sizes: "100vw"},
		}, nil
	}
	return site.View{}, nil
}

func serve(t *testing.T, h site.Content) *site.Site {
	t.Helper()
	return siteOf(t, dist(), h)
}

// siteOf is the site of other files.
func siteOf(t *testing.T, files fs.FS, h site.Content) *site.Site {
	t.Helper()
	loaded, err := site.Load(files)
	if err != nil {
		t.Fatal(err)
	}
	return site.New(loaded, h, slog.New(slog.DiscardHandler))
}

func get(t *testing.T, s http.Handler, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "http://sport.example"+path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestStatusAndIndexingOfEachRoute(t *testing.T) {
	s := serve(t, house{})
	for _, test := range []struct {
		path    string
		status  int
		noIndex bool
	}{
		{"/", 200, false},
		{"/watch/5", 200, false},
		{"/about", 200, false},
		{"/profile", 200, true},
		{"/watch/6", 404, true},
		{"/watch/abc", 404, true},
		{"/nothing", 404, true},
		{"/404", 404, true},
		{"/assets/old-build.js", 404, false},
		{"/.vite/manifest.json", 404, true},
		{"/routes.json", 404, true},
		{"/texts.json", 404, true},
	} {
		r := get(t, s, test.path)
		if r.StatusCode != test.status || (r.Header.Get("X-Robots-Tag") == "noindex") != test.noIndex {
			t.Errorf("%s: %d, robots %q", test.path, r.StatusCode, r.Header.Get("X-Robots-Tag"))
		}
	}
}

func TestPageHoldsLanguageThemeAndBoot(t *testing.T) {
	r := get(t, serve(t, house{}), "/", "Cookie", "lang=fr")
	html := body(t, r)
	for _, want := range []string{
		`<html lang="fr" data-typeface="poster" data-corners="round">`, `--ch-accent:#ffb81c;`, `--on-accent:rgb(1 2 3 / 50%);`, `<script type="module" src="/assets/main-abc.js">`,
		`href="/assets/main-abc.css"`, `href="/assets/home-1.js"`, `<link rel="modulepreload" href="/assets/fr-1.js" fetchpriority="low">`, `hreflang="en"`, `content="http://sport.example/media/public/social.png"`,
		`href="/assets/figtree-latin-wght-normal.woff2" as="font"`, `href="/assets/big-shoulders-latin-wght-normal.woff2" as="font"`,
		`imagesrcset="/media/public/rink-800.webp 800w, /media/public/rink.webp 1600w"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing in:\n%s", want, html)
		}
	}
	if strings.Contains(html, "sofia-sans") {
		t.Error("another channel's typeface is loaded")
	}
	if strings.Contains(html, "en-1.js") {
		t.Error("a page asks for texts in another language")
	}
	if strings.Contains(html, "display:none") || strings.Contains(html, "</title>Sport") {
		t.Error("a channel's value left its place")
	}
	var boot struct {
		ChannelKey string `json:"channel_key"`
		Bootstrap  struct{ Menu []string }
	}
	match := regexp.MustCompile(`(?s)id="boot">(.*?)</script>`).FindStringSubmatch(html)
	if match == nil {
		t.Fatal("no boot document")
	}
	if err := json.Unmarshal([]byte(match[1]), &boot); err != nil || boot.ChannelKey != "demo" || len(boot.Bootstrap.Menu) != 1 {
		t.Errorf("boot %+v, %v", boot, err)
	}
}

func TestPolicyAllowsTheOneInlineStyle(t *testing.T) {
	r := get(t, serve(t, house{}), "/")
	style := regexp.MustCompile(`(?s)<style id="theme">(.*?)</style>`).FindStringSubmatch(body(t, r))[1]
	sum := sha256.Sum256([]byte(style))
	hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	policy := r.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, hash) || strings.Contains(policy, "script-src 'self' 'unsafe") {
		t.Errorf("policy %q lacks %s", policy, hash)
	}
}

func TestStructuredDataOfALiveEvent(t *testing.T) {
	html := body(t, get(t, serve(t, house{}), "/watch/5"))
	match := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`).FindStringSubmatch(html)
	if match == nil {
		t.Fatal("no structured data")
	}
	var data struct {
		Graph []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal([]byte(match[1]), &data); err != nil {
		t.Fatal(err)
	}
	if data.Graph[0]["@type"] != "SportsEvent" || data.Graph[1]["isLiveBroadcast"] != true {
		t.Errorf("graph %v", data.Graph)
	}
}

func TestPagesAreCompressedAndValidated(t *testing.T) {
	s := serve(t, house{})
	r := get(t, s, "/", "Accept-Encoding", "gzip")
	unzipped, err := gzip.NewReader(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if html, err := io.ReadAll(unzipped); err != nil || !strings.Contains(string(html), "<!doctype html>") {
		t.Errorf("%v", err)
	}
	again := get(t, s, "/", "Accept-Encoding", "gzip", "If-None-Match", r.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("revalidated with %d", again.StatusCode)
	}
}

func TestAssetsAreImmutableInTheBestEncoding(t *testing.T) {
	s := serve(t, house{})
	for accept, want := range map[string]string{"gzip, br": "brotli", "gzip": "gzip", "br;q=0, gzip": "gzip", "": "console.log(1)"} {
		r := get(t, s, "/assets/main-abc.js", "Accept-Encoding", accept)
		if got := body(t, r); got != want || !strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("Accept-Encoding %q: %q, %q", accept, got, r.Header.Get("Cache-Control"))
		}
	}
	if r := get(t, s, "/robots.txt"); strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
		t.Error("a file without a hash in its name is immutable")
	}
}

func TestUnknownHostAndFailure(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "http://nobody.example/", nil)
	w := httptest.NewRecorder()
	serve(t, house{}).ServeHTTP(w, r)
	if w.Code != http.StatusNotFound {
		t.Errorf("unknown host: %d", w.Code)
	}
	if r := get(t, serve(t, house{fails: true}), "/"); r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" {
		t.Errorf("failure: %d", r.StatusCode)
	}
}

func TestWithoutABuildEveryPageSaysSo(t *testing.T) {
	s := siteOf(t, fstest.MapFS{}, house{})
	if html := body(t, get(t, s, "/")); !strings.Contains(html, "make build") {
		t.Errorf("got:\n%s", html)
	}
}

// guarded is a house whose channel tells people from robots, and takes their money.
type guarded struct{ house }

func (g guarded) Channel(ctx context.Context, host, lang string) (site.Channel, error) {
	c, err := g.house.Channel(ctx, host, lang)
	c.Analytics = "https://stats.example.org"
	c.Foreign = []site.Sources{site.Sources(captcha.New("https://www.google.com/recaptcha").Sources()), site.Sources(payment.BrowserSources()), {Frames: "https://player.video.example"}}
	return c, err
}

func TestOnlyWhoUsesReCAPTCHAOrStripeMayLoadThem(t *testing.T) {
	policy := func(content site.Content, path string) string {
		return get(t, serve(t, content), path).Header.Get("Content-Security-Policy")
	}
	for _, want := range []string{
		"script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ https://js.stripe.com https://*.js.stripe.com;",
		"frame-src 'self' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/ https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://player.video.example;",
		"connect-src 'self' https://www.google.com/recaptcha/ https://api.stripe.com https://stats.example.org;",
	} {
		if got := policy(guarded{}, "/"); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	for name, got := range map[string]string{"another channel": policy(house{}, "/"), "what others frame": policy(guarded{}, "/watch_embed/5")} {
		if strings.Contains(got, "google") || strings.Contains(got, "stripe") || !strings.Contains(got, "script-src 'self';") || !strings.Contains(got, "frame-src 'self';") {
			t.Errorf("%s has %q", name, got)
		}
	}
}

// sponsored is a house whose channel plays films of ads.
type sponsored struct{ house }

func (s sponsored) Channel(ctx context.Context, host, lang string) (site.Channel, error) {
	c, err := s.house.Channel(ctx, host, lang)
	c.AdHosts = []string{"*.cdn.example", "ads.example"}
	return c, err
}

// Films of ads are loaded from the hosts that the channel names and from nowhere else, also
// in frames.
func TestOnlyHostsOfAdsMaySendFilms(t *testing.T) {
	for _, path := range []string{"/", "/watch_embed/5"} {
		for want, content := range map[string]site.Content{
			"media-src 'self' blob: https://*.cdn.example https://ads.example;": sponsored{},
			"media-src 'self' blob:;": house{},
		} {
			got := get(t, serve(t, content), path).Header.Get("Content-Security-Policy")
			if !strings.Contains(got, want) || strings.Contains(strings.ReplaceAll(got, want, ""), "example") {
				t.Errorf("%s of %T has %q, want %q and nothing else", path, content, got, want)
			}
		}
	}
}

// A link in a letter leads to a page of the account, and its secret nowhere else.
func TestPagesOfAnAccountTellNobodyTheirAddress(t *testing.T) {
	s := serve(t, house{})
	r := get(t, s, "/profile?email=ada%40example.com&expires=1&signature=secret-of-the-link")
	if page := body(t, r); strings.Contains(page, "secret-of-the-link") || strings.Contains(page, "ada%40") {
		t.Error("the page repeats its query")
	}
	if got := r.Header.Get("Referrer-Policy"); got != "no-referrer" {
		t.Errorf("Referrer-Policy %q", got)
	}
	if got := get(t, s, "/about").Header.Get("Referrer-Policy"); got != "" {
		t.Errorf("a page for everybody has %q instead of the edge's", got)
	}
}
