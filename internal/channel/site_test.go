package channel_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

func en(s string) text.Text { return text.Text{"en": s} }

func TestSiteComesBackAsWritten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, ctx := newHouse(d), t.Context()
		id, other := h.create(t, northline("north")), h.create(t, northline("south"))
		by := system(id)
		fail := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		menu := []channel.MenuItem{
			{Type: channel.MenuLink, Title: en("Live"), URL: "/live"},
			{Type: channel.MenuCategory, Title: text.Text{}, TargetID: 3, Children: []channel.MenuItem{
				{Type: channel.MenuPage, Title: en("Rules"), TargetID: 4, Image: "menu/rules.webp"},
			}},
		}
		faq := []channel.Question{{Category: en("Money"), Question: en("How?"), Answer: en(`<b onclick="x">So</b>`)}}
		slides := []channel.Slide{
			{
				Type: channel.SlideMain, Title: en("Final"), Text: en("Tonight"), Button: en("Watch"), URL: "/watch/1",
				Image: channel.Image{Key: "s/1.webp", Widths: map[int]string{640: "s/1-640.webp"}}, EventID: 1,
			},
			{Type: channel.SlideCategory, TargetID: 2, Title: en("Hockey"), Text: en(""), Button: en("")},
		}
		prerolls := []channel.Preroll{
			{URL: "ads/a.mp4", Weight: 1, Categories: []int64{}, ForLive: true},
			{URL: "ads/b.mp4", Weight: 9, Categories: []int64{3, 4}, ForVOD: true, Sponsor: "Halyard", ClickURL: "https://halyard.example/a?b=c", SkipAfterS: 5},
			{Kind: channel.PrerollVAST, URL: "https://ads.example/tag?r=[CACHEBUSTING]", Weight: 5, Categories: []int64{}, ForLive: true, MediaHosts: []string{"*.cdn.example"}},
		}
		prerolls[0].Kind, prerolls[1].Kind = channel.PrerollVideo, channel.PrerollVideo
		for i := range prerolls {
			prerolls[i].MediaHosts = append([]string{}, prerolls[i].MediaHosts...)
		}
		page := channel.Page{URL: "/about", AltName: "about", Name: en("About"), Content: en("<h1>Us</h1><script>x</script>")}
		for range 2 { // written again, nothing is there twice
			fail(h.ReplaceMenu(ctx, by, id, menu))
			fail(h.ReplaceFAQ(ctx, by, id, faq))
			fail(h.ReplaceSlides(ctx, by, id, slides))
			fail(h.ReplacePrerolls(ctx, by, id, prerolls))
		}
		fail(h.ReplaceMenu(ctx, system(other), other, nil))
		pageID, err := h.CreatePage(ctx, by, id, page)
		fail(err)

		site, err := h.Site(ctx, id)
		fail(err)
		ignoreID := cmpopts.IgnoreFields
		// By position, whatever the level: the reader builds the tree.
		if diff := cmp.Diff([]channel.MenuItem{menu[0], menu[1].Children[0], {Type: channel.MenuCategory, Title: text.Text{}, TargetID: 3}},
			site.Menu, ignoreID(channel.MenuItem{}, "ID", "ParentID", "Children")); diff != "" {
			t.Error(diff)
		}
		if site.Menu[1].ParentID != site.Menu[2].ID {
			t.Errorf("the child's parent is %d, want %d", site.Menu[1].ParentID, site.Menu[2].ID)
		}
		faq[0].Answer = en("<b>So</b>")
		if diff := cmp.Diff(faq, site.FAQ, ignoreID(channel.Question{}, "ID")); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(slides, site.Slides, ignoreID(channel.Slide{}, "ID")); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]channel.Preroll{prerolls[1], prerolls[2], prerolls[0]}, site.Prerolls, ignoreID(channel.Preroll{}, "ID")); diff != "" {
			t.Error(diff)
		}
		if hosts := strings.Join(site.AdHosts(), " "); hosts != "*.cdn.example ads.example" {
			t.Errorf("films of ads come from %q", hosts)
		}
		page.ID, page.UpdatedAt, page.Content = pageID, noon, en("<h1>Us</h1>")
		if diff := cmp.Diff([]channel.Page{page}, site.Pages); diff != "" {
			t.Error(diff)
		}
		if empty, err := h.Site(ctx, other); err != nil || len(empty.Menu)+len(empty.Pages)+len(empty.FAQ)+len(empty.Slides) != 0 {
			t.Errorf("the other channel has %+v, %v", empty, err)
		}
	})
}

