package pack

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

func TestApplyingTwiceChangesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, media := newInstallation(t, d)
		if changes := apply(t, in, league()); len(changes) == 0 {
			t.Fatal("a new channel is no change")
		}
		puts := media.puts
		if changes := apply(t, in, league()); len(changes) != 0 {
			t.Errorf("the second time: %v", changes)
		}
		if media.puts != puts {
			t.Error("the second time stores media again")
		}
		c, err := in.Channels.FindByDomain(t.Context(), "league.localhost:8080")
		if err != nil {
			t.Fatal(err)
		}
		site, err := in.Channels.Site(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got := site.Pages[0].Content["fr"]; !strings.Contains(got, "<em>quatre</em>") || !strings.Contains(got, "<table>") {
			t.Errorf("the page says %q", got)
		}
		if key, err := in.Channels.Secret(t.Context(), c.ID, channel.StripeSecretKey); err != nil || key != "sk_test_league" {
			t.Errorf("the secret is %q, %v", key, err)
		}
		if c.Settings.PrerollSuppression().Minutes() != 30 || c.Settings.Retention().Hours() != 90*24 || !slices.Equal(c.Settings.LiveSizes, []int{480, 360}) || !c.Settings.RemoteAuth.Enabled || !c.Settings.RemoteAuth.MayReturn("https://shop.league.example/") || c.Settings.Words.Group != "high_school" {
			t.Errorf("settings are %+v", c.Settings)
		}
		if want := (channel.Look{Typeface: channel.Poster}); c.Settings.Look != want {
			t.Errorf("the look is %+v, want %+v", c.Settings.Look, want)
		}
	})
}

// Colours and texts of fixed places reach the channel under the names that the pack gave them.
func TestColoursAndTextsKeepTheirNames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		pack := league()
		pack["channel.yaml"].Data = []byte(strings.NewReplacer(
			`footer-background: "#ffd42e"`, `footer-background: "#fedcba"`, `body-background: "#ffffff"`, `body-background: "#fefefd"`,
			`body-text-color: "#15132b"`, `body-text-color: "#010203"`, `header-text-color: "#15132b"`, `header-text-color: "#040506"`,
			"  footer_note: \"**Bonsoir** à tous.\"\n", "  footer_note: Pied\n  registration_note: Inscription\n  checkout_note: Achat\n  player_help: Lecteur\n",
		).Replace(string(pack["channel.yaml"].Data)))
		apply(t, in, pack)
		c, err := in.Channels.FindByDomain(t.Context(), "league.localhost:8080")
		if err != nil {
			t.Fatal(err)
		}
		if want := (channel.Colors{FooterBackground: "#fedcba", BodyBackground: "#fefefd", BodyText: "#010203", HeaderText: "#040506", Accent: "#4326e3"}); c.Colors != want {
			t.Errorf("colours are %+v, want %+v", c.Colors, want)
		}
		want := map[string]text.Text{"footer_note": {"fr": "<p>Pied</p>"}, "registration_note": {"fr": "<p>Inscription</p>"}, "checkout_note": {"fr": "<p>Achat</p>"}, "player_help": {"fr": "<p>Lecteur</p>"}}
		if diff := cmp.Diff(want, c.Settings.StaticBlocks); diff != "" {
			t.Error(diff)
		}
	})
}

func TestDiffNamesWhatChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, league())
		replace := func(file string, pairs ...string) string {
			return strings.NewReplacer(pairs...).Replace(string(league()[file].Data))
		}
		tree := with(map[string]string{
			"channel.yaml":      replace("channel.yaml", "#4326e3", "#4326e4", "athlete", "fighter"),
			"catalog.yaml":      replace("catalog.yaml", "alias: belugas", "alias: narvals") + "  - {alias: rorquals, name: Rorquals}\n",
			"offers.yaml":       replace("offers.yaml", "belugas", "narvals", "base_price: 4000", "base_price: 4100"),
			"pages/about.en.md": "# The league\n\nSeven schools.\n",
			"pages/rules.fr.md": "",
			"faq.yaml":          "faq: []\n",
		})
		p, err := Read(tree, environment(map[string]string{"LEAGUE_STRIPE": "sk_test_other"}))
		if err != nil {
			t.Fatal(err)
		}
		want := []string{
			`~ channel.colors.accent: "#4326e3" → "#4326e4"`,
			`~ channel.words.participant: "athlete" → "fighter"`,
			`~ channel.secrets.stripe_secret_key: (secret) → (secret)`,
			`+ catalog.participants[narvals]`,
			`+ catalog.participants[rorquals]`,
			`~ offers[season].base_price: "4000" → "4100"`,
			`~ offers[season].participants.0: "belugas" → "narvals"`,
			`~ pages[about].content.en: "<h1>The league</h1>\n<p>Six schools.</p>" → "<h1>The league</h1>\n<p>Seven schools.</p>"`,
			`~ catalog.participants.order: (2 in another order) → (3 in another order)`,
			`- catalog.participants[belugas]`,
			`- faq`,
			`- pages[rules].content`,
		}
		dry, err := Apply(t.Context(), in, p, true)
		if err != nil {
			t.Fatal(err)
		}
		for name, changes := range map[string][]Change{"dry": dry, "real": mustApply(t, in, p)} {
			if got := lines(changes); !slices.Equal(got, want) {
				t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
		if left := mustApply(t, in, p); len(left) != 0 {
			t.Errorf("left: %v", left)
		}
	})
}

