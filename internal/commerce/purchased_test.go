package commerce_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func TestMarkPurchased(t *testing.T) {
	hockey := &commerce.Package{ID: 1, Kind: commerce.KindPackage, Categories: []int64{4, 3}}
	sport := &commerce.Package{ID: 2, Kind: commerce.KindPackage, Categories: []int64{3, 4, 5}, Choice: commerce.ChooseCategory}
	team := &commerce.Package{ID: 3, Kind: commerce.KindPackage, IsTeamPass: true, Participants: []int64{10, 11}, Choice: commerce.ChooseParticipant}
	all := &commerce.Package{ID: 4, Kind: commerce.KindPackage}
	monthly := &commerce.Package{ID: 5, Kind: commerce.KindSubscription, Categories: []int64{3}}
	ticket := &commerce.Package{ID: 6, Kind: commerce.KindPackage, Type: commerce.TypeEvent}
	for name, test := range map[string]struct {
		of     *commerce.Package
		grants []commerce.Grant
		want   commerce.Purchased
	}{
		"nothing":                    {hockey, nil, commerce.Purchased{}},
		"nothing of everything":      {all, nil, commerce.Purchased{}},
		"another pass":               {hockey, []commerce.Grant{{Package: all}}, commerce.Purchased{}},
		"a whole pass":               {hockey, []commerce.Grant{{Package: hockey}}, commerce.Purchased{Whole: true, Categories: []int64{3, 4}}},
		"a pass for everything":      {all, []commerce.Grant{{Package: all}}, commerce.Purchased{Whole: true}},
		"a pass that is over":        {hockey, []commerce.Grant{{Package: hockey, Until: now}}, commerce.Purchased{}},
		"a subscription":             {monthly, []commerce.Grant{{Package: monthly}}, commerce.Purchased{Whole: true, Categories: []int64{3}}},
		"a sport":                    {sport, []commerce.Grant{{Package: sport, Chosen: 4}}, commerce.Purchased{Categories: []int64{4}}},
		"no sport":                   {sport, []commerce.Grant{{Package: sport}}, commerce.Purchased{}},
		"a sport it has no longer":   {sport, []commerce.Grant{{Package: sport, Chosen: 9}}, commerce.Purchased{}},
		"two sports, one of a month": {sport, []commerce.Grant{{Package: sport, Chosen: 5}, {Package: sport, Chosen: 3, Until: now.Add(1)}}, commerce.Purchased{Categories: []int64{3, 5}}},
		"every sport":                {sport, []commerce.Grant{{Package: sport, Chosen: 5}, {Package: sport, Chosen: 3}, {Package: sport, Chosen: 4}}, commerce.Purchased{Whole: true, Categories: []int64{3, 4, 5}}},
		"a team":                     {team, []commerce.Grant{{Package: team, Chosen: 11}}, commerce.Purchased{Participants: []int64{11}}},
		"every team":                 {team, []commerce.Grant{{Package: team, Chosen: 11}, {Package: team, Chosen: 10}}, commerce.Purchased{Whole: true, Participants: []int64{10, 11}}},
		"the ticket of a game":       {ticket, []commerce.Grant{{EventID: 5, Package: ticket}}, commerce.Purchased{}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, commerce.MarkPurchased(test.of, test.grants, now), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAlreadyBought(t *testing.T) {
	hockey := &commerce.Package{ID: 1, Kind: commerce.KindPackage, Categories: []int64{3, 4}}
	sport := &commerce.Package{ID: 2, Kind: commerce.KindPackage, Categories: []int64{3, 4}, Choice: commerce.ChooseCategory}
	ticket := &commerce.Package{ID: 6, Kind: commerce.KindPackage, Type: commerce.TypeEvent}
	for name, test := range map[string]struct {
		of            *commerce.Package
		event, chosen int64
		grants        []commerce.Grant
		want          bool
	}{
		"nothing is held":              {hockey, 0, 0, nil, false},
		"the whole is held":            {hockey, 0, 0, []commerce.Grant{{Package: hockey}}, true},
		"the whole is over":            {hockey, 0, 0, []commerce.Grant{{Package: hockey, Until: now}}, false},
		"another that covers the same": {hockey, 0, 0, []commerce.Grant{{Package: sport, Chosen: 3}}, false},
		"this part is held":            {sport, 0, 3, []commerce.Grant{{Package: sport, Chosen: 3}}, true},
		"another part is held":         {sport, 0, 4, []commerce.Grant{{Package: sport, Chosen: 3}}, false},
		"every part is held":           {sport, 0, 4, []commerce.Grant{{Package: sport, Chosen: 3}, {Package: sport, Chosen: 4}}, true},
		"this ticket is held":          {ticket, 5, 0, []commerce.Grant{{EventID: 5, Package: ticket}}, true},
		"another ticket is held":       {ticket, 5, 0, []commerce.Grant{{EventID: 6, Package: ticket}}, false},
		"a pass is held":               {ticket, 5, 0, []commerce.Grant{{Package: hockey}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := commerce.AlreadyBought(test.of, test.event, test.chosen, test.grants, now); got != test.want {
				t.Errorf("%t, want %t", got, test.want)
			}
		})
	}
}

func TestWhatIsHeldIsNotSoldAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := openChain(t, d)
		soccer := dbtest.Category(t, d, c.channels[0], "soccer")
		one := pass(2, c.categories[0], soccer)
		one.Choice = commerce.ChooseCategory
		choice := c.sell(one)
		extra := pass(1, c.categories[0])
		extra.Kind, extra.Type, extra.PassType = commerce.KindSubscription, commerce.TypeAdditional, commerce.PassAddition
		keepsake := c.sell(extra)
		plan := pass(1, c.categories[0])
		plan.Kind, plan.Type = commerce.KindSubscription, commerce.TypeMonthly
		monthly := c.sell(plan)
		for _, renewing := range []commerce.PackageID{keepsake, monthly} {
			c.buy(dbtest.Order{PackageID: int64(renewing), Type: "subscription"})
		}
		c.buy(dbtest.Order{})
		c.buy(dbtest.Order{PackageID: int64(choice), Category: soccer})
		c.buy(dbtest.Order{Type: "event", PackageID: int64(c.ticket), EventID: 5})
		line := func(id commerce.PackageID, category, event int64) commerce.Line {
			p, err := c.nodes[0].Find(t.Context(), c.channels[0], commerce.KindPackage, id)
			if err != nil {
				p, err = c.nodes[0].Find(t.Context(), c.channels[0], commerce.KindSubscription, id)
			}
			if err != nil {
				t.Fatal(err)
			}
			l := commerce.Line{Product: commerce.Product{Package: p, CategoryID: category}}
			if event != 0 {
				l.Event = &commerce.SaleEvent{Event: commerce.Event{ID: event}}
			}
			return l
		}
		other := dbtest.User(t, d, c.channels[0], "other@example.com")
		for name, test := range map[string]struct {
			line commerce.Line
			says string
		}{
			"the pass":         {line(c.pass, 0, 0), "You already bought this pass."},
			"the part":         {line(choice, soccer, 0), "You already bought this pass."},
			"the other part":   {line(choice, c.categories[0], 0), ""},
			"the ticket":       {line(c.ticket, 0, 5), "You already bought this event."},
			"the add-on":       {line(keepsake, 0, 0), "You already bought this add-on."},
			"the plan":         {line(monthly, 0, 0), "You already bought this subscription."},
			"another's ticket": {line(c.ticket, 0, 6), ""},
		} {
			err := commerce.RefuseBought(c.nodes[0], t.Context(), c.channels[0], c.user, []commerce.Line{line(c.ticket, 0, 7), test.line})
			var f *fault.Error
			if test.says == "" && err != nil || test.says != "" && (!errors.As(err, &f) || f.Code != "already_bought" || f.Detail != test.says) {
				t.Errorf("%s: %v, want %q", name, err, test.says)
			}
			if err := commerce.RefuseBought(c.nodes[0], t.Context(), c.channels[0], other, []commerce.Line{test.line}); err != nil {
				t.Errorf("%s for another user: %v", name, err)
			}
		}
	})
}

