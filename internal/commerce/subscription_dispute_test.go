package commerce_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
)

// collects is what the provider does with the invoices of the subscription: "" where it charges them.
func (r *register) collects() string {
	r.t.Helper()
	var s struct {
		Pause struct{ Behavior string } `json:"pause_collection"`
	}
	r.fetch("/v1/subscriptions/"+r.ref(), &s)
	return s.Pause.Behavior
}

// disputedPeriods has the buyer pay two periods, whose bank then disputes the first.
func (r *register) disputedPeriods(how learning) (dispute string) {
	r.t.Helper()
	r.subscribe("pm_card_visa")
	first := r.ledger().Charges[0].Intent
	r.wait(month + 2*time.Hour)
	r.post()
	r.letters = nil
	dispute = r.disputes(first, 0, false)
	if how == byReconcile {
		if got := r.audit().Differences; len(got) != 1 || !strings.Contains(got[0], "this is now recorded") {
			r.t.Errorf("reconcile says %q", got)
		}
	}
	r.learns(how)
	r.post()
	if o := r.latestOrder(); o.Dispute != commerce.DisputeOpen || r.watches() != commerce.ReasonPaymentDisputed || r.collects() != "void" {
		r.t.Errorf("order %+v, it collects %q", o, r.collects())
	}
	if got := r.letterSubjects(); !slices.Equal(got, []string{"Your bank is disputing your payment"}) {
		r.t.Errorf("letters %q", got)
	}
	return dispute
}

// While the bank decides about one payment of a subscription no other is collected. Won: it goes on with the next period, and the
// letter says when. Nothing is charged for the time in between.
func TestASubscriptionIsNotCollectedDuringADispute(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		dispute := r.disputedPeriods(how)
		if s := r.latest(); s.Paused {
			t.Error("it says that the dashboard has paused it")
		}
		r.wait(month)
		r.posts("nothing is charged", "")
		if n := r.charged(); n != 2 {
			t.Errorf("%d charges", n)
		}
		r.becomes(dispute, "won")
		r.learns(how)
		r.learns(how)
		r.post()
		if o := r.latestOrder(); o.Dispute != commerce.DisputeWon || r.collects() != "" {
			t.Errorf("order %+v, it collects %q", o, r.collects())
		}
		if len(r.letters) != 1 {
			t.Fatalf("letters %q", r.letterSubjects())
		}
		r.says(r.letters[0], "Your bank has closed the dispute, and your payment stands.", "The period you paid for has ended. Your subscription resumes with your next payment.")
		if r.letters[0].Subject != "Your bank has closed the dispute" || r.holds() != 0 {
			t.Errorf("it says %q, and holds %d", r.letters[0].Subject, r.holds())
		}
		r.letters = nil
		r.wait(month + 2*time.Hour)
		r.posts("the next period", "Your receipt GS-000001-3")
		if r.watches() == commerce.ReasonPurchaseRequired || r.charged() != 3 {
			t.Errorf("watches %s, %d charges", r.watches(), r.charged())
		}
		if got := r.audit(); len(got.Differences) != 0 || len(got.Waiting) != 0 {
			t.Errorf("reconcile says %+v", got)
		}
	})
}

// Lost: the subscription has ended, and the later period without a dispute is refunded.
func TestALaterPeriodIsGivenBackAfterALostDispute(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		dispute := r.disputedPeriods(how)
		r.becomes(dispute, "lost")
		r.learns(how)
		r.learns(how)
		r.is(commerce.SubscriptionExpired, false, "created updated ended")
		back := int64(0)
		for _, c := range r.ledger().Charges {
			back += c.AmountRefunded
		}
		if back != r.latest().Price {
			t.Errorf("%d were given back", back)
		}
		r.post()
		got := r.letterSubjects()
		slices.Sort(got)
		if !slices.Equal(got, []string{"Your bank refunded you", "Your refund is on its way"}) {
			t.Errorf("letters %q", got)
		}
		r.wait(month)
		if got := r.audit(); len(got.Differences) != 0 || len(got.Waiting) != 0 || r.watches() != commerce.ReasonPurchaseRequired {
			t.Errorf("reconcile says %+v", got)
		}
	})
}
