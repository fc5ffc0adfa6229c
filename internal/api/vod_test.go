package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// shelve gives a channel a library of one video of each kind of access.
func (w *world) shelve(s *season, by actor.Actor, word func(en, fr string) text.Text, alias func(string) string) {
	w.t.Helper()
	var film int64
	err := w.db.Write().NewRaw(`INSERT INTO films (channel_id, source, folder, journal, width, height, duration_ms, created_ms)
		VALUES (?, 's', ?, '{}', 640, 360, 60000, 0) RETURNING id`, s.channelID, fmt.Sprint("films/", s.channelID)).Scan(w.t.Context(), &film)
	if err != nil {
		w.t.Fatal(err)
	}
	video := func(name string, access vod.Access, daysAgo int, title text.Text, media ...vod.Medium) vod.Item {
		return vod.Item{
			Alias: name, Category: alias("classics"), Access: access, Title: title, Description: word("<p>Told</p><script>x</script>", "<p>Conté</p>"),
			Date: w.clock.Now().AddDate(0, 0, -daysAgo), Image: vod.Image{Key: "v/1.webp", Widths: map[int]string{640: "v/1-640.webp"}},
			Preview: vod.Image{Key: "v/wide.webp"}, Media: media,
		}
	}
	whole := vod.Medium{Alias: "whole", Duration: time.Minute, FilmID: film}
	must[vod.Changes](w)(w.library.Replace(w.t.Context(), by, s.channelID, vod.Library{
		Categories: []vod.Category{{Alias: alias("stories"), Title: word("Stories", "Récits")}, {Alias: alias("classics"), Title: word("Classics", "Classiques")}},
		Items: []vod.Item{
			video("free", vod.Free, 3, word("Captain’s winter", "L’hiver du capitaine"), whole),
			video("register", vod.Register, 2, word("Overtime", "Prolongation"), whole),
			video("paid", vod.Paid, 1, word("Grand final", "Grande finale"),
				vod.Medium{Alias: "first", Title: word("First half", "Première demie"), Duration: time.Hour, FilmID: film},
				vod.Medium{Alias: "second", Title: word("Second half", "Deuxième demie"), Duration: time.Hour, EventID: int64(s.events["over"])}),
		},
		Rails: []vod.Rail{{Alias: alias("new"), Title: word("New", "Nouveautés"), Items: []string{"register", "free"}}},
	}))
	library := must[vod.Library](w)(w.library.Library(w.t.Context(), s.channelID))
	s.shelf, s.rail, s.videos = library.Categories[1].ID, library.Rails[0].ID, map[string]vod.ItemID{}
	for _, item := range library.Items {
		s.videos[item.Alias] = item.ID
		if item.Access == vod.Free {
			s.medium = int64(item.Media[0].ID)
		}
	}
}

// videos decodes a page of the library: its aliases, and its meta.
func (r reply) videos() (string, Meta) {
	r.t.Helper()
	r.want(http.StatusOK, "")
	var page Page[VODItemDTO]
	if err := json.Unmarshal(r.body, &page); err != nil {
		r.t.Fatalf("%v: %s", err, r.body)
	}
	var names []string
	for _, item := range page.Data {
		names = append(names, item.Alias)
	}
	return strings.Join(names, " "), page.Meta
}

