package channel_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/channel/channeltest"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

type house struct {
	*channel.Service
	now *clock.Manual
}

func newHouse(d *db.DB) house {
	now := clock.NewManual(noon)
	tracker := revision.NewTracker(d.Read(), now, slog.New(slog.DiscardHandler))
	return house{channel.NewService(d, tracker, now, channeltest.Sealer()), now}
}

func northline(key string, domains ...string) channel.Channel {
	return channel.Channel{
		Key: key, Name: text.Text{"en": "Northline"}, Tagline: text.Text{"en": "Live games", "fr": "Matchs en direct"},
		Language: "en", Languages: []string{"en", "fr"}, Currency: "CAD", TimeZone: "America/Toronto", Domains: domains,
		Settings: channel.Settings{
			ContactEmail: "help@example.com", GoogleTag: "G-1",
			StaticBlocks: map[string]text.Text{"footer": {"en": "<p>Hi</p><script>x</script>"}},
		},
		Colors: channel.Colors{
			FooterBackground: "#050d20", BodyBackground: "#0a1630", BodyText: "#eef3fc", HeaderText: "#ffffff", Accent: "#ffb81c",
		},
	}
}

func system(id channel.ID) actor.Actor { return actor.ForSystem(int64(id)) }

func (h house) create(t *testing.T, c channel.Channel) channel.ID {
	t.Helper()
	id, err := h.Create(t.Context(), system(0), c)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestWordsAreAClosedSet(t *testing.T) {
	c := northline("north", "north.example")
	c.Settings.Words = word.Kinds{Event: "fight", Group: "high_school"}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	c.Settings.Words.Event = "figth"
	e, ok := errors.AsType[*fault.Error](c.Validate())
	if !ok || len(e.Fields) != 1 || e.Fields[0].Field != "words.event" || !strings.Contains(e.Fields[0].Message, "game, match, fight") {
		t.Errorf("an unknown word: %+v", e)
	}
}

func TestFindChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(d)
		id := h.create(t, northline("north", "Northline.example", "localhost"))
		h.create(t, northline("south", "south.example"))

		want := northline("north", "northline.example", "localhost")
		want.ID, want.Settings.StaticBlocks["footer"] = id, text.Text{"en": "<p>Hi</p>"}
		for _, host := range []string{"localhost", "localhost:8080", "NORTHLINE.example.", "northline.example:443"} {
			got, err := h.FindByDomain(t.Context(), host)
			if err != nil {
				t.Fatalf("%s: %v", host, err)
			}
			want.CalendarDomain = "northline.example"
			if diff := cmp.Diff(want, *got, cmpopts.IgnoreUnexported(channel.Channel{})); diff != "" {
				t.Error(diff)
			}
			if got.Zone().String() != "America/Toronto" {
				t.Errorf("zone is %s", got.Zone())
			}
		}
		if got, err := h.FindByKey(t.Context(), "north"); err != nil || got.ID != id {
			t.Errorf("by key: %v, %v", got, err)
		}
		if got, err := h.FindByID(t.Context(), id); err != nil || got.Key != "north" {
			t.Errorf("by id: %v, %v", got, err)
		}
	})
}

// A transaction that reads a channel, as a purchase does, makes no other one wait for it.
func TestReadersOfAChannelDoNotWaitForEachOther(t *testing.T) {
	d := dbtest.Postgres(t)
	h := newHouse(d)
	id := h.create(t, northline("north"))
	limited, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	read := func(inside func() error) error {
		return d.InTx(limited, func(ctx context.Context, _ bun.Tx) error {
			if _, err := h.FindByID(ctx, id); err != nil {
				return err
			}
			return inside()
		})
	}
	// The second transaction begins and ends within the first. With a lock it would wait for ever.
	if err := read(func() error { return read(func() error { return nil }) }); err != nil {
		t.Error(err)
	}
}

func TestFindUnknownChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(d)
		for _, host := range []string{"", "nobody.example", "\x00", "' OR 1=1 --", strings.Repeat("a", 10_000)} {
			_, err := h.FindByDomain(t.Context(), host)
			if fault.CodeOf(err) != "channel_not_found" || !strings.Contains(err.Error(), "No chanel or api key found") {
				t.Errorf("%.20q gives %v", host, err)
			}
		}
		if _, err := h.FindByKey(t.Context(), "nobody"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("an unknown key gives %v", err)
		}
		id := h.create(t, northline("north", "nobody.example"))
		if got, err := h.FindByDomain(t.Context(), "nobody.example"); err != nil || got.ID != id {
			t.Errorf("a domain that was unknown gives %v, %v", got, err)
		}
	})
}

func TestUpdateIsSeenAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(d)
		c := northline("north", "old.example")
		c.ID = h.create(t, c)
		if _, err := h.FindByDomain(t.Context(), "old.example"); err != nil {
			t.Fatal(err)
		}
		c.Name, c.Domains = text.Text{"en": "Renamed"}, []string{"new.example"}
		if err := h.Update(t.Context(), system(c.ID), c); err != nil {
			t.Fatal(err)
		}
		got, err := h.FindByDomain(t.Context(), "new.example")
		if err != nil || got.Name.In("en") != "Renamed" {
			t.Errorf("the new domain gives %v, %v", got, err)
		}
		if _, err := h.FindByDomain(t.Context(), "old.example"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("the old domain gives %v", err)
		}
	})
}

// Another node changes the channel: this one follows within revision.MaxAge.
func TestChangesOfOtherNodesAreSeen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		here, there := newHouse(d), newHouse(d)
		id := here.create(t, northline("north"))
		if _, err := here.FindByID(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if _, err := here.Site(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		colors := northline("").Colors
		colors.Accent = "#123456"
		if err := there.SetColors(t.Context(), system(id), id, colors); err != nil {
			t.Fatal(err)
		}
		here.now.Advance(revision.MaxAge)
		got, err := here.FindByID(t.Context(), id)
		if err != nil || got.Colors.Accent != "#123456" {
			t.Errorf("accent is %v, %v", got.Colors.Accent, err)
		}
		site, err := here.Site(t.Context(), id)
		if err != nil || site.Channel.Colors.Accent != "#123456" {
			t.Errorf("site's accent is %v, %v", site.Channel.Colors.Accent, err)
		}
	})
}

