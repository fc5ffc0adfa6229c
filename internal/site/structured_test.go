package site_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piprate/json-gold/ld"

	"github.com/grandstand/grandstand/internal/site"
)

// stage is a house whose event is set by the test.
type stage struct {
	house
	event     site.Event
	crumbs    []site.Link
	questions []site.Question
	scope     string
}

func (s stage) View(_ context.Context, _ site.Channel, r site.Request) (site.View, error) {
	switch r.Kind {
	case "event", "embed":
		return site.View{Title: s.event.Name, Event: &s.event, Crumbs: s.crumbs}, nil
	case "faq":
		return site.View{Title: "FAQ", Questions: s.questions}, nil
	case "home":
		return site.View{Scope: s.scope, Crumbs: s.crumbs}, nil
	}
	return site.View{NotFound: true}, nil
}

func (s stage) serve(t *testing.T) *site.Site {
	t.Helper()
	return siteOf(t, dist(), s)
}

// A game at a neutral place names both sides and no home team.
func TestStructuredDataOfAGameAtANeutralPlace(t *testing.T) {
	neutral := game("upcoming")
	neutral.Home, neutral.Away = "", "Fundy"
	found := nodes(t, body(t, get(t, stage{event: neutral}.serve(t), "/watch/5")))
	checkRequired(t, found)
	if len(found["SportsEvent"]) != 1 || len(found["SportsTeam"]) != 2 || value(found["SportsEvent"][0], "homeTeam") != nil {
		t.Errorf("%d events, %d teams", len(found["SportsEvent"]), len(found["SportsTeam"]))
	}
}

func game(status string) site.Event {
	start := time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)
	e := site.Event{
		ID: 5, Name: "Laurentide @ Fundy", Start: start, Status: status, Home: "Fundy", Away: "Laurentide", Sides: []string{"Laurentide", "Fundy"}, Sport: "Hockey",
		Venue: "Fundy Field House", City: "Saint John", State: "NB", Country: "CA", Price: 1149, Taxed: true, Currency: "CAD", OnSale: true,
		Pictures: []string{"/media/public/5-1600.webp", "/media/public/5-800.webp"},
	}
	if status == "finished" {
		e.End, e.Length, e.Recorded = start.Add(2*time.Hour), 2*time.Hour+7*time.Minute+30*time.Second, true
	}
	return e
}

// vocabulary stands in for the context document of schema.org: every term is one of
// its own.
type vocabulary struct{}

func (vocabulary) LoadDocument(u string) (*ld.RemoteDocument, error) {
	if u != "https://schema.org" {
		return nil, ld.NewJsonLdError(ld.LoadingDocumentFailed, u)
	}
	return &ld.RemoteDocument{DocumentURL: u, Document: map[string]any{"@context": map[string]any{"@vocab": "https://schema.org/"}}}, nil
}