func TestVODLists(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		key := w.visitor(home)
		for _, test := range []struct {
			path, want          string
			total, limit, start int
		}{
			{"vod-media-items", "paid register free", 3, 30, 0},
			{"vod-media-items?sort_field=title", "free paid register", 3, 30, 0},
			{"vod-media-items?sort_field=title&sort_direction=desc", "register paid free", 3, 30, 0},
			{"vod-media-items?sort_field=duration&limit=1", "paid", 3, 1, 0},
			{"vod-media-items?category=stories", "", 0, 30, 0},
			{fmt.Sprintf("vod-media-items?category=%d&offset=1", s.shelf), "register free", 3, 30, 1},
			{"vod-media-items?category=nobody", "", 0, 30, 0},
			{"vod-media-items?rail=new", "register free", 2, 30, 0},
			{"vod-media-items?rail=new&sort_field=date&sort_direction=asc", "free register", 2, 30, 0},
			{"vod-media-items?rail=nobody", "", 0, 30, 0},
			{"vod-media-items?type=free,paid", "paid free", 2, 30, 0},
			{fmt.Sprintf("vod-media-items?parts=987654321,%d", s.medium), "free", 1, 30, 0},
			{fmt.Sprintf("vod-media-items?parts=%d&category=stories", s.medium), "", 0, 30, 0},
			{"vod-media-items?parts=987654321", "", 0, 30, 0},
			{"vod-media-items?title=final", "paid", 1, 30, 0},
			{"vod-media/search", "paid register free", 3, 10, 0},
			{"vod-media/search?title=hiver+cap", "free", 1, 10, 0},
			{"vod-media/search?sort_field=title", "free paid register", 3, 10, 0},
			{"vod-media/search?sort_field=title&sort_direction=desc", "register paid free", 3, 10, 0},
			{"vod-media/search?limit=2", "paid register", 3, 2, 0},
			{"vod-media/search?title=%25", "", 0, 10, 0},
			{"vod-media/search?title=o&limit=5&offset=1&sort_field=title", "", 1, 5, 1},
		} {
			names, meta := w.do(call{path: "/api/" + test.path, key: key}).videos()
			if names != test.want || meta.Total != int64(test.total) || meta.Limit != test.limit || meta.Offset != test.start {
				t.Errorf("%s: %q, %+v", test.path, names, meta)
			}
		}
	})
}

func TestVODListsRefuseBadInput(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	key := w.visitor(home)
	for _, list := range []string{"vod-media-items", "vod-media/search"} {
		for query, field := range map[string]string{
			"limit=0": "limit", "limit=101": "limit", "limit=x": "limit", "limit=99999999999999999999": "limit", "offset=-1": "offset",
			"offset=10001": "offset", "sort_field=price": "sort_field", "sort_direction=up": "sort_direction", "category=a%20b": "category",
			"title=" + strings.Repeat("a", 101): "title", "title=%00": "title", "title=%ff": "title", "nonsense=1": "nonsense", "limit=1&limit=2": "limit",
		} {
			w.do(call{path: "/api/" + list + "?" + query, key: key}).want(http.StatusBadRequest, "validation_failed").field(field)
		}
	}
	for query, field := range map[string]string{"rail=a,b": "rail", "rail=%3C": "rail", "type=ppv": "type", "parts=-1": "parts", "parts=x": "parts", "parts=1" + strings.Repeat(",1", 200): "parts"} {
		w.do(call{path: "/api/vod-media-items?" + query, key: key}).want(http.StatusBadRequest, "validation_failed").field(field)
	}
	w.do(call{path: "/api/vod-media/search?sort_field=rail", key: key}).want(http.StatusBadRequest, "validation_failed").field("sort_field")
	for path, status := range map[string]int{"/api/vod-media-items/x": http.StatusBadRequest, "/api/vod-media-items/-1": http.StatusBadRequest, "/api/vod-media-items/99999999999999999999": http.StatusNotFound} {
		w.do(call{path: path, key: key}).want(status, "")
	}
	for _, path := range []string{"vod-media-items", "vod-media-items/1", "vod-media/search", "vod-media-categories", "vod-media-rails"} {
		w.do(call{path: "/api/" + path}).want(http.StatusBadRequest, "no_api_key")
	}
}

func TestVODRailsAndCategories(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.season(home, "")
		var categories []VODCategoryDTO
		w.do(call{path: "/api/vod-media-categories?lang=fr", key: w.visitor(home)}).into(&categories)
		if len(categories) != 2 || categories[0].Title != "Récits" || categories[0].ItemsCount != 0 || categories[1].ItemsCount != 3 {
			t.Errorf("categories %+v", categories)
		}
		var rails []VODRailDTO
		w.do(call{path: "/api/vod-media-rails", key: w.visitor(home)}).into(&rails)
		if len(rails) != 1 || rails[0].Title != "New" || rails[0].ItemsCount != 2 || len(rails[0].Items) != 2 || rails[0].Items[0].Alias != "register" {
			t.Fatalf("rails %+v", rails)
		}
		item := rails[0].Items[0]
		if item.Assets.Image != "/media/public/v/1.webp" || item.Assets.ImageSrcset != "/media/public/v/1-640.webp 640w" || item.Category.Title != "Classics" ||
			len(item.Parts) != 1 || *item.Duration != 60 || item.HasAccess {
			t.Errorf("item %+v", item)
		}
	})
}

