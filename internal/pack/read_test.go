package pack

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/grandstand/grandstand/internal/text"
)

func rootOf(t *testing.T, folder string) fs.FS {
	t.Helper()
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return root.FS()
}

func TestEveryProblemNamesItsPlace(t *testing.T) {
	source := func(name string) string { return string(league()[name].Data) }
	edit := func(name string, pairs ...string) map[string]string {
		return map[string]string{name: strings.NewReplacer(pairs...).Replace(source(name))}
	}
	for name, tt := range map[string]struct {
		changes map[string]string
		want    string
	}{
		"no channel":       {map[string]string{"channel.yaml": ""}, "channel.yaml: a pack must contain this file"},
		"no YAML":          {map[string]string{"faq.yaml": "faq:\n  - a: [\n"}, "faq.yaml:"},
		"static block":     {edit("channel.yaml", "footer_note:", "foot_note:"), `static_blocks: no screen has a block "foot_note"; did you mean "footer_note"?`},
		"far static block": {edit("channel.yaml", "footer_note:", "banner:"), `static_blocks: no screen has a block "banner"; it must be one of footer_note, registration_note, checkout_note, player_help`},
		"unknown list":     {edit("offers.yaml", "offers:", "packages:"), `offers.yaml:1: "packages" is not a field here`},
		"unknown field":    {edit("channel.yaml", "time_zone:", "timezone:"), `channel.yaml:7: "timezone" is not a field here`},
		"not a number":     {edit("offers.yaml", "weight: 10", "weight: much"), "offers.yaml:14: write a whole number, not a text"},
		"not a list":       {edit("channel.yaml", "[fr, en]", "fr"), "channel.yaml:5: write a list, not a text"},
		"colour":           {edit("channel.yaml", `"#15132b"`, "red"), "channel.yaml:17: colors.body-text-color: Write a colour as #rrggbb"},
		"contrast":         {edit("channel.yaml", `body-text-color: "#15132b"`, `body-text-color: "#bbbbbb"`), "channel.yaml:17: colors.body-text-color: The contrast"},
		"zone":             {edit("channel.yaml", "America/Toronto", "Toronto"), "channel.yaml:7: time_zone:"},
		"secret":           {edit("channel.yaml", "${LEAGUE_STRIPE}", "sk_test_1"), "channel.yaml:36: a secret must come from the environment"},
		"unset secret":     {edit("channel.yaml", "${LEAGUE_STRIPE}", "${NOBODY}"), "channel.yaml:36: the environment variable NOBODY is not set"},
		"secret's name":    {edit("channel.yaml", "stripe_secret_key", "stripe_secret"), `channel.yaml:36: "stripe_secret" is not the name of a secret`},
		"published secret": {edit("channel.yaml", "pk_test_league", "sk_test_league"), "channel.yaml:25: settings.stripe_publishable_key:"},
		"Stripe's setting": {edit("channel.yaml", "  stripe_publishable_key: pk_test_league\n", ""), "channel.yaml:20: Stripe needs settings.stripe_publishable_key, secrets.stripe_secret_key, secrets.stripe_webhook_secret; not set: settings.stripe_publishable_key"},
		"Stripe's webhook": {edit("channel.yaml", "  stripe_webhook_secret: ${LEAGUE_WEBHOOK}\n", ""), "not set: secrets.stripe_webhook_secret"},
		"Stripe's secrets": {edit("channel.yaml", "secrets:\n  stripe_secret_key: ${LEAGUE_STRIPE}\n  stripe_webhook_secret: ${LEAGUE_WEBHOOK}\n", ""), "not set: secrets.stripe_secret_key, secrets.stripe_webhook_secret"},
		"Stripe's mode":    {edit("channel.yaml", "pk_test_league", "pk_live_league"), "channel.yaml:25: settings.stripe_publishable_key has a live key and secrets.stripe_secret_key a test key: both must be of the same mode"},
		"Google's secret":  {edit("channel.yaml", "settings:\n", "settings:\n  google_client_id: web.example\n"), "Login with Google needs settings.google_client_id, secrets.google_client_secret; not set: secrets.google_client_secret"},
		"Facebook's app":   {edit("channel.yaml", "secrets:\n", "secrets:\n  facebook_app_secret: ${LEAGUE_STRIPE}\n"), "Login with Facebook needs settings.facebook_app_id, secrets.facebook_app_secret; not set: settings.facebook_app_id"},
		"word":             {edit("channel.yaml", "group: high_school", "group: high-school"), `channel.yaml:39: words.group: "high-school" is not one of the kinds; did you mean "high_school"?`},
		"far word":         {edit("channel.yaml", "participant: athlete", "participant: x"), `channel.yaml:39: words.participant: "x" is not one of the kinds; it must be one of team, fighter,`},
		"word's name":      {edit("channel.yaml", "participant: athlete", "team: athlete"), `channel.yaml:39: "team" is not a field here`},
		"missing picture":  {edit("channel.yaml", "wide.png", "tall.png"), "channel.yaml:12: images/tall.png: the pack does not contain this file"},
		"outside":          {edit("channel.yaml", "images/wide.png", "../wide.png"), "channel.yaml:12: ../wide.png:"},
		"kind of file":     {edit("channel.yaml", "wide.png", "wide.exe"), "channel.yaml:12: images/wide.exe: the file must be"},
		"not a picture":    {map[string]string{"images/wide.png": "<html>"}, "images/wide.png: this is not a picture of type image/png"},
		"language":         {edit("channel.yaml", "en: The league", "de: Die Liga"), `channel.yaml:2: the channel is not offered in "de"`},
		"alias twice":      {edit("catalog.yaml", "alias: belugas", "alias: castors"), `catalog.yaml:19: alias: "castors" is listed twice`},
		"category twice":   {edit("catalog.yaml", "alias: soccer", "alias: hockey-women"), `catalog.yaml:8: alias: "hockey-women" is listed twice`},
		"bad alias":        {edit("catalog.yaml", "alias: arena", "alias: L'Arena"), "catalog.yaml:14: alias: An alias can have"},
		"unknown group":    {edit("catalog.yaml", "group: estrie", "group: estri"), `catalog.yaml:18: there is no participant group "estri"; did you mean "estrie"?`},
		"unknown sport":    {edit("offers.yaml", "[soccer, hockey]", "[soccer, curling]"), `offers.yaml:17: there is no category "curling"`},
		"end of a season":  {edit("offers.yaml", `ends: "2027-06-30 12:00"`, "ends: in June"), "offers.yaml:15: ends: write a date like 2026-11-28"},
		"end of no season": {edit("offers.yaml", "type: monthly,", "type: monthly, ends: 2027-06-30,"), "offers.yaml:19: ends: Only a season pass can have an end"},
		"coupon's code":    {edit("offers.yaml", "code: FIVE", "code: five"), "offers.yaml:23: code: A code can have up to 40"},
		"coupon's offer":   {edit("offers.yaml", "offers: [season, monthly]", "offers: [saeson]"), `offers.yaml:22: there is no offer "saeson"; did you mean "season"?`},
		"coupon's end":     {edit("offers.yaml", "ends: 2027-01-31", "ends: soon"), "offers.yaml:22: ends: write a date like 2026-11-28"},
		"coupon's rest":    {edit("offers.yaml", "percent: 12.5", "percent: 100.5"), "offers.yaml:22: percent: The percentage"},
		"coupon's cents":   {edit("offers.yaml", "percent: 12.5", "percent: 12.345"), "offers.yaml:22: percent: write at most two decimals"},
		"coupon's number":  {edit("offers.yaml", "percent: 12.5", "percent: much"), "offers.yaml:22: write a number, not a text"},
		"coupon's sum":     {edit("offers.yaml", "amount: 500", "amount: 500, percent: 5"), "offers.yaml:23: percent: A coupon must take off either"},
		"coupon twice":     {edit("offers.yaml", "code: FIVE", "code: SAVE"), `"SAVE" is listed twice`},
		"offer's kind":     {edit("offers.yaml", "kind: subscription", "kind: gift"), "offers.yaml:19: kind:"},
		"offer's choice":   {edit("offers.yaml", "choice: category", "choice: participant"), "offers.yaml:20: choice:"},
		"menu's target":    {edit("site.yaml", "target: about", "target: abuot"), `site.yaml:7: there is no page "abuot"; did you mean "about"?`},
		"menu's link":      {edit("site.yaml", "url: /schedule}", "url: //evil.example}"), "site.yaml:2: url: A link must be"},
		"slide's target":   {edit("site.yaml", "type: category, target: hockey, title", "type: category, title"), "site.yaml:10: target: Field is required"},
		"slide's event":    {edit("site.yaml", "title: Hockey}", "title: Hockey, event: 'id:x'}"), "site.yaml:10: event: write id:<number>"},
		"preroll":          {edit("site.yaml", "live: true, vod: false", "live: false, vod: false"), "site.yaml:12: live:"},
		"question":         {edit("faq.yaml", `question: {fr: "Combien?", en: "How much?"}`, "question: ''"), "faq.yaml:3: question: Field is required"},
		"form's field":     {edit("forms.yaml", "type: select", "type: choice"), "forms.yaml:2: type: The type of a field must be select"},
		"half a reCAPTCHA": {edit("channel.yaml", "google_tag: G-1", "recaptcha_site_key: k"), "channel.yaml:20: reCAPTCHA needs settings.recaptcha_site_key, secrets.recaptcha_secret; not set: secrets.recaptcha_secret"},
		"icon's width":     {edit("channel.yaml", `{"192"`, `{"wide"`), "channel.yaml:13: images.icons: An icon must be"},
		"typeface":         {edit("channel.yaml", "typeface: poster", "typeface: comic"), "channel.yaml:38: look.typeface: The typeface must be"},
		"corners":          {edit("channel.yaml", "typeface: poster", "corners: pointed"), "channel.yaml:38: look.corners: The corners must be"},
		"video's category": {edit("library.yaml", "category: best", "category: bset"), `library.yaml:6: there is no category "bset"; did you mean "best"?`},
		"video's access":   {edit("library.yaml", "access: register", "access: member"), "library.yaml:7: access: The value must be one of: free, register, paid."},
		"video's title":    {edit("library.yaml", "title: {fr: Dix buts, en: Ten goals}", "title: ''"), "library.yaml:8: title: Field is required"},
		"video's date":     {edit("library.yaml", "today-3", "yesterday"), "library.yaml:10: date: write a date like 2026-11-28"},
		"video's picture":  {edit("library.yaml", "wide.png", "tall.png"), "library.yaml:11: images/tall.png: the pack does not contain this file"},
		"video twice":      {edit("library.yaml", "alias: advice", "alias: goals"), `library.yaml:15: alias: "goals" is listed twice`},
		"video's alias":    {edit("library.yaml", "alias: advice", "alias: Advice"), "library.yaml:15: alias: An alias can have lower-case letters"},
		"video's language": {edit("library.yaml", "en: Ten goals", "de: Zehn Tore"), `library.yaml:8: the channel is not offered in "de"`},
		"video of nothing": {edit("library.yaml", "[{alias: film, film: films/goals.mp4}]", "[]"), "library.yaml:15: media: Field is required"},
		"part of two":      {edit("library.yaml", "title: Encore, film", "title: Encore, event: x, film"), "library.yaml:14: film: Each part must play either an event or a film"},
		"part of nothing":  {edit("library.yaml", ", film: films/goals.mp4, loops: 2", ""), "library.yaml:14: film: Each part must play either an event or a film"},
		"part's title":     {edit("library.yaml", "title: Encore, ", ""), "library.yaml:14: title: Field is required"},
		"part twice":       {edit("library.yaml", "alias: again", "alias: first"), `library.yaml:14: alias: "first" is listed twice`},
		"part's loops":     {edit("library.yaml", "loops: 2", "loops: -2"), "library.yaml:14: loops: write how many times the film is played"},
		"part's length":    {edit("library.yaml", "loops: 2", "duration_s: 2"), "library.yaml:14: duration_s: leave it out for a film, which is as long as its file"},
		"part's event":     {edit("library.yaml", "film: films/goals.mp4, loops: 2", "event: 'id:x'"), "library.yaml:14: event: write id:<number>"},
		"missing film":     {edit("library.yaml", "goals.mp4, loops", "gaols.mp4, loops"), "library.yaml:14: films/gaols.mp4: the pack does not contain this file"},
		"film outside":     {edit("library.yaml", "films/goals.mp4, loops", "../goals.mp4, loops"), "library.yaml:14: ../goals.mp4:"},
		"kind of film":     {edit("library.yaml", "films/goals.mp4, loops", "images/wide.png, loops"), "library.yaml:14: images/wide.png: a film must be an MP4 file"},
		"not a film":       {map[string]string{"films/goals.mp4": "<html>"}, "library.yaml:13: films/goals.mp4: this is not an MP4 file"},
		"no video":         {map[string]string{"films/goals.mp4": "\x00\x00\x00\x18ftypisom0000"}, "library.yaml:13: films/goals.mp4: this film cannot be played:"},
		"rail's video":     {edit("library.yaml", "[goals, advice]", "[goals, advise]"), `library.yaml:17: there is no video "advise"; did you mean "advice"?`},
		"rail's twin":      {edit("library.yaml", "[goals, advice]", "[goals, goals]"), "library.yaml:17: videos: A value is given more than once."},
		"rail's title":     {edit("library.yaml", "title: Pour commencer", "title: ''"), "library.yaml:17: title: Field is required"},
		"page's path":      {edit("pages.yaml", "/league/rules", "/api/rules"), "pages.yaml:3: url:"},
		"page's file":      {map[string]string{"pages/help.fr.md": "x"}, `pages/help.fr.md: pages.yaml does not list a page "help"`},
		"page's name":      {map[string]string{"pages/about.de.md": "x"}, "pages/about.de.md: name the file of a page"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(with(tt.changes), environment(nil))
			if err == nil || !strings.Contains("\n"+err.Error(), "\n"+tt.want) && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v\nwant %s", err, tt.want)
			}
		})
	}
}

