package site_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/site"
)

// declaredRoute finds path, kind and skeleton in a route file of the web app.
var declaredRoute = regexp.MustCompile(`(?s)createFileRoute\('([^']+)'\).*?staticData: \{ kind: '(\w+)', skeleton: '(\w+)'`)

// routesOfApp are the routes that the web app declares, as its build lists them.
func routesOfApp(t *testing.T) []map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../web/src/app/routes/*.tsx")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d route files, %v", len(files), err)
	}
	var routes []map[string]string
	for _, file := range files {
		if filepath.Base(file) == "__root.tsx" {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := declaredRoute.FindSubmatch(source)
		if found == nil {
			t.Errorf("%s declares no skeleton", file)
			continue
		}
		path := string(found[1])
		if path != "/" {
			path = strings.TrimSuffix(path, "/")
		}
		routes = append(routes, map[string]string{"path": path, "kind": string(found[2]), "skeleton": string(found[3])})
	}
	return routes
}

func TestEveryRouteHasASkeleton(t *testing.T) {
	routes, files := routesOfApp(t), dist()
	table, err := json.Marshal(routes)
	if err != nil {
		t.Fatal(err)
	}
	files["routes.json"].Data = table
	s := siteOf(t, files, house{})
	texts := map[string][]string{
		"en": {">Loading…<", "This page is taking longer than usual.", "This site needs JavaScript"},
		"fr": {">Chargement…<", "Cette page prend plus de temps que d’habitude.", "Ce site a besoin de JavaScript"},
	}
	for _, route := range routes {
		if route["skeleton"] == "offline" {
			continue // all of it is painted: it waits for a connection, and not for the app
		}
		path := strings.NewReplacer("$id", "5", "$uuid", strings.Repeat("0", 32), "/$", "/about").Replace(route["path"])
		for lang, said := range texts {
			t.Run(lang+route["path"], func(t *testing.T) {
				page := bodyOf(t, get(t, s, path+"?lang="+lang))
				root, _, _ := strings.Cut(page[strings.Index(page, `<main id="main">`):], "</main>")
				outline := root[strings.LastIndex(root, `aria-busy="true">`):]
				if !strings.Contains(outline, `class="sk"`) && !strings.Contains(outline, `class="loader`) {
					t.Errorf("no outline: %s", root)
				}
				if !strings.Contains(root, `<div class="skel" role="status">`) || !strings.Contains(root, "<noscript>") {
					t.Errorf("no status or no <noscript>: %s", root)
				}
				for _, want := range said {
					if !strings.Contains(root, want) {
						t.Errorf("%q is missing: %s", want, root)
					}
				}
			})
		}
	}
}

// Fonts would come before what the player needs, and the newest score before its picture.
func TestPageOfALiveEventPaintsWhoPlaysAndHoldsItsFontsBack(t *testing.T) {
	s := serve(t, house{})
	page := bodyOf(t, get(t, s, "/watch/5"))
	_, main, _ := strings.Cut(page, `<main id="main">`)
	for _, want := range []string{`<b>Laurentide</b>`, `<b>Fundy</b>`, `<span class="live">Live</span>`, "Hockey"} {
		if !strings.Contains(main, want) {
			t.Errorf("%s is missing in %s", want, main)
		}
	}
	if strings.Contains(main, "31") || strings.Contains(main, "47") {
		t.Errorf("the score is told: %s", main)
	}
	if strings.Contains(page, `as="font"`) || !strings.Contains(page, `data-fonts="later"`) {
		t.Error("fonts come before the player")
	}
	if frame := bodyOf(t, get(t, s, "/watch_embed/5")); strings.Contains(frame, `as="font"`) || !strings.Contains(frame, `data-fonts="later"`) {
		t.Error("in the player for other sites fonts come before the picture")
	}
	if !strings.Contains(page, "data-plays>") {
		t.Error("the page of a free game does not say that everybody may watch it")
	}
	if home := bodyOf(t, get(t, s, "/")); !strings.Contains(home, `as="font"`) || strings.Contains(home, "data-fonts") {
		t.Error("the home waits with its fonts")
	}
}

func TestPagesOfAChannelHaveTheSkeletonOfText(t *testing.T) {
	files := dist()
	files["routes.json"].Data = []byte(`[{"path":"/$","kind":"page","skeleton":"text","styles":["/assets/prose.css"],"chunks":["/assets/page.js"]},
		{"path":"/404","kind":"not_found","skeleton":"message","styles":["/assets/lost.css"]}]`)
	s := siteOf(t, files, house{})
	own := bodyOf(t, get(t, s, "/about"))
	for _, want := range []string{"/assets/prose.css", "/assets/page.js", `class="wrap page prose"`, `<div class="ticker"></div>`} {
		if !strings.Contains(own, want) {
			t.Errorf("%s is missing in a page of the channel", want)
		}
	}
	lost := get(t, s, "/nowhere")
	body := bodyOf(t, lost)
	if lost.StatusCode != http.StatusNotFound || !strings.Contains(body, "Looks like we lose this page") || strings.Contains(body, "prose") {
		t.Errorf("%d %s", lost.StatusCode, body)
	}
}

func TestAnUnknownSkeletonStopsTheStart(t *testing.T) {
	files := dist()
	files["routes.json"].Data = []byte(`[{"path":"/x","kind":"page","skeleton":"cloud"}]`)
	if _, err := site.Load(files); err == nil || !strings.Contains(err.Error(), `/x has the unknown skeleton "cloud"`) {
		t.Errorf("%v", err)
	}
}

func bodyOf(t *testing.T, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
