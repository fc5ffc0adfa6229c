package commerce_test

import (
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// The specification marks add-ons in two ways. Each rule reads both.
func additions() map[string]commerce.Package {
	return map[string]commerce.Package{
		"by its pass type": {Kind: commerce.KindPackage, Type: commerce.TypeRegular, PassType: commerce.PassAddition},
		"by its type":      {Kind: commerce.KindPackage, Type: commerce.TypeAdditional},
		"by both":          {Kind: commerce.KindPackage, Type: commerce.TypeAdditional, PassType: commerce.PassAddition},
		"one that renews":  {Kind: commerce.KindSubscription, Type: commerce.TypeAdditional, Period: "month", Renewal: true},
	}
}

func TestAnAddOnOpensNothingAlone(t *testing.T) {
	user := commerce.Viewer{LoggedIn: true}
	for name, p := range additions() {
		p.Capabilities = []commerce.Capability{commerce.Watch, commerce.NoAds, commerce.VODMedia}
		extra := commerce.Grant{Package: &p}
		pass := commerce.Grant{Package: &commerce.Package{Kind: commerce.KindPackage, Type: commerce.TypeSeason}}
		if !p.IsAddition() {
			t.Errorf("%s: not an add-on", name)
		}
		if got := commerce.Decide(event("paid"), user, []commerce.Grant{extra}, now); got.Granted {
			t.Errorf("%s: it opens a game: %+v", name, got)
		}
		if got := commerce.Decide(event("paid"), user, []commerce.Grant{extra, pass}, now); !got.Granted || !slices.Contains(got.Capabilities, commerce.NoAds) {
			t.Errorf("%s: it adds nothing to a pass: %+v", name, got)
		}
		got := commerce.Summarize([]commerce.Grant{extra}, now).Capabilities
		if slices.Contains(got, commerce.Watch) || slices.Contains(got, commerce.VODMedia) {
			t.Errorf("%s: alone it gives %v", name, got)
		}
	}
	for _, kind := range []commerce.Type{commerce.TypeAnnual, commerce.TypeMonth, commerce.TypeSeason, commerce.TypeRegular} {
		if p := (&commerce.Package{Type: kind}); p.IsAddition() {
			t.Errorf("a pass of the type %s is an add-on", kind)
		}
	}
}

func TestAnAddOnIsNotSoldAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := openCounter(t, d)
		for name, p := range additions() {
			base := pass(1)
			base.Kind, base.Type, base.PassType, base.Period, base.Renewal = p.Kind, p.Type, p.PassType, p.Period, p.Renewal
			base.Capabilities = []commerce.Capability{commerce.VODMedia}
			id, err := s.Create(t.Context(), actor.ForSystem(s.channels[0]), s.channels[0], base)
			if err != nil {
				t.Fatal(err)
			}
			alone := commerce.Item{PackageID: id}
			if p.Kind == commerce.KindSubscription {
				alone = commerce.Item{SubscriptionID: id}
			}
			if _, err := s.price(t, "", alone); fault.CodeOf(err) != "addition_alone" {
				t.Errorf("%s: sold alone, %v", name, err)
			}
			if p.Kind == commerce.KindSubscription {
				continue // it is bought by itself, by who holds a pass
			}
			if _, err := s.price(t, "", alone, commerce.Item{PackageID: s.season}); err != nil {
				t.Errorf("%s: refused with a pass, %v", name, err)
			}
		}
		for _, kind := range []string{"paid", "ppv"} {
			opening, err := s.Covering(t.Context(), s.channels[0], commerce.Event{Type: kind, Categories: s.sports[:1]})
			if err != nil || slices.ContainsFunc(opening, (*commerce.Package).IsAddition) {
				t.Errorf("%s: an add-on is offered to open a game, %v", kind, err)
			}
		}
		if library, err := s.OpeningVOD(t.Context(), s.channels[0]); err != nil || slices.ContainsFunc(library, (*commerce.Package).IsAddition) {
			t.Errorf("an add-on is offered to open the library, %v", err)
		}
	})
}