// nodes expands a page's structured data with a JSON-LD processor and returns its
// nodes by type, nested ones too.
func nodes(t *testing.T, html string) map[string][]map[string]any {
	t.Helper()
	match := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`).FindStringSubmatch(html)
	if match == nil {
		t.Fatal("no structured data")
	}
	var document any
	if err := json.Unmarshal([]byte(match[1]), &document); err != nil {
		t.Fatal(err)
	}
	options := ld.NewJsonLdOptions("http://sport.example/")
	options.DocumentLoader = vocabulary{}
	expanded, err := ld.NewJsonLdProcessor().Expand(document, options)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]map[string]any{}
	collect(expanded, found)
	return found
}

func collect(v any, found map[string][]map[string]any) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			collect(one, found)
		}
	case map[string]any:
		if types, ok := v["@type"].([]any); ok && len(v) > 1 {
			for _, one := range types {
				name := strings.TrimPrefix(one.(string), "https://schema.org/")
				found[name] = append(found[name], v)
			}
		}
		for _, one := range v {
			collect(one, found)
		}
	}
}

// value is the first value of a property after expansion.
func value(node map[string]any, property string) any {
	list, _ := node["https://schema.org/"+property].([]any)
	if len(list) == 0 {
		return nil
	}
	first, _ := list[0].(map[string]any)
	if v, ok := first["@value"]; ok {
		return v
	}
	return first
}

// required are the properties without which Google shows nothing of a type, and those
// that it recommends and we always have (developers.google.com/search/docs).
var required = map[string][]string{
	"SportsEvent":    {"name", "startDate", "location", "endDate", "eventStatus", "eventAttendanceMode", "image", "offers", "organizer", "description"},
	"BroadcastEvent": {"name", "startDate", "endDate", "isLiveBroadcast"},
	"VideoObject":    {"name", "thumbnailUrl", "uploadDate", "description", "embedUrl"},
	"Offer":          {"price", "priceCurrency", "availability", "url"},
	"Organization":   {"name", "url"},
	"WebSite":        {"name", "url", "potentialAction"},
	"SearchAction":   {"target", "query-input"},
	"BreadcrumbList": {"itemListElement"},
	"ListItem":       {"position", "name", "item"},
	"FAQPage":        {"mainEntity"},
	"Question":       {"name", "acceptedAnswer"},
	"Answer":         {"text"},
	"Place":          {"name", "address"},
	"Clip":           {"name", "startOffset", "endOffset", "url"},
}

func checkRequired(t *testing.T, found map[string][]map[string]any) {
	t.Helper()
	for name, all := range found {
		for _, node := range all {
			for _, property := range required[name] {
				if value(node, property) == nil {
					t.Errorf("%s has no %s: %v", name, property, node)
				}
			}
			for _, property := range []string{"startDate", "endDate", "uploadDate"} {
				if v, ok := value(node, property).(string); ok {
					if _, err := time.Parse(time.RFC3339, v); err != nil {
						t.Errorf("%s of %s: %v", property, name, err)
					}
				}
			}
			for _, property := range []string{"url", "embedUrl", "thumbnailUrl", "image"} {
				if v, ok := value(node, property).(string); ok && !strings.HasPrefix(v, "http") {
					t.Errorf("%s of %s: %q", property, name, v)
				}
			}
		}
	}
}

func TestStructuredDataFlipsWithTheStatus(t *testing.T) {
	for _, test := range []struct {
		status     string
		types      []string
		none       []string
		live       any
		uploadDate any
		duration   any
	}{
		{"upcoming", []string{"SportsEvent", "BroadcastEvent", "Offer"}, []string{"VideoObject"}, false, nil, nil},
		{"live", []string{"SportsEvent", "BroadcastEvent", "VideoObject"}, nil, true, "2026-11-21T19:00:00Z", nil},
		{"finished", []string{"SportsEvent", "VideoObject"}, []string{"BroadcastEvent"}, nil, "2026-11-21T21:00:00Z", "PT2H7M30S"},
	} {
		t.Run(test.status, func(t *testing.T) {
			found := nodes(t, body(t, get(t, stage{event: game(test.status)}.serve(t), "/watch/5")))
			checkRequired(t, found)
			for _, name := range test.types {
				if len(found[name]) == 0 {
					t.Errorf("no %s", name)
				}
			}
			for _, name := range test.none {
				if len(found[name]) > 0 {
					t.Errorf("a %s", name)
				}
			}
			for _, b := range found["BroadcastEvent"] {
				if value(b, "isLiveBroadcast") != test.live {
					t.Errorf("live: %v", value(b, "isLiveBroadcast"))
				}
			}
			for _, v := range found["VideoObject"] {
				if value(v, "uploadDate") != test.uploadDate || value(v, "duration") != test.duration {
					t.Errorf("published %v, takes %v", value(v, "uploadDate"), value(v, "duration"))
				}
				if publication := value(v, "publication"); (publication != nil) != (test.status == "live") {
					t.Errorf("publication %v", publication)
				}
				if value(v, "embedUrl") != "http://sport.example/watch_embed/5" {
					t.Errorf("embedded at %v", value(v, "embedUrl"))
				}
			}
			if price := value(found["Offer"][0], "price"); price != "11.49" {
				t.Errorf("price %v", price)
			}
			// As on the page, taxes are added to the price.
			if found["PriceSpecification"] == nil || value(found["PriceSpecification"][0], "valueAddedTaxIncluded") != false {
				t.Errorf("taxes %v", found["PriceSpecification"])
			}
		})
	}
}

// The key moments of a recording are parts of it, each at an address of its own; a game that
// is not over has none.
func TestARecordingHasItsKeyMoments(t *testing.T) {
	parts := []site.Part{{Name: "Goal, Fundy: Tip-in", From: 92*time.Second + 400*time.Millisecond, To: 2 * time.Minute}, {Name: hostile[0], From: 0, To: 0}}
	for status, want := range map[string]int{"live": 0, "finished": 2} {
		e := game(status)
		e.Parts = parts
		for path, address := range map[string]string{"/watch/5": "http://sport.example/watch/5?t=92", "/watch/5?lang=fr": "http://sport.example/watch/5?lang=fr&t=92"} {
			found := nodes(t, body(t, get(t, stage{event: e}.serve(t), path)))
			checkRequired(t, found)
			clips := found["Clip"]
			if len(clips) != want {
				t.Fatalf("%s: %d clips", status, len(clips))
			}
			if want == 0 {
				continue
			}
			if got := clips[0]; value(got, "name") != "Goal, Fundy: Tip-in" || value(got, "startOffset") != 92.0 || value(got, "endOffset") != 120.0 || value(got, "url") != address {
				t.Errorf("%s: %v", path, got)
			}
			if value(clips[1], "endOffset") != 1.0 {
				t.Errorf("a clip of no length: %v", clips[1])
			}
		}
	}
}

func TestStructuredDataOfOtherPages(t *testing.T) {
	home := nodes(t, body(t, get(t, stage{}.serve(t), "/")))
	checkRequired(t, home)
	if len(home["WebSite"]) != 1 || len(home["Organization"]) != 1 || len(home["SearchAction"]) != 1 {
		t.Errorf("home: %v", home)
	}
	way := []site.Link{{Title: "Home", URL: "/"}, {Title: "Hockey", URL: "/?sport=hockey"}}
	scoped := nodes(t, body(t, get(t, stage{scope: "sport=hockey", crumbs: way}.serve(t), "/?sport=hockey")))
	checkRequired(t, scoped)
	if len(scoped["ListItem"]) != 2 || len(scoped["WebSite"]) != 0 {
		t.Errorf("scope: %v", scoped)
	}
	faq := nodes(t, body(t, get(t, stage{questions: []site.Question{{"How?", "Like this."}, {"Why?", "Because."}}}.serve(t), "/faq")))
	checkRequired(t, faq)
	if len(faq["Question"]) != 2 {
		t.Errorf("faq: %v", faq)
	}
}

// hostile are names that would break out of a script element, of JSON or of markup.
var hostile = []string{
	`</script><script>alert(1)</script>`, `<!--<script>`, `"},"evil":{"@type":"Thing"}`, `\u003c/script>`, "line\u2028separator\u2029",
	`' onerror='alert(1)`, `]]>`, "\x00\x07", `{{.}}`,
}