// A pack states prices without a currency and moments without a zone: those of the channel count.
func TestOffersFollowTheCurrencyAndTheZoneOfTheChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, league())
		moved := with(map[string]string{"channel.yaml": strings.NewReplacer("currency: CAD", "currency: USD", "America/Toronto", "America/Vancouver").
			Replace(string(league()["channel.yaml"].Data))})
		want := []string{`~ channel.currency: "CAD" → "USD"`, `~ channel.time_zone: "America/Toronto" → "America/Vancouver"`}
		if got := lines(apply(t, in, moved)); !slices.Equal(got, want) {
			t.Errorf("changes %q", got)
		}
		c, err := in.Channels.FindByDomain(t.Context(), "league.localhost:8080")
		if err != nil {
			t.Fatal(err)
		}
		packages, err := in.Commerce.Stored(t.Context(), int64(c.ID))
		if err != nil || len(packages) == 0 {
			t.Fatalf("%d packages, %v", len(packages), err)
		}
		noon := time.Date(2027, 6, 30, 19, 0, 0, 0, time.UTC)
		for _, p := range packages {
			if p.Currency != "USD" || p.Alias == "season" && !p.Ends.Equal(noon) {
				t.Errorf("%s in %s, until %s", p.Alias, p.Currency, p.Ends)
			}
		}
		coupons, err := in.Commerce.Coupons(t.Context(), actor.ForSystem(int64(c.ID)), int64(c.ID))
		if err != nil {
			t.Fatal(err)
		}
		midnight := time.Date(2027, 1, 31, 8, 0, 0, 0, time.UTC)
		for _, c := range coupons {
			if c.Code == "FIVE" && c.Currency != "USD" || c.Code == "SAVE" && !c.Ends.Equal(midnight) {
				t.Errorf("%s in %q, until %s", c.Code, c.Currency, c.Ends)
			}
		}
	})
}

func mustApply(t *testing.T, in Installation, p *Pack) []Change {
	t.Helper()
	changes, err := Apply(t.Context(), in, p, false)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

func lines(changes []Change) []string {
	out := make([]string, len(changes))
	for i, c := range changes {
		out[i] = c.String()
	}
	return out
}

// A refusal anywhere takes everything back, and a dry run finds it too.
func TestApplyIsAllOrNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, league())
		if _, err := Import(t.Context(), in, "league", games("today,19:00,hockey,castors,"), "games.csv", ImportOptions{}); err != nil {
			t.Fatal(err)
		}
		catalog := strings.Replace(string(league()["catalog.yaml"].Data), "alias: castors", "alias: beavers", 1)
		broken := readLeague(t, with(map[string]string{
			"catalog.yaml": catalog,
			"channel.yaml": strings.Replace(string(league()["channel.yaml"].Data), "G-1", "G-2", 1),
		}))
		for _, dry := range []bool{true, false} {
			if _, err := Apply(t.Context(), in, broken, dry); fault.CodeOf(err) != "in_use" {
				t.Errorf("dry %v: a team with games is removed: %v", dry, err)
			}
		}
		if changes := apply(t, in, league()); len(changes) != 0 {
			t.Errorf("the refused pack left %v", changes)
		}
		missing := readLeague(t, with(map[string]string{"site.yaml": "slides:\n  - {type: main, title: Ce soir, event: nobody}\n"}))
		if _, err := Apply(t.Context(), in, missing, false); err == nil || err.Error() != `site.yaml:2: event: the channel has no event "nobody"` {
			t.Errorf("a slide of no event: %v", err)
		}
	})
}

// A pack may bring its schedule, whose events its slides may show.
func TestApplyBringsTheSchedule(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, media := newInstallation(t, d)
		files := map[string]string{
			"schedule.csv": "id,date,time,sport,home,away,location,image\nopening,2026-11-28,19:00,hockey,castors,belugas,arena,images/wide.png\n",
			"site.yaml":    "slides:\n  - {type: main, title: Ce soir, event: opening}\n",
		}
		if got := lines(apply(t, in, with(files))); got[len(got)-1] != "+ schedule: 1 events" {
			t.Errorf("%v", got)
		}
		if got := apply(t, in, with(files)); len(got) != 0 {
			t.Errorf("the second time: %v", got)
		}
		files["schedule.csv"] = strings.Replace(files["schedule.csv"], "19:00", "19:30", 1)
		if got := lines(apply(t, in, with(files))); !slices.Equal(got, []string{"~ schedule: 1 events → as the file says"}) {
			t.Errorf("half an hour later: %v", got)
		}
		c, err := in.Channels.FindByKey(t.Context(), "league")
		if err != nil {
			t.Fatal(err)
		}
		events, err := in.Catalog.ExternalIDs(t.Context(), int64(c.ID))
		if err != nil {
			t.Fatal(err)
		}
		e, err := in.Catalog.FindEvent(t.Context(), int64(c.ID), events["opening"])
		if err != nil || media.files[e.Image.Key] == nil {
			t.Errorf("%+v, %v", e, err)
		}
		files["schedule.csv"] = strings.Replace(files["schedule.csv"], "castors", "castor", 1)
		if _, err := Read(with(files), environment(nil)); err == nil || !strings.Contains(err.Error(), `schedule.csv:2: home: "castor" is not known`) {
			t.Errorf("an unknown team: %v", err)
		}
	})
}

