package commerce_test

import (
	"net/url"
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
)

// A refund needs the buyer's bank details: it counts as sent, and reconcile lists it until the buyer has given them, or until it has expired
// or is canceled.
func TestARefundThatNeedsTheBuyer(t *testing.T) {
	for end, fails := range map[string]bool{"succeeded": false, "failed": true, "canceled": true} {
		t.Run(end, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				o := r.buy("pm_card_pendingRefund").Orders[0]
				r.refundsOrder(o.ID)
				r.look(0)
				r.becomes(r.latestRefund(), "requires_action")
				for range 2 {
					r.learns(how)
					r.waitsFor("order " + o.Receipt() + " of channel 1: refund " + r.latestRefund() + " (CAD $79.00) waits for the buyer")
					r.stands("waiting", commerce.OrderRefunded, commerce.DisputeNone, commerce.ReasonPurchaseRequired, 0)
				}
				r.checkNoDifferences()
				r.letters = nil
				r.clock.Advance(45 * day)
				r.look(0)
				if end == "canceled" {
					r.ask("/v1/refunds/"+r.latestRefund()+"/cancel", nil)
				} else {
					r.becomes(r.latestRefund(), end)
				}
				r.learns(how)
				r.waitsFor("")
				if !fails {
					r.checkNoDifferences()
					return
				}
				if got := r.letterSubjects(); !slices.Equal(got, []string{"Your refund did not go through"}) {
					t.Errorf("letters %q", got)
				}
				r.reports("a refund failed and the buyer is owed CAD $79.00")
			})
		})
	}
}

// The dashboard collects a part of a payment that a bank authorized: it is not what was asked for, opens nothing, and reconcile names it.
func TestAPartOfAPaymentIsCaptured(t *testing.T) {
	eachCase(t, []learning{byWebhooks, byReconcile}, func(t *testing.T, d *db.DB, how learning) {
		r := openRegister(t, d)
		r.buy("pm_card_authenticationRequired")
		r.becomes(r.payment(), "requires_capture")
		r.ask("/v1/payment_intents/"+r.payment()+"/capture", url.Values{"amount_to_capture": {"5000"}})
		r.learns(how)
		for range 2 {
			r.reports("is quarantined: an operator must check payment " + r.payment())
		}
		if o := r.latestOrder(); o.Stage != commerce.StageFailed || o.Failure.Code != commerce.FailureReview || r.holds() != 0 {
			t.Errorf("order %+v", o)
		}
	})
}

// A change of the price is charged from the beginning of the period on (proration_date): the additional payment has the period of the main
// one. Both are refunded, each once, and a failed refund of one is not taken for the other's.
func TestAnAdditionalPaymentOfTheWholePeriodIsRefunded(t *testing.T) {
	eachCharge(t, func(t *testing.T, begin func(r *register, card string)) {
		eachLearning(t, func(t *testing.T, r *register, how learning) {
			begin(r, "pm_card_pendingRefund")
			r.clock.Advance(day)
			from := r.latestOrder().Transactions[len(r.latestOrder().Transactions)-1].From
			r.prorates(9900, from)
			r.learns(byReconcile)
			o, by := r.latestOrder(), actor.ForSystem(r.channels[0])
			main, extra := o.Transactions[len(o.Transactions)-2], o.Transactions[len(o.Transactions)-1]
			if extra.Amount != 2000 || !extra.From.Equal(main.From) || !extra.Until.Equal(main.Until) {
				t.Fatalf("transactions %+v", o.Transactions)
			}
			r.refundsOrder(o.ID)
			if r.returned() != 7900+2000 || r.refundMoves() != "refunded refunded" {
				t.Errorf("%d went back, transactions %q", r.returned(), r.refundMoves())
			}
			r.checkNoDifferences()
			r.becomes(r.latestRefund(), "failed") // that of the additional payment
			r.learns(how)
			r.reports("a refund failed and the buyer is owed CAD $20.00")
			if err := r.Refund(t.Context(), by, r.channels[0], o.ID); err != nil {
				t.Fatal(err)
			}
			r.work()
			r.learns(how)
			if r.returned() != 7900+2000 || r.refundMoves() != "refunded refunded refund_failed refunded" {
				t.Errorf("%d went back, transactions %q", r.returned(), r.refundMoves())
			}
			r.checkNoDifferences()
		})
	})
}
