package vod_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

var now = time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)

// shelves is two channels, each with two films and an event.
type shelves struct {
	*vod.Service
	t         *testing.T
	revisions *revision.Tracker
	channels  [2]int64
	films     [2][2]int64
	events    [2]int64
}

func open(t *testing.T, d *db.DB) *shelves {
	t.Helper()
	c := clock.NewManual(now)
	s := &shelves{t: t, revisions: revision.NewTracker(d.Read(), c, slog.New(slog.DiscardHandler))}
	s.Service = vod.NewService(d, s.revisions, c)
	for i, key := range []string{"one", "two"} {
		s.channels[i] = dbtest.Channel(t, d, key)
		for n, name := range []string{"a", "b"} {
			s.films[i][n] = dbtest.Insert(t, d, `INSERT INTO films (channel_id, source, folder, journal, width, height, duration_ms, created_ms)
				VALUES (?, ?, ?, '{}', 640, 360, 1000, 0) RETURNING id`, s.channels[i], name, key+name)
		}
		category := dbtest.Category(t, d, s.channels[i], "hockey")
		s.events[i] = dbtest.Insert(t, d, `INSERT INTO events
			(channel_id, event_category_id, type, status, stream_state, gender, name, sort_name, participants, start_ms, time_zone,
			 base_price, service_fee, price, currency, featured, image, score, created_ms, updated_ms, description)
			VALUES (?, ?, 'free', 'upcoming', 'idle', '', '{}', '', '[]', 0, 'UTC', 0, 0, 0, 'CAD', FALSE, '', '', 0, 0, '{}') RETURNING id`, s.channels[i], category)
	}
	return s
}

func both(en, fr string) text.Text { return text.Text{"en": en, "fr": fr} }

// library is a small library of the first channel.
func (s *shelves) library() vod.Library {
	film := func(n int) vod.Medium {
		return vod.Medium{Alias: "whole", Duration: time.Duration(n+1) * time.Minute, FilmID: s.films[0][n]}
	}
	return vod.Library{
		Categories: []vod.Category{{Alias: "stories", Title: both("Stories", "Récits")}, {Alias: "classics", Title: both("Classics", "Classiques")}},
		Items: []vod.Item{
			{Alias: "captain", Category: "stories", Access: vod.Free, Title: both("The captain’s last winter", "Le dernier hiver du capitaine"), Description: both("<p>A life</p><script>x</script>", ""), Date: now.AddDate(0, 0, -3), Image: vod.Image{Key: "v/1.webp", Widths: map[int]string{640: "v/1-640.webp"}}, Media: []vod.Medium{film(0)}},
			{Alias: "final", Category: "classics", Access: vod.Paid, Title: both("Final of ’98", "Finale de 98"), Date: now.AddDate(0, 0, -1), Media: []vod.Medium{
				{Alias: "first", Title: both("First half", "Première demie"), Duration: time.Hour, EventID: s.events[0]},
				{Alias: "second", Title: both("Second half", "Deuxième demie"), Duration: time.Hour, FilmID: s.films[0][1]},
			}},
			{Alias: "overtime", Category: "classics", Access: vod.Register, Title: both("Élan in overtime", "L’élan en prolongation"), Date: now.AddDate(0, 0, -2), Media: []vod.Medium{film(1)}},
		},
		Rails: []vod.Rail{
			{Alias: "new", Title: both("New", "Nouveautés"), Items: []string{"overtime", "captain"}},
			{Alias: "all", Title: both("All", "Tout"), Items: []string{"final", "overtime", "captain"}},
		},
	}
}

func (s *shelves) replace(l vod.Library) vod.Changes {
	s.t.Helper()
	changes, err := s.Replace(s.t.Context(), actor.ForSystem(s.channels[0]), s.channels[0], l)
	if err != nil {
		s.t.Fatal(err)
	}
	return changes
}

func (s *shelves) list(f vod.Filter, p vod.Page) string {
	s.t.Helper()
	if p.Limit == 0 {
		p.Limit = 10
	}
	items, err := s.List(s.t.Context(), s.channels[0], f, p)
	if err != nil {
		s.t.Fatal(err)
	}
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = item.Alias
	}
	return strings.Join(names, " ")
}

func (s *shelves) read() vod.Library {
	s.t.Helper()
	l, err := s.Library(s.t.Context(), s.channels[0])
	if err != nil {
		s.t.Fatal(err)
	}
	return l
}

