package commerce_test

import (
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestDecideVideoByAccess(t *testing.T) {
	library := []commerce.Capability{commerce.VODMedia}
	hockey := &commerce.Package{Kind: commerce.KindPackage, Categories: []int64{3}, Capabilities: library}
	bare := &commerce.Package{Kind: commerce.KindSubscription, Capabilities: []commerce.Capability{commerce.Watch}}
	monthly := &commerce.Package{Kind: commerce.KindSubscription, Capabilities: library}
	ticket := &commerce.Package{Kind: commerce.KindPackage, Type: commerce.TypeEvent, Capabilities: library}
	extra := &commerce.Package{Kind: commerce.KindPackage, PassType: commerce.PassAddition, Capabilities: library}
	user := commerce.Viewer{LoggedIn: true}
	tests := []struct {
		name   string
		access string
		viewer commerce.Viewer
		grants []commerce.Grant
		want   commerce.Reason
	}{
		{"free for all", "free", commerce.Viewer{}, nil, commerce.ReasonFree},
		{"register needs a user", "register", commerce.Viewer{}, nil, commerce.ReasonLoginRequired},
		{"register for a user", "register", user, nil, commerce.ReasonRegistered},
		{"paid needs a purchase", "paid", user, nil, commerce.ReasonPurchaseRequired},
		{"paid with a subscription", "paid", user, []commerce.Grant{{Package: monthly}}, commerce.ReasonSubscription},
		{"paid with a pass of one sport", "paid", user, []commerce.Grant{{Package: hockey}}, commerce.ReasonPackage},
		{"paid with a subscription without the library", "paid", user, []commerce.Grant{{Package: bare}}, commerce.ReasonPurchaseRequired},
		{"paid with an ended subscription", "paid", user, []commerce.Grant{{Package: monthly, Until: now}}, commerce.ReasonPurchaseRequired},
		{"paid with an add-on alone", "paid", user, []commerce.Grant{{Package: extra}}, commerce.ReasonPurchaseRequired},
		{"paid with an add-on to a pass that is over", "paid", user, []commerce.Grant{{Package: extra}, {Package: bare, Until: now}}, commerce.ReasonPurchaseRequired},
		{"paid with an add-on to a ticket", "paid", user, []commerce.Grant{{Package: extra}, {EventID: 5, Package: ticket}}, commerce.ReasonPurchaseRequired},
		{"paid with an add-on to a pass", "paid", user, []commerce.Grant{{Package: extra}, {Package: bare}}, commerce.ReasonPackage},
		{"paid with the ticket of an event", "paid", user, []commerce.Grant{{EventID: 5, Package: ticket}}, commerce.ReasonPurchaseRequired},
		{"a blocked region", "free", user, []commerce.Grant{{Package: monthly}}, commerce.ReasonGeoBlocked},
		{"an operator in a blocked region", "paid", commerce.Viewer{Operator: true}, nil, commerce.ReasonOperator},
		{"a type nobody knows", "barter", user, nil, commerce.ReasonPurchaseRequired},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.viewer.GeoBlocked = test.want == commerce.ReasonGeoBlocked || test.want == commerce.ReasonOperator
			got := commerce.DecideVideo(commerce.Video{Type: test.access}, test.viewer, test.grants, now)
			if got.Reason != test.want {
				t.Errorf("reason %s, want %s", got.Reason, test.want)
			}
			if watches := slices.Contains(got.Capabilities, commerce.Watch); got.Granted != watches {
				t.Errorf("granted %t with %v", got.Granted, got.Capabilities)
			}
		})
	}
}

func TestWhoIsSparedAdsInTheLibrary(t *testing.T) {
	with := func(p commerce.Package, of ...commerce.Capability) commerce.Grant {
		p.Capabilities = of
		return commerce.Grant{Package: &p}
	}
	sparing := with(commerce.Package{Kind: commerce.KindPackage, Categories: []int64{3}}, commerce.NoAds)
	opening := with(commerce.Package{Kind: commerce.KindSubscription}, commerce.VODMedia)
	both := with(commerce.Package{Kind: commerce.KindSubscription}, commerce.NoAds, commerce.VODMedia)
	over, ticket := sparing, sparing
	over.Until, ticket.EventID = now, 5
	for name, test := range map[string]struct {
		access string
		grants []commerce.Grant
		want   bool
	}{
		"nothing bought":                       {"free", nil, false},
		"a pass of one sport":                  {"free", []commerce.Grant{sparing}, true},
		"a pass of one sport, with an account": {"register", []commerce.Grant{sparing}, true},
		"a pass that is over":                  {"free", []commerce.Grant{over}, false},
		"the ticket of an event":               {"free", []commerce.Grant{ticket}, false},
		"what opens the library":               {"paid", []commerce.Grant{opening}, false},
		"what opens and spares":                {"paid", []commerce.Grant{both}, true},
		"one that opens and one that spares":   {"paid", []commerce.Grant{sparing, opening}, true},
		"what may not be watched":              {"paid", []commerce.Grant{sparing}, false},
	} {
		got := commerce.DecideVideo(commerce.Video{Type: test.access}, commerce.Viewer{LoggedIn: true}, test.grants, now)
		if slices.Contains(got.Capabilities, commerce.NoAds) != test.want {
			t.Errorf("%s: %v", name, got.Capabilities)
		}
	}
}

func TestOpeningVODListsWhatOpensTheLibrary(t *testing.T) {
	s := open(t, dbtest.SQLite(t))
	by := actor.ForSystem(s.channels[0])
	with := func(p commerce.Package) commerce.Package {
		p.Capabilities = []commerce.Capability{commerce.VODMedia}
		return p
	}
	ticket, addition, monthly := with(pass(9)), with(pass(8)), with(pass(1))
	ticket.Type, addition.PassType = commerce.TypeEvent, commerce.PassAddition
	monthly.Kind, monthly.Type, monthly.Period, monthly.Renewal = commerce.KindSubscription, commerce.TypeMonthly, "month", true
	team := with(pass(99))
	team.IsTeamPass = true
	for _, p := range []commerce.Package{pass(5), with(pass(7)), team, ticket, addition, monthly} {
		if _, err := s.Create(t.Context(), by, s.channels[0], p); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.OpeningVOD(t.Context(), s.channels[0])
	if err != nil || len(got) != 3 || got[0].Kind != commerce.KindSubscription || got[1].Weight != 7 || !got[2].IsTeamPass {
		t.Errorf("%d packages, %v", len(got), err)
	}
}