func TestPages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, ctx := newHouse(d), t.Context()
		id, other := h.create(t, northline("north")), h.create(t, northline("south"))
		page := channel.Page{URL: "/about", AltName: "about", Name: en("About")}
		first, err := h.CreatePage(ctx, system(id), id, page)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.CreatePage(ctx, system(id), id, page); fault.KindOf(err) != fault.Conflict {
			t.Errorf("a taken path gives %v", err)
		}
		if _, err := h.CreatePage(ctx, system(other), other, page); err != nil {
			t.Errorf("the other channel cannot have the same path: %v", err)
		}
		page.ID, page.Name = first, en("About us")
		if err := h.UpdatePage(ctx, system(other), other, page); fault.CodeOf(err) != "page_not_found" {
			t.Errorf("another channel's page is changed: %v", err)
		}
		if err := h.DeletePage(ctx, system(other), other, first); fault.CodeOf(err) != "page_not_found" {
			t.Errorf("another channel's page is removed: %v", err)
		}
		if err := h.UpdatePage(ctx, system(id), id, page); err != nil {
			t.Fatal(err)
		}
		site, err := h.Site(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := site.Page(func(p channel.Page) bool { return p.AltName == "about" }); err != nil || got.Name.In("en") != "About us" {
			t.Errorf("the page is %+v, %v", got, err)
		}
		if err := h.DeletePage(ctx, system(id), id, first); err != nil {
			t.Fatal(err)
		}
		if site, err = h.Site(ctx, id); err != nil || len(site.Pages) != 0 {
			t.Errorf("pages left: %+v, %v", site, err)
		}
	})
}

