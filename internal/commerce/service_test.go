package commerce_test

import (
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
)

// shop is two channels, each with one category.
type shop struct {
	*commerce.Service
	channels   [2]int64
	categories [2]int64
}

func open(t *testing.T, d *db.DB) shop {
	t.Helper()
	c := clock.NewManual(now)
	s := shop{Service: commerce.NewService(d, revision.NewTracker(d.Read(), c, slog.New(slog.DiscardHandler)), c)}
	for i, key := range []string{"one", "two"} {
		s.channels[i] = dbtest.Channel(t, d, key)
		s.categories[i] = dbtest.Category(t, d, s.channels[i], "hockey")
	}
	return s
}

func pass(weight int, categories ...int64) commerce.Package {
	return commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: text.Text{"en": "Hockey pass"}, Currency: "CAD",
		BasePrice: 6991, ServiceFee: 909, Weight: weight, Categories: categories,
		Capabilities: []commerce.Capability{commerce.Watch, commerce.Clipping},
	}
}

func TestOffersRoundTrip(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		by := actor.ForSystem(s.channels[0])
		light, err := s.Create(t.Context(), by, s.channels[0], pass(1, s.categories[0]))
		if err != nil {
			t.Fatal(err)
		}
		heavy, err := s.Create(t.Context(), by, s.channels[0], pass(9))
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.List(t.Context(), s.channels[0], commerce.KindPackage)
		if err != nil || len(got) != 2 || got[0].ID != heavy || got[1].ID != light {
			t.Fatalf("listed %v, %v", got, err)
		}
		want := pass(1, s.categories[0])
		if diff := cmp.Diff(&want, got[1], cmpopts.IgnoreFields(commerce.Package{}, "ID"), cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
		if got[1].Price() != 7900 {
			t.Errorf("price %d", got[1].Price())
		}
		if other, err := s.List(t.Context(), s.channels[1], commerce.KindPackage); err != nil || len(other) != 0 {
			t.Errorf("the other channel has %v, %v", other, err)
		}
		for name, find := range map[string]func() (*commerce.Package, error){
			"of another channel": func() (*commerce.Package, error) {
				return s.Find(t.Context(), s.channels[1], commerce.KindPackage, light)
			},
			"of another kind": func() (*commerce.Package, error) {
				return s.Find(t.Context(), s.channels[0], commerce.KindSubscription, light)
			},
		} {
			if _, err := find(); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestCreateRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		owner := actor.ForSystem(s.channels[0])
		broken := pass(1)
		chooses := func(choice commerce.Choice, change func(*commerce.Package)) commerce.Package {
			p := pass(1, s.categories[0], s.categories[0]+1)
			p.Choice = choice
			change(&p)
			return p
		}
		as := func(*commerce.Package) {}
		broken.Currency, broken.BasePrice, broken.TrialDays, broken.Name = "EUR", -1, 7, nil
		for name, test := range map[string]struct {
			by   actor.Actor
			p    commerce.Package
			want fault.Kind
		}{
			"a visitor":                   {actor.Actor{}, pass(1), fault.Forbidden},
			"a user":                      {actor.Actor{Role: actor.User, UserID: 1, ChannelID: s.channels[0]}, pass(1), fault.Forbidden},
			"another channel's operator":  {actor.Actor{Role: actor.Operator, UserID: 1, ChannelID: s.channels[1]}, pass(1), fault.Forbidden},
			"another channel's category":  {owner, pass(1, s.categories[1]), fault.NotFound},
			"a category that nobody has":  {owner, pass(1, 9_999_999), fault.NotFound},
			"values that make no product": {owner, broken, fault.Invalid},
			"a choice nobody knows":       {owner, chooses("colour", as), fault.Invalid},
			"a choice of one":             {owner, chooses(commerce.ChooseCategory, func(p *commerce.Package) { p.Categories = p.Categories[:1] }), fault.Invalid},
			"a choice of no teams":        {owner, chooses(commerce.ChooseParticipant, as), fault.Invalid},
			"a choice and more":           {owner, chooses(commerce.ChooseCategory, func(p *commerce.Package) { p.Participants = []int64{1} }), fault.Invalid},
			"a choice that renews":        {owner, chooses(commerce.ChooseCategory, func(p *commerce.Package) { p.Kind = commerce.KindSubscription }), fault.Invalid},
		} {
			if _, err := s.Create(t.Context(), test.by, s.channels[0], test.p); fault.KindOf(err) != test.want {
				t.Errorf("%s: %v", name, err)
			}
		}
		if left, err := s.List(t.Context(), s.channels[0], commerce.KindPackage); err != nil || len(left) != 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
}

func TestCoveringListsWhatOpensAnEvent(t *testing.T) {
	d := dbtest.SQLite(t)
	s := open(t, d)
	by := actor.ForSystem(s.channels[0])
	ticket, addition := pass(9), pass(8)
	ticket.Type, addition.PassType = commerce.TypeEvent, commerce.PassAddition
	for _, p := range []commerce.Package{pass(1, s.categories[0]), pass(2), ticket, addition} {
		if _, err := s.Create(t.Context(), by, s.channels[0], p); err != nil {
			t.Fatal(err)
		}
	}
	for kind, want := range map[string]int{"paid": 2, "ppv": 0, "free": 0} {
		got, err := s.Covering(t.Context(), s.channels[0], commerce.Event{Type: kind, Categories: []int64{s.categories[0]}})
		if err != nil || len(got) != want {
			t.Errorf("%s: %d packages, %v", kind, len(got), err)
		}
	}
}

func TestReplaceKnowsOffersByAlias(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		ctx, channelID := t.Context(), s.channels[0]
		by := actor.ForSystem(channelID)
		named := func(alias string, weight int, categories ...int64) commerce.Package {
			p := pass(weight, categories...)
			p.Alias = alias
			return p
		}
		replace := func(want ...commerce.Package) error { return s.Replace(ctx, by, channelID, want) }
		stored := func() map[string]*commerce.Package {
			t.Helper()
			all, err := s.Stored(ctx, channelID)
			if err != nil {
				t.Fatal(err)
			}
			out := map[string]*commerce.Package{}
			for _, p := range all {
				out[p.Alias] = p
			}
			return out
		}
		if err := replace(named("season", 2, s.categories[0]), named("final", 1)); err != nil {
			t.Fatal(err)
		}
		before := stored()
		if err := replace(named("season", 9), named("extra", 1, s.categories[0])); err != nil {
			t.Fatal(err)
		}
		after := stored()
		if len(after) != 2 || after["season"].ID != before["season"].ID || after["season"].Weight != 9 || len(after["season"].Categories) != 0 ||
			len(after["extra"].Categories) != 1 {
			t.Errorf("was %v, is %v", before, after)
		}
		for name, want := range map[string]struct {
			offers []commerce.Package
			code   string
		}{
			"no alias":           {[]commerce.Package{named("", 1)}, "validation_failed"},
			"bad alias":          {[]commerce.Package{named("Big Pass", 1)}, "validation_failed"},
			"twice":              {[]commerce.Package{named("a", 1), named("a", 2)}, "already_taken"},
			"another's category": {[]commerce.Package{named("a", 1, s.categories[1])}, "covered_not_found"},
		} {
			if err := replace(want.offers...); fault.CodeOf(err) != want.code {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := s.Replace(ctx, actor.ForSystem(channelID), s.channels[1], nil); err != nil {
			t.Error("the system may change every channel")
		}
		if err := s.Replace(ctx, actor.Actor{Role: actor.Operator, ChannelID: s.channels[1]}, channelID, nil); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("another channel's operator may: %v", err)
		}
		if len(stored()) != 2 {
			t.Error("a refused list changed the offers")
		}
	})
}
