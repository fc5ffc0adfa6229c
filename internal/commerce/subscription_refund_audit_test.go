package commerce_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
)

// charges are ways to be charged for a subscription: its first payment, and a renewal.
var charges = map[string]func(r *register, card string){
	"the first payment": func(r *register, card string) { r.subscribe(card) },
	"a renewal": func(r *register, card string) {
		r.subscribe(card)
		r.wait(month + 2*day)
	},
}

// eachCharge runs a test for the first payment of a subscription and for a renewal.
func eachCharge(t *testing.T, run func(t *testing.T, begin func(r *register, card string))) {
	t.Helper()
	for name, begin := range charges {
		t.Run(name, func(t *testing.T) { run(t, begin) })
	}
}

// reports checks the only difference that `commerce reconcile` reports.
func (r *register) reports(want string) {
	r.t.Helper()
	if got := r.audit().Differences; len(got) != 1 || !strings.Contains(got[0], want) {
		r.t.Errorf("reconcile says %q, and not %q", got, want)
	}
}

// waits checks what reconcile leaves to an operator.
func (r *register) waits(want string) {
	r.t.Helper()
	if got := r.audit().Waiting; len(got) != 1 || got[0] != want {
		r.t.Errorf("an operator is asked %q, and not %q", got, want)
	}
}

// latestRefund is the provider's id of the newest refund.
func (r *register) latestRefund() string {
	r.t.Helper()
	var refunds struct{ Data []struct{ ID string } }
	r.fetch("/v1/refunds", &refunds)
	return refunds.Data[0].ID
}

// latestCharge is the provider's id of the latest payment that was charged.
func (r *register) latestCharge() string {
	r.t.Helper()
	charges := r.ledger().Charges
	return charges[len(charges)-1].Intent
}

// The totals of each payment of a subscription show a recorded refund that is not the provider's.
func TestReconcileComparesTheRefundsOfASubscription(t *testing.T) {
	for name, test := range map[string]struct{ wrong, says string }{
		"alike":       {"", ""},
		"too high":    {"UPDATE transactions SET amount = 8000 WHERE status = 'refunded'", "CAD $80.00 is recorded as refunded, but the provider refunded CAD $79.00"},
		"too low":     {"UPDATE transactions SET amount = 5000 WHERE status = 'refunded'", "the provider refunded CAD $79.00, but CAD $50.00 is recorded"},
		"twice":       {"INSERT INTO transactions (channel_id, order_id, status, amount, currency, ref, created_ms, from_ms, until_ms, paid_ref) SELECT channel_id, order_id, status, amount, currency, 're_more', created_ms, from_ms, until_ms, paid_ref FROM transactions WHERE status = 'refunded'", "CAD $158.00 is recorded as refunded, but the provider refunded CAD $79.00"},
		"not at all":  {"DELETE FROM transactions WHERE status = 'refunded'", "this is now recorded"},
		"of no id":    {"UPDATE transactions SET ref = 'ch_before' WHERE status = 'refunded'", ""},
		"unnamed":     {"UPDATE transactions SET paid_ref = '' WHERE status = 'refunded'", ""},
		"of no money": {"UPDATE transactions SET ref = 'outside:other' WHERE status = 'refunded'", "the buyer has CAD $79.00 twice"},
	} {
		t.Run(name, func(t *testing.T) {
			eachCharge(t, func(t *testing.T, begin func(r *register, card string)) {
				eachDatabase(t, func(t *testing.T, r *register) {
					begin(r, "pm_card_visa")
					r.refundsOrder(r.latestOrder().ID)
					r.checkNoDifferences()
					if err := behind(t, r.TillDeps.DB, test.wrong); err != nil {
						t.Fatal(err)
					}
					if test.says != "" {
						r.reports(test.says)
					}
					if test.says == "" || name == "not at all" {
						r.checkNoDifferences()
					}
				})
			})
		})
	}
}

