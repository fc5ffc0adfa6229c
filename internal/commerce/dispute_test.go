package commerce_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// revenue is what the channel kept until now.
func (r *register) revenue() (kept int64) {
	r.t.Helper()
	takings, err := r.Takings(r.t.Context(), actor.Actor{Role: actor.System}, r.channels[0], r.clock.Now().Add(-time.Hour), r.clock.Now().Add(time.Hour), time.Hour)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, taking := range takings {
		kept += taking.Paid - taking.Refunded
	}
	return kept
}

// stands checks what the buyer's latest order is, what it opens and what the channel kept.
func (r *register) stands(when string, status commerce.OrderStatus, dispute commerce.DisputeState, watches commerce.Reason, revenue int64) {
	r.t.Helper()
	o := r.orderOfBuyer()
	if o.Status != status || o.Dispute != dispute {
		r.t.Errorf("%s: the order is %s, its dispute %q", when, o.Status, o.Dispute)
	}
	if got := r.watches(); got != watches {
		r.t.Errorf("%s: the buyer watches by %s, want %s", when, got, watches)
	}
	if got := r.revenue(); got != revenue {
		r.t.Errorf("%s: the channel kept %d, want %d", when, got, revenue)
	}
	if opens := watches == commerce.ReasonPackage; o.GivesAccess(r.clock.Now()) != opens {
		r.t.Errorf("%s: the order says that it gives access: %t", when, !opens)
	}
	hold, err := r.OrdersThatHold(r.t.Context(), r.channels[0], []commerce.OrderID{o.ID})
	if err != nil || hold[o.ID] != (status == commerce.OrderPaid && dispute != commerce.DisputeOpen) {
		r.t.Errorf("%s: it holds: %t, %v", when, hold[o.ID], err)
	}
}

func TestADisputeHoldsAccessUntilTheBankDecides(t *testing.T) {
	for decision, test := range map[string]struct {
		status  commerce.OrderStatus
		dispute commerce.DisputeState
		watches commerce.Reason
		revenue int64
		letter  string
	}{
		"won":  {commerce.OrderPaid, commerce.DisputeWon, commerce.ReasonPackage, 7900, "Your order is active again"},
		"lost": {commerce.OrderRefunded, commerce.DisputeLost, commerce.ReasonPurchaseRequired, 0, "Your bank refunded you"},
	} {
		t.Run(decision, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				o := r.buy("pm_card_visa").Orders[0]
				r.letterSubjects()
				id := r.disputes(r.intent(), 0, false)
				for range 2 {
					r.learns(how)
					r.stands("open", commerce.OrderPaid, commerce.DisputeOpen, commerce.ReasonPaymentDisputed, 0)
				}
				if got := r.letterSubjects(); !slices.Equal(got, []string{"Your bank is disputing your payment"}) {
					t.Errorf("letters %q", got)
				}
				if _, err := r.Buy(t.Context(), r.purchase("pm_card_visa")); fault.CodeOf(err) != "payment_disputed" {
					t.Errorf("bought once more: %v", err)
				}
				if err := r.Refund(t.Context(), actor.Actor{Role: actor.Owner}, r.channels[0], o.ID); fault.CodeOf(err) != "payment_disputed" {
					t.Errorf("given back meanwhile: %v", err)
				}
				if audit := r.audit(); len(audit.Differences) > 0 || len(audit.Waiting) != 1 || !strings.Contains(audit.Waiting[0], id) || !strings.Contains(audit.Waiting[0], "needs_response") {
					t.Errorf("reconcile says %+v", audit)
				}
				r.becomes(id, "under_review")
				r.learns(how)
				r.stands("under review", commerce.OrderPaid, commerce.DisputeOpen, commerce.ReasonPaymentDisputed, 0)
				r.becomes(id, decision)
				for range 2 {
					r.learns(how)
					r.stands(decision, test.status, test.dispute, test.watches, test.revenue)
				}
				if got := r.letterSubjects(); !slices.Equal(got, []string{test.letter}) {
					t.Errorf("letters %q", got)
				}
				if audit := r.audit(); len(audit.Differences) > 0 || len(audit.Waiting) > 0 {
					t.Errorf("reconcile says %+v", audit)
				}
				if n, err := r.Sweep(t.Context()); err != nil || n != 0 {
					t.Errorf("%d are left to look after, %v", n, err)
				}
			})
		})
	}
}

// A service of the card network ends a dispute before it begins. If it refunded the buyer with the seller's money, the
// order ends. If the money came back, the order stays.
func TestADisputeThatIsPrevented(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		r.buy("pm_card_visa")
		id := r.disputes(r.intent(), 0, false)
		r.becomes(id, "prevented")
		for range 2 {
			r.learns(how)
			r.stands("prevented", commerce.OrderRefunded, commerce.DisputeLost, commerce.ReasonPurchaseRequired, 0)
		}
		if audit := r.audit(); len(audit.Differences) > 0 || len(audit.Waiting) > 0 {
			t.Errorf("reconcile says %+v", audit)
		}
	})
}

// An inquiry that the bank closes leaves the order as it was.
func TestAnInquiryThatIsClosed(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		r.buy("pm_card_visa")
		id := r.disputes(r.intent(), 0, true)
		r.learns(how)
		r.becomes(id, "warning_closed")
		r.learns(how)
		r.stands("closed", commerce.OrderPaid, commerce.DisputeWon, commerce.ReasonPackage, 7900)
		if audit := r.audit(); len(audit.Differences) > 0 || len(audit.Waiting) > 0 {
			t.Errorf("reconcile says %+v", audit)
		}
	})
}

// An inquiry moves no money: access goes on, and the operator is told. It may become a dispute.
func TestAnInquiryHoldsNothing(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		r.buy("pm_card_createDisputeInquiry")
		r.learns(how)
		r.stands("asked", commerce.OrderPaid, commerce.DisputeInquiry, commerce.ReasonPackage, 7900)
		audit := r.audit()
		if len(audit.Waiting) != 1 || !strings.Contains(audit.Waiting[0], "warning_needs_response") {
			t.Fatalf("reconcile says %+v", audit)
		}
		var list struct{ Data []struct{ ID string } }
		r.fetch("/v1/disputes", &list)
		r.becomes(list.Data[0].ID, "needs_response")
		r.learns(how)
		r.stands("a dispute", commerce.OrderPaid, commerce.DisputeOpen, commerce.ReasonPaymentDisputed, 0)
	})
}

// A bank may dispute a payment at once. The webhooks of the payment and of the dispute then arrive together.
func TestADisputeThatComesWithThePayment(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		r.buy("pm_card_createDispute")
		r.learns(how)
		r.stands("disputed", commerce.OrderPaid, commerce.DisputeOpen, commerce.ReasonPaymentDisputed, 0)
	})
}
