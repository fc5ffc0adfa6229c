package commerce_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A part goes back in the provider's dashboard, then we give the order back: the rest goes, and all of it is recorded.
func TestAPartRefundedAtTheProviderThenOurs(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		o := r.buy("pm_card_visa").Orders[0]
		r.letterSubjects()
		r.atTheDesk(r.intent(), 2900)
		for range 2 {
			r.learns(how)
			r.stands("a part went back", commerce.OrderPaid, commerce.DisputeNone, commerce.ReasonPackage, 5000)
		}
		if got := r.letterSubjects(); !slices.Equal(got, []string{"Part of your payment is being refunded"}) {
			t.Errorf("letters %q", got)
		}
		if err := r.Refund(t.Context(), actor.Actor{Role: actor.Owner}, r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		r.work()
		r.learns(how)
		r.stands("given back", commerce.OrderRefunded, commerce.DisputeNone, commerce.ReasonPurchaseRequired, 0)
		if got := r.ledger().Charges[0].AmountRefunded; got != 7900 {
			t.Errorf("the provider gave %d back", got)
		}
		if got := r.letterSubjects(); !slices.Equal(got, []string{"Your refund is on its way"}) {
			t.Errorf("letters %q", got)
		}
		r.checkNoDifferences()
	})
}

// Our refund is sent while nothing is known of the part that went back already.
func TestOurRefundAfterAPartThatNoWordCameOf(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		o := r.buy("pm_card_visa").Orders[0]
		r.atTheDesk(r.intent(), 2900)
		if err := r.Refund(t.Context(), actor.Actor{Role: actor.Owner}, r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		r.work()
		r.stands("given back", commerce.OrderRefunded, commerce.DisputeNone, commerce.ReasonPurchaseRequired, 0)
		r.checkNoDifferences()
	})
}

// A refund fails days later: its buyer is told, the audit names it until an operator has sent it again.
func TestARefundThatFails(t *testing.T) {
	for _, status := range []string{"failed", "canceled"} {
		t.Run(status, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				o := r.buy("pm_card_pendingRefund").Orders[0]
				back := func() {
					if err := r.Refund(t.Context(), actor.Actor{Role: actor.Owner}, r.channels[0], o.ID); err != nil {
						t.Fatal(err)
					}
					r.work()
				}
				back()
				r.letterSubjects()
				var refunds struct{ Data []struct{ ID string } }
				r.fetch("/v1/refunds", &refunds)
				r.becomes(refunds.Data[0].ID, status)
				for range 2 {
					r.learns(how)
					r.stands("failed", commerce.OrderRefunded, commerce.DisputeNone, commerce.ReasonPurchaseRequired, 7900)
				}
				if got := r.letterSubjects(); !slices.Equal(got, []string{"Your refund did not go through"}) {
					t.Errorf("letters %q", got)
				}
				if audit := r.audit(); len(audit.Differences) != 1 || !strings.Contains(audit.Differences[0], "owed CAD $79.00") {
					t.Errorf("reconcile says %q", audit.Differences)
				}
				back()
				r.learns(how)
				r.stands("sent again", commerce.OrderRefunded, commerce.DisputeNone, commerce.ReasonPurchaseRequired, 0)
				r.checkNoDifferences()
			})
		})
	}
}