// refundIsOfTheFirstPayment has the recorded refund be of the first payment of its subscription.
func (r *register) refundIsOfTheFirstPayment() {
	r.t.Helper()
	if err := behind(r.t, r.TillDeps.DB, `UPDATE transactions SET paid_ref = (SELECT p.ref FROM transactions AS p WHERE p.status = 'paid' ORDER BY p.id LIMIT 1),
		from_ms = 0, until_ms = 0 WHERE status = 'refunded'`); err != nil {
		r.t.Fatal(err)
	}
}

// A refund that is recorded for another payment of the subscription is moved to the payment that the provider refunded.
func TestARefundIsMovedToItsPayment(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		charges["a renewal"](r, "pm_card_visa")
		r.refundsOrder(r.latestOrder().ID)
		r.refundIsOfTheFirstPayment()
		r.checkNoDifferences()
		if moved := r.latestOrder().Transactions; !moved[2].From.Equal(moved[1].From) || r.refundMoves() != "refunded" {
			t.Errorf("transactions %+v", moved)
		}
	})
}

// The refund has failed when it is found with another payment: the entry of the failure has the right payment, too.
func TestAFailedRefundIsMovedToItsPayment(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		charges["a renewal"](r, "pm_card_pendingRefund")
		r.refundsOrder(r.latestOrder().ID)
		r.refundIsOfTheFirstPayment()
		r.becomes(r.latestRefund(), "failed")
		r.audit()
		moved := r.latestOrder().Transactions
		if r.refundMoves() != "refunded refund_failed" || !moved[2].From.Equal(moved[1].From) || !moved[3].From.Equal(moved[1].From) {
			t.Errorf("transactions %+v", moved)
		}
		r.reports("a refund failed and the buyer is owed CAD $79.00")
	})
}

// A refund of a subscription fails days later: the buyer is told, and reconcile reports the debt until an operator sends it again.
func TestARefundOfASubscriptionFails(t *testing.T) {
	eachCharge(t, func(t *testing.T, begin func(r *register, card string)) {
		eachLearning(t, func(t *testing.T, r *register, how learning) {
			begin(r, "pm_card_pendingRefund")
			by, o := actor.ForSystem(r.channels[0]), r.latestOrder()
			back := func() {
				t.Helper()
				if err := r.Refund(t.Context(), by, r.channels[0], o.ID); err != nil {
					t.Fatal(err)
				}
				r.work()
			}
			back()
			r.learns(how)
			r.checkNoDifferences()
			r.letters = nil
			r.becomes(r.latestRefund(), "failed")
			for range 2 {
				r.learns(how)
			}
			if got := r.letterSubjects(); !slices.Equal(got, []string{"Your refund did not go through"}) || r.refundMoves() != "refunded refund_failed" {
				t.Errorf("letters %q, transactions %q", got, r.refundMoves())
			}
			r.reports("a refund failed and the buyer is owed CAD $79.00")
			back()
			r.learns(how)
			if r.returned() != 7900 || r.refundMoves() != "refunded refund_failed refunded" || r.holds() != 0 {
				t.Errorf("%d went back, transactions %q", r.returned(), r.refundMoves())
			}
			r.checkNoDifferences()
		})
	})
}

// A refund fails, an operator pays the buyer by other means, and another refunds the payment in the dashboard.
func TestMoneyThatWentBackTwiceIsReported(t *testing.T) {
	begin := map[string]func(r *register, card string){"a pass": func(r *register, card string) { r.buy(card) }}
	for name, charge := range charges {
		begin[name] = charge
	}
	for name, charge := range begin {
		t.Run(name, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				charge(r, "pm_card_pendingRefund")
				by, o := actor.ForSystem(r.channels[0]), r.latestOrder()
				r.refundsOrder(o.ID)
				r.becomes(r.latestRefund(), "failed")
				r.learns(how)
				if _, err := r.RecordPaidBack(t.Context(), by, r.channels[0], o.ID); err != nil {
					t.Fatal(err)
				}
				r.checkNoDifferences()
				r.atTheDesk(r.latestCharge(), 2000)
				r.learns(how)
				r.reports("the buyer has CAD $20.00 twice: CAD $79.00 was paid by other means, and the provider refunded CAD $20.00 too")
				r.atTheDesk(r.latestCharge(), 5900)
				for range 2 {
					r.learns(how)
					r.reports("the buyer has CAD $79.00 twice: CAD $79.00 was paid by other means, and the provider refunded CAD $79.00 too")
				}
				r.becomes(r.latestRefund(), "failed") // the rest is still there twice
				r.learns(how)
				r.reports("the buyer has CAD $20.00 twice")
			})
		})
	}
}

