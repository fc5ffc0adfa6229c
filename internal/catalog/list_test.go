package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

// season draws events all over the league's catalogue, with many ties in every order.
func (l *league) season(t *rapid.T, count int) []Event {
	pick := func(name string, n int) int { return rapid.IntRange(0, n-1).Draw(t, name) }
	orNone := func(name string, n int) (int, bool) {
		i := rapid.IntRange(-1, n-1).Draw(t, name)
		return max(i, 0), i >= 0
	}
	events := make([]Event, count)
	for i := range events {
		away, home := pick("away", len(l.teams)), pick("home", len(l.teams)-1)
		if home >= away {
			home++
		}
		e := l.game(away, home, noon.Add(time.Duration(pick("day", 6)-3)*24*time.Hour))
		e.CategoryID = append(l.leaves, l.sports...)[pick("category", len(l.leaves)+len(l.sports))]
		e.Type = []Type{Free, Register, Paid, PPV}[pick("type", 4)]
		e.Status = []Status{Upcoming, Live, Finished}[pick("status", 3)]
		if pick("recorded", 2) == 0 {
			e.StreamState = StreamEnded
		}
		e.Gender = []Gender{NoGender, Men, Women}[pick("gender", 3)]
		e.BasePrice = int64(pick("price", 3)) * 500
		e.Featured = pick("featured", 4) == 0
		if n, ok := orNone("division", len(l.divisions)); ok {
			e.DivisionID = l.divisions[n]
		}
		if n, ok := orNone("group", len(l.groups)); ok {
			e.EventGroupID = l.groups[n]
		}
		if n, ok := orNone("place", len(l.places)); ok {
			e.LocationID = l.places[n]
		}
		if n, ok := orNone("name", len(titles)); ok {
			e.Name = titles[n]
		}
		if pick("players", 5) == 0 {
			e.Participants, e.HomeID = e.Participants[:1], 0
		}
		events[i] = e
	}
	return events
}

var titles = []text.Text{
	{"en": "Grand final", "fr": "Grande finale"}, {"en": "Semi-final"}, {"en": "Hockey night"}, {"fr": "Été à Fundy"},
}

// drawFilter asks for anything, so that every combination of drivers and conditions comes up.
func (l *league) drawFilter(t *rapid.T, ids []EventID) Filter {
	var f Filter
	maybe := func(name string) bool { return rapid.IntRange(0, 4).Draw(t, "by "+name) == 0 }
	if maybe("category") {
		f.Categories = subset(t, "categories", append(slices.Clone(l.leaves), l.sports...))
	}
	if maybe("school") {
		f.Groups = subset(t, "schools", l.schools)
	}
	if maybe("team") {
		f.Participants = subset(t, "teams", l.teams)
	}
	if maybe("another team") {
		f.Also = subset(t, "other teams", l.teams)
	}
	if maybe("division") {
		f.Divisions = subset(t, "divisions", l.divisions)
	}
	if maybe("group") {
		f.EventGroups = subset(t, "groups", l.groups)
	}
	if maybe("place") {
		f.Locations = subset(t, "places", l.places)
	}
	if maybe("gender") {
		f.Genders = subset(t, "genders", []Gender{Men, Women})
	}
	if maybe("type") {
		f.Types = subset(t, "types", []Type{Free, Register, Paid, PPV})
	}
	if maybe("status") {
		f.Statuses = subset(t, "statuses", []Status{Upcoming, Live, Finished})
	}
	if maybe("ids") {
		f.IDs = subset(t, "ids", ids)
	}
	if maybe("from") {
		f.From = noon.Add(time.Duration(rapid.IntRange(-3, 3).Draw(t, "from")) * 24 * time.Hour)
	}
	if maybe("before") {
		f.Before = noon.Add(time.Duration(rapid.IntRange(-3, 3).Draw(t, "before")) * 24 * time.Hour)
	}
	if maybe("search") {
		f.Search = rapid.SampledFrom([]string{
			"lynx", "LAURENTIDE etoiles", "fin", "hockey", "hock night", "saint jerome", "université", "ete", "zzz", "grand kawartha", "valley soccer", "@@",
		}).Draw(t, "search")
	}
	f.Featured, f.Recorded = maybe("featured"), maybe("recorded")
	if maybe("concern") {
		f.Concern = &Concern{
			Categories: subset(t, "concerned categories", append(slices.Clone(l.leaves), l.sports...)), Groups: subset(t, "concerned schools", l.schools),
			Participants: subset(t, "concerned teams", l.teams), Locations: subset(t, "concerned places", l.places), Events: subset(t, "concerned events", ids),
		}
	}
	return f
}

