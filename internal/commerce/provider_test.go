package commerce_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// eachProvider runs a test against the simulator and, where STRIPE_TEST_KEY is the secret key of
// a test account of Stripe, against Stripe itself, of which it takes nothing but what its
// documentation promises ("Testing"): the two must not differ.
func eachProvider(t *testing.T, run func(t *testing.T, r *register)) {
	t.Helper()
	t.Run("simulator", func(t *testing.T) {
		dbtest.Each(t, func(t *testing.T, d *db.DB) { run(t, openRegister(t, d)) })
	})
	key := os.Getenv("STRIPE_TEST_KEY")
	if key == "" {
		return
	}
	if !strings.HasPrefix(key, "sk_test_") {
		t.Fatal("STRIPE_TEST_KEY is no secret key of a test account")
	}
	t.Run("stripe", func(t *testing.T) {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			r := openRegister(t, d)
			r.stripe = key
			r.clock.Advance(time.Since(now)) // Stripe has its own time
			run(t, r)
		})
	})
}

// checkNoDifferences checks that an audit finds no difference from the provider.
func (r *register) checkNoDifferences() {
	r.t.Helper()
	audit, err := r.Audit(r.t.Context(), actor.Actor{Role: actor.Owner})
	if err != nil || audit.Compared == 0 || len(audit.Differences) > 0 {
		r.t.Errorf("compared %d, %v: %v", audit.Compared, audit.Differences, err)
	}
}

func TestProvidersTakeMoney(t *testing.T) {
	eachProvider(t, func(t *testing.T, r *register) {
		p := r.purchase("pm_card_visa")
		p.SaveCard = true
		bought, err := r.Buy(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		o := bought.Orders[0]
		if o.Status != commerce.OrderPaid || len(o.Transactions) != 1 || o.Transactions[0].Amount != 7900 || !bought.TestPayments {
			t.Errorf("bought %+v", bought)
		}
		if _, err := r.Buy(t.Context(), p); fault.CodeOf(err) != "already_bought" {
			t.Errorf("again: %v", err)
		}
		cards, err := r.Cards(t.Context(), r.channels[0], r.buyer.UserID)
		if err != nil || len(cards) == 0 || cards[0].Brand != "visa" || cards[0].Last4 != "4242" {
			t.Errorf("saved cards %+v, %v", cards, err)
		}
		r.checkNoDifferences()
	})
}

func TestProvidersDecline(t *testing.T) {
	eachProvider(t, func(t *testing.T, r *register) {
		o := r.buy("pm_card_visa_chargeDeclinedInsufficientFunds").Orders[0]
		if o.Status != commerce.OrderFailed || o.Failure.Code != "insufficient_funds" {
			t.Errorf("order %+v", o)
		}
		r.checkNoDifferences()
	})
}

func TestProvidersAskTheBuyersBank(t *testing.T) {
	eachProvider(t, func(t *testing.T, r *register) {
		first := r.buy("pm_card_authenticationRequired")
		if first.Orders[0].Status != commerce.OrderCreated || first.ClientSecret == "" {
			t.Errorf("bought %+v", first)
		}
		second := r.buy("pm_card_visa").Orders[0]
		was, err := r.FindOrder(t.Context(), r.channels[0], r.buyer.UserID, first.Orders[0].ID)
		if err != nil || was.Status != commerce.OrderFailed || second.Status != commerce.OrderPaid {
			t.Errorf("first %+v, second %+v, %v", was, second, err)
		}
		r.checkNoDifferences()
	})
}

func TestProvidersGiveMoneyBack(t *testing.T) {
	eachProvider(t, func(t *testing.T, r *register) {
		o := r.buy("pm_card_mastercard").Orders[0]
		if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second finds it done
			if err := r.PayBack(t.Context(), r.channels[0], o.ID); err != nil {
				t.Fatal(err)
			}
		}
		found, err := r.FindOrder(t.Context(), r.channels[0], r.buyer.UserID, o.ID)
		if err != nil || found.Status != commerce.OrderRefunded || len(found.Transactions) != 2 {
			t.Errorf("order %+v, %v", found, err)
		}
		r.checkNoDifferences()
	})
}

func TestProvidersSaveCards(t *testing.T) {
	eachProvider(t, func(t *testing.T, r *register) {
		set, err := r.SetUp(t.Context(), r.channels[0], r.buyer.UserID)
		if err != nil || set.ClientSecret == "" || !set.TestPayments {
			t.Errorf("%+v, %v", set, err)
		}
	})
}

// stripeAccount is a test account of Stripe itself. Webhooks do not reach a test.
func stripeAccount(key string) (commerce.Account, error) {
	return payment.Open(payment.Options{SecretKey: key, PublishableKey: "pk_test_of_the_tests", WebhookSecret: webhookSecret, Retries: 2})
}
