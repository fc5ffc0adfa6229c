package api

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// changeAtTheProvider sends a form of the provider's page of a user.
func (w *world) changeAtTheProvider(t *testing.T, key string, form url.Values) {
	t.Helper()
	var portal portalDTO
	w.do(call{path: "/api/stripe/customer-portal", key: key}).into(&portal)
	answer, err := http.PostForm(portal.URL, form)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("the provider answers %s", answer.Status)
	}
}

// The channel changes the price and the period at the provider. The user's page has the period, the next payment and what changed.
func TestAChangedPeriodOverHTTP(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newShop(t, d)
		s := w.season(home, "")
		fan, other := w.loggedIn(home, "fan@example.com"), w.loggedIn(home, "other@example.com")
		w.do(call{path: "/api/stripe/buy", key: fan, body: map[string]any{"subscription_id": s.monthly, "payment_method": "pm_card_visa"}}).want(http.StatusOK, "")
		var cards []CardDTO
		w.do(call{path: "/api/stripe/list-cards", key: fan}).into(&cards)
		look := call{path: "/api/stripe/subscription/card", key: fan, body: map[string]any{"subscription_id": s.monthly, "payment_method": cards[0].ID}}
		own := func() SubscriptionDTO {
			t.Helper()
			w.do(look).want(http.StatusOK, "") // which asks the provider
			var list []SubscriptionDTO
			w.do(call{path: "/api/profile/subscriptions", key: fan}).into(&list)
			return list[0]
		}
		bought := own()
		price := func(more ...string) url.Values {
			form := url.Values{"answer": {"price"}, "subscription": {w.refOf(t, d, bought.ID)}}
			for i := 0; i < len(more); i += 2 {
				form.Set(more[i], more[i+1])
			}
			return form
		}

		w.changeAtTheProvider(t, fan, price("price", "21.50", "proration_behavior", "create_prorations"))
		is := own()
		if is.Price != 2150 || is.Interval != "day" || is.IntervalCount != 30 || is.PendingAmount != 1000 || is.NextAmount != 3150 || is.PendingFrom == nil || is.PendingThrough == nil {
			t.Errorf("with an amount that is pending: %+v", is)
		}
		w.changeAtTheProvider(t, fan, price("price", "215", "interval", "year", "interval_count", "1", "proration_behavior", "none"))
		is = own()
		if is.Price != 21500 || is.Interval != "year" || is.IntervalCount != 1 || is.PendingAmount != 0 || is.PendingFrom != nil || !is.PeriodEndsAt.After(bought.PeriodEndsAt.AddDate(0, 10, 0)) {
			t.Errorf("with another period: %+v", is)
		}
		var changed, began happeningDTO
		for _, h := range is.History {
			switch {
			case h.Kind == "price_changed" && h.Interval != "":
				changed = h
			case h.Kind == "updated":
				began = h
			}
		}
		if changed.Interval != "year" || changed.IntervalCount != 1 || changed.UsualInterval != "day" || changed.UsualIntervalCount != 30 || changed.Amount != 21500 || changed.UsualAmount != 2150 {
			t.Errorf("the history: %+v", changed)
		}
		if began.Reason != "period" || began.Until == nil || !began.Until.Equal(*is.PeriodEndsAt) {
			t.Errorf("the payment: %+v", began)
		}

		w.changeAtTheProvider(t, fan, price("price", "5", "interval", "week", "interval_count", "0"))
		if now := own(); now.Interval != "year" || now.Price != 21500 {
			t.Errorf("after a period that the provider refuses: %+v", now)
		}
		w.do(call{path: "/api/profile/subscriptions", key: w.visitor(home)}).want(http.StatusUnauthorized, "unauthenticated")
		stranger := look
		stranger.key = other
		w.do(stranger).want(http.StatusNotFound, "subscription_not_found")
		missing := look
		missing.body = map[string]any{"subscription_id": s.monthly, "payment_method": "pm_unknown"}
		w.do(missing).want(http.StatusNotFound, "card_not_found")
		for _, wrong := range []any{0, -1, "year", nil, 1.5} {
			w.do(call{path: look.path, key: fan, body: map[string]any{"subscription_id": wrong, "payment_method": cards[0].ID}}).want(http.StatusBadRequest, "validation_failed")
		}
		var list []SubscriptionDTO
		w.do(call{path: "/api/profile/subscriptions", key: other}).into(&list)
		if len(list) != 0 {
			t.Errorf("another user sees %+v", list)
		}

		// It ends with the year that is paid, and goes on with it.
		var canceled SubscriptionDTO
		w.do(call{path: "/api/stripe/unsubscribe", key: fan, body: map[string]any{"subscription_id": s.monthly}}).into(&canceled)
		if canceled.AutoRenew != "cancelled" || !canceled.PeriodEndsAt.Equal(*is.PeriodEndsAt) || !canceled.AccessEndsAt.Equal(*is.PeriodEndsAt) || canceled.Interval != "year" {
			t.Errorf("canceled: %+v", canceled)
		}
		w.do(call{path: "/api/stripe/subscription/resume", key: fan, body: map[string]any{"subscription_id": s.monthly}}).into(&canceled)
		if canceled.AutoRenew != "active" || canceled.Interval != "year" || canceled.NextAmount != 21500 {
			t.Errorf("resumed: %+v", canceled)
		}
	})
}

// refOf is the provider's id of a subscription.
func (w *world) refOf(t *testing.T, d *db.DB, id int64) (ref string) {
	t.Helper()
	if err := d.Read().NewRaw("SELECT ref FROM subscriptions WHERE id = ?", id).Scan(t.Context(), &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}
