package commerce_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

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

func TestDecideVideoProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		item := commerce.Video{Type: rapid.SampledFrom([]string{"free", "register", "paid"}).Draw(t, "access")}
		v := commerce.Viewer{LoggedIn: rapid.Bool().Draw(t, "logged in"), GeoBlocked: rapid.Bool().Draw(t, "blocked")}
		have := rapid.SliceOfN(grants(), 0, 5).Draw(t, "grants")
		if rapid.Bool().Draw(t, "with the library") {
			have = append(have, commerce.Grant{Package: &commerce.Package{Kind: commerce.KindSubscription, Capabilities: []commerce.Capability{commerce.VODMedia}}})
		}
		before := commerce.DecideVideo(item, v, have, now)
		after := commerce.DecideVideo(item, v, append(slices.Clone(have), grants().Draw(t, "one more")), now)
		if before.Granted && !after.Granted {
			t.Fatal("one more grant took access away")
		}
		shuffled := rapid.Permutation(have).Draw(t, "order")
		if diff := cmp.Diff(before.Capabilities, commerce.DecideVideo(item, v, shuffled, now).Capabilities); diff != "" {
			t.Fatalf("the order of grants matters: %s", diff)
		}
		if v.GeoBlocked && before.Granted {
			t.Fatal("granted in a blocked region")
		}
	})
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