// All problems are told at once, in the order of the files.
func TestProblemsComeTogether(t *testing.T) {
	_, err := Read(with(map[string]string{
		"pages.yaml":   "pages:\n  - {alias: about, url: about, name: x}\n  - {alias: rules, url: /rules, name: ''}\n",
		"faq.yaml":     "faq:\n  - {question: '', answer: x}\n",
		"channel.yaml": strings.Replace(string(league()["channel.yaml"].Data), "CAD", "EUR", 1),
	}), environment(nil))
	problems, ok := err.(Problems) //nolint:errorlint // as returned
	if !ok || len(problems) != 4 {
		t.Fatalf("got %v", err)
	}
	for i, file := range []string{"channel.yaml", "faq.yaml", "pages.yaml", "pages.yaml"} {
		if problems[i].File != file || problems[i].Line == 0 {
			t.Errorf("%d: %s", i, problems[i])
		}
	}
}

func TestCheckNeedsNoEnvironment(t *testing.T) {
	if _, err := Read(league(), nil); err != nil {
		t.Error(err)
	}
}

func TestDrawingsThatCouldRunAreRefused(t *testing.T) {
	const open = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`
	for _, s := range []string{
		open + `<script>alert(1)</script></svg>`,
		open + `<path onclick="alert(1)" d=""/></svg>`,
		open + `<foreignObject><body/></foreignObject></svg>`,
		open + `<a href="https://evil.example"><path d=""/></a></svg>`,
		open + `<use href="https://evil.example/x.svg#a"/></svg>`,
		open + `<use xlink:href="data:image/svg+xml,x"/></svg>`,
		open + `<image href="https://evil.example/x.png"/></svg>`,
		open + `<path fill="url(https://evil.example/#a)" d=""/></svg>`,
		open + `<path fill="url( 'https://evil.example/')" d=""/></svg>`,
		open + `<style>path{fill:url(https://evil.example)}</style></svg>`,
		open + `<path style="fill:url(//evil.example)" d=""/></svg>`,
		open + `<animate attributeName="href" values="javascript:alert(1)"/></svg>`,
		open + `<set onbegin="alert(1)"/></svg>`,
		`<?xml-stylesheet type="text/css" href="https://evil.example/a.css"?>` + open + `</svg>`,
		open + `<path fill="u\72l(https://evil.example/#a)" d=""/></svg>`,
		open + `<g mask="image-set('https://evil.example/a.png' 1x)"/></svg>`,
		`<!DOCTYPE svg [<!ENTITY a "b">]>` + open + `&a;</svg>`,
		`<html><script>alert(1)</script></html>`, `<path/>`, "", "plain text", open,
	} {
		if _, err := clean("image/svg+xml", []byte(s)); err == nil {
			t.Errorf("passes: %s", s)
		}
	}
	for _, s := range []string{
		drawing,
		open + `<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path fill="url(#a)" d=""/><use xlink:href="#a"/></svg>`,
	} {
		if _, err := clean("image/svg+xml", []byte(s)); err != nil {
			t.Errorf("refused: %v: %s", err, s)
		}
	}
}

func TestPicturesThatWouldFillMemoryAreRefused(t *testing.T) {
	if _, err := clean("image/png", still(9_000, 2)); err == nil {
		t.Error("a picture wider than any screen passes")
	}
	if _, err := clean("image/jpeg", still(2, 2)); err == nil {
		t.Error("a PNG passes as a JPEG")
	}
}

// Whatever a page says, nothing of it runs, and written out it reads back the same.
func FuzzRender(f *testing.F) {
	for _, s := range []string{
		"# a\n\nb", "<p>a</p>", "[a](javascript:alert(1))", "![a](x \"onerror=alert(1)\")", "<script>alert(1)</script>", "a\n<b>c", "|a|\n|-|\n|b|",
		"1. a\n2. b", "a\\\nb", "* * *", "&lt;p&gt;", "`<`", "> q",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		html, err := render(source)
		if err != nil {
			t.Fatal(err)
		}
		if text.SafeHTML(html) != html {
			t.Errorf("not safe: %q", html)
		}
		again, err := render(unrender(html))
		if err != nil || again != html && strings.HasPrefix(html, "<") {
			t.Errorf("%q is written as %q and reads back as %q, %v", html, unrender(html), again, err)
		}
	})
}

func games(rows ...string) fstest.MapFS {
	return fstest.MapFS{"games.csv": &fstest.MapFile{Data: []byte("date,time,sport,home,away\n" + strings.Join(rows, "\n") + "\n")}}
}
