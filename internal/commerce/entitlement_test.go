package commerce_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/commerce"
)

var now = time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)

func event(kind string) commerce.Event {
	return commerce.Event{ID: 5, Type: kind, Categories: []int64{3, 1}, Participants: []int64{10, 11}}
}

func TestDecideByTypeOfEvent(t *testing.T) {
	hockey := &commerce.Package{Kind: commerce.KindPackage, Categories: []int64{3}, Capabilities: []commerce.Capability{commerce.Download}}
	team := &commerce.Package{Kind: commerce.KindPackage, Participants: []int64{99}}
	addition := &commerce.Package{Kind: commerce.KindPackage, PassType: commerce.PassAddition}
	monthly := &commerce.Package{Kind: commerce.KindSubscription}
	oneSport := &commerce.Package{Kind: commerce.KindPackage, Categories: []int64{3, 4}, Choice: commerce.ChooseCategory}
	oneTeam := &commerce.Package{Kind: commerce.KindPackage, Participants: []int64{11, 99}, Choice: commerce.ChooseParticipant}
	user := commerce.Viewer{LoggedIn: true}
	tests := []struct {
		name   string
		event  commerce.Event
		viewer commerce.Viewer
		grants []commerce.Grant
		want   commerce.Reason
	}{
		{"free for all", event("free"), commerce.Viewer{}, nil, commerce.ReasonFree},
		{"register needs a user", event("register"), commerce.Viewer{}, nil, commerce.ReasonLoginRequired},
		{"register for a user", event("register"), user, nil, commerce.ReasonRegistered},
		{"paid needs a purchase", event("paid"), user, nil, commerce.ReasonPurchaseRequired},
		{"paid with its ticket", event("paid"), user, []commerce.Grant{{EventID: 5}}, commerce.ReasonOrder},
		{"paid with another's ticket", event("paid"), user, []commerce.Grant{{EventID: 6}}, commerce.ReasonPurchaseRequired},
		{"paid with a covering pass", event("paid"), user, []commerce.Grant{{Package: hockey}}, commerce.ReasonPackage},
		{"paid with another team's pass", event("paid"), user, []commerce.Grant{{Package: team}}, commerce.ReasonPurchaseRequired},
		{"paid with an add-on alone", event("paid"), user, []commerce.Grant{{Package: addition}}, commerce.ReasonPurchaseRequired},
		{"paid with an ended pass", event("paid"), user, []commerce.Grant{{Package: hockey, Until: now}}, commerce.ReasonPurchaseRequired},
		{"paid with a subscription", event("paid"), user, []commerce.Grant{{Package: monthly}}, commerce.ReasonSubscription},
		{"paid with the sport that was named", event("paid"), user, []commerce.Grant{{Package: oneSport, Chosen: 3}}, commerce.ReasonPackage},
		{"paid with another sport named", event("paid"), user, []commerce.Grant{{Package: oneSport, Chosen: 4}}, commerce.ReasonPurchaseRequired},
		{"paid with a sport that is not of the pass", event("paid"), user, []commerce.Grant{{Package: oneSport, Chosen: 1}}, commerce.ReasonPurchaseRequired},
		{"paid with no sport named", event("paid"), user, []commerce.Grant{{Package: oneSport}}, commerce.ReasonPurchaseRequired},
		{"paid with the team that was named", event("paid"), user, []commerce.Grant{{Package: oneTeam, Chosen: 11}}, commerce.ReasonPackage},
		{"paid with another team named", event("paid"), user, []commerce.Grant{{Package: oneTeam, Chosen: 99}}, commerce.ReasonPurchaseRequired},
		{"paid with a team that is not of the pass", event("paid"), user, []commerce.Grant{{Package: oneTeam, Chosen: 10}}, commerce.ReasonPurchaseRequired},
		{"ppv with a subscription", event("ppv"), user, []commerce.Grant{{Package: monthly}, {Package: hockey}}, commerce.ReasonPurchaseRequired},
		{"ppv with its ticket", event("ppv"), user, []commerce.Grant{{EventID: 5}}, commerce.ReasonOrder},
		{"a blocked region", event("free"), commerce.Viewer{GeoBlocked: true}, []commerce.Grant{{EventID: 5}}, commerce.ReasonGeoBlocked},
		{"an operator in a blocked region", event("ppv"), commerce.Viewer{Operator: true, GeoBlocked: true}, nil, commerce.ReasonOperator},
		{"a type nobody knows", event("barter"), user, nil, commerce.ReasonPurchaseRequired},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := commerce.Decide(test.event, test.viewer, test.grants, now)
			if got.Reason != test.want {
				t.Errorf("reason %s, want %s", got.Reason, test.want)
			}
			if watches := slices.Contains(got.Capabilities, commerce.Watch); got.Granted != watches {
				t.Errorf("granted %t with %v", got.Granted, got.Capabilities)
			}
		})
	}
}

func grants() *rapid.Generator[commerce.Grant] {
	ids := rapid.SliceOfN(rapid.Int64Range(1, 12), 0, 3)
	capabilities := rapid.SliceOfN(rapid.SampledFrom([]commerce.Capability{commerce.Download, commerce.Clipping, commerce.NoAds}), 0, 3)
	return rapid.Custom(func(t *rapid.T) commerce.Grant {
		g := commerce.Grant{EventID: rapid.SampledFrom([]int64{0, 0, 5, 6}).Draw(t, "event")}
		if rapid.Bool().Draw(t, "bounded") {
			g.Until = now.Add(time.Duration(rapid.IntRange(-3, 3).Draw(t, "until")) * time.Hour)
		}
		if g.EventID == 0 || rapid.Bool().Draw(t, "with package") {
			g.Package = &commerce.Package{
				Kind:         rapid.SampledFrom([]commerce.Kind{commerce.KindPackage, commerce.KindSubscription}).Draw(t, "kind"),
				PassType:     rapid.SampledFrom([]string{"", commerce.PassAddition}).Draw(t, "pass type"),
				Categories:   ids.Draw(t, "categories"),
				Participants: ids.Draw(t, "participants"),
				Capabilities: capabilities.Draw(t, "capabilities"),
			}
		}
		return g
	})
}

func TestDecideProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := event(rapid.SampledFrom([]string{"free", "register", "paid", "ppv"}).Draw(t, "type"))
		v := commerce.Viewer{LoggedIn: rapid.Bool().Draw(t, "logged in"), GeoBlocked: rapid.Bool().Draw(t, "blocked")}
		have := rapid.SliceOfN(grants(), 0, 5).Draw(t, "grants")
		one := grants().Draw(t, "one more")

		before := commerce.Decide(e, v, have, now)
		after := commerce.Decide(e, v, append(slices.Clone(have), one), now)
		for _, c := range before.Capabilities {
			if !slices.Contains(after.Capabilities, c) {
				t.Fatalf("one more grant took %s away", c)
			}
		}
		shuffled := rapid.Permutation(have).Draw(t, "order")
		if diff := cmp.Diff(before.Capabilities, commerce.Decide(e, v, shuffled, now).Capabilities); diff != "" {
			t.Fatalf("the order of grants matters: %s", diff)
		}
		if v.GeoBlocked && before.Granted {
			t.Fatal("granted in a blocked region")
		}
		if e.Type == "ppv" && before.Granted && before.Reason != commerce.ReasonOrder {
			t.Fatalf("ppv opened by %s", before.Reason)
		}
	})
}
