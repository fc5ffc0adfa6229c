package api

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
)

func (w *world) offer(s *season, p commerce.Package) commerce.PackageID {
	w.t.Helper()
	if p.Name == nil {
		p.Name = text.Text{English: string(p.Type)}
	}
	return must[commerce.PackageID](w)(w.commerce.Create(w.t.Context(), actor.ForSystem(s.channelID), s.channelID, p))
}

// Section 3 of the specification: each field of a package has the value that the channel gave it, or that the user's orders give it.
func TestFieldsOfOffers(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	fan := w.buyer(home, "fan@example.com")
	team := w.offer(s, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Name: both("Team pass", "Passe équipe"), Offer: "early bird", Currency: "USD", BasePrice: 4000, ServiceFee: 600,
		Image: "offers/team.webp", IsTeamPass: true, Weight: 7, Participants: []int64{int64(s.lynx), int64(s.tide)}, Choice: commerce.ChooseParticipant,
		Capabilities: []commerce.Capability{commerce.Watch, commerce.Download, commerce.Clipping, commerce.DownloadClip, commerce.NoAds, commerce.VODMedia},
	})
	addition := w.offer(s, commerce.Package{Kind: commerce.KindPackage, Type: commerce.TypeAdditional, PassType: commerce.PassAddition, Currency: "CAD", BasePrice: 300})
	byType := w.offer(s, commerce.Package{Kind: commerce.KindPackage, Type: commerce.TypeAdditional, Currency: "CAD", BasePrice: 300})
	annual := w.offer(s, commerce.Package{Kind: commerce.KindSubscription, Type: commerce.TypeAnnual, Offer: "annual", Period: "year", Renewal: true, Currency: "CAD", BasePrice: 9000, TrialDays: 14})
	w.buy(fan, s, team, func(o *dbtest.Order) { o.Participant = int64(s.tide) })
	w.buy(fan, s, s.pass)
	w.checkAnswers(t, fan.key, []fieldsOf{
		{"a team pass of which one team is bought", fmt.Sprint("packages/", team), "", fmt.Sprintf(`{"id": %d, "name": "Team pass", "type": "season", "offer": "early bird", "period": "",
			"currency": "USD", "price": 4600, "base_price": 4000, "service_fee": 600, "trial_period": 0, "renewal": false, "image": "/media/public/offers/team.webp", "event_categories": [],
			"is_team_pass": true, "pass_type": "", "weight": 7, "purchased": false, "disabledCategories": [], "disabledParticipants": [%d],
			"capabilities": ["watch", "download", "clipping", "download_clip", "no_ads", "vod_media"]}`, team, s.tide)},
		{"the heaviest comes first", "packages", "0", fmt.Sprintf(`{"id": %d, "weight": 7}`, team)},
		{"a pass that is bought", fmt.Sprint("packages/", s.pass), "", fmt.Sprintf(`{"currency": "CAD", "is_team_pass": false, "weight": 0, "event_categories": [%d],
			"purchased": true, "disabledCategories": [%d], "disabledParticipants": []}`, s.hockey, s.hockey)},
		{"an add-on", fmt.Sprint("packages/", addition), "", `{"type": "additional", "pass_type": "addition", "purchased": false}`},
		{"an add-on by its type alone", fmt.Sprint("packages/", byType), "", `{"type": "additional", "pass_type": "addition", "purchased": false}`},
		{"a monthly subscription", fmt.Sprint("subscriptions/", s.monthly), "", `{"type": "monthly", "offer": "", "period": "month", "renewal": true, "trial_period": 30, "price": 1150, "auto_renew_cancelled": false}`},
		{"an annual subscription", fmt.Sprint("subscriptions/", annual), "", `{"type": "annual", "offer": "annual", "period": "year", "renewal": true, "trial_period": 14}`},
	})
}

// Section 3: packages of each type of the specification, and of no other, are sold.
func TestTypesOfPackages(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	for _, kind := range []commerce.Type{"annual", "month", "monthly", "season", "event", "additional", "regular"} {
		id := w.offer(s, commerce.Package{Kind: commerce.KindPackage, Type: kind, Currency: "CAD", BasePrice: 100})
		w.checkAnswers(t, "", []fieldsOf{{string(kind), fmt.Sprint("packages/", id), "", fmt.Sprintf(`{"type": %q}`, kind)}})
	}
	for _, p := range []commerce.Package{{Type: "weekly", Currency: "CAD"}, {Type: "season", Currency: "EUR"}, {Type: "season", Currency: "CAD", PassType: "additional"}} {
		p.Kind, p.Name, p.BasePrice = commerce.KindPackage, text.Text{English: "Odd"}, 100
		if _, err := w.commerce.Create(t.Context(), actor.ForSystem(s.channelID), s.channelID, p); err == nil {
			t.Errorf("%+v is sold", p)
		}
	}
}

