package api

import (
	"net/http"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Section 5 of the specification: a trial starts only while trial_period_used is false.
func TestATrialStartsOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newShop(t, d)
		s := w.season(home, "")
		used, fresh := w.buyer(home, "used@example.com"), w.buyer(home, "fresh@example.com")
		if _, err := d.Write().NewRaw("UPDATE users SET email_verified = TRUE").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		start := func(b buyer) reply {
			var cards []CardDTO
			w.do(call{path: "/api/stripe/list-cards", key: b.key}).into(&cards)
			return w.do(call{path: "/api/stripe/subscription/start_trial", key: b.key, body: map[string]any{"subscription_id": s.monthly, "payment_method": cards[0].ID}})
		}
		trialUsed := func(b buyer) bool {
			var profile ProfileDTO
			w.do(call{path: "/api/profile", key: b.key}).into(&profile)
			return profile.TrialPeriodUsed
		}
		for _, b := range []buyer{used, fresh} {
			var bought BoughtDTO
			w.do(call{path: "/api/stripe/buy", key: b.key, body: map[string]any{"package_id": s.pass, "payment_method": "pm_card_visa", "save_card": true}}).into(&bought)
			if b.ID != used.ID {
				continue
			}
			_, err := d.Write().NewRaw("INSERT INTO trials (channel_id, user_id, order_id, started_ms) VALUES (?, ?, ?, 0)", b.ChannelID, b.ID, bought.Order.ID).Exec(t.Context())
			if err != nil {
				t.Fatal(err)
			}
		}
		if got := start(used).want(http.StatusConflict, "trial_used").problem().Detail; !trialUsed(used) || got != "You have already used your free trial." {
			t.Errorf("it says %q", got)
		}
		if trialUsed(fresh) {
			t.Error("it is used before it starts")
		}
		var started BoughtDTO
		start(fresh).into(&started)
		if !trialUsed(fresh) || started.Order.Type != "subscription" || started.Order.ActivityStatus != "active" {
			t.Errorf("it is not used once it started: %+v", started.Order)
		}
	})
}
