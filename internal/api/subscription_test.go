package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestASubscriptionOverHTTP(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newShop(t, d)
		s := w.season(home, "")
		fan, other := w.loggedIn(home, "fan@example.com"), w.loggedIn(home, "other@example.com")
		post := func(path, key string, more map[string]any) call {
			body := map[string]any{"subscription_id": s.monthly}
			for k, v := range more {
				body[k] = v
			}
			return call{path: "/api/stripe/" + path, key: key, body: body}
		}
		for _, path := range []string{"buy", "unsubscribe", "subscription/start_trial", "subscription/resume", "subscription/card"} {
			w.do(post(path, w.visitor(home), map[string]any{"payment_method": "pm_card_visa"})).want(http.StatusUnauthorized, "unauthenticated")
		}
		w.do(post("unsubscribe", fan, nil)).want(http.StatusNotFound, "subscription_not_found")
		w.do(post("subscription/start_trial", fan, map[string]any{"payment_method": "pm_card_visa"})).want(http.StatusForbidden, "email_not_verified")
		if _, err := d.Write().NewRaw("UPDATE users SET email_verified = TRUE").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.do(post("subscription/start_trial", fan, map[string]any{"payment_method": "pm_card_visa"})).want(http.StatusUnprocessableEntity, "card_required")

		var bought BoughtDTO
		w.do(post("buy", fan, map[string]any{"payment_method": "pm_card_visa"})).into(&bought)
		if o := bought.Order; o.Status != string(commerce.OrderPaid) || o.Type != "subscription" || o.Name == "" || len(o.Transactions) != 1 || o.Transactions[0].Until == nil {
			t.Fatalf("bought %+v", bought.Order)
		}
		own := func(key string) []SubscriptionDTO {
			var list []SubscriptionDTO
			w.do(call{path: "/api/profile/subscriptions", key: key}).into(&list)
			return list
		}
		list := own(fan)
		if len(list) != 1 || list[0].Status != "active" || list[0].AutoRenew != "active" || list[0].Card == nil || list[0].Card.Last4 != "4242" ||
			list[0].Subscription.ID != int64(s.monthly) || list[0].Subscription.Name == "" || len(list[0].History) != 1 {
			t.Fatalf("subscriptions %+v", list)
		}
		if got := own(other); len(got) != 0 {
			t.Errorf("another's: %+v", got)
		}
		w.do(post("unsubscribe", other, nil)).want(http.StatusNotFound, "subscription_not_found")

		var changed SubscriptionDTO
		w.do(post("unsubscribe", fan, nil)).into(&changed)
		if changed.AutoRenew != "cancelled" || changed.Status != "canceled" || changed.CanceledAt == nil {
			t.Errorf("canceled: %+v", changed)
		}
		var offer PackageDTO
		w.do(call{path: fmt.Sprintf("/api/subscriptions/%d", s.monthly), key: fan}).into(&offer)
		if !offer.Purchased || !offer.AutoRenewCancelled {
			t.Errorf("the offer: %+v", offer)
		}
		w.marksLikeOne(fan)
		w.do(post("subscription/resume", fan, nil)).into(&changed)
		if changed.AutoRenew != "active" || changed.Status != "active" {
			t.Errorf("resumed: %+v", changed)
		}
		var cards []CardDTO
		w.do(call{path: "/api/stripe/list-cards", key: fan}).into(&cards)
		if len(cards) != 1 {
			t.Fatalf("cards %+v", cards)
		}
		var change CardChangeDTO
		w.do(post("subscription/card", fan, map[string]any{"payment_method": cards[0].ID})).into(&change)
		if change.Status != "active" || change.ClientSecret != "" || change.PublishableKey == "" || !change.TestPayments {
			t.Errorf("paid by the same card: %+v", change)
		}
		forget := call{method: http.MethodDelete, path: "/api/stripe/cards/" + cards[0].ID}
		forget.key = other
		w.do(forget).want(http.StatusNotFound, "card_not_found")
		forget.key = fan
		w.do(forget).want(http.StatusConflict, "card_in_use")
		var portal portalDTO
		w.do(call{path: "/api/stripe/customer-portal", key: fan}).into(&portal)
		if !strings.Contains(portal.URL, "/portal/") {
			t.Errorf("portal %+v", portal)
		}
		if list := own(fan); list[0].CardAtProvider {
			t.Error("the card of a subscription at the present payment account is changed at the provider")
		}
		if _, err := d.Write().NewRaw("UPDATE subscriptions SET account = 'simulated acct_former'").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if list := own(fan); !list[0].CardAtProvider {
			t.Error("the card of a subscription at a former payment account is not changed at the provider")
		}
	})
}

func TestTheProfileSaysThatTheTrialIsUsed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newShop(t, d)
		s := w.season(home, "")
		buyer := w.buyer(home, "fan@example.com")
		var profile ProfileDTO
		w.do(call{path: "/api/profile", key: buyer.key}).into(&profile)
		if profile.TrialPeriodUsed {
			t.Error("it is used before it began")
		}
		order := w.buy(buyer, s, s.monthly)
		_, err := d.Write().NewRaw("INSERT INTO trials (channel_id, user_id, order_id, started_ms) VALUES (?, ?, ?, 0)", buyer.ChannelID, buyer.ID, order).Exec(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		w.do(call{path: "/api/profile", key: buyer.key}).into(&profile)
		if !profile.TrialPeriodUsed {
			t.Error("it is not used")
		}
	})
}

// Sections 3 and 4 of the specification: what is active is canceled, and expires with what is paid; what is not paid on is inactive.
func TestStatusesOfSubscriptions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newShop(t, d)
		s := w.season(home, "")
		ends, goesOn := w.loggedIn(home, "ends@example.com"), w.loggedIn(home, "goes-on@example.com")
		for _, key := range []string{ends, goesOn} {
			w.do(call{path: "/api/stripe/buy", key: key, body: map[string]any{"subscription_id": s.monthly, "payment_method": "pm_card_visa"}}).want(http.StatusOK, "")
		}
		check := func(name, key, want string) {
			t.Helper()
			w.checkAnswers(t, key, []fieldsOf{{name, "profile/subscriptions", "0", want}})
		}
		check("bought", ends, `{"status": "active", "auto_renew": "active"}`)
		check("its period", ends, `{"interval": "day", "interval_count": 30, "next_amount": 1150, "pending_amount": 0, "pending_from": null, "pending_through": null}`)
		w.checkAnswers(t, ends, []fieldsOf{{"its history", "profile/subscriptions", "0.history.0", `{"kind": "created", "amount": 1150, "currency": "CAD"}`}})
		w.do(call{path: "/api/stripe/unsubscribe", key: ends, body: map[string]any{"subscription_id": s.monthly}}).want(http.StatusOK, "")
		check("canceled", ends, `{"status": "canceled", "auto_renew": "cancelled"}`)
		if _, err := d.Write().NewRaw("UPDATE subscriptions SET period_end_ms = ?", w.clock.Now().Add(30*24*time.Hour).UnixMilli()).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.clock.Advance(30*24*time.Hour - time.Second)
		check("on its last day", ends, `{"status": "canceled"}`)
		w.clock.Advance(time.Second)
		check("over", ends, `{"status": "expired"}`)
		check("waits for its renewal", goesOn, `{"status": "active"}`)
		w.clock.Advance(3 * 24 * time.Hour)
		check("is not paid on", goesOn, `{"status": "inactive", "auto_renew": "active"}`)
	})
}
