package api

import (
	"net/http"
	"strings"
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

func TestATrialRefusesAWallet(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newShop(t, d)
		s := w.season(home, "")
		fan := w.buyer(home, "wallet@example.com")
		if _, err := d.Write().NewRaw("UPDATE users SET email_verified = TRUE").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		// A pass is bought with a wallet, which is saved.
		var bought BoughtDTO
		w.do(call{path: "/api/stripe/buy", key: fan.key, body: map[string]any{"package_id": s.pass, "payment_method": "pm_card_visa_applePay", "save_card": true}}).into(&bought)
		var cards []CardDTO
		w.do(call{path: "/api/stripe/list-cards", key: fan.key}).into(&cards)
		if bought.Order.Status != "paid" || len(cards) != 1 {
			t.Fatalf("bought %+v with the cards %+v", bought.Order, cards)
		}
		for language, words := range map[string]string{"en": "Type in the number of your card, or subscribe without the trial.", "fr": "Saisissez le numéro de votre carte ou abonnez-vous sans essai."} {
			body := map[string]any{"subscription_id": s.monthly, "payment_method": cards[0].ID}
			start := call{path: "/api/stripe/subscription/start_trial?lang=" + language, key: fan.key, body: body}
			if detail := w.do(start).want(http.StatusUnprocessableEntity, "trial_card_required").problem().Detail; !strings.Contains(detail, words) {
				t.Errorf("in %s it says %q", language, detail)
			}
		}
		w.do(call{path: "/api/stripe/buy", key: fan.key, body: map[string]any{"subscription_id": s.monthly, "payment_method": cards[0].ID}}).into(&bought)
		if bought.Order.Status != "paid" {
			t.Errorf("without the trial: %+v", bought.Order)
		}
	})
}
