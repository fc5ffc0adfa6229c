package api

import (
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// season is what a channel of the tests shows.
type season struct {
	channelID int64
	hockey    catalog.CategoryID // with men and women below it
	men       catalog.CategoryID
	soccer    catalog.CategoryID
	school    catalog.GroupID
	lynx      catalog.ParticipantID
	tide      catalog.ParticipantID
	arena     catalog.LocationID
	east      catalog.DivisionID
	pool      catalog.EventGroupID
	page      channel.PageID
	pass      commerce.PackageID
	monthly   commerce.PackageID
	ticket    commerce.PackageID
	events    map[string]catalog.EventID // by name
	shelf     vod.CategoryID
	rail      vod.RailID
	videos    map[string]vod.ItemID // by alias
	medium    int64                 // of the free one
	order     int64                 // of whoever bought one
	clips     []int64
	preroll   int64
}

// must ends the test unless a step of its preparation succeeded.
func must[T any](w *world) func(T, error) T {
	return func(v T, err error) T {
		w.t.Helper()
		if err != nil {
			w.t.Fatal(err)
		}
		return v
	}
}

func both(en, fr string) text.Text { return text.Text{English: en, French: fr} }

// season fills a channel; mark is in every text.
func (w *world) season(channelKey, mark string) *season {
	w.t.Helper()
	ctx, id := w.t.Context(), w.channel(channelKey).ID
	by, s := actor.ForSystem(id), &season{channelID: id, events: map[string]catalog.EventID{}}
	word := func(en, fr string) text.Text { return both(en+mark, fr+mark) }
	alias := func(a string) string { return a + strings.ToLower(mark) }
	category := must[catalog.CategoryID](w)
	s.hockey = category(w.catalog.CreateCategory(ctx, by, id, catalog.Category{Alias: alias("hockey"), Title: word("Hockey", "Hockey sur glace"), Image: "sports/hockey.webp"}))
	s.men = category(w.catalog.CreateCategory(ctx, by, id, catalog.Category{Alias: alias("hockey-men"), Title: word("Men", "Hommes"), ParentID: s.hockey}))
	s.soccer = category(w.catalog.CreateCategory(ctx, by, id, catalog.Category{Alias: alias("soccer"), Title: word("Soccer", "Soccer")}))
	s.school = must[catalog.GroupID](w)(w.catalog.CreateGroup(ctx, by, id, catalog.Group{
		Alias: alias("laurentide"), Name: word("Laurentide University", "Université Laurentide"), Color: "#0a3161", City: "Saint-Jérôme" + mark, State: "QC", Images: []string{"crests/l.webp"},
	}))
	participant := must[catalog.ParticipantID](w)
	s.lynx = participant(w.catalog.CreateParticipant(ctx, by, id, catalog.Participant{
		Alias: alias("lynx"), Name: word("Laurentide Lynx", "Lynx de Laurentide"), ShortName: word("Lynx", "Lynx"), Code: "LAU", GroupID: s.school,
		CategoryID: s.men, Gender: catalog.Men, Color: "#ffd42e", Images: []string{"crests/lynx.webp"},
	}))
	s.tide = participant(w.catalog.CreateParticipant(ctx, by, id, catalog.Participant{
		Alias: alias("tide"), Name: word("Fundy Tide", "Marées de Fundy"), ShortName: word("Tide", "Marées"), Code: "FUN", CategoryID: s.soccer, Gender: catalog.Women, Color: "#0a3161",
	}))
	s.arena = must[catalog.LocationID](w)(w.catalog.CreateLocation(ctx, by, id, catalog.Location{
		Alias: alias("arena"), Name: word("North Arena", "Aréna du Nord"), City: "Montréal" + mark, State: "Québec" + mark, Country: "CA", TimeZone: "America/Toronto",
	}))
	s.east = must[catalog.DivisionID](w)(w.catalog.CreateDivision(ctx, by, id, catalog.Division{Alias: alias("east"), Name: word("East", "Est")}))
	s.pool = must[catalog.EventGroupID](w)(w.catalog.CreateEventGroup(ctx, by, id, catalog.EventGroup{Alias: alias("pool-a"), Name: word("Pool A", "Groupe A")}))
	w.sell(s, by, word)
	w.publish(s, by, word, mark)
	w.play(s, by, word)
	w.shelve(s, by, word, alias)
	return s
}

func (w *world) sell(s *season, by actor.Actor, word func(en, fr string) text.Text) {
	ctx, offer := w.t.Context(), must[commerce.PackageID](w)
	s.pass = offer(w.commerce.Create(ctx, by, s.channelID, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: word("Hockey pass", "Passe hockey"), Description: word("<p>All</p><script>x</script>", "<p>Tout</p>"),
		Currency: "CAD", BasePrice: 7000, ServiceFee: 900, Categories: []int64{int64(s.hockey)}, Capabilities: []commerce.Capability{commerce.Watch},
	}))
	s.monthly = offer(w.commerce.Create(ctx, by, s.channelID, commerce.Package{
		Kind: commerce.KindSubscription, Type: commerce.TypeMonthly, Name: word("Monthly", "Mensuel"), Period: "month", Currency: "CAD",
		BasePrice: 1000, ServiceFee: 150, TrialDays: 30, Renewal: true,
	}))
	s.ticket = offer(w.commerce.Create(ctx, by, s.channelID, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeEvent, Name: word("Single game", "Match à l’unité"), Currency: "CAD",
	}))
}

