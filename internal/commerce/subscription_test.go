package commerce_test

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

const (
	day   = 24 * time.Hour
	month = 30 * day
)

// subscribing is the monthly plan, paid by a card.
func (r *register) subscribing(card string) commerce.Purchase {
	p := r.purchase(card)
	p.Items = []commerce.Item{{SubscriptionID: r.monthly}}
	return p
}

func (r *register) subscribe(card string) commerce.PurchaseResult {
	r.t.Helper()
	bought, err := r.Buy(r.t.Context(), r.subscribing(card))
	if err != nil {
		r.t.Fatal(err)
	}
	return bought
}

// holds is how many grants the buyer has now.
func (r *register) holds() int {
	r.t.Helper()
	held, err := r.StoredGrants(r.t.Context(), r.channels[0], r.buyer.UserID)
	if err != nil {
		r.t.Fatal(err)
	}
	return len(held)
}

func TestASubscriptionIsPaidAndOpensAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		if _, err := r.Buy(t.Context(), r.subscribing("")); fault.CodeOf(err) != "card_required" {
			t.Errorf("no card: %v", err)
		}
		both := r.subscribing("pm_card_visa")
		both.Items = append(both.Items, commerce.Item{PackageID: r.season})
		if _, err := r.Buy(t.Context(), both); fault.CodeOf(err) != "bought_alone" {
			t.Errorf("with a pass: %v", err)
		}
		o := r.subscribe("pm_card_visa").Orders[0]
		if o.Status != commerce.OrderPaid || o.Type != commerce.OrderOfSubscription || !o.PeriodEnd.Equal(now.Add(month)) || r.holds() != 1 || r.charged() != 1 {
			t.Fatalf("order %+v", o)
		}
		if len(o.Transactions) != 1 || o.Transactions[0].Amount != 7900 || !o.Transactions[0].Until.Equal(now.Add(month)) {
			t.Errorf("transactions %+v", o.Transactions)
		}
		if _, err := r.Buy(t.Context(), r.subscribing("pm_card_visa")); fault.CodeOf(err) != "already_bought" {
			t.Errorf("again: %v", err)
		}
		if err := r.SendReceipt(t.Context(), r.channels[0], o.CheckoutID); err != nil || len(r.letters) != 1 {
			t.Errorf("letters %+v, %v", r.letters, err)
		}
	})
}

func TestADeclinedSubscriptionIsEnded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		o := r.subscribe("pm_card_visa_chargeDeclinedInsufficientFunds").Orders[0]
		if o.Status != commerce.OrderFailed || o.Failure.Code != "insufficient_funds" {
			t.Errorf("order %+v", o)
		}
		if status := r.ledger().Intents[0]["status"]; status != "canceled" {
			t.Errorf("the payment is %v", status)
		}
		if o := r.subscribe("pm_card_visa").Orders[0]; o.Status != commerce.OrderPaid {
			t.Errorf("another card: %+v", o)
		}
	})
}

func TestASubscriptionThatNobodyConfirmsIsGivenUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		bought := r.subscribe("pm_card_authenticationRequired")
		if bought.Orders[0].Stage != commerce.StageActionRequired || bought.ClientSecret == "" || r.holds() != 0 {
			t.Fatalf("bought %+v", bought.Orders[0])
		}
		r.clock.Advance(31 * time.Minute)
		if again := r.reconcile(); again != 0 || r.status() != commerce.OrderFailed || r.ledger().Intents[0]["status"] != "canceled" {
			t.Errorf("late: %s, payment %v", r.status(), r.ledger().Intents[0]["status"])
		}
	})
}

// Whatever becomes of an answer on the way, one subscription is paid once.
func TestUnclearAnswersToASubscriptionAreFoundOut(t *testing.T) {
	for _, path := range []string{"/v1/products", "/v1/subscriptions", "/v1/payment_intents"} {
		t.Run(path, func(t *testing.T) {
			eachCase(t, []string{"error", "error_done", "lost", "unclear"}, func(t *testing.T, d *db.DB, kind string) {
				r := openRegister(t, d)
				r.order("/_simulator/faults", map[string]any{"kind": kind, "method": "POST", "path": path})
				if o := r.subscribe("pm_card_visa").Orders[0]; o.Status != commerce.OrderCreated {
					t.Fatalf("order %+v", o)
				}
				if again := r.reconcile(); again != 0 || r.status() != commerce.OrderPaid || r.charged() != 1 || r.holds() != 1 {
					t.Errorf("after reconciling: %s, again in %s, %d charges", r.status(), again, r.charged())
				}
			})
		})
	}
}

func TestACouponIsTakenOffTheFirstPeriodOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d, commerce.Coupon{Code: "HALF", PercentOff: 5000})
		p := r.subscribing("pm_card_visa")
		p.Coupon = "half"
		bought, err := r.Buy(t.Context(), p)
		if err != nil || bought.Orders[0].Status != commerce.OrderPaid {
			t.Fatalf("bought %+v, %v", bought.Orders, err)
		}
		first := bought.Orders[0].Sum.Amount()
		if charges := r.ledger().Charges; len(charges) != 1 || charges[0].Amount != first || first >= 7900 {
			t.Errorf("charges %+v, amount %d", charges, first)
		}
	})
}
