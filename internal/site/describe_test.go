package site_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/channel/channeltest"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/site"
	"github.com/grandstand/grandstand/internal/text"
)

type noEdge struct{}

func (noEdge) Bootstrap(context.Context, int64, string) ([]byte, error) {
	return []byte("{}"), nil
}

// FirstList answers with what it was asked, and one event.
func (noEdge) FirstList(_ context.Context, _ int64, _ string, hideScores bool, query url.Values) ([]byte, error) {
	if hideScores {
		return nil, nil
	}
	return []byte(`{"data":[{"image":"/a.jpg","image_srcset":"/a-320.jpg 320w"}],"meta":{"asked":"` + query.Encode() + `"}}`), nil
}

// league is a real channel with one sport, school, team, question and event.
func league(t *testing.T) (site.Domains, catalog.EventID) {
	t.Helper()
	d, ctx := dbtest.SQLite(t), t.Context()
	now := clock.NewManual(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	revisions := revision.NewTracker(d.Read(), now, slog.New(slog.DiscardHandler))
	domains := site.Domains{
		Channels: channel.NewService(d, revisions, now, channeltest.Sealer()), Catalog: catalog.NewService(d, revisions, now), Edge: noEdge{},
		MediaURL: func(key string) string { return key },
	}
	id, err := domains.Channels.Create(ctx, actor.ForSystem(0), channel.Channel{
		Key: "north", Name: text.Text{"en": "North"}, Language: "en", Languages: []string{"en", "fr"}, Currency: "CAD", TimeZone: "UTC",
		Domains: []string{"north.example"}, Settings: channel.Settings{Icons: map[int]string{32: "/32.png", 192: "/192.png", 512: "/512.png"}},
		Colors: channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
	})
	if err != nil {
		t.Fatal(err)
	}
	by, owner := actor.ForSystem(int64(id)), int64(id)
	sport, err := domains.Catalog.CreateCategory(ctx, by, owner, catalog.Category{Alias: "hockey", Title: text.Text{"en": "Hockey", "fr": "Le hockey"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := domains.Catalog.CreateGroup(ctx, by, owner, catalog.Group{Alias: "riviere", Name: text.Text{"en": "Rivière College"}}); err != nil {
		t.Fatal(err)
	}
	err = domains.Channels.ReplaceFAQ(ctx, by, id, []channel.Question{{
		Category: text.Text{"en": "Help"}, Question: text.Text{"en": "How & why?"}, Answer: text.Text{"en": "<p>Like <b>this</b> &amp; that.</p>"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	events, err := domains.Catalog.CreateEvents(ctx, by, owner, []catalog.Event{{
		CategoryID: sport, Type: catalog.Paid, Name: text.Text{"en": "Final"}, StartAt: now.Now(), TimeZone: "UTC", BasePrice: 999, ServiceFee: 150, Currency: "CAD",
	}})
	if err != nil {
		t.Fatal(err)
	}
	return domains, events[0]
}

func view(t *testing.T, d site.Domains, lang string, r site.Request) (site.Channel, site.View) {
	t.Helper()
	c, err := d.Channel(t.Context(), "north.example", lang)
	if err != nil {
		t.Fatal(err)
	}
	v, err := d.View(t.Context(), c, r)
	if err != nil {
		t.Fatal(err)
	}
	return c, v
}

// The style sheet in the page has each colour of the channel, and each of its opacity steps, under its own name.
func TestEachColourReachesThePage(t *testing.T) {
	d, _ := league(t)
	c, err := d.Channels.FindByDomain(t.Context(), "north.example")
	if err != nil {
		t.Fatal(err)
	}
	colors := channel.Colors{FooterBackground: "#010203", BodyBackground: "#040506", BodyText: "#fafbfc", HeaderText: "#f7f8f9", Accent: "#ffb020"}
	if err := d.Channels.SetColors(t.Context(), actor.ForSystem(int64(c.ID)), c.ID, colors); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://north.example/404", nil)
	recorder := httptest.NewRecorder()
	siteOf(t, dist(), d).ServeHTTP(recorder, r)
	page := recorder.Body.String()
	for _, want := range []string{
		"footer-background:#010203", "footer-background-20:rgba(1,2,3,0.2)", "footer-background-50:rgba(1,2,3,0.5)", "footer-background-70:rgba(1,2,3,0.7)",
		"body-background:#040506", "body-background-10:rgba(4,5,6,0.1)", "body-background-20:rgba(4,5,6,0.2)", "body-background-50:rgba(4,5,6,0.5)", "body-background-70:rgba(4,5,6,0.7)",
		"body-text-color:#fafbfc", "body-text-color-5:rgba(250,251,252,0.05)", "body-text-color-10:rgba(250,251,252,0.1)", "body-text-color-20:rgba(250,251,252,0.2)",
		"body-text-color-50:rgba(250,251,252,0.5)", "body-text-color-70:rgba(250,251,252,0.7)", "body-text-color-95:rgba(250,251,252,0.95)",
		"header-text-color:#f7f8f9", "header-text-color-50:rgba(247,248,249,0.5)", "accent:#ffb020",
	} {
		if !strings.Contains(page, "--ch-"+want+";") {
			t.Errorf("%q is missing", want)
		}
	}
	if want := `<meta name="theme-color" content="#010203">`; !strings.Contains(page, want) {
		t.Errorf("%q is missing", want)
	}
	if t.Failed() {
		t.Logf("the page is\n%s", page)
	}
}

func TestScopesHaveOneAddress(t *testing.T) {
	d, _ := league(t)
	for _, test := range []struct {
		kind, path, query, canonical, title string
		noIndex                             bool
	}{
		{"home", "/", "sport=hockey", "/?sport=hockey", "Hockey", false},
		{"home", "/", "sport=Le+hockey", "/?sport=hockey", "Hockey", false},
		{"home", "/", "school=RIVIERE+college", "/?school=riviere", "Rivière College", false},
		{"home", "/", "school=riviere&sport=hockey", "/?school=riviere", "Rivière College", false},
		{"events", "/schedule", "sport=hockey", "/schedule?sport=hockey", "Hockey · Schedule", false},
		{"home", "/", "team=nobody", "", "", true},
		{"home", "/", "", "", "", false},
	} {
		_, v := view(t, d, "en", site.Request{Kind: test.kind, Path: test.path, Query: test.query})
		if v.Canonical != test.canonical || v.Title != test.title || v.NoIndex != test.noIndex || (v.Scope != "") != (test.canonical != "") {
			t.Errorf("%s?%s: %+v", test.path, test.query, v)
		}
	}
}

func TestAnEventAndTheQuestionsAreDescribed(t *testing.T) {
	d, id := league(t)
	c, v := view(t, d, "fr", site.Request{Kind: "embed", Path: "/watch_embed/1", ID: int64(id)})
	e := v.Event
	if e == nil || e.Price != 999 || !e.Taxed || e.Currency != "CAD" || !e.OnSale || e.Free || e.Recorded || e.Sport != "Le hockey" {
		t.Fatalf("%+v", e)
	}
	if len(v.Crumbs) != 3 || v.Crumbs[0].Title != "Accueil" || v.Crumbs[1].URL != "/?sport=hockey" || c.TouchIcon != "/192.png" || c.Own != "en" {
		t.Errorf("%+v, %+v", v.Crumbs, c)
	}
	if _, v := view(t, d, "en", site.Request{Kind: "page", Path: "/faq"}); len(v.Questions) != 1 || v.Questions[0] != (site.Question{Question: "How & why?", Answer: "Like this & that."}) {
		t.Errorf("%+v", v.Questions)
	}
}

func TestAListCarriesItsFirstEvents(t *testing.T) {
	d, _ := league(t)
	_, v := view(t, d, "en", site.Request{Kind: "events", Path: "/vod", Plain: true})
	want := `[[["events","list",{"recorded":"1","sort_direction":"desc","sort_field":"date","stream_status":"finished"}],` +
		`{"pageParams":[""],"pages":[{"data":[{"image":"/a.jpg","image_srcset":"/a-320.jpg 320w"}],` +
		`"meta":{"asked":"facets=1\u0026limit=24\u0026recorded=1\u0026sort_direction=desc\u0026sort_field=date\u0026stream_status=finished"}}]}]]`
	if string(v.Queries) != want || v.Lead == nil || v.Lead.Image != "/a.jpg" || v.Lead.Set != "/a-320.jpg 320w" || v.Lead.Sizes == "" {
		t.Errorf("%s, %+v", v.Queries, v.Lead)
	}
	if _, v := view(t, d, "en", site.Request{Kind: "events", Path: "/vod"}); v.Queries != nil || v.Lead != nil {
		t.Errorf("a filtered list carries %s", v.Queries)
	}
	c, err := d.Channel(t.Context(), "north.example", "en")
	if err != nil {
		t.Fatal(err)
	}
	c.HideScores = true
	if v, err := d.View(t.Context(), c, site.Request{Kind: "events", Path: "/vod", Plain: true}); err != nil || v.Queries != nil {
		t.Errorf("%s, %v", v.Queries, err)
	}
}