func (w *world) publish(s *season, by actor.Actor, word func(en, fr string) text.Text, mark string) {
	ctx, id := w.t.Context(), channel.ID(s.channelID)
	s.page = must[channel.PageID](w)(w.sites.CreatePage(ctx, by, id, channel.Page{
		URL: "/about" + strings.ToLower(mark), AltName: "about", Name: word("About", "À propos"), Content: word("<h1>Us</h1><script>x</script>", "<h1>Nous</h1>"),
	}))
	for _, err := range []error{
		w.sites.ReplaceMenu(ctx, by, id, []channel.MenuItem{
			{Type: channel.MenuLink, Title: word("Live", "En direct"), URL: "/live"},
			{Type: channel.MenuCategory, TargetID: int64(s.hockey), Children: []channel.MenuItem{{Type: channel.MenuParticipant, TargetID: int64(s.lynx)}}},
			{Type: channel.MenuGroup, TargetID: int64(s.school)},
			{Type: channel.MenuPage, TargetID: int64(s.page)},
			{Type: channel.MenuCategory, TargetID: 999_999, Title: word("Gone", "Parti")},
		}),
		w.sites.ReplaceFAQ(ctx, by, id, []channel.Question{{Question: word("How?", "Comment?"), Answer: word("<b>So</b>", "<b>Ainsi</b>"), Category: word("Watching", "Regarder")}}),
		w.sites.ReplaceSlides(ctx, by, id, []channel.Slide{
			{Type: channel.SlideMain, Title: word("Final", "Finale"), Text: word("Tonight", "Ce soir"), Button: word("Watch", "Regarder"), URL: "/live", Image: channel.Image{Key: "s/1.webp", Widths: map[int]string{640: "s/640.webp", 320: "s/320.webp"}}},
			{Type: channel.SlideGroup, TargetID: int64(s.school), Title: word("School", "École")},
		}),
		w.sites.ReplaceForms(ctx, by, id, []channel.Form{contactForm("contacts"+strings.ToLower(mark), word)}),
		w.sites.ReplacePrerolls(ctx, by, id, []channel.Preroll{{URL: "ads/a.mp4", Weight: 3, ForLive: true, Categories: []int64{int64(s.hockey)}}}),
	} {
		if err != nil {
			w.t.Fatal(err)
		}
	}
	s.preroll = must[*channel.Site](w)(w.sites.Site(ctx, id)).Prerolls[0].ID
}

// play schedules one event of each kind, around the clock's noon.
func (w *world) play(s *season, by actor.Actor, word func(en, fr string) text.Text) {
	now := w.clock.Now()
	game := func(name string, start time.Duration, change func(*catalog.Event)) {
		w.game(s, by, name, start, change)
	}
	game("live", -time.Hour, func(e *catalog.Event) {
		e.Status, e.StreamState, e.LiveSince, e.Featured = catalog.Live, catalog.StreamLive, now.Add(-time.Hour), true
		e.Score = &catalog.Score{At: now, Away: 2, Home: 3, Period: "P2", Clock: "8:14"}
	})
	game("register", 3*time.Hour, func(e *catalog.Event) { e.Type = catalog.Register })
	game("paid", 24*time.Hour, func(e *catalog.Event) {
		e.Type, e.BasePrice, e.ServiceFee, e.SingleEventPackageID = catalog.Paid, 899, 100, int64(s.ticket)
	})
	game("ppv", 48*time.Hour, func(e *catalog.Event) {
		e.Type, e.BasePrice, e.CategoryID, e.SingleEventPackageID = catalog.PPV, 1499, s.soccer, int64(s.ticket)
		e.Name, e.LocationID, e.DivisionID, e.EventGroupID, e.Gender = word("Grand final", "Grande finale"), 0, 0, 0, catalog.Women
	})
	game("over", -48*time.Hour, func(e *catalog.Event) {
		e.Status, e.StreamState, e.Duration, e.EndedAt = catalog.Finished, catalog.StreamEnded, 2*time.Hour, now.Add(-46*time.Hour)
		e.Image = catalog.Image{Key: "e/over.webp", Widths: map[int]string{640: "e/over-640.webp"}}
		e.Description = word("<p>Overtime</p><script>x</script>", "<p>Prolongation</p>")
	})
}

// game schedules a hockey game, the change apart, so far from the clock's noon.
func (w *world) game(s *season, by actor.Actor, name string, start time.Duration, change func(*catalog.Event)) {
	e := catalog.Event{
		CategoryID: s.men, LocationID: s.arena, DivisionID: s.east, EventGroupID: s.pool, Type: catalog.Free, Gender: catalog.Men,
		Participants: []catalog.ParticipantID{s.tide, s.lynx}, HomeID: s.lynx, StartAt: w.clock.Now().Add(start), TimeZone: "America/Toronto", Currency: "CAD",
	}
	change(&e)
	s.events[name] = must[[]catalog.EventID](w)(w.catalog.CreateEvents(w.t.Context(), by, s.channelID, []catalog.Event{e}))[0]
}