func TestSiteRefusesBadInput(t *testing.T) {
	h, ctx := newHouse(dbtest.SQLite(t)), t.Context()
	id := h.create(t, northline("north"))
	by := system(id)
	menu := func(m channel.MenuItem) error { return h.ReplaceMenu(ctx, by, id, []channel.MenuItem{m}) }
	slide := func(s channel.Slide) error { return h.ReplaceSlides(ctx, by, id, []channel.Slide{s}) }
	preroll := func(p channel.Preroll) error { return h.ReplacePrerolls(ctx, by, id, []channel.Preroll{p}) }
	page := func(p channel.Page) error {
		_, err := h.CreatePage(ctx, by, id, p)
		return err
	}
	deep := channel.MenuItem{Type: channel.MenuLink, Title: en("a"), URL: "/a"}
	deep.Children = []channel.MenuItem{{Type: channel.MenuLink, Title: en("b"), URL: "/b", Children: []channel.MenuItem{deep}}}
	tests := []struct {
		name  string
		err   error
		field string
	}{
		{"menu: no type", menu(channel.MenuItem{Title: en("x")}), "0.type"},
		{"menu: script", menu(channel.MenuItem{Type: channel.MenuLink, Title: en("x"), URL: "javascript:alert(1)"}), "0.url"},
		{"menu: no target", menu(channel.MenuItem{Type: channel.MenuGroup}), "0.slidable_id"},
		{"menu: no title", menu(channel.MenuItem{Type: channel.MenuLink, URL: "/a"}), "0.title"},
		{"menu: three levels", menu(deep), "0.children"},
		{"faq: no question", h.ReplaceFAQ(ctx, by, id, []channel.Question{{Answer: en("x")}}), "0.question"},
		{"slide: no target", slide(channel.Slide{Type: channel.SlideGroup, Title: en("x")}), "0.slidable_id"},
		{"slide: type", slide(channel.Slide{Type: "page", Title: en("x")}), "0.slidable_type"},
		{"slide: open redirect", slide(channel.Slide{Type: channel.SlideMain, Title: en("x"), URL: "//evil.example"}), "0.url"},
		{"slide: image", slide(channel.Slide{Type: channel.SlideMain, Title: en("x"), Image: channel.Image{Key: "../secret"}}), "0.image"},
		{"preroll: weight", preroll(channel.Preroll{URL: "a.mp4", ForLive: true}), "0.weight"},
		{"preroll: for nothing", preroll(channel.Preroll{URL: "a.mp4", Weight: 1}), "0.for_live"},
		{"preroll: location", preroll(channel.Preroll{URL: "a.mp4", Weight: 1, ForLive: true, LocationID: 99}), "location_id"},
		{"preroll: kind", preroll(channel.Preroll{Kind: "banner", URL: "a.mp4", Weight: 1, ForLive: true}), "0.kind"},
		{"preroll: a press that runs", preroll(channel.Preroll{URL: "a.mp4", Weight: 1, ForLive: true, ClickURL: "javascript:alert(1)"}), "0.click_url"},
		{"preroll: a press in the open", preroll(channel.Preroll{URL: "a.mp4", Weight: 1, ForLive: true, ClickURL: "http://a.example/"}), "0.click_url"},
		{"preroll: a press on ours", preroll(channel.Preroll{URL: "a.mp4", Weight: 1, ForLive: true, ClickURL: "/profile"}), "0.click_url"},
		{"preroll: a host that ends the policy", preroll(channel.Preroll{URL: "https://a.example;script-src/a.mp4", Weight: 1, ForLive: true}), "0.url"},
		{"preroll: skipped before it begins", preroll(channel.Preroll{URL: "a.mp4", Weight: 1, ForLive: true, SkipAfterS: -1}), "0.skip_after"},
		{"preroll: hosts of a film", preroll(channel.Preroll{URL: "a.mp4", Weight: 1, ForLive: true, MediaHosts: []string{"a.example"}}), "0.media_hosts"},
		{"vast: of ours", preroll(channel.Preroll{Kind: channel.PrerollVAST, URL: "/ads", Weight: 1, ForLive: true}), "0.url"},
		{"vast: in the open", preroll(channel.Preroll{Kind: channel.PrerollVAST, URL: "http://ads.example/", Weight: 1, ForLive: true}), "0.url"},
		{"vast: with a password", preroll(channel.Preroll{Kind: channel.PrerollVAST, URL: "https://a:b@ads.example/", Weight: 1, ForLive: true}), "0.url"},
		{"vast: every host", preroll(channel.Preroll{Kind: channel.PrerollVAST, URL: "https://ads.example/", Weight: 1, ForLive: true, MediaHosts: []string{"*"}}), "0.media_hosts"},
		{"vast: a host that ends the policy", preroll(channel.Preroll{Kind: channel.PrerollVAST, URL: "https://ads.example/", Weight: 1, ForLive: true, MediaHosts: []string{"a.example; script-src *"}}), "0.media_hosts"},
		{"page: path", page(channel.Page{URL: "/a b", AltName: "a", Name: en("x")}), "url"},
		{"page: the product's path", page(channel.Page{URL: "/api/x", AltName: "a", Name: en("x")}), "url"},
		{"page: alternative name", page(channel.Page{URL: "/a", Name: en("x")}), "alt_name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { expectField(t, tt.err, tt.field) })
	}
}

func TestPagesAreKnownByTheirNames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, ctx := newHouse(d), t.Context()
		id := h.create(t, northline("north"))
		pages := func() []channel.Page {
			t.Helper()
			site, err := h.Stored(ctx, "north")
			if err != nil {
				t.Fatal(err)
			}
			return site.Pages
		}
		about := channel.Page{URL: "/about", AltName: "about", Name: en("About"), Content: en("<p>Us</p>")}
		terms := channel.Page{URL: "/terms", AltName: "terms", Name: en("Terms"), Content: en("<p>Rules</p>")}
		if err := h.ReplacePages(ctx, system(id), id, []channel.Page{about, terms}); err != nil {
			t.Fatal(err)
		}
		before := pages()
		h.now.Advance(time.Hour)
		about.Content = en("<p>All of us</p>")
		help := channel.Page{URL: "/terms", AltName: "help", Name: en("Help")}
		terms.URL = "/rules" // its old path goes to another page in the same call
		if err := h.ReplacePages(ctx, system(id), id, []channel.Page{help, about, terms}); err != nil {
			t.Fatal(err)
		}
		after := pages()
		if len(after) != 3 || after[0].AltName != "help" || after[1].ID != before[0].ID || after[2].ID != before[1].ID {
			t.Fatalf("pages were %+v and are %+v", before, after)
		}
		if !after[1].UpdatedAt.Equal(noon.Add(time.Hour)) {
			t.Errorf("a changed page is of %s", after[1].UpdatedAt)
		}
		h.now.Advance(time.Hour)
		if err := h.ReplacePages(ctx, system(id), id, []channel.Page{about, terms}); err != nil {
			t.Fatal(err)
		}
		if last := pages(); len(last) != 2 || !last[0].UpdatedAt.Equal(noon.Add(time.Hour)) {
			t.Errorf("an unchanged page has a new time: %+v", last)
		}
		twice := []channel.Page{about, about}
		if err := h.ReplacePages(ctx, system(id), id, twice); fault.KindOf(err) != fault.Conflict {
			t.Errorf("two pages of one name: %v", err)
		}
		if len(pages()) != 2 {
			t.Error("a refused list changed the pages")
		}
	})
}

func TestQuestionsKeepTheirIDs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, ctx := newHouse(d), t.Context()
		id := h.create(t, northline("north"))
		ids := func(questions ...channel.Question) []int64 {
			t.Helper()
			if err := h.ReplaceFAQ(ctx, system(id), id, questions); err != nil {
				t.Fatal(err)
			}
			site, err := h.Stored(ctx, "north")
			if err != nil {
				t.Fatal(err)
			}
			var out []int64
			for _, q := range site.FAQ {
				out = append(out, q.ID)
			}
			return out
		}
		how, when := channel.Question{Question: en("How?"), Answer: en("So")}, channel.Question{Question: en("When?"), Answer: en("Now")}
		before := ids(how, when)
		how.Answer = en("Like this")
		after := ids(channel.Question{Question: en("Where?"), Answer: en("Here")}, when, how, when)
		if after[1] != before[1] || after[2] != before[0] || slices.Contains(before, after[0]) || slices.Contains(before, after[3]) {
			t.Errorf("ids were %v and are %v", before, after)
		}
	})
}