func TestReplaceIsIdempotentAndKeepsIDs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		if got := s.replace(s.library()); len(got.Added) != 7 || len(got.Changed)+len(got.Removed) != 0 {
			t.Errorf("first: %+v", got)
		}
		before, _ := s.revisions.Of(t.Context(), s.channels[0])
		first := s.read()
		if got := s.replace(s.library()); !got.None() {
			t.Errorf("the same again: %+v", got)
		}
		if got := s.replace(first); !got.None() {
			t.Errorf("what was read: %+v", got)
		}
		s.revisions.Forget(s.channels[0])
		if after, _ := s.revisions.Of(t.Context(), s.channels[0]); after != before {
			t.Errorf("counted %+v after %+v", after, before)
		}
		l := s.library()
		l.Items[0].Title["en"] = "The captain’s first winter"
		l.Items[1].Media[1].FilmID = s.films[0][0]
		l.Items, l.Categories = l.Items[:2], slices.Clone(l.Categories)
		slices.Reverse(l.Categories)
		l.Rails = []vod.Rail{{Alias: "new", Title: both("New", "Nouveautés"), Items: []string{"final"}}}
		want := vod.Changes{
			Changed: []string{"categories.classics", "categories.stories", "items.captain", "items.final", "rails.new"},
			Removed: []string{"items.overtime", "rails.all"},
		}
		if diff := cmp.Diff(want, s.replace(l), cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
		second := s.read()
		captain, final := second.Items[0], second.Items[1]
		if captain.ID != first.Items[0].ID || captain.Media[0].ID != first.Items[0].Media[0].ID {
			t.Error("the captain got other ids")
		}
		if final.Media[0].ID != first.Items[1].Media[0].ID || final.Media[1].ID == first.Items[1].Media[1].ID {
			t.Error("a medium with another film must get another id, and only that")
		}
		if got := s.replace(vod.Library{}); len(got.Removed) != 5 {
			t.Errorf("nothing left: %+v", got)
		}
	})
}

func TestLibraryRoundTrip(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		s.replace(s.library())
		want := s.library()
		want.Items[0].Description = text.Text{"en": "<p>A life</p>"}
		for i := range want.Items {
			want.Items[i].FromPack = true
		}
		ignored := cmpopts.IgnoreFields
		diff := cmp.Diff(want, s.read(), cmpopts.EquateEmpty(), ignored(vod.Category{}, "ID", "Items"), ignored(vod.Item{}, "ID", "CategoryID", "Duration"), ignored(vod.Medium{}, "ID"), ignored(vod.Rail{}, "ID"))
		if diff != "" {
			t.Error(diff)
		}
	})
}

func TestLists(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		s.replace(s.library())
		l := s.read()
		classics, rail := l.Categories[1].ID, l.Rails[0].ID
		for _, test := range []struct {
			name   string
			filter vod.Filter
			page   vod.Page
			want   string
		}{
			{"newest first", vod.Filter{}, vod.Page{Sort: vod.ByDate, Descending: true}, "final overtime captain"},
			{"by title", vod.Filter{}, vod.Page{Sort: vod.ByTitle}, "overtime final captain"},
			{"longest first", vod.Filter{}, vod.Page{Sort: vod.ByDuration, Descending: true}, "final overtime captain"},
			{"longest first, games as none", vod.Filter{}, vod.Page{Sort: vod.ByDuration, Descending: true, Unspoiled: true}, "overtime captain final"},
			{"shortest first, games as none", vod.Filter{}, vod.Page{Sort: vod.ByDuration, Unspoiled: true}, "final captain overtime"},
			{"a category", vod.Filter{Categories: []vod.CategoryID{classics}}, vod.Page{Sort: vod.ByDate}, "overtime final"},
			{"no category", vod.Filter{Categories: []vod.CategoryID{}}, vod.Page{}, ""},
			{"a rail in its order", vod.Filter{Rail: rail}, vod.Page{Sort: vod.ByRail}, "overtime captain"},
			{"by access", vod.Filter{Access: []vod.Access{vod.Free, vod.Paid}}, vod.Page{Sort: vod.ByDate}, "captain final"},
			{"beginnings of words", vod.Filter{Title: "last cap"}, vod.Page{}, "captain"},
			{"no ends of words", vod.Filter{Title: "ptain"}, vod.Page{}, ""},
			{"without accents, in another language", vod.Filter{Title: "elan prolong"}, vod.Page{}, "overtime"},
			{"no wildcard", vod.Filter{Title: "%"}, vod.Page{}, ""},
			{"a page", vod.Filter{}, vod.Page{Sort: vod.ByDate, Descending: true, Limit: 1, Offset: 1}, "overtime"},
		} {
			if got := s.list(test.filter, test.page); got != test.want {
				t.Errorf("%s: %q, want %q", test.name, got, test.want)
			}
		}
		if n, err := s.Total(t.Context(), s.channels[0], vod.Filter{Rail: rail}); err != nil || n != 2 {
			t.Errorf("%d on the rail, %v", n, err)
		}
		stamps, err := s.Stamps(t.Context(), s.channels[0], 2)
		if err != nil || len(stamps) != 2 || stamps[0].ID != l.Items[1].ID || stamps[0].UpdatedAt.IsZero() {
			t.Errorf("stamps %+v, %v", stamps, err)
		}
		shelves, err := s.Shelves(t.Context(), s.channels[0], 2)
		if err != nil || len(shelves) != 2 || shelves[1].Total != 3 || len(shelves[1].Items) != 2 || shelves[1].Items[0].Alias != "final" {
			t.Errorf("shelves %+v, %v", shelves, err)
		}
		if l.Categories[1].Items != 2 || l.Items[1].Duration != 2*time.Hour {
			t.Errorf("counted %d items, %s", l.Categories[1].Items, l.Items[1].Duration)
		}
	})
}

func TestItemsAreOfTheirChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		s.replace(s.library())
		item := s.read().Items[1]
		found, err := s.Find(t.Context(), s.channels[0], item.ID)
		if err != nil || len(found.Media) != 2 || found.Media[0].Alias != "first" {
			t.Errorf("found %+v, %v", found, err)
		}
		if by, err := s.FindByMedium(t.Context(), s.channels[0], item.Media[1].ID); err != nil || by.ID != item.ID {
			t.Errorf("by medium %+v, %v", by, err)
		}
		if _, err := s.Find(t.Context(), s.channels[1], item.ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("another channel finds it: %v", err)
		}
		if _, err := s.FindByMedium(t.Context(), s.channels[1], item.Media[0].ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("another channel finds its medium: %v", err)
		}
		theirs, err := s.Library(t.Context(), s.channels[1])
		if err != nil || len(theirs.Categories)+len(theirs.Items)+len(theirs.Rails) != 0 {
			t.Errorf("another channel's library: %+v, %v", theirs, err)
		}
	})
}

func TestReplaceRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		s.replace(s.library())
		owner := actor.ForSystem(s.channels[0])
		broken := func(change func(*vod.Library)) vod.Library {
			l := s.library()
			change(&l)
			return l
		}
		for name, test := range map[string]struct {
			by      actor.Actor
			library vod.Library
			want    fault.Kind
		}{
			"a visitor":                  {actor.Actor{}, s.library(), fault.Forbidden},
			"a user":                     {actor.Actor{Role: actor.User, UserID: 1, ChannelID: s.channels[0]}, s.library(), fault.Forbidden},
			"another channel's operator": {actor.Actor{Role: actor.Operator, UserID: 1, ChannelID: s.channels[1]}, s.library(), fault.Forbidden},
			"another channel's film":     {owner, broken(func(l *vod.Library) { l.Items[0].Media[0].FilmID = s.films[1][0] }), fault.NotFound},
			"another channel's event":    {owner, broken(func(l *vod.Library) { l.Items[1].Media[0].EventID = s.events[1] }), fault.NotFound},
			"a film and an event":        {owner, broken(func(l *vod.Library) { l.Items[0].Media[0].EventID = s.events[0] }), fault.Invalid},
			"nothing to play":            {owner, broken(func(l *vod.Library) { l.Items[0].Media = nil }), fault.Invalid},
			"parts without titles":       {owner, broken(func(l *vod.Library) { l.Items[1].Media[0].Title = nil }), fault.Invalid},
			"an alias of digits":         {owner, broken(func(l *vod.Library) { l.Items[2].Alias = "17" }), fault.Invalid},
			"an alias twice":             {owner, broken(func(l *vod.Library) { l.Items[2].Alias = "captain" }), fault.Invalid},
			"no such category":           {owner, broken(func(l *vod.Library) { l.Items[0].Category = "none" }), fault.Invalid},
			"no such item":               {owner, broken(func(l *vod.Library) { l.Rails[0].Items = []string{"none"} }), fault.Invalid},
			"an access nobody knows":     {owner, broken(func(l *vod.Library) { l.Items[0].Access = "ppv" }), fault.Invalid},
			"no date":                    {owner, broken(func(l *vod.Library) { l.Items[0].Date = time.Time{} }), fault.Invalid},
			"a picture that escapes":     {owner, broken(func(l *vod.Library) { l.Items[0].Image.Key = "../x.webp" }), fault.Invalid},
			"a title with NUL":           {owner, broken(func(l *vod.Library) { l.Items[0].Title = both("a\x00b", "") }), fault.Invalid},
		} {
			if _, err := s.Replace(t.Context(), test.by, s.channels[0], test.library); fault.KindOf(err) != test.want {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := s.replace(s.library()); !got.None() {
			t.Errorf("a refusal left %+v", got)
		}
	})
}