// video asks for one item.
func (w *world) video(s *season, alias, key string) VODItemDetailDTO {
	w.t.Helper()
	var dto VODItemDetailDTO
	w.do(call{path: fmt.Sprintf("/api/vod-media-items/%d", s.videos[alias]), key: key}).into(&dto)
	return dto
}

func TestVODAccess(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		visitor, fan := w.visitor(home), w.loggedIn(home, "fan@example.com")
		operator := w.loggedIn(home, "operator@example.com", func(n *account.NewUser) { n.Role = actor.Operator })
		far := w.person(home, "far@example.com")
		if err := w.accounts.SetGeoBlocked(t.Context(), actor.ForSystem(s.channelID), s.channelID, far.ID, true); err != nil {
			t.Fatal(err)
		}
		blocked := w.login(home, "far@example.com")
		for _, test := range []struct {
			alias, key string
			want       commerce.Reason
		}{
			{"free", visitor, commerce.ReasonFree},
			{"register", visitor, commerce.ReasonLoginRequired},
			{"register", fan, commerce.ReasonRegistered},
			{"paid", visitor, commerce.ReasonPurchaseRequired},
			{"paid", fan, commerce.ReasonPurchaseRequired},
			{"paid", operator, commerce.ReasonOperator},
			{"free", blocked, commerce.ReasonGeoBlocked},
		} {
			got := w.video(s, test.alias, test.key)
			if got.Access.Reason != test.want || got.HasAccess != got.Access.Granted {
				t.Errorf("%s: %+v", test.alias, got.Access)
			}
			if len(got.Media) != 1 || got.Media[0].ID != got.Parts[0].ID || got.Media[0].Type != 3 {
				t.Fatalf("%s: media %+v of %+v", test.alias, got.Media, got.Parts)
			}
			if (got.Media[0].URL != "") != got.HasAccess {
				t.Errorf("%s by %s: url %q", test.alias, test.want, got.Media[0].URL)
			}
			if slices.Contains(got.Access.Capabilities, commerce.Watch) != got.HasAccess {
				t.Errorf("%s: %v", test.alias, got.Access.Capabilities)
			}
		}
	})
}