func subset[K any](t *rapid.T, name string, of []K) []K {
	if len(of) == 0 {
		return []K{}
	}
	return rapid.SliceOfN(rapid.SampledFrom(of), 0, 3).Draw(t, name)
}

// passes is what a filter means, without an index or a query.
func (l *league) passes(r *Reference, f Filter, e *Event) bool {
	anyOf := func(wanted []ParticipantID) bool {
		return wanted == nil || slices.ContainsFunc(e.Participants, func(id ParticipantID) bool { return slices.Contains(wanted, id) })
	}
	inSchool := func(id ParticipantID) bool { return slices.Contains(f.Groups, r.Participant(id).GroupID) }
	return has(f.Categories, e.CategoryID) && has(f.Divisions, e.DivisionID) && has(f.EventGroups, e.EventGroupID) &&
		has(f.Locations, e.LocationID) && has(f.Genders, e.Gender) && has(f.Types, e.Type) && has(f.Statuses, e.Status) &&
		has(f.IDs, e.ID) && anyOf(f.Participants) && anyOf(f.Also) &&
		(f.Groups == nil || slices.ContainsFunc(e.Participants, inSchool)) && (f.Concern == nil || concerns(r, f.Concern, e)) &&
		(f.From.IsZero() || !e.StartAt.Before(f.From)) && (f.Before.IsZero() || e.StartAt.Before(f.Before)) &&
		(!f.Featured || e.Featured) && (!f.Recorded || e.Status != Finished || e.StreamState == StreamEnded) && (f.Search == "" || matches(r, f.Search, e))
}

func concerns(r *Reference, c *Concern, e *Event) bool {
	plays := func(id ParticipantID) bool {
		return slices.Contains(c.Participants, id) || slices.Contains(c.Groups, r.Participant(id).GroupID)
	}
	return slices.Contains(c.Categories, e.CategoryID) || slices.Contains(c.Locations, e.LocationID) || slices.Contains(c.Events, e.ID) ||
		slices.ContainsFunc(e.Participants, plays)
}

func has[K comparable](list []K, v K) bool { return list == nil || slices.Contains(list, v) }

// matches reads a search the long way: every word must begin a word of something.
func matches(r *Reference, search string, e *Event) bool {
	var words []string
	add := func(texts ...text.Text) {
		for _, t := range texts {
			for _, s := range t {
				words = append(words, text.IndexWords(s)...)
			}
		}
	}
	add(e.Name)
	for _, id := range r.Lineage(e.CategoryID) {
		c := r.Category(id)
		add(c.Title, text.Text{"": c.Alias})
	}
	for _, id := range e.Participants {
		p := r.Participant(id)
		add(p.Name, p.ShortName, text.Text{"": p.Code})
		if g := r.Group(p.GroupID); g != nil {
			add(g.Name, g.ShortName, text.Text{"": g.City})
		}
	}
	if place := r.Location(e.LocationID); place != nil {
		add(place.Name, text.Text{"": place.City})
	}
	asked := text.SearchWords(search)
	for _, a := range asked {
		if gender := GenderOf(a); gender != "" && e.Gender == gender {
			continue
		}
		if !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, a) }) {
			return false
		}
	}
	return len(asked) > 0
}

func order(s Sort, descending bool) func(a, b *Event) int {
	return func(a, b *Event) int {
		var c int
		switch s {
		case ByDate:
			c = a.StartAt.Compare(b.StartAt)
		case ByName:
			c = strings.Compare(a.sortName, b.sortName)
		case ByPrice:
			c = cmp.Compare(a.Price(), b.Price())
		}
		c = cmp.Or(c, cmp.Compare(a.ID, b.ID))
		if descending {
			return -c
		}
		return c
	}
}

func idsOf(events []*Event) []EventID {
	out := make([]EventID, len(events))
	for i, e := range events {
		out[i] = e.ID
	}
	return out
}

// Every list is what filtering and sorting in memory gives; its pages by cursor, one
// after the other, are the whole list, and so are those by offset; its total and its
// facets count it.
func TestListIsTheNaiveList(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ctx := t.Context()
		rounds := 0
		rapid.Check(t, func(rt *rapid.T) {
			if _, err := d.Write().NewRaw("DELETE FROM events").Exec(ctx); err != nil {
				rt.Fatal(err)
			}
			ids := l.create(l.season(rt, rapid.IntRange(0, 25).Draw(rt, "events"))...)
			everything, ref := l.all(ids), must[*Reference](t)(l.Reference(ctx, l.channel))
			for range 6 {
				rounds++
				f := l.drawFilter(rt, ids)
				var want []*Event
				for _, e := range everything {
					if l.passes(ref, f, e) {
						want = append(want, e)
					}
				}
				l.checkList(rt, f, want)
				l.checkCounts(rt, ref, f, everything)
			}
		})
		if rounds == 0 {
			t.Fatal("nothing was checked")
		}
	})
}