func TestSummarize(t *testing.T) {
	with := func(id commerce.PackageID, kind commerce.Kind, passType string, c ...commerce.Capability) *commerce.Package {
		return &commerce.Package{ID: id, Kind: kind, PassType: passType, Capabilities: c}
	}
	pass := with(1, commerce.KindPackage, "", commerce.Clipping, commerce.Watch)
	monthly := with(2, commerce.KindSubscription, "", commerce.NoAds, commerce.VODMedia)
	extra := with(3, commerce.KindPackage, commerce.PassAddition, commerce.Watch, commerce.Download, commerce.VODMedia)
	for name, test := range map[string]struct {
		grants []commerce.Grant
		want   commerce.Overview
	}{
		"nothing":  {nil, commerce.Overview{}},
		"a ticket": {[]commerce.Grant{{EventID: 5}}, commerce.Overview{Capabilities: []commerce.Capability{commerce.Watch}, Events: []int64{5}}},
		"what is over": {
			[]commerce.Grant{{EventID: 5, Until: now}, {Package: pass, Until: now}, {Package: monthly, Until: now.Add(-1)}}, commerce.Overview{},
		},
		"an add-on alone": {[]commerce.Grant{{Package: extra}}, commerce.Overview{Capabilities: []commerce.Capability{commerce.Download}, Packages: []int64{3}}},
		"all of it": {
			[]commerce.Grant{{Package: monthly}, {Package: extra}, {EventID: 5}, {Package: pass, Chosen: 1}, {Package: pass, Chosen: 2}},
			commerce.Overview{
				Capabilities: []commerce.Capability{commerce.Clipping, commerce.Download, commerce.NoAds, commerce.VODMedia, commerce.Watch},
				Events:       []int64{5}, Packages: []int64{1, 3}, Subscriptions: []int64{2},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, commerce.Summarize(test.grants, now), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
