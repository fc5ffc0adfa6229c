package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Each key of the bootstrap data is exactly what its own call answers.
func TestBootstrapIsItsParts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.season(home, "")
		key := w.visitor(home)
		for _, lang := range []string{English, French} {
			var whole map[string]any
			w.do(call{path: "/api/channel-bootstrap-data?lang=" + lang}).into(&whole)
			parts := map[string]string{
				"color-settings": "color-settings/web", "events-categories": "", "events-locations": "", "faq": "", "menu": "", "packages": "",
				"pages": "", "participant-groups": "", "settings": "", "slides": "slides/web", "subscriptions": "", "participant-group-properties": "",
			}
			for part, path := range parts {
				if path == "" {
					path = part
				}
				var answer any
				w.do(call{path: "/api/" + path + "?lang=" + lang, key: key}).into(&answer)
				if diff := cmp.Diff(answer, whole[part]); diff != "" {
					t.Errorf("%s in %s: %s", part, lang, diff)
				}
				delete(whole, part)
			}
			if _, ok := whole["static_blocks"].(map[string]any); !ok || len(whole) != 1 {
				t.Errorf("beside its parts the bootstrap data has %v", whole)
			}
		}
	})
}

func TestConfigurationForm(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	var b BootstrapDTO
	w.do(call{path: "/api/channel-bootstrap-data"}).into(&b)
	menu, err := json.Marshal(b.Menu)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"title":"Live","name":"Live","type":"link","url":"/live"`, `"title":"Hockey","name":"Hockey","type":"category","url":"/?sport=hockey","alias":"hockey"`,
		`"title":"Laurentide Lynx","name":"Laurentide Lynx","type":"participant","url":"/?team=lynx"`, `"title":"Laurentide University","name":"Laurentide University","type":"group","url":"/?school=laurentide"`,
		`"title":"About","name":"About","type":"page","url":"/about","alias":"about"`, `"images":["/media/public/crests/lynx.webp"]`,
	} {
		if !strings.Contains(string(menu), want) {
			t.Errorf("the menu lacks %s: %s", want, menu)
		}
	}
	lynx := b.Menu[1].Children[0]
	for _, tt := range []struct {
		of   MenuItemDTO
		kind string
		id   int64
	}{{b.Menu[0], "main", 0}, {b.Menu[1], "category", int64(s.hockey)}, {lynx, "participant", int64(s.lynx)}, {b.Menu[2], "group", int64(s.school)}, {b.Menu[3], "main", 0}} {
		if id := tt.of.SlidableID; tt.of.SlidableType != tt.kind || (id == nil) != (tt.id == 0) || id != nil && *id != tt.id {
			t.Errorf("%s: slidable_type %s, slidable_id %v, want %s %d", tt.of.Title, tt.of.SlidableType, id, tt.kind, tt.id)
		}
	}
	if strings.Contains(string(menu), "Gone") {
		t.Error("the menu has an item whose category is gone")
	}
	root := b.Categories[0]
	if root.ID != 0 || root.ParentID != nil || root.Title != "All" || len(root.Children) != 2 || root.Children[0].Children[0].Title != "Men" {
		t.Errorf("the tree is %+v", root)
	}
	if got := b.Slides[0]; got.ImageSrcset != "/media/public/s/320.webp 320w, /media/public/s/640.webp 640w" || got.SlidableID != nil {
		t.Errorf("the first slide is %+v", got)
	}
	if p := b.Packages[0]; p.Price != 7900 || p.Description != "<p>All</p>" || p.EventCategories[0] != int64(s.hockey) || p.Purchased {
		t.Errorf("the pass is %+v", p)
	}
	if p := b.Settings.Prerolls[0]; p.URL != "/media/public/ads/a.mp4" || p.LocationID != nil || !p.ForLive || p.ForVOD {
		t.Errorf("the pre-roll is %+v", p)
	}
	derived, _ := b.ColorSettings["derived"].(map[string]any)
	if b.ColorSettings["body-text-color-95"] != "rgba(242,245,252,0.95)" || derived["scheme"] != "dark" {
		t.Errorf("colours are %v", b.ColorSettings)
	}
	if g := b.Groups[0]; g.ParticipantsCount != 1 || g.OnColor != "#ffffff" || g.Image != "/media/public/crests/l.webp" {
		t.Errorf("the school is %+v", g)
	}
	if got := strings.Join(b.Properties.Cities, " "); got != "Montréal" || len(b.Properties.Sports) != 3 || b.Properties.Genders[1].Title != "Women" {
		t.Errorf("properties are %+v", b.Properties)
	}
}

// A text is in the asked language, else in the channel's, else in any.
func TestTextsFallBack(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	id := channel.ID(w.channel(home).ID)
	title := func(lang string) string {
		var menu []MenuItemDTO
		w.do(call{path: "/api/menu?lang=" + lang}).into(&menu)
		return menu[0].Title
	}
	for _, tt := range []struct {
		text   map[string]string
		en, fr string
	}{
		{map[string]string{"en": "Live", "fr": "En direct"}, "Live", "En direct"},
		{map[string]string{"en": "Live"}, "Live", "Live"},
		{map[string]string{"fr": "En direct"}, "En direct", "En direct"},
	} {
		err := w.sites.ReplaceMenu(t.Context(), actor.ForSystem(int64(id)), id, []channel.MenuItem{{Type: channel.MenuLink, Title: tt.text, URL: "/live"}})
		if err != nil {
			t.Fatal(err)
		}
		if en, fr := title("en"), title("fr"); en != tt.en || fr != tt.fr {
			t.Errorf("%v reads %q and %q", tt.text, en, fr)
		}
	}
}

// A client that has the state is told so, until an operator changes it.
func TestBootstrapIsRevalidated(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		first := w.do(call{path: "/api/channel-bootstrap-data"}).want(http.StatusOK, "")
		etag := first.header.Get("ETag")
		if !strings.Contains(first.header.Get("Cache-Control"), "stale-while-revalidate") || etag == "" {
			t.Errorf("headers are %v", first.header)
		}
		again := call{path: "/api/channel-bootstrap-data", header: map[string]string{"If-None-Match": etag}}
		w.do(again).want(http.StatusNotModified, "")
		again.path += "?lang=fr"
		w.do(again).want(http.StatusOK, "")
		if err := w.sites.ReplaceFAQ(t.Context(), actor.ForSystem(s.channelID), channel.ID(s.channelID), nil); err != nil {
			t.Fatal(err)
		}
		again.path = "/api/channel-bootstrap-data"
		w.do(again).want(http.StatusOK, "")
	})
}

func TestSlidesOfOneKind(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	for kind, want := range map[string]int{"": 2, "main": 1, "group": 1, "category": 0} {
		var slides []SlideDTO
		path := "/api/slides/web"
		if kind != "" {
			path += "?type=" + kind
		}
		if w.do(call{path: path}).into(&slides); len(slides) != want || slides == nil {
			t.Errorf("%q has %d slides, want %d", kind, len(slides), want)
		}
	}
	w.do(call{path: "/api/slides/web?type=page"}).want(http.StatusBadRequest, "validation_failed").field("type")
}

func TestOneOfAKind(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	var page PageContentDTO
	w.do(call{path: fmt.Sprintf("/api/pages/%d?lang=fr", s.page)}).into(&page)
	if page.Name != "À propos" || page.Content != "<h1>Nous</h1>" || page.URL != "/about" {
		t.Errorf("the page is %+v", page)
	}
	var offer PackageDTO
	w.do(call{path: fmt.Sprintf("/api/subscriptions/%d", s.monthly)}).into(&offer)
	if offer.TrialPeriod != 30 || !offer.Renewal || offer.Price != 1150 || offer.Period != "month" {
		t.Errorf("the subscription is %+v", offer)
	}
	for path, code := range map[string]string{
		"/api/pages/987654": "page_not_found", "/api/packages/987654": "package_not_found", "/api/subscriptions/987654": "package_not_found",
		fmt.Sprintf("/api/packages/%d", s.monthly): "package_not_found",
	} {
		w.do(call{path: path}).want(http.StatusNotFound, code)
	}
	for _, path := range []string{"/api/pages/x", "/api/packages/-1", "/api/subscriptions/1.5"} {
		w.do(call{path: path}).want(http.StatusBadRequest, "validation_failed").field("id")
	}
}

func TestParticipants(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	for query, want := range map[string]string{
		"":                         "lynx tide",
		"no_limit=true":            "lynx tide",
		"no_limit=1&limit=1":       "lynx tide",
		"limit=1":                  "lynx",
		"offset=1":                 "tide",
		"school=laurentide":        "lynx",
		"sport=hockey":             "lynx",
		"sport=soccer,hockey":      "lynx tide",
		"gender=W":                 "tide",
		"search=MAR%C3%89&lang=fr": "tide",
		"search=laur+lynx":         "lynx",
		"search=zz":                "",
		"school=nobody":            "",
	} {
		var got []string
		var list []ParticipantDTO
		w.do(call{path: "/api/participants?" + query}).into(&list)
		for _, p := range list {
			got = append(got, p.Alias)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %v, want %q", query, got, want)
		}
	}
	for query, field := range map[string]string{
		"limit=0": "limit", "offset=-1": "offset", "gender=X": "gender", "school=a%20b": "school", "sport=%3C": "sport", "no_limit=perhaps": "no_limit",
	} {
		w.do(call{path: "/api/participants?" + query}).want(http.StatusBadRequest, "validation_failed").field(field)
	}
}

// Lists of configuration come whole, or in pages.
func TestPagesOfConfiguration(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.season(home, "")
		for _, list := range []string{"packages", "subscriptions", "pages", "faq", "events-locations", "participant-groups"} {
			page := func(query string) (ids []int64, meta Meta) {
				t.Helper()
				var body Page[struct{ ID int64 }]
				if err := json.Unmarshal(w.do(call{path: "/api/" + list + "?" + query}).want(http.StatusOK, "").body, &body); err != nil {
					t.Fatal(err)
				}
				for _, one := range body.Data {
					ids = append(ids, one.ID)
				}
				return ids, body.Meta
			}
			all, whole := page("")
			if len(all) == 0 || whole != (Meta{Total: int64(len(all))}) {
				t.Errorf("%s: %v, %+v", list, all, whole)
			}
			for query, want := range map[string]struct {
				ids  []int64
				meta Meta
			}{
				"no_limit=1":                    {all, whole},
				"no_limit=true&limit=1":         {all, whole},
				"limit=1":                       {all[:1], Meta{Total: whole.Total, Limit: 1}},
				"limit=1000&offset=0":           {all, Meta{Total: whole.Total, Limit: 1000}},
				"offset=1":                      {all[1:], Meta{Total: whole.Total, Offset: 1}},
				"limit=5&offset=100000":         {nil, Meta{Total: whole.Total, Limit: 5, Offset: 100_000}},
				"limit=1&offset=1&channel=home": {all[1:min(2, len(all))], Meta{Total: whole.Total, Limit: 1, Offset: 1}},
			} {
				if ids, meta := page(query); !slices.Equal(ids, want.ids) || meta != want.meta {
					t.Errorf("%s?%s: %v, %+v", list, query, ids, meta)
				}
			}
			for query, field := range map[string]string{
				"limit=0": "limit", "limit=1001": "limit", "limit=x": "limit", "limit=1.5": "limit", "offset=-1": "offset", "offset=100001": "offset",
				"offset=99999999999999999999": "offset", "no_limit=perhaps": "no_limit", "sort_field=id": "sort_field", "limit=1&limit=2": "limit",
			} {
				w.do(call{path: "/api/" + list + "?" + query}).want(http.StatusBadRequest, "validation_failed").field(field)
			}
		}
	})
}

// Without a key the channel is the host's, or the one named.
func TestConfigurationOfAnotherChannel(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(away, "")
	for _, c := range []call{{path: "/api/menu", host: "away.example"}, {path: "/api/menu?channel=" + away}, {path: "/api/menu", key: w.visitor(away)}} {
		var menu []MenuItemDTO
		w.do(c).into(&menu)
		if len(menu) != 4 || menu[0].Title != "En direct" {
			t.Errorf("%+v: %+v", c, menu)
		}
	}
	w.do(call{path: "/api/menu", host: "nobody.example"}).want(http.StatusNotFound, "channel_not_found")
	w.do(call{path: "/api/menu?channel=nobody"}).want(http.StatusNotFound, "channel_not_found")
}
