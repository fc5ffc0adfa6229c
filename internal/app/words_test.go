package app

import (
	"encoding/json"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grandstand/grandstand/demo/packs"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/pack"
	"github.com/grandstand/grandstand/internal/site"
)

// foreign are words for games, schools and teams, by language. What takes part in
// something ("fait partie") is no game.
var foreign = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`(?i)\b(games?|schools?|teams?|at home|match)\b|, select,| @ `),
	"fr": regexp.MustCompile(`(?i)\b(matchs?|parties?|écoles?|établissements?|domicile)\b|équipe|, select,| @ `),
}

// TestAPromoterSpeaksOfFights reads every page, feed and answer of an example channel
// with words of its own, and of one with the usual ones.
func TestAPromoterSpeaksOfFights(t *testing.T) {
	for key, speaksOfGames := range map[string]bool{"ironbell": false, "boreale": true} {
		for _, lang := range []string{"en", "fr"} {
			t.Run(key+" "+lang, func(t *testing.T) {
				found := newReader(t, key).read(lang)
				if speaksOfGames != (len(found) > 0) {
					t.Errorf("it speaks of games, schools or teams: %v\n%s", len(found) > 0, strings.Join(found, "\n"))
				}
			})
		}
	}
}

// reader reads all that a visitor of a channel may.
type reader struct {
	t       *testing.T
	handler http.Handler
	host    string
	key     string // of the api
	paths   []string
}

