package api

import (
	"fmt"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

// Section 3 of the specification: each setting has the value that the channel gave it, in every answer that has settings.
func TestFieldsOfSettings(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	site, err := w.sites.FindByKey(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	changed := *site
	changed.Currency = "USD"
	changed.Settings.GoogleTag, changed.Settings.AnalyticsKey = "G-ABC123DEF4", "yare-7"
	changed.Settings.PrerollSuppressionS = 600
	changed.Settings.StaticBlocks = map[string]text.Text{"footer_note": both("<p>Times are yours</p>", "<p>Les heures sont les vôtres</p>"), "player_help": both("<p>Reload the page</p>", "<p>Rechargez la page</p>")}
	changed.Settings.RemoteAuth = channel.RemoteAuth{Enabled: true, URL: "https://members.example.org/devices"}
	if err := w.sites.Update(t.Context(), actor.ForSystem(int64(site.ID)), changed); err != nil {
		t.Fatal(err)
	}
	const set = `{"language": "en", "currency": "USD", "google-analytics": {"google-tag": "G-ABC123DEF4"}, "yare-analytics": "yare-7", "remoteAuth": {"url": "https://members.example.org/devices"},
		"preroll_suppression": 600000, "static_blocks": {"footer_note": "<p>Times are yours</p>", "player_help": "<p>Reload the page</p>"}}`
	w.checkAnswers(t, "", []fieldsOf{
		{"by their call", "settings", "", set},
		{"with everything else", "channel-bootstrap-data", "settings", set},
		{"texts of fixed places", "channel-bootstrap-data", "static_blocks", `{"footer_note": "<p>Times are yours</p>", "player_help": "<p>Reload the page</p>"}`},
		{"texts of fixed places in French", "channel-bootstrap-data?lang=fr", "static_blocks", `{"footer_note": "<p>Les heures sont les vôtres</p>", "player_help": "<p>Rechargez la page</p>"}`},
		{"in French", "settings?lang=fr", "static_blocks", `{"footer_note": "<p>Les heures sont les vôtres</p>"}`},
		{"remote log in is on", "settings", "auth", `{"remote_auth": 1}`},
		{"of a channel that set nothing", "settings?channel=" + away, "", `{"language": "fr", "currency": "CAD", "google-analytics": {"google-tag": ""}, "yare-analytics": "", "remoteAuth": null, "static_blocks": {}, "prerolls": [], "preroll_suppression": 3600000}`},
		{"remote log in is off", "settings?channel=" + away, "auth", `{"remote_auth": 0}`},
	})
}

// Sections 3 and 9: each colour and each of its opacity steps has the value that the channel gave it, and not another colour's.
func TestFieldsOfColours(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	site := must[*channel.Channel](w)(w.sites.FindByKey(t.Context(), home))
	colors := channel.Colors{FooterBackground: "#010203", BodyBackground: "#040506", BodyText: "#fafbfc", HeaderText: "#f7f8f9", Accent: "#ffb020"}
	if err := w.sites.SetColors(t.Context(), actor.ForSystem(int64(site.ID)), site.ID, colors); err != nil {
		t.Fatal(err)
	}
	const set = `{"footer-background": "#010203", "footer-background-20": "rgba(1,2,3,0.2)", "footer-background-50": "rgba(1,2,3,0.5)", "footer-background-70": "rgba(1,2,3,0.7)",
		"body-background": "#040506", "body-background-10": "rgba(4,5,6,0.1)", "body-background-20": "rgba(4,5,6,0.2)", "body-background-50": "rgba(4,5,6,0.5)", "body-background-70": "rgba(4,5,6,0.7)",
		"body-text-color": "#fafbfc", "body-text-color-5": "rgba(250,251,252,0.05)", "body-text-color-10": "rgba(250,251,252,0.1)", "body-text-color-20": "rgba(250,251,252,0.2)",
		"body-text-color-50": "rgba(250,251,252,0.5)", "body-text-color-70": "rgba(250,251,252,0.7)", "body-text-color-95": "rgba(250,251,252,0.95)",
		"header-text-color": "#f7f8f9", "header-text-color-50": "rgba(247,248,249,0.5)", "accent": "#ffb020"}`
	w.checkAnswers(t, "", []fieldsOf{
		{"by their call", "color-settings/web", "", set},
		{"with everything else", "channel-bootstrap-data", "color-settings", set},
	})
}

// Section 3: an entry of the menu for each kind that slides have, and for links and pages.
func TestFieldsOfTheMenu(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	err := w.sites.ReplaceMenu(t.Context(), actor.ForSystem(s.channelID), channel.ID(s.channelID), []channel.MenuItem{
		{Type: channel.MenuLink, Title: both("On air", "En ondes"), URL: "/live", Image: "menu/live.webp"},
		{Type: channel.MenuCategory, TargetID: int64(s.hockey)},
		{Type: channel.MenuParticipant, TargetID: int64(s.lynx), Title: both("Our team", "Notre équipe")},
		{Type: channel.MenuGroup, TargetID: int64(s.school)},
		{Type: channel.MenuPage, TargetID: int64(s.page)},
	})
	if err != nil {
		t.Fatal(err)
	}
	kept := must[*channel.Site](w)(w.sites.Site(t.Context(), channel.ID(s.channelID))).Menu
	w.checkAnswers(t, "", []fieldsOf{
		{"its id", "menu", "0", fmt.Sprintf(`{"id": %d}`, kept[0].ID)},
		{"another id", "menu", "4", fmt.Sprintf(`{"id": %d}`, kept[4].ID)},
		{"main", "menu", "0", `{"title": "On air", "name": "On air", "url": "/live", "image": "/media/public/menu/live.webp", "images": [], "alias": "", "slidable_type": "main", "slidable_id": null}`},
		{"category", "menu", "1", fmt.Sprintf(`{"title": "Hockey", "name": "Hockey", "url": "/?sport=hockey", "image": "/media/public/sports/hockey.webp", "images": ["/media/public/sports/hockey.webp"], "alias": "hockey",
			"slidable_type": "category", "slidable_id": %d}`, s.hockey)},
		{"participant", "menu", "2", fmt.Sprintf(`{"title": "Our team", "name": "Laurentide Lynx", "url": "/?team=lynx", "image": "/media/public/crests/lynx.webp", "images": ["/media/public/crests/lynx.webp"], "alias": "lynx",
			"slidable_type": "participant", "slidable_id": %d}`, s.lynx)},
		{"group", "menu", "3", fmt.Sprintf(`{"title": "Laurentide University", "name": "Laurentide University", "url": "/?school=laurentide", "image": "/media/public/crests/l.webp", "images": ["/media/public/crests/l.webp"], "alias": "laurentide",
			"slidable_type": "group", "slidable_id": %d}`, s.school)},
		{"page", "menu", "4", `{"title": "About", "name": "About", "url": "/about", "image": "", "images": [], "alias": "about", "slidable_type": "main", "slidable_id": null}`},
		{"in French", "menu?lang=fr", "2", `{"title": "Notre équipe", "name": "Lynx de Laurentide"}`},
	})
}

// Section 3: slides of each kind, found by it.
func TestFieldsOfSlides(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	slides := []channel.Slide{
		{Type: channel.SlideMain, Title: both("Final", "Finale")},
		{Type: channel.SlideCategory, TargetID: int64(s.soccer), Title: both("Soccer", "Soccer")},
		{Type: channel.SlideParticipant, TargetID: int64(s.tide), Title: both("Tide", "Marées")},
		{Type: channel.SlideGroup, TargetID: int64(s.school), Title: both("School", "École")},
	}
	if err := w.sites.ReplaceSlides(t.Context(), actor.ForSystem(s.channelID), channel.ID(s.channelID), slides); err != nil {
		t.Fatal(err)
	}
	w.checkAnswers(t, "", []fieldsOf{
		{"main", "slides/web?type=main", "0", `{"title": "Final", "slidable_type": "main", "slidable_id": null}`},
		{"category", "slides/web?type=category", "0", fmt.Sprintf(`{"title": "Soccer", "slidable_type": "category", "slidable_id": %d}`, s.soccer)},
		{"participant", "slides/web?type=participant", "0", fmt.Sprintf(`{"title": "Tide", "slidable_type": "participant", "slidable_id": %d}`, s.tide)},
		{"group", "slides/web?type=group", "0", fmt.Sprintf(`{"title": "School", "slidable_type": "group", "slidable_id": %d}`, s.school)},
		{"of all kinds", "slides/web", "3", `{"slidable_type": "group"}`},
	})
}

// Section 3: pre-rolls, pages, the place of the caller and custom forms.
func TestFieldsOfTheChannel(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), atlas(t))
	s := w.season(home, "")
	ads := []channel.Preroll{
		{URL: "ads/a.mp4", Weight: 3, ForLive: true, LocationID: int64(s.arena), Categories: []int64{int64(s.soccer)}},
		{URL: "ads/b.mp4", Weight: 1, ForVOD: true},
		{URL: "ads/c.mp4", Weight: 1, ForLive: true, ForVOD: true, Categories: []int64{int64(s.hockey)}},
	}
	if err := w.sites.ReplacePrerolls(t.Context(), actor.ForSystem(s.channelID), channel.ID(s.channelID), ads); err != nil {
		t.Fatal(err)
	}
	kept := must[*channel.Site](w)(w.sites.Site(t.Context(), channel.ID(s.channelID))).Prerolls
	w.checkAnswers(t, w.visitor(home), []fieldsOf{
		{"a pre-roll of one place and sport", "settings", "prerolls.0", fmt.Sprintf(`{"id": %d, "url": "/media/public/ads/a.mp4", "weight": 3, "location_id": %d, "event_categories": [%d],
			"for_live": true, "for_vod": false}`, kept[0].ID, s.arena, s.soccer)},
		{"a pre-roll of recordings", "settings", "prerolls.1", fmt.Sprintf(`{"id": %d, "url": "/media/public/ads/b.mp4", "weight": 1, "location_id": null, "event_categories": [], "for_live": false, "for_vod": true}`, kept[1].ID)},
		{"a pre-roll of a sport is for the sports below it", "settings", "prerolls.2", fmt.Sprintf(`{"id": %d, "location_id": null, "event_categories": [%d, %d], "for_live": true, "for_vod": true}`,
			kept[2].ID, s.hockey, s.men)},
		{"a page", "pages", "0", fmt.Sprintf(`{"id": %d, "url": "/about", "alt_name": "about", "name": "About"}`, s.page)},
		{"a page with its text", fmt.Sprintf("pages/%d?lang=fr", s.page), "", fmt.Sprintf(`{"id": %d, "url": "/about", "alt_name": "about", "name": "À propos", "content": "<h1>Nous</h1>"}`, s.page)},
		{"a question", "faq", "0", `{"question": "How?", "answer": "<b>So</b>"}`},
		{"nowhere", "geo", "", `{"country": "", "country_code": "", "ip": "203.0.113.7", "is_geo_blocked": false}`},
		{"a form", "custom-forms/contacts", "", `{"alias": "contacts", "title": "Write to us"}`},
		{"a field of a form", "custom-forms/contacts", "fields.0", `{"name": "name", "type": "text", "label": "Name", "required": true, "max_length": 20}`},
	})
	var geo geoDTO
	w.do(call{path: "/api/geo", key: w.visitor(home), from: inQuebec + ":1"}).into(&geo)
	if want := (geoDTO{Country: "Land of CA", CountryCode: "CA", Region: "Region of QC", RegionCode: "CA-QC", IP: inQuebec}); geo != want {
		t.Errorf("the caller is at %+v", geo)
	}
}