func TestCreateRefusesBadInput(t *testing.T) {
	h := newHouse(dbtest.SQLite(t))
	tests := map[string]struct {
		change func(*channel.Channel)
		field  string
	}{
		"no name":          {func(c *channel.Channel) { c.Name = nil }, "name"},
		"long name":        {func(c *channel.Channel) { c.Name = text.Text{"en": strings.Repeat("é", 201)} }, "name"},
		"bad UTF-8":        {func(c *channel.Channel) { c.Tagline = text.Text{"en": "a\xff"} }, "tagline"},
		"key with space":   {func(c *channel.Channel) { c.Key = "a b" }, "channel_key"},
		"empty key":        {func(c *channel.Channel) { c.Key = "" }, "channel_key"},
		"unknown language": {func(c *channel.Channel) { c.Languages = []string{"en", "de"} }, "languages"},
		"default missing":  {func(c *channel.Channel) { c.Language = "fr"; c.Languages = []string{"en"} }, "language"},
		"currency":         {func(c *channel.Channel) { c.Currency = "EUR" }, "currency"},
		"zone":             {func(c *channel.Channel) { c.TimeZone = "Mars/Olympus" }, "time_zone"},
		"machine's zone":   {func(c *channel.Channel) { c.TimeZone = "Local" }, "time_zone"},
		"domain":           {func(c *channel.Channel) { c.Domains = []string{"a/b"} }, "domains"},
		"domain twice":     {func(c *channel.Channel) { c.Domains = []string{"b.example", "a.example", "B.example"} }, "domains"},
		"colour":           {func(c *channel.Channel) { c.Colors.Accent = "red;}" }, "accent"},
		"unreadable":       {func(c *channel.Channel) { c.Colors.BodyText = c.Colors.BodyBackground }, "body-text-color"},
		"tag":              {func(c *channel.Channel) { c.Settings.GoogleTag = "'><script>" }, "google_tag"},
		"remote auth":      {func(c *channel.Channel) { c.Settings.RemoteAuth = channel.RemoteAuth{Enabled: true, URL: "//evil"} }, "remote_auth"},
		"token algorithm":  {func(c *channel.Channel) { c.Settings.RemoteAuth.Algorithm = "none" }, "membership.algorithm"},
		"token key":        {func(c *channel.Channel) { c.Settings.RemoteAuth.Algorithm = social.EdDSA }, "membership.public_key"},
		"redirect":         {func(c *channel.Channel) { c.Settings.RemoteAuth.Redirects = []string{"https://a.example/path"} }, "membership.redirects"},
		"plain redirect":   {func(c *channel.Channel) { c.Settings.RemoteAuth.Redirects = []string{"http://a.example"} }, "membership.redirects"},
		"email":            {func(c *channel.Channel) { c.Settings.ContactEmail = "a <a@b.c>" }, "contact_email"},
		"block name":       {func(c *channel.Channel) { c.Settings.StaticBlocks = map[string]text.Text{"a b": {"en": "x"}} }, "static_blocks"},
		"logo":             {func(c *channel.Channel) { c.Settings.Logo = "javascript:alert(1)" }, "logo"},
		"screens":          {func(c *channel.Channel) { c.Settings.ConcurrentStreams = 21 }, "concurrent_streams"},
		"retention":        {func(c *channel.Channel) { c.Settings.RetentionDays = -1 }, "retention"},
		"long retention":   {func(c *channel.Channel) { c.Settings.RetentionDays = 1 << 40 }, "retention"},
		"live size":        {func(c *channel.Channel) { c.Settings.LiveSizes = []int{720, 500} }, "live_sizes"},
		"live size twice":  {func(c *channel.Channel) { c.Settings.LiveSizes = []int{720, 720} }, "live_sizes"},
		"parent's path":    {func(c *channel.Channel) { c.Settings.EmbedParents = []string{"https://a.example/path"} }, "embed_parents"},
		"plain parent":     {func(c *channel.Channel) { c.Settings.EmbedParents = []string{"http://a.example"} }, "embed_parents"},
		"parent's header":  {func(c *channel.Channel) { c.Settings.EmbedParents = []string{"https://a.example; script-src *"} }, "embed_parents"},
		"every .com":       {func(c *channel.Channel) { c.Settings.EmbedParents = []string{"https://*.com/"} }, "embed_parents"},
		"country":          {func(c *channel.Channel) { c.Settings.BlockedCountries = []string{"Canada"} }, "blocked_countries"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := northline("north", "north.example")
			tt.change(&c)
			_, err := h.Create(t.Context(), system(0), c)
			expectField(t, err, tt.field)
		})
	}
}

func expectField(t *testing.T, err error, field string) {
	t.Helper()
	e, ok := errors.AsType[*fault.Error](err)
	if !ok || e.Kind != fault.Invalid || len(e.Fields) == 0 {
		t.Fatalf("got %v, want a problem with %s", err, field)
	}
	for _, f := range e.Fields {
		if f.Field == field {
			return
		}
	}
	t.Errorf("problems are %+v, want one with %s", e.Fields, field)
}

func TestTakenNamesConflict(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(d)
		h.create(t, northline("north", "north.example"))
		if _, err := h.Create(t.Context(), system(0), northline("north")); fault.KindOf(err) != fault.Conflict {
			t.Errorf("a taken key gives %v", err)
		}
		if _, err := h.Create(t.Context(), system(0), northline("other", "north.example")); fault.KindOf(err) != fault.Conflict {
			t.Errorf("a taken domain gives %v", err)
		}
		if _, err := h.FindByKey(t.Context(), "other"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("half of a refused channel is there: %v", err)
		}
	})
}

