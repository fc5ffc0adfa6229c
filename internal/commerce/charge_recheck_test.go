package commerce_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/payment"
)

// atTheDesk gives a part of a payment back at the provider; no webhook comes of it.
func (r *register) atTheDesk(intent string, amount int64) {
	r.t.Helper()
	account, err := r.Account(r.t.Context(), r.channels[0])
	if err != nil {
		r.t.Fatal(err)
	}
	name := fmt.Sprint("desk-", r.desk)
	r.desk++
	back := payment.Refund{Key: name + intent, Intent: intent, Amount: amount, Metadata: map[string]string{"order": name}}
	if _, err := account.CreateRefund(r.t.Context(), back); err != nil {
		r.t.Fatal(err)
	}
}

// intent is the provider's id of the latest checkout's payment.
func (r *register) intent() string {
	r.t.Helper()
	var intent string
	if err := r.TillDeps.DB.Read().NewRaw("SELECT intent FROM checkouts ORDER BY id DESC LIMIT 1").Scan(r.t.Context(), &intent); err != nil {
		r.t.Fatal(err)
	}
	return intent
}

// look asks the provider what it gave back.
func (r *register) look(ended int) {
	r.t.Helper()
	if n, err := r.RecheckCharges(r.t.Context()); err != nil || n != ended {
		r.t.Errorf("%d ended instead of %d, %v", n, ended, err)
	}
}

func TestProvidersTellOfRefunds(t *testing.T) {
	eachProvider(t, func(t *testing.T, r *register) {
		r.look(0) // nobody was ever paid
		r.buy("pm_card_visa")
		for _, step := range []struct {
			amount int64
			ended  int
			status commerce.OrderStatus
		}{{100, 0, commerce.OrderPaid}, {7800, 1, commerce.OrderRefunded}} {
			r.atTheDesk(r.intent(), step.amount)
			r.look(step.ended)
			r.look(0)
			if r.status() != step.status {
				t.Errorf("%d more given back: the order is %s", step.amount, r.status())
			}
		}
		if r.holds() != 0 {
			t.Error("it opens something still")
		}
		r.checkNoDifferences()
	})
}

// What is not looked at in time, because nobody was there to look, or because the provider did
// not answer, is found later.
func TestRecheckOfRefundsLosesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.buy("pm_card_visa")
		r.look(0)
		r.clock.Advance(3 * day)
		r.atTheDesk(r.intent(), 7900)
		r.clock.Advance(7 * day)
		r.order("/_simulator/faults", map[string]any{"kind": "error", "method": "GET", "path": "/v1/refunds"})
		r.look(0)
		r.clock.Advance(day)
		r.look(1)
		if r.status() != commerce.OrderRefunded || r.holds() != 0 {
			t.Errorf("the order is %s", r.status())
		}
	})
}

// A refund that is known before its payment is, is asked for again.
func TestARefundBeforeItsPaymentIsLookedAtAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.buy("pm_card_visa")
		r.atTheDesk(r.intent(), 7900)
		if err := behind(t, d, "UPDATE checkouts SET status = 'created'; UPDATE orders SET status = 'created', paid_ms = 0; DELETE FROM transactions; UPDATE packages SET ends_ms = 0"); err != nil {
			t.Fatal(err)
		}
		r.look(0)
		r.clock.Advance(5 * time.Hour)
		r.reconcile()
		r.look(1)
		if r.status() != commerce.OrderRefunded {
			t.Errorf("the order is %s", r.status())
		}
	})
}

// However many came after it, a refund is found; that of another account is nobody's.
func TestRecheckOfRefundsReadsEachPage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.buy("pm_card_visa")
		first := r.intent()
		r.atTheDesk(first, 7900)
		p := r.purchase("pm_card_visa")
		p.Items = []commerce.Item{{SubscriptionID: r.monthly}}
		if _, err := r.Buy(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		for range 101 {
			r.atTheDesk(r.intent(), 1)
		}
		if err := behind(t, d, "UPDATE checkouts SET account = 'live'"); err != nil {
			t.Fatal(err)
		}
		r.look(0)
		if err := behind(t, d, "UPDATE checkouts SET account = 'simulated'"); err != nil {
			t.Fatal(err)
		}
		r.look(1)
		if r.holds() != 1 {
			t.Error("more ended than was given back")
		}
	})
}

