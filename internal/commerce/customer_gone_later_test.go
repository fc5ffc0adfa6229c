package commerce_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// What a subscriber asks for after their customer was deleted, without a webhook, has a clear answer: the subscription has ended.
// What is paid goes on.
func TestASubscriberWhoseCustomerWasDeleted(t *testing.T) {
	tests := map[string]func(r *register) error{
		"cancel": func(r *register) error {
			_, err := r.Unsubscribe(r.t.Context(), r.channels[0], r.buyer.UserID, r.monthly)
			return err
		},
		"resume": func(r *register) error {
			_, err := r.Resume(r.t.Context(), r.channels[0], r.buyer.UserID, r.monthly)
			return err
		},
		"another card": func(r *register) error {
			_, err := r.ChangeCard(r.t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.saved("pm_card_mastercard"))
			return err
		},
		"the card of before": func(r *register) error {
			_, err := r.ChangeCard(r.t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.latest().Card)
			return err
		},
		"removing the card": func(r *register) error {
			return r.RemoveCard(r.t.Context(), r.channels[0], r.buyer.UserID, r.latest().Card)
		},
	}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, name string) {
		use := tests[name]
		r := openRegister(t, d)
		r.speaks = "en"
		r.subscribe("pm_card_visa")
		r.wait(time.Hour)
		r.deleteCustomer()
		err := use(r)
		if err != nil && fault.KindOf(err) == fault.Unavailable {
			t.Errorf("the answer is %v", err)
		}
		r.wait(25 * time.Hour)
		if s := r.latest(); s.Renews || s.EndedAt.IsZero() || r.holds() != 1 {
			t.Errorf("it is %+v", s)
		}
		r.wait(2 * month)
		if r.holds() != 0 || len(r.ledger().Charges) != 1 {
			t.Errorf("it opens, %d charges", len(r.ledger().Charges))
		}
		r.checkNoDifferences()
	})
}

// What was paid before the customer was deleted can be refunded, and disputed.
func TestTheOrderOfADeletedCustomer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		pass := r.buy("pm_card_visa").Orders[0]
		intent := r.intent()
		r.subscribe("pm_card_visa")
		r.deleteCustomer()
		r.hearAll()
		r.disputes(intent, 0, false)
		r.hearAll()
		if got := r.orderOf(pass.ID); got.Dispute != commerce.DisputeOpen {
			t.Errorf("order %+v", got)
		}
		if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], r.latestOrder().ID); err != nil {
			t.Fatal(err)
		}
		r.work()
		if r.returned() != 7900 || r.latest().Status != commerce.SubscriptionExpired {
			t.Errorf("%d went back, %+v", r.returned(), r.latest())
		}
		r.checkNoDifferences()
	})
}

// The customer is deleted while the buyer's bank is asked. The order ends one way or the other, and can be bought again.
func TestACustomerIsDeletedDuringAPayment(t *testing.T) {
	for name, begin := range map[string]func(r *register) commerce.PurchaseResult{
		"a pass":         func(r *register) commerce.PurchaseResult { return r.buy("pm_card_authenticationRequired") },
		"a subscription": func(r *register) commerce.PurchaseResult { return r.subscribe("pm_card_authenticationRequired") },
	} {
		for _, told := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				dbtest.Each(t, func(t *testing.T, d *db.DB) {
					r := openRegister(t, d)
					first := begin(r)
					if first.ClientSecret == "" {
						t.Fatalf("bought %+v", first)
					}
					r.deleteCustomer()
					if told {
						r.hearAll()
					}
					r.reconcile()
					r.clock.Advance(40 * time.Minute)
					r.reconcile()
					if got := r.orderOf(first.Orders[0].ID); got.Status != commerce.OrderFailed {
						t.Errorf("the order is %s", got.Status)
					}
					if got := begin(r); got.ClientSecret == "" {
						t.Errorf("again %+v", got)
					}
					if n, err := r.Unclear(t.Context()); n != 0 || err != nil {
						t.Errorf("%d unclear, %v", n, err)
					}
				})
			})
		}
	}
}

// A free trial whose customer is deleted goes on until its end, and nothing is charged. Its user gets no second one.
func TestATrialWhoseCustomerWasDeleted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.tries(14)
		r.deleteCustomer()
		r.hearAll()
		r.hearAll()
		if s := r.latest(); s.Renews || s.EndedAt.IsZero() || r.holds() != 1 {
			t.Errorf("it is %+v", s)
		}
		r.wait(15 * day)
		if r.holds() != 0 || len(r.ledger().Charges) != 0 {
			t.Errorf("it opens, %d charges", len(r.ledger().Charges))
		}
		if _, err := r.trial(r.latest().PackageID, r.saved("pm_card_visa")); fault.CodeOf(err) != "trial_used" {
			t.Errorf("another trial: %v", err)
		}
	})
}

// An account is deleted after its customer was, and erased.
func TestAnAccountIsDeletedAfterItsCustomer(t *testing.T) {
	for _, told := range []bool{true, false} {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			r := openRegister(t, d)
			r.subscribe("pm_card_visa")
			r.wait(time.Hour)
			r.deleteCustomer()
			if told {
				r.hearAll()
			}
			r.leave()
			r.applyHolds()
			r.comeBack()
			r.applyHolds()
			if s := r.latest(); s.Renews || s.EndedAt.IsZero() {
				t.Errorf("it is %+v", s)
			}
			r.leave()
			r.applyHolds()
			r.gone = true
			if again, err := r.ForgetCustomer(t.Context(), r.channels[0], r.buyer.UserID); again != 0 || err != nil {
				t.Errorf("again in %s, %v", again, err)
			}
		})
	}
}