// A part that plays a game is refused where the game is blacked out; its page says why, and the
// other parts go on.
func TestAVideoIsBlackedOutWithItsGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, func(deps *Deps) { deps.EventMedia = spoiledMedia{} }) // which has recordings
		s := w.season(home, "")
		must[vod.Changes](w)(w.library.Replace(t.Context(), actor.ForSystem(s.channelID), s.channelID, vod.Library{
			Categories: []vod.Category{{Alias: "all", Title: text.Text{"en": "All"}}},
			Items: []vod.Item{
				{
					Alias: "game", Category: "all", Access: vod.Free, Title: text.Text{"en": "Game"}, Date: w.clock.Now(),
					Media: []vod.Medium{{Alias: "whole", EventID: int64(s.events["over"])}},
				},
				{
					Alias: "both", Category: "all", Access: vod.Free, Title: text.Text{"en": "Both"}, Date: w.clock.Now(),
					Media: []vod.Medium{
						{Alias: "game", Title: text.Text{"en": "Game"}, EventID: int64(s.events["over"])},
						{Alias: "open", Title: text.Text{"en": "Open"}, EventID: int64(s.events["live"])},
					},
				},
			},
		}))
		for _, item := range must[vod.Library](w)(w.library.Library(t.Context(), s.channelID)).Items {
			s.videos[item.Alias] = item.ID
		}
		visitor := w.visitor(home)
		granted := func(alias string) (item bool, parts []bool) {
			t.Helper()
			got := w.video(s, alias, visitor)
			for _, m := range got.Media {
				if m.Access.Granted != (m.URL != "") {
					t.Errorf("%s: %+v with the address %q", alias, m.Access, m.URL)
				}
				parts = append(parts, m.Access.Granted)
			}
			return got.HasAccess, parts
		}
		if item, parts := granted("game"); !item || !slices.Equal(parts, []bool{true}) {
			t.Errorf("without rules: %v %v", item, parts)
		}
		rule := []commerce.Blackout{{Mode: commerce.Allow, Places: []string{"CA"}, LiftedAfter: commerce.Forever}}
		if err := w.commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(s.channelID), s.channelID, int64(s.events["over"]), rule); err != nil {
			t.Fatal(err)
		}
		if item, parts := granted("game"); item || !slices.Equal(parts, []bool{false}) {
			t.Errorf("blacked out: %v %v", item, parts)
		}
		if item, parts := granted("both"); !item || !slices.Equal(parts, []bool{false, true}) {
			t.Errorf("one part blacked out: %v %v", item, parts)
		}
		access := w.video(s, "game", visitor).Access
		if access.Reason != commerce.ReasonBlackout || !access.PlaceUnknown || !strings.Contains(access.Message, "cannot tell where you are") {
			t.Errorf("it says %+v", access)
		}
		var page Page[VODItemDTO]
		list := w.do(call{path: "/api/vod-media-items", key: visitor}).want(http.StatusOK, "")
		if err := json.Unmarshal(list.body, &page); err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Data {
			if item.HasAccess != (item.Alias == "both") {
				t.Errorf("the list says of %s: %v", item.Alias, item.HasAccess)
			}
		}
	})
}

func TestVODDetailTellsWhatOpensIt(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	must[commerce.PackageID](w)(w.commerce.Create(t.Context(), actor.ForSystem(s.channelID), s.channelID, commerce.Package{
		Kind: commerce.KindSubscription, Type: commerce.TypeAnnual, Name: both("Everything", "Tout"), Period: "year", Currency: "CAD",
		BasePrice: 9000, ServiceFee: 900, Renewal: true, Capabilities: []commerce.Capability{commerce.VODMedia},
	}))
	paid := w.video(s, "paid", w.visitor(home))
	if len(paid.Packages) != 1 || paid.Packages[0].Name != "Everything" || paid.Packages[0].Price != 9900 {
		t.Errorf("packages %+v", paid.Packages)
	}
	if paid.Description != "<p>Told</p>" || *paid.Duration != 7200 || len(paid.Parts) != 2 || paid.Parts[1].Title != "Second half" {
		t.Errorf("detail %+v", paid)
	}
	if free := w.video(s, "free", w.visitor(home)); len(free.Packages) != 0 {
		t.Errorf("free is opened by %+v", free.Packages)
	}
	var french VODItemDetailDTO
	w.do(call{path: fmt.Sprintf("/api/vod-media-items/%d?lang=fr", s.videos["paid"]), key: w.visitor(home)}).into(&french)
	if french.Title != "Grande finale" || french.Access.Message != "Abonnez-vous ou achetez un forfait pour regarder." {
		t.Errorf("in French %+v", french)
	}
	w.do(call{path: "/api/vod-media-items/987654", key: w.visitor(home)}).want(http.StatusNotFound, "vod_media_item_not_found")
}

// What an operator changes is seen with the next question, though lists are kept.
func TestVODListsFollowTheLibrary(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s, key := w.season(home, ""), w.visitor(home)
	if names, _ := w.do(call{path: "/api/vod-media-items", key: key}).videos(); names != "paid register free" {
		t.Fatal(names)
	}
	must[vod.Changes](w)(w.library.Replace(t.Context(), actor.ForSystem(s.channelID), s.channelID, vod.Library{}))
	if names, meta := w.do(call{path: "/api/vod-media-items", key: key}).videos(); names != "" || meta.Total != 0 {
		t.Errorf("%q, %+v", names, meta)
	}
}