func (l *league) checkList(t *rapid.T, f Filter, want []*Event) {
	p := Page{
		Sort:       rapid.SampledFrom([]Sort{ByDate, ByName, ByPrice}).Draw(t, "sort"),
		Descending: rapid.Bool().Draw(t, "descending"),
		Limit:      rapid.IntRange(1, 10).Draw(t, "limit"),
	}
	slices.SortFunc(want, order(p.Sort, p.Descending))
	var got []EventID
	for range len(want) + 2 {
		events, next, err := l.List(l.t.Context(), l.channel, f, p)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, idsOf(events)...)
		again, err := ParseCursor(next.String(), p.Sort, p.Descending)
		if err != nil || again != next {
			t.Fatalf("cursor %v comes back as %v, %v", next, again, err)
		}
		if p.After = next; next.IsZero() {
			break
		}
	}
	if !slices.Equal(got, idsOf(want)) {
		t.Fatalf("by cursor: %v, want %v", got, idsOf(want))
	}
	p.After, p.Offset = Cursor{}, rapid.IntRange(0, 20).Draw(t, "offset")
	events, _, err := l.List(l.t.Context(), l.channel, f, p)
	if err != nil {
		t.Fatal(err)
	}
	rest := want[min(p.Offset, len(want)):]
	if rest = rest[:min(p.Limit, len(rest))]; !slices.Equal(idsOf(events), idsOf(rest)) {
		t.Fatalf("from %d: %v, want %v", p.Offset, idsOf(events), idsOf(rest))
	}
}

func (l *league) checkCounts(t *rapid.T, r *Reference, f Filter, everything []*Event) {
	l.now.Advance(time.Hour) // older counts are void
	count := func(f Filter, also func(*Event) bool) (n int64) {
		for _, e := range everything {
			if l.passes(r, f, e) && also(e) {
				n++
			}
		}
		return n
	}
	total, err := l.Total(l.t.Context(), l.channel, f)
	if err != nil {
		t.Fatal(err)
	}
	if want := count(f, func(*Event) bool { return true }); total != want {
		t.Fatalf("total is %d, want %d", total, want)
	}
	facets, err := l.Facets(l.t.Context(), l.channel, f)
	if err != nil {
		t.Fatal(err)
	}
	expect := func(name string, got int64, without Filter, is func(*Event) bool) {
		if want := count(without, is); got != want {
			t.Fatalf("facet %s counts %d, want %d", name, got, want)
		}
	}
	without := f
	without.Categories = nil
	for _, id := range append(slices.Clone(l.leaves), l.sports...) {
		expect(fmt.Sprintf("category %d", id), facets.Categories[id], without, func(e *Event) bool { return slices.Contains(r.Lineage(e.CategoryID), id) })
	}
	without = f
	without.Groups = nil
	for _, id := range l.schools {
		expect(fmt.Sprintf("school %d", id), facets.Groups[id], without, func(e *Event) bool {
			return slices.ContainsFunc(e.Participants, func(p ParticipantID) bool { return r.Participant(p).GroupID == id })
		})
	}
	without = f
	without.Participants = nil
	for _, id := range l.teams {
		if f.Groups != nil || f.Categories != nil || f.Divisions != nil {
			expect(fmt.Sprintf("team %d", id), facets.Participants[id], without, func(e *Event) bool { return slices.Contains(e.Participants, id) })
		}
	}
	without = f
	without.Locations = nil
	for _, id := range l.places {
		is := func(e *Event) bool { return e.LocationID == id }
		expect(fmt.Sprintf("place %d", id), facets.Locations[id], without, is)
		expect(fmt.Sprintf("city of %d", id), facets.Cities[r.Location(id).City], without, is)
	}
	without = f
	without.Statuses = nil
	for _, s := range []Status{Upcoming, Live, Finished} {
		expect(string(s), facets.Statuses[s], without, func(e *Event) bool { return e.Status == s })
	}
	without = f
	without.Types = nil
	for _, s := range []Type{Free, Register, Paid, PPV} {
		expect(string(s), facets.Types[s], without, func(e *Event) bool { return e.Type == s })
	}
}