func TestOnlyOperatorsChangeAChannel(t *testing.T) {
	h := newHouse(dbtest.SQLite(t))
	ctx := t.Context()
	id := h.create(t, northline("north"))
	other := h.create(t, northline("south"))
	strangers := map[string]actor.Actor{
		"nobody":                {},
		"visitor":               {Role: actor.Visitor, ChannelID: int64(id)},
		"user":                  {Role: actor.User, ChannelID: int64(id), UserID: 7},
		"another's operator":    {Role: actor.Operator, ChannelID: int64(other), UserID: 8},
		"operator of no one":    {Role: actor.Operator, UserID: 9},
		"user of another place": {Role: actor.User, ChannelID: int64(other), UserID: 9},
	}
	for name, by := range strangers {
		c := northline("north")
		c.ID = id
		page := channel.Page{URL: "/about", AltName: "about", Name: text.Text{"en": "About"}}
		_, create := h.Create(ctx, by, northline("new"))
		_, createPage := h.CreatePage(ctx, by, id, page)
		_, list := h.List(ctx, by)
		for call, err := range map[string]error{
			"Create": create, "CreatePage": createPage, "List": list,
			"Update":          h.Update(ctx, by, c),
			"SetColors":       h.SetColors(ctx, by, id, c.Colors),
			"ReplaceMenu":     h.ReplaceMenu(ctx, by, id, nil),
			"ReplaceFAQ":      h.ReplaceFAQ(ctx, by, id, nil),
			"ReplaceSlides":   h.ReplaceSlides(ctx, by, id, nil),
			"ReplacePrerolls": h.ReplacePrerolls(ctx, by, id, nil),
			"UpdatePage":      h.UpdatePage(ctx, by, id, page),
			"DeletePage":      h.DeletePage(ctx, by, id, 1),
		} {
			if fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s by %s gives %v, want Forbidden", call, name, err)
			}
		}
	}
	operator := actor.Actor{Role: actor.Operator, ChannelID: int64(id), UserID: 1}
	if err := h.ReplaceMenu(ctx, operator, id, nil); err != nil {
		t.Errorf("the channel's own operator gets %v", err)
	}
}

// Without a setting a live game is offered down to the size that a line of 400 kbit/s carries.
func TestLiveLadderReachesDownToSlowLines(t *testing.T) {
	for name, tt := range map[string]struct {
		sizes []int
		want  []int
	}{
		"unset": {nil, []int{720, 480, 360, 240}},
		"none":  {[]int{}, []int{}},
		"some":  {[]int{480}, []int{480}},
	} {
		text, err := json.Marshal(channel.Settings{LiveSizes: tt.sizes})
		if err != nil {
			t.Fatal(err)
		}
		var stored channel.Settings
		if err := json.Unmarshal(text, &stored); err != nil {
			t.Fatal(err)
		}
		if got := stored.LiveLadder(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// Other code reads the stored zone by the time zone database, whose EST is never on daylight time.
func TestAliasesOfZonesAreStoredAsNames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(d)
		c := northline("north", "north.example")
		c.TimeZone = "EST"
		h.create(t, c)
		stored, err := h.FindByKey(t.Context(), "north")
		if err != nil || stored.TimeZone != "America/New_York" {
			t.Fatalf("stored %+v, %v", stored, err)
		}
		changed := *stored
		changed.TimeZone = "hne"
		if err := h.Update(t.Context(), system(stored.ID), changed); err != nil {
			t.Fatal(err)
		}
		if stored, err = h.FindByKey(t.Context(), "north"); err != nil || stored.TimeZone != "America/Toronto" {
			t.Errorf("stored %+v, %v", stored, err)
		}
	})
}