// Of a subscription that ends with its last period alone, and the provider asks for no more.
func TestRecheckOfRefundsEndsASubscription(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		o := r.subscribe("pm_card_visa").Orders[0]
		r.wait(month + 2*time.Hour)
		charges := r.ledger().Charges
		if len(charges) != 2 {
			t.Fatalf("charges %+v", charges)
		}
		r.atTheDesk(charges[0].Intent, 7900)
		r.look(0)
		if r.holds() != 1 {
			t.Error("the period of before ends what is paid now")
		}
		r.atTheDesk(charges[1].Intent, 7900)
		r.look(1)
		if s := r.latest(); r.holds() != 0 || s.Status != commerce.SubscriptionExpired {
			t.Errorf("subscription %+v", s)
		}
		if err := r.PayBack(t.Context(), r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		r.wait(2 * month)
		if got := len(r.ledger().Charges); got != 2 {
			t.Errorf("%d charges", got)
		}
	})
}

// A recheck asks for the charge of a recorded refund that names an order only while an answer would move the refund or end the order.
func TestRecheckAsksForANamedRefundWhileItChangesAnOrder(t *testing.T) {
	type step struct {
		refund int64 // amount of a new refund in the dashboard; 0: the latest refund gets the name
		order  int   // number of the game that the metadata names; 0: none
		want   int   // calls of the next recheck
	}
	tests := map[string]struct {
		dearer bool
		steps  []step
		want   string
	}{
		"a part that names its order":               {true, []step{{500, 1, 1}}, "paid 500, paid 0"},
		"a part whose order is named later":         {true, []step{{500, 0, 1}, {0, 1, 0}}, "paid 500, paid 0"},
		"a part that moves to another order":        {true, []step{{500, 0, 1}, {0, 2, 1}}, "paid 0, paid 500"},
		"more than is owed of the named order":      {true, []step{{3000, 0, 1}, {0, 1, 0}}, "paid 1499, paid 1501"},
		"another order than the one that has ended": {true, []step{{1499, 0, 1}, {0, 2, 0}}, "refunded 1499, paid 0"},
		"the price of each, for the first":          {false, []step{{1499, 0, 1}, {0, 1, 1}}, "refunded 1499, paid 0"},
		"the price of each, for the second":         {false, []step{{1499, 0, 1}, {0, 2, 1}}, "paid 0, refunded 1499"},
		"a part before a refund that is divided":    {true, []step{{500, 1, 1}, {1500, 0, 1}}, "paid 1499, paid 501"},
	}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, name string) {
		r, test := openRegister(t, d), tests[name]
		games := r.buyGames("pm_card_visa", test.dearer, paidEvent, otherSport)
		calls := 0
		till := r.otherTill(d, hooks{charge: func() { calls++ }})
		for i, step := range test.steps {
			if step.refund > 0 {
				r.atTheDesk(r.intent(), step.refund)
			}
			if step.order > 0 {
				r.ask("/v1/refunds/"+r.latestRefund(), url.Values{"metadata[order]": {fmt.Sprint(games[step.order-1].ID)}})
			}
			for _, want := range []int{step.want, 0} {
				calls = 0
				if _, err := till.RecheckCharges(t.Context()); err != nil || calls != want {
					t.Errorf("step %d: %d calls, want %d, %v", i, calls, want, err)
				}
			}
		}
		r.refundsAre("at the end", test.want, games...)
	})
}

// A refund of an earlier period of a subscription names its only order, which stays paid.
func TestRecheckDoesNotAskForANamedRefundOfASubscription(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		o := r.subscribe("pm_card_visa").Orders[0]
		r.wait(month + 2*time.Hour)
		r.atTheDesk(r.ledger().Charges[0].Intent, 7900)
		r.look(0)
		r.ask("/v1/refunds/"+r.latestRefund(), url.Values{"metadata[order]": {fmt.Sprint(o.ID)}})
		calls := 0
		till := r.otherTill(d, hooks{charge: func() { calls++ }})
		if _, err := till.RecheckCharges(t.Context()); err != nil || calls != 0 {
			t.Errorf("%d calls, %v", calls, err)
		}
	})
}