// Section 3: orders of each type, with the product that was bought.
func TestFieldsOfOrders(t *testing.T) {
	w := newShop(t, dbtest.SQLite(t))
	s := w.season(home, "")
	sport := w.offer(s, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Currency: "CAD", BasePrice: 2000, Categories: []int64{int64(s.hockey), int64(s.soccer)}, Choice: commerce.ChooseCategory,
	})
	team := w.offer(s, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeSeason, Currency: "CAD", BasePrice: 2000, Participants: []int64{int64(s.lynx), int64(s.tide)}, Choice: commerce.ChooseParticipant, IsTeamPass: true,
	})
	addition := w.offer(s, commerce.Package{Kind: commerce.KindPackage, Type: commerce.TypeAdditional, PassType: commerce.PassAddition, Currency: "CAD", BasePrice: 300})
	fan := w.loggedIn(home, "fan@example.com")
	for _, test := range []struct {
		kind    string
		body    map[string]any
		product string
	}{
		{"package", map[string]any{"package_id": sport, "event_category_id": s.soccer}, fmt.Sprintf(`{"id": %d, "event_id": null, "event_category_id": %d, "participant_id": null}`, sport, s.soccer)},
		{"package", map[string]any{"package_id": team, "participant_id": s.tide}, fmt.Sprintf(`{"id": %d, "event_id": null, "event_category_id": null, "participant_id": %d}`, team, s.tide)},
		{"event", map[string]any{"event_id": s.events["paid"], "single_event_package_id": s.ticket}, fmt.Sprintf(`{"id": %d, "event_id": %d, "event_category_id": null, "participant_id": null}`, s.ticket, s.events["paid"])},
		{"additional", map[string]any{"package_id": addition}, fmt.Sprintf(`{"id": %d, "event_id": null, "event_category_id": null, "participant_id": null}`, addition)},
		{"subscription", map[string]any{"subscription_id": s.monthly}, fmt.Sprintf(`{"id": %d, "event_id": null, "event_category_id": null, "participant_id": null}`, s.monthly)},
	} {
		var bought BoughtDTO
		w.do(call{path: "/api/stripe/buy", key: fan, body: with(test.body, map[string]any{"payment_method": "pm_card_visa"})}).into(&bought)
		id := bought.Order.ID
		w.checkAnswers(t, fan, []fieldsOf{
			{test.kind, fmt.Sprint("orders/", id), "", fmt.Sprintf(`{"id": %d, "type": %q, "status": "paid", "activity_status": "active", "product": %s}`, id, test.kind, test.product)},
			{"the latest is first", "orders?limit=1", "0", fmt.Sprintf(`{"id": %d, "type": %q, "product": %s}`, id, test.kind, test.product)},
			{"of its type alone", "orders?type=" + test.kind, "0", fmt.Sprintf(`{"id": %d}`, id)},
		})
	}
	for query, want := range map[string]struct {
		count int
		meta  Meta
	}{
		"":                   {5, Meta{Total: 5}},
		"no_limit=1":         {5, Meta{Total: 5}},
		"limit=2&no_limit=1": {5, Meta{Total: 5}},
		"limit=2":            {2, Meta{Total: 5, Limit: 2}},
		"limit=2&offset=4":   {1, Meta{Total: 5, Limit: 2, Offset: 4}},
	} {
		var page Page[OrderDTO]
		if err := json.Unmarshal(w.do(call{path: "/api/orders?" + query, key: fan}).want(200, "").body, &page); err != nil {
			t.Fatal(err)
		}
		if len(page.Data) != want.count || page.Meta != want.meta {
			t.Errorf("%q gives %d orders, %+v", query, len(page.Data), page.Meta)
		}
	}
}

// Sections 3 and 4: an order and its transactions are created, then paid or failed; what is paid can be refunded.
func TestStatusesOfOrders(t *testing.T) {
	w := newShop(t, dbtest.SQLite(t))
	s := w.season(home, "")
	buyer := w.buyer(home, "fan@example.com")
	buy := func(card string) int64 {
		var bought BoughtDTO
		w.do(call{path: "/api/stripe/buy", key: buyer.key, body: map[string]any{"package_id": s.pass, "payment_method": card}}).into(&bought)
		return bought.Order.ID
	}
	check := func(name string, id int64, order, first, last string) {
		t.Helper()
		path := fmt.Sprint("orders/", id)
		w.checkAnswers(t, buyer.key, []fieldsOf{
			{name, path, "", order},
			{name + ": first transaction", path, "transactions.0", first},
			{name + ": last transaction", path, "transactions.1", last},
		}[:map[bool]int{true: 2, false: 3}[last == ""]])
	}
	check("failed", buy("pm_card_chargeDeclined"), `{"status": "failed", "activity_status": "inactive"}`, `{"status": "failed"}`, "")
	check("created", buy("pm_card_authenticationRequired"), `{"status": "created", "activity_status": "inactive"}`, `{"status": "created"}`, "")
	id := buy("pm_card_visa")
	check("paid", id, `{"status": "paid", "activity_status": "active"}`, `{"status": "paid"}`, "")
	if err := w.api.Till.Refund(t.Context(), actor.ForSystem(s.channelID), s.channelID, commerce.OrderID(id)); err != nil {
		t.Fatal(err)
	}
	if err := w.api.Till.PayBack(t.Context(), s.channelID, commerce.OrderID(id)); err != nil {
		t.Fatal(err)
	}
	check("refunded", id, `{"status": "refunded", "activity_status": "inactive"}`, `{"status": "paid"}`, `{"status": "refunded"}`)
}