func newReader(t *testing.T, channelKey string) *reader {
	t.Helper()
	a, err := Open(t.Context(), config.Config{Data: t.TempDir(), Workers: 1}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	applyExample(t, a, channelKey)
	edge, err := a.NewAPI()
	if err != nil {
		t.Fatal(err)
	}
	files, err := site.Load(fstest.MapFS{
		"index.html": {Data: []byte(`<script type="module" src="/assets/main.js"></script>`)},
		"routes.json": {Data: []byte(`[{"path":"/","kind":"home","skeleton":"home"},{"path":"/upcoming","kind":"events","skeleton":"cards"},{"path":"/schedule","kind":"events","skeleton":"cards"},
			{"path":"/live","kind":"events","skeleton":"cards"},{"path":"/vod","kind":"events","skeleton":"cards"},{"path":"/vod_library","kind":"vod_library","skeleton":"cards"},{"path":"/vod_library/$id","kind":"vod_item","skeleton":"player"},
			{"path":"/faq","kind":"faq","skeleton":"text"},{"path":"/packages","kind":"offers","skeleton":"text"},{"path":"/packages/passes","kind":"offers","skeleton":"text"},{"path":"/select-package/$id","kind":"offer","skeleton":"text"},
			{"path":"/contacts","kind":"form","skeleton":"text"},{"path":"/about","kind":"page","skeleton":"text"},{"path":"/privacy_policy","kind":"page","skeleton":"text"},{"path":"/terms_conditions","kind":"page","skeleton":"text"},
			{"path":"/simulate","kind":"tool","skeleton":"player"},{"path":"/login","kind":"account","skeleton":"text"},{"path":"/watch/$id","kind":"event","skeleton":"player"},{"path":"/watch_embed/$id","kind":"embed","skeleton":"frame"},
			{"path":"/404","kind":"not_found","skeleton":"message"}]`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	pages := site.New(files, a.siteContent(edge), slog.New(slog.DiscardHandler))
	r := &reader{t: t, handler: a.publicHandler(edge, pages, a.feeds(pages), nil, &health{}), host: channelKey + ".localhost"}
	r.paths = append(pages.PublicPaths(), "/404", "/login", "/simulate", "/watch/999999", "/watch_embed/999999", "/vod_library/999999",
		"/select-package/999999", "/feed.xml", "/calendar.ics", "/manifest.webmanifest", "/feed.xml?team=nobody", "/api/events/999999")
	r.addThings(a, channelKey)
	var opened struct {
		Data struct {
			Key string `json:"api_key"`
		} `json:"data"`
	}
	r.decode(http.MethodPost, "/api/get_api_key", `{"channel_key":"`+channelKey+`"}`, &opened)
	r.key = opened.Data.Key
	r.addCalls()
	return r
}

func applyExample(t *testing.T, a *App, key string) {
	t.Helper()
	tree, err := packs.Pack(key)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pack.Read(tree, func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pack.Apply(t.Context(), a.PackInstallation(), p, false); err != nil {
		t.Fatal(err)
	}
}

// addThings adds the addresses of single events, participants and groups.
func (r *reader) addThings(a *App, key string) {
	ctx := r.t.Context()
	c, err := a.Channels.FindByKey(ctx, key)
	if err != nil {
		r.t.Fatal(err)
	}
	ref, err := a.Catalog.Reference(ctx, int64(c.ID))
	if err != nil {
		r.t.Fatal(err)
	}
	events, _, err := a.Catalog.List(ctx, int64(c.ID), catalog.Filter{}, catalog.Page{Sort: catalog.ByDate, Limit: 30})
	if err != nil || len(events) < 10 {
		r.t.Fatalf("%d events: %v", len(events), err)
	}
	for _, e := range events {
		watch := fmt.Sprintf("/watch/%d", e.ID)
		r.paths = append(r.paths, watch, fmt.Sprintf("/watch_embed/%d", e.ID), fmt.Sprintf("/api/events/%d", e.ID), "/oembed?url=http://"+r.host+watch)
	}
	for _, p := range ref.Participants {
		r.paths = append(r.paths, "/?team="+p.Alias, "/calendar.ics?team="+p.Alias)
	}
	for _, g := range ref.Groups {
		r.paths = append(r.paths, "/?school="+g.Alias, "/feed.xml?school="+g.Alias)
	}
}

// addCalls adds every call that needs nothing but a key.
func (r *reader) addCalls() {
	var described struct {
		Paths map[string]map[string]any `json:"paths"`
	}
	r.decode(http.MethodGet, "/api/openapi.json", "", &described)
	for path, methods := range described.Paths {
		if _, ok := methods["get"]; ok && !strings.Contains(path, "{") && path != "/api/live-feed" { // which never ends
			r.paths = append(r.paths, path)
		}
	}
	if len(r.paths) < 80 {
		r.t.Errorf("only %d addresses to read", len(r.paths))
	}
}

// read tells every foreign word that anything says in a language, with where it stands.
func (r *reader) read(lang string) []string {
	var found []string
	for _, path := range r.paths {
		address := path + "?lang=" + lang
		if strings.Contains(path, "?") {
			address = path + "&lang=" + lang
		}
		if strings.HasPrefix(path, "/api/") {
			address += "&api_key=" + r.key
		}
		texts := strings.ReplaceAll(sayings(r.ask(http.MethodGet, address, "")), "fait partie", "")
		for _, at := range foreign[lang].FindAllStringIndex(texts, -1) {
			found = append(found, fmt.Sprintf("%s: …%s…", path, texts[max(0, at[0]-40):min(len(texts), at[1]+40)]))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func (r *reader) decode(method, path, body string, into any) {
	r.t.Helper()
	if err := json.Unmarshal([]byte(r.ask(method, path, body)), into); err != nil {
		r.t.Fatalf("%s: %v", path, err)
	}
}

func (r *reader) ask(method, path, body string) string {
	request := httptest.NewRequestWithContext(r.t.Context(), method, "http://"+r.host+path, strings.NewReader(body))
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, request)
	if w.Code >= http.StatusInternalServerError || w.Code == http.StatusTooManyRequests {
		r.t.Errorf("%s: %d", path, w.Code)
	}
	return w.Body.String()
}

var (
	jsonScript = regexp.MustCompile(`(?s)<script type="application/(?:ld\+)?json"[^>]*>(.*?)</script>`)
	otherCode  = regexp.MustCompile(`(?s)<(?:script|style)\b.*?</(?:script|style)>`)
	attribute  = regexp.MustCompile(`\b(?:content|alt|title|aria-label)="([^"]*)"`)
	tag        = regexp.MustCompile(`<[^>]*>`)
	address    = regexp.MustCompile(`(?:https?:|mailto:|/)[^\s<>"]*`)
)

// sayings returns the texts of a document that people read, without markup, names of fields and addresses.
func sayings(document string) string {
	var value any
	if json.Unmarshal([]byte(document), &value) == nil {
		return values(value)
	}
	var texts []string
	for _, m := range jsonScript.FindAllStringSubmatch(document, -1) {
		texts = append(texts, sayings(m[1]))
	}
	document = otherCode.ReplaceAllString(document, " ")
	for _, m := range attribute.FindAllStringSubmatch(document, -1) {
		texts = append(texts, m[1])
	}
	text := tag.ReplaceAllString(html.UnescapeString(strings.Join(append(texts, tag.ReplaceAllString(document, " ")), "\n")), " ")
	return address.ReplaceAllString(strings.ReplaceAll(text, "\r\n ", ""), " ") // lines that a calendar folded
}

// values are the texts in a JSON value; its words for kinds, states and addresses are
// for programs.
func values(value any) string {
	var texts []string
	switch value := value.(type) {
	case string:
		if strings.ContainsAny(value, " .") {
			return sayings("<p>" + value)
		}
	case []any:
		for _, item := range value {
			texts = append(texts, values(item))
		}
	case map[string]any:
		for _, item := range value {
			texts = append(texts, values(item))
		}
	}
	return strings.Join(texts, "\n")
}
