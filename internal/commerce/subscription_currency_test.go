package commerce_test

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// A channel that sells in CAD begins to sell in USD. The provider bills a customer in one currency only, so that a subscriber can
// subscribe again once the first subscription has ended. Passes are no matter of billing.
func TestSubscriberIsBilledInOneCurrency(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		inUSD := func(kind commerce.Kind, of commerce.Type, trialDays int) commerce.PackageID {
			t.Helper()
			p := pass(1, r.sports[0])
			p.Kind, p.Type, p.TrialDays, p.Currency = kind, of, trialDays, "USD"
			id, err := r.Create(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], p)
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		yearly, trial, season := inUSD(commerce.KindSubscription, commerce.TypeAnnual, 0), inUSD(commerce.KindSubscription, commerce.TypeMonthly, 7), inUSD(commerce.KindPackage, commerce.TypeSeason, 0)
		subscribe := r.purchase("pm_card_visa")
		subscribe.Items = []commerce.Item{{SubscriptionID: yearly}}
		if _, err := r.Buy(t.Context(), subscribe); fault.CodeOf(err) != "other_currency" {
			t.Errorf("a subscription in USD: %v", err)
		}
		if _, err := r.trial(trial, r.saved("pm_card_visa")); fault.CodeOf(err) != "other_currency" {
			t.Errorf("a trial in USD: %v", err)
		}
		pass := r.purchase("pm_card_visa")
		pass.Items = []commerce.Item{{PackageID: season}}
		if bought, err := r.Buy(t.Context(), pass); err != nil || bought.Orders[0].Status != commerce.OrderPaid {
			t.Errorf("a pass in USD: %+v, %v", bought.Orders, err)
		}

		// The provider itself refuses it.
		account, err := r.Account(t.Context(), r.channels[0])
		if err != nil {
			t.Fatal(err)
		}
		request := payment.SubscriptionRequest{Key: "usd", Customer: r.customer(), Product: "another", Name: "Another", Price: 500, Currency: "USD", Days: 30}
		if _, err := account.CreateSubscription(t.Context(), request); payment.FailureKindOf(err) != payment.Refused {
			t.Errorf("the provider bills in two currencies: %v", err)
		}

		r.cancelInTheDashboard()
		r.wait(time.Hour)
		bought, err := r.Buy(t.Context(), subscribe)
		if err != nil || bought.Orders[0].Status != commerce.OrderPaid {
			t.Errorf("a subscription in USD after the end of the other: %+v, %v", bought.Orders, err)
		}
	})
}