func TestStructuredDataCarriesHostileNamesAsNames(t *testing.T) {
	for _, name := range hostile {
		e := game("live")
		e.Name, e.Venue, e.Home, e.Sport, e.Description = name, name, name, name, name
		html := body(t, get(t, stage{event: e, crumbs: []site.Link{{Title: name, URL: "/"}}}.serve(t), "/watch/5"))
		found := nodes(t, html)
		checkRequired(t, found)
		if len(found["Thing"]) > 0 || strings.Contains(html, "<script>alert") {
			t.Errorf("%q left its place", name)
		}
		if got := value(found["SportsEvent"][0], "name"); got != strings.ToValidUTF8(name, "\uFFFD") {
			t.Errorf("%q became %q", name, got)
		}
	}
}

func TestAddressesOfALanguage(t *testing.T) {
	s := stage{event: game("live")}.serve(t)
	for path, want := range map[string]string{
		"/watch/5": "http://sport.example/watch/5", "/watch/5?lang=en": "http://sport.example/watch/5",
		"/watch/5?lang=fr&utm_source=x": "http://sport.example/watch/5?lang=fr", "/watch_embed/5": "",
	} {
		html := body(t, get(t, s, path))
		match := regexp.MustCompile(`<link rel="canonical" href="([^"]+)">`).FindStringSubmatch(html)
		if want == "" {
			if match != nil {
				t.Errorf("%s has the canonical address %s", path, match[1])
			}
			continue
		}
		if match == nil || match[1] != want {
			t.Errorf("%s: canonical %v, want %s", path, match, want)
		}
		var languages []string
		for _, l := range regexp.MustCompile(`hreflang="([^"]+)" href="([^"]+)"`).FindAllStringSubmatch(html, -1) {
			languages = append(languages, l[1]+" "+l[2])
		}
		if !slices.Equal(languages, []string{
			"en http://sport.example/watch/5", "fr http://sport.example/watch/5?lang=fr", "x-default http://sport.example/watch/5",
		}) {
			t.Errorf("%s: %q", path, languages)
		}
	}
}