func TestDryRunOfANewChannelLeavesNone(t *testing.T) {
	in, media := newInstallation(t, dbtest.SQLite(t))
	changes, err := Apply(t.Context(), in, readLeague(t, league()), true)
	if err != nil || len(changes) == 0 {
		t.Fatalf("%v, %v", changes, err)
	}
	if _, err := in.Channels.FindByKey(t.Context(), "league"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the channel is there: %v", err)
	}
	if media.puts != 0 {
		t.Error("media was stored")
	}
}

// Two channels with packs of the same words are still two.
func TestApplyLeavesOtherChannelsAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, league())
		other := strings.NewReplacer("key: league", "key: other", "League.localhost", "other.localhost")
		apply(t, in, with(map[string]string{"channel.yaml": other.Replace(string(league()["channel.yaml"].Data))}))
		apply(t, in, with(map[string]string{
			"channel.yaml": strings.Replace(other.Replace(string(league()["channel.yaml"].Data)), "G-1", "G-9", 1), "faq.yaml": "",
		}))
		if changes := apply(t, in, league()); len(changes) != 0 {
			t.Errorf("the first channel changed: %v", changes)
		}
		stolen := strings.Replace(string(league()["channel.yaml"].Data), "key: league", "key: thief", 1)
		if _, err := Apply(t.Context(), in, readLeague(t, with(map[string]string{"channel.yaml": stolen})), false); fault.KindOf(err) != fault.Conflict {
			t.Errorf("another channel's domain is taken: %v", err)
		}
	})
}

func TestExportReadsBackAsItWas(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, league())
		folder := filepath.Join(t.TempDir(), "league")
		if notes, err := Export(t.Context(), in, "league", folder); err != nil || len(notes) > 0 {
			t.Fatal(notes, err)
		}
		p, err := ReadFolder(folder, environment(map[string]string{"LEAGUE_STRIPE_SECRET_KEY": "sk_test_league"}))
		if err != nil {
			t.Fatal(err)
		}
		if changes := mustApply(t, in, p); len(changes) != 0 {
			t.Errorf("the exported pack differs:\n%s", strings.Join(lines(changes), "\n"))
		}
		if _, err := Export(t.Context(), in, "league", folder); err == nil {
			t.Error("a folder that is not empty is written over")
		}
		if _, err := Export(t.Context(), in, "atlantis", filepath.Join(t.TempDir(), "x")); fault.CodeOf(err) != "channel_not_found" {
			t.Errorf("an unknown channel: %v", err)
		}
		source, err := readBounded(rootOf(t, folder), "channel.yaml", maxSource)
		if err != nil || strings.Contains(string(source), "sk_test") {
			t.Errorf("the secret is written out: %v", err)
		}
	})
}

// No list of sizes means the usual ones, an empty list none: a written pack keeps them apart.
func TestExportKeepsNoSizesOfLiveGames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		source := string(league()["channel.yaml"].Data)
		for sizes, want := range map[string][]int{"": {720, 480, 360, 240}, "  live_sizes: []\n": {}} {
			text := strings.Replace(source, "  live_sizes: [480, 360]\n", sizes, 1)
			apply(t, in, with(map[string]string{"channel.yaml": text}))
			folder := filepath.Join(t.TempDir(), "league")
			if _, err := Export(t.Context(), in, "league", folder); err != nil {
				t.Fatal(err)
			}
			p, err := ReadFolder(folder, environment(map[string]string{"LEAGUE_STRIPE_SECRET_KEY": "sk_test_league"}))
			if err != nil {
				t.Fatal(err)
			}
			if changes := mustApply(t, in, p); len(changes) != 0 {
				t.Errorf("%q: the exported pack differs:\n%s", sizes, strings.Join(lines(changes), "\n"))
			}
			c, err := in.Channels.FindByDomain(t.Context(), "league.localhost:8080")
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Settings.LiveLadder(); !slices.Equal(got, want) {
				t.Errorf("%q: live games in %v, want %v", sizes, got, want)
			}
		}
	})
}

func ExampleChange() {
	fmt.Println(Change{Path: "catalog.participants[lynx].color", Kind: Changed, Old: `"#000000"`, New: `"#2348c7"`})
	// Output: ~ catalog.participants[lynx].color: "#000000" → "#2348c7"
}