// migrates runs the changes of rows of a migration again.
func (r *register) migrates(file string) {
	r.t.Helper()
	migration, err := os.ReadFile("../db/migrations/" + file)
	if err != nil {
		r.t.Fatal(err)
	}
	for statement := range strings.SplitSeq(string(migration), ";") {
		if at := strings.Index(statement, "UPDATE "); at >= 0 {
			if err := behind(r.t, r.TillDeps.DB, statement[at:]); err != nil {
				r.t.Fatal(err)
			}
		}
	}
}

// Refunds of subscriptions that were recorded before they had a period and an id are neither recorded again nor reported, unless the money
// did not go back.
func TestRefundsOfSubscriptionsFromBefore(t *testing.T) {
	const old = "UPDATE transactions SET from_ms = 0, until_ms = 0, paid_ref = '' WHERE status IN ('refunded', 'refund_failed')"
	for name, ref := range map[string]string{"with the refund's id": "ref", "with the charge's id": "'ch_before'"} {
		t.Run(name, func(t *testing.T) {
			eachCharge(t, func(t *testing.T, begin func(r *register, card string)) {
				eachDatabase(t, func(t *testing.T, r *register) {
					begin(r, "pm_card_pendingRefund")
					o, by := r.latestOrder(), actor.ForSystem(r.channels[0])
					r.refundsOrder(o.ID)
					if err := behind(t, r.TillDeps.DB, strings.Replace(old, "SET", "SET ref = "+ref+",", 1)); err != nil {
						t.Fatal(err)
					}
					r.migrates("0124_refunded_payment.sql")
					r.letters = nil
					for range 2 {
						r.checkNoDifferences()
					}
					if got := r.letterSubjects(); len(got) > 0 || r.refundMoves() != "refunded" {
						t.Errorf("letters %q, transactions %q", got, r.refundMoves())
					}
					if owed, err := r.OwedOutside(t.Context(), by, r.channels[0], o.ID); err != nil || owed != "" {
						t.Errorf("owed %q, %v", owed, err)
					}
					r.becomes(r.latestRefund(), "failed")
					if ref == "ref" {
						r.audit()
						r.reports("a refund failed and the buyer is owed CAD $79.00")
						return
					}
					for range 2 {
						r.reports("CAD $79.00 is recorded as refunded, but the provider refunded CAD $0.00")
					}
					r.atTheDesk(r.latestCharge(), 7900)
					r.checkNoDifferences()
				})
			})
		})
	}
}

// Each payment of a subscription has a receipt number, which the letter of its refund names too. The first one has the order's number.
func TestEachPaymentHasAReceiptNumber(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		r.speaks = "en"
		r.buy("pm_card_visa") // payments of other orders do not count
		r.subscribe("pm_card_visa")
		r.wait(month + 2*time.Hour)
		r.wait(month)
		r.post()
		o := r.latestOrder()
		numbers := func() (all []string) {
			for _, m := range r.latestOrder().Transactions {
				all = append(all, m.Receipt)
			}
			return all
		}
		want := []string{o.Receipt(), o.Receipt() + "-2", o.Receipt() + "-3"}
		if got := numbers(); !slices.Equal(got, want) {
			t.Fatalf("receipts %q, want %q", got, want)
		}
		r.letters = nil
		r.atTheDesk(r.ledger().Charges[2].Intent, 900)
		r.learns(byReconcile)
		r.wrote("Part of your payment is being refunded", "Receipt number: "+want[1])
		r.refundsOrder(o.ID)
		r.wrote("Your refund is on its way", "Receipt number: "+want[2])
		if got := numbers(); !slices.Equal(got, append(want, want[1], want[2])) {
			t.Errorf("receipts %q", got)
		}
	})
}