func TestHeadLeadsToFeeds(t *testing.T) {
	html := body(t, get(t, stage{house: house{ancestors: []string{"*"}}, event: game("live")}.serve(t), "/watch/5?lang=fr"))
	for _, want := range []string{
		`type="application/rss+xml" href="http://sport.example/feed.xml?lang=fr" title="Northline"`,
		`type="text/calendar" href="http://sport.example/calendar.ics?lang=fr"`,
		`type="application/json&#43;oembed" href="http://sport.example/oembed?format=json&amp;url=http%3A%2F%2Fsport.example%2Fwatch%2F5%3Flang%3Dfr"`,
		`<link rel="manifest" href="/manifest.webmanifest?lang=fr">`,
		`property="og:url" content="http://sport.example/watch/5?lang=fr"`,
	} {
		if !strings.Contains(html, want) && !strings.Contains(strings.ReplaceAll(html, "&#43;", "+"), strings.ReplaceAll(want, "&#43;", "+")) {
			t.Errorf("%s is missing", want)
		}
	}
	scoped := body(t, get(t, stage{scope: "team=lynx"}.serve(t), "/?team=lynx"))
	if !strings.Contains(scoped, `href="http://sport.example/calendar.ics?team=lynx&amp;lang=en"`) {
		t.Error("the page of a team leads to another calendar")
	}
}

func TestOnlyTheEmbeddedPageMayBeFramed(t *testing.T) {
	s := stage{event: game("live")}.serve(t)
	for _, path := range []string{"/", "/watch/5", "/faq", "/profile", "/nothing", "/watch_embed/x", "/watch_embed/5/more"} {
		if policy := get(t, s, path).Header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "frame-ancestors 'self'") {
			t.Errorf("%s: %s", path, policy)
		}
	}
	r := get(t, s, "/watch_embed/5")
	if policy := r.Header.Get("Content-Security-Policy"); r.StatusCode != http.StatusOK || !strings.HasSuffix(policy, "frame-ancestors 'self'") {
		t.Errorf("%d %s", r.StatusCode, policy)
	}
	if r.Header.Get("X-Robots-Tag") != "noindex" {
		t.Error("a copy of the watch page may be found")
	}
	if html := body(t, r); strings.Contains(html, `class="shell"`) {
		t.Error("the embedded page has a header")
	}
}

// Sites with a Cross-Origin-Embedder-Policy show players only with these headers; a player in a sandboxed frame has no
// origin, and loads its files as one of another.
func TestPlayersPlayInIsolatedAndSandboxedFrames(t *testing.T) {
	s := stage{event: game("live")}.serve(t)
	for path, isFramed := range map[string]bool{"/watch_embed/5": true, "/watch/5": false, "/": false} {
		h := get(t, s, path).Header
		if got := h.Get("Cross-Origin-Embedder-Policy") == "credentialless" && h.Get("Cross-Origin-Resource-Policy") == "cross-origin"; got != isFramed {
			t.Errorf("%s: %v", path, h)
		}
		if h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: other origins may read the page", path)
		}
	}
	for _, path := range []string{"/assets/main-abc.js", "/assets/figtree-latin-wght-normal.woff2"} {
		if got := get(t, s, path).Header.Get("Access-Control-Allow-Origin"); got != "*" {
			t.Errorf("%s: %q", path, got)
		}
	}
}

func TestOnlyListedSitesMayFrameAPlayer(t *testing.T) {
	s := stage{house: house{ancestors: []string{"sport.example:*", "https://*.paper.example"}}, event: game("live")}.serve(t)
	if policy := get(t, s, "/watch_embed/5").Header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "frame-ancestors 'self' sport.example:* https://*.paper.example") {
		t.Error(policy)
	}
	if policy := get(t, s, "/watch/5").Header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "frame-ancestors 'self'") {
		t.Error("the page around the player may be framed: " + policy)
	}
	if html := body(t, get(t, stage{event: game("live")}.serve(t), "/watch/5")); strings.Contains(html, "oembed") {
		t.Error("a channel that no other site may show leads to how it is shown there")
	}
}

func TestPathsForSearchEngines(t *testing.T) {
	s := stage{}.serve(t)
	if got := fmt.Sprint(s.PublicPaths()); got != "[/ /faq /upcoming]" {
		t.Error(got)
	}
}

func TestAForgedHostReachesNoAddress(t *testing.T) {
	s := stage{event: game("live")}.serve(t)
	for _, host := range []string{"sport.example:80@evil.example", "sport.example:evil", `sport.example:1"><script>`, "SPORT.example:8080"} {
		r := httptest.NewRequest(http.MethodGet, "http://sport.example/watch/5", nil)
		r.Host = host
		r.Header.Set("X-Forwarded-Host", "evil.example")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if html := w.Body.String(); w.Code == http.StatusOK && (strings.Contains(html, "evil") || !strings.Contains(html, `<link rel="canonical" href="http://sport.example`)) {
			t.Errorf("on %q:\n%s", host, html)
		}
	}
}
