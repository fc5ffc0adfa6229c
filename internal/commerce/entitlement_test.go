package commerce_test

import (
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/text"
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

// An add-on adds to whatever opens the event, if it covers it.
func TestAdditionsAddToWhatOpens(t *testing.T) {
	noAds := &commerce.Package{Kind: commerce.KindSubscription, PassType: commerce.PassAddition, Capabilities: []commerce.Capability{commerce.NoAds}}
	soccer := &commerce.Package{Kind: commerce.KindPackage, PassType: commerce.PassAddition, Categories: []int64{4}, Capabilities: []commerce.Capability{commerce.NoAds}}
	hockey := &commerce.Package{Kind: commerce.KindPackage, Categories: []int64{3}, Name: text.Text{"en": "Hockey pass"}}
	user := commerce.Viewer{LoggedIn: true}
	for name, test := range map[string]struct {
		event  string
		viewer commerce.Viewer
		grants []commerce.Grant
		reason commerce.Reason
		adds   bool
	}{
		"to a free event":              {"free", user, []commerce.Grant{{Package: noAds}}, commerce.ReasonFree, true},
		"to one for users":             {"register", user, []commerce.Grant{{Package: noAds}}, commerce.ReasonRegistered, true},
		"to a pass":                    {"paid", user, []commerce.Grant{{Package: noAds}, {Package: hockey}}, commerce.ReasonPackage, true},
		"to a ticket":                  {"ppv", user, []commerce.Grant{{EventID: 5}, {Package: noAds}}, commerce.ReasonOrder, true},
		"to nothing":                   {"paid", user, []commerce.Grant{{Package: noAds}}, commerce.ReasonPurchaseRequired, false},
		"to a pass of another sport":   {"paid", user, []commerce.Grant{{Package: noAds}, {Package: &commerce.Package{Categories: []int64{4}}}}, commerce.ReasonPurchaseRequired, false},
		"of another sport":             {"paid", user, []commerce.Grant{{Package: soccer}, {Package: hockey}}, commerce.ReasonPackage, false},
		"that is over":                 {"free", user, []commerce.Grant{{Package: noAds, Until: now}}, commerce.ReasonFree, false},
		"to a pass in a blocked place": {"paid", commerce.Viewer{LoggedIn: true, GeoBlocked: true}, []commerce.Grant{{Package: noAds}, {Package: hockey}}, commerce.ReasonGeoBlocked, false},
	} {
		t.Run(name, func(t *testing.T) {
			got := commerce.Decide(event(test.event), test.viewer, test.grants, now)
			if got.Reason != test.reason || slices.Contains(got.Capabilities, commerce.NoAds) != test.adds {
				t.Errorf("%s with %v, want %s", got.Reason, got.Capabilities, test.reason)
			}
			if got.Reason == commerce.ReasonPackage && got.Product["en"] != "Hockey pass" {
				t.Errorf("the reason is %v", got.Product)
			}
		})
	}
}
