package commerce_test

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// buyTicket has the buyer buy the ticket of an event.
func (r *register) buyTicket(event int64) *commerce.Order {
	r.t.Helper()
	p := r.purchase("pm_card_visa")
	p.Items = []commerce.Item{{EventID: event, SingleEventPackageID: r.ticket}}
	bought, err := r.Buy(r.t.Context(), p)
	if err != nil || bought.Orders[0].Status != commerce.OrderPaid {
		r.t.Fatalf("bought %+v, %v", bought, err)
	}
	return bought.Orders[0]
}

// returned is the money that went back to the buyer by our refunds.
func (r *register) returned() (sum int64) {
	r.t.Helper()
	for _, c := range r.ledger().Charges {
		sum += c.AmountRefunded
	}
	return sum
}

// orderOf reads an order of the buyer.
func (r *register) orderOf(id commerce.OrderID) *commerce.Order {
	r.t.Helper()
	o, err := r.FindOrder(r.t.Context(), r.channels[0], r.buyer.UserID, id)
	if err != nil {
		r.t.Fatal(err)
	}
	return o
}

// cancelEvent cancels an event for which refunds are requested.
func (r *register) cancelEvent(event int64) {
	r.t.Helper()
	e := r.events[event]
	e.Off = commerce.ReasonCancelled
	r.events[event] = e
	err := r.TillDeps.DB.InTx(r.t.Context(), func(ctx context.Context, _ bun.Tx) error {
		return r.RequestEventRefund(ctx, actor.ForSystem(r.channels[0]), r.channels[0], event)
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *register) refundsRequested(want int) {
	r.t.Helper()
	if n, err := r.RefundRequestedEvents(r.t.Context()); n != want || err != nil {
		r.t.Errorf("%d tickets were refunded instead of %d, %v", n, want, err)
	}
	r.work()
}

// A cancelled game's disputed ticket waits for the bank. The other tickets are refunded meanwhile. The money of the disputed one
// goes back once: from the bank, or from us after the bank gave it to us.
func TestTheDisputedTicketOfACancelledGame(t *testing.T) {
	for decision, want := range map[string]struct {
		refunded int
		letter   string
	}{
		"won":  {1, "Your refund is on its way"},
		"lost": {0, "Your bank refunded you"},
	} {
		t.Run(decision, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				disputed := r.buyTicket(paidEvent)
				dispute := r.disputes(r.intentOf(disputed.ID), 0, false)
				other := r.buyTicket(otherSport)
				r.learns(how)
				r.cancelEvent(paidEvent)
				r.cancelEvent(otherSport)
				r.refundsRequested(1)
				r.refundsRequested(0)
				if got := r.orderOf(other.ID); got.Status != commerce.OrderRefunded || r.returned() != other.Sum.Amount() {
					t.Errorf("the other ticket is %s, %d went back", got.Status, r.returned())
				}
				r.letters = nil
				r.becomes(dispute, decision)
				r.learns(how)
				r.refundsRequested(want.refunded)
				r.refundsRequested(0)
				r.learns(how)
				if got := r.orderOf(disputed.ID); got.Status != commerce.OrderRefunded || r.returned() != other.Sum.Amount()+int64(want.refunded)*disputed.Sum.Amount() {
					t.Errorf("the disputed ticket is %s, %d went back", got.Status, r.returned())
				}
				if got := r.letterSubjects(); !slices.Equal(got, []string{want.letter}) {
					t.Errorf("letters %q", got)
				}
				if r.revenue() != 0 {
					t.Errorf("the channel kept %d", r.revenue())
				}
				r.checkNoDifferences()
			})
		})
	}
}

// An order that we refunded is disputed before its money is sent. The money goes back once: from the bank, or from us after the
// bank gave it to us.
func TestARefundedOrderIsDisputed(t *testing.T) {
	for decision, returned := range map[string]int64{"won": 7900, "lost": 0} {
		t.Run(decision, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				o := r.buy("pm_card_visa").Orders[0]
				if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], o.ID); err != nil {
					t.Fatal(err)
				}
				dispute := r.disputes(r.intent(), 0, false)
				r.work()
				r.learns(how)
				r.stands("disputed", commerce.OrderRefunded, commerce.DisputeOpen, commerce.ReasonPurchaseRequired, 0)
				r.becomes(dispute, decision)
				for range 2 {
					r.learns(how)
					r.work()
				}
				if r.returned() != returned || r.revenue() != 0 {
					t.Errorf("%d went back, the channel kept %d", r.returned(), r.revenue())
				}
				if n, err := r.Sweep(t.Context()); n != 0 || err != nil {
					t.Errorf("%d are left to look after, %v", n, err)
				}
				r.checkNoDifferences()
			})
		})
	}
}

// A bank that gave the money to the buyer decides otherwise after all. A pass opens again. A subscription has ended at the
// provider: its payment goes back.
func TestABankDecidesOtherwiseAfterAll(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		r.buy("pm_card_visa")
		dispute := r.disputes(r.intent(), 0, false)
		r.becomes(dispute, "lost")
		r.learns(how)
		r.stands("lost", commerce.OrderRefunded, commerce.DisputeLost, commerce.ReasonPurchaseRequired, 0)
		r.letters = nil
		r.becomes(dispute, "won")
		r.learns(how)
		r.stands("won after all", commerce.OrderPaid, commerce.DisputeWon, commerce.ReasonPackage, 7900)
		if got := r.letterSubjects(); !slices.Equal(got, []string{"Your order is active again"}) {
			t.Errorf("letters %q", got)
		}
	})
}

func TestABankDecidesOtherwiseAboutASubscription(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.speaks = "en"
		r.subscribe("pm_card_visa")
		dispute := r.disputes(r.payment(), 0, false)
		r.becomes(dispute, "lost")
		r.hearAll()
		r.work()
		r.post()
		r.is(commerce.SubscriptionExpired, false, "created ended")
		r.letters = nil
		r.becomes(dispute, "won")
		r.hearAll()
		r.work()
		r.hearAll()
		r.work()
		if r.returned() != 7900 {
			t.Errorf("%d went back", r.returned())
		}
		if got := r.letterSubjects(); !slices.Equal(got, []string{"Your refund is on its way"}) {
			t.Errorf("letters %q", got)
		}
		r.checkNoDifferences()
	})
}

// A renewal is disputed, and not the first payment: access is held although the first period was paid without a dispute.
func TestARenewalIsDisputed(t *testing.T) {
	for decision, want := range map[string]struct {
		status  commerce.SubscriptionStatus
		watches commerce.Reason
		letter  string
	}{
		"won":  {commerce.SubscriptionActive, commerce.ReasonSubscription, "Your order is active again"},
		"lost": {commerce.SubscriptionExpired, commerce.ReasonPurchaseRequired, "Your bank refunded you"},
	} {
		t.Run(decision, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				r.subscribe("pm_card_visa")
				r.wait(month + 2*time.Hour)
				r.post()
				r.letters = nil
				charges := r.ledger().Charges
				dispute := r.disputes(charges[len(charges)-1].Intent, 0, false)
				r.learns(how)
				if o := r.latestOrder(); o.Dispute != commerce.DisputeOpen || r.watches() != commerce.ReasonPaymentDisputed || r.collects() != "void" {
					t.Errorf("order %+v, it collects %q", o, r.collects())
				}
				r.letters = nil
				r.becomes(dispute, decision)
				r.learns(how)
				r.learns(how)
				r.post()
				if got := r.letterSubjects(); !slices.Equal(got, []string{want.letter}) {
					t.Errorf("letters %q", got)
				}
				if s := r.latest(); s.Status != want.status || r.watches() != want.watches || r.returned() != 0 {
					t.Errorf("it is %s, opens by %s, %d went back", s.Status, r.watches(), r.returned())
				}
				r.wait(month)
				if charges := len(r.ledger().Charges); charges != map[string]int{"won": 3, "lost": 2}[decision] {
					t.Errorf("%d charges", charges)
				}
			})
		})
	}
}

// The account is deleted while a bank decides. Nothing renews in either case, and a period that was charged after the
// deletion goes back once the bank lets us have it.
func TestAnAccountIsDeletedDuringADispute(t *testing.T) {
	for _, decision := range []string{"won", "lost"} {
		t.Run(decision, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				r.onClock()
				r.subscribe("pm_card_visa")
				r.wait(time.Hour)
				dispute := r.disputes(r.payment(), 0, false)
				r.learns(how)
				if stopped := r.leave(); len(stopped) != 1 {
					t.Fatalf("stopped %+v", stopped)
				}
				r.applyHolds()
				r.becomes(dispute, decision)
				r.learns(how)
				r.applyHolds()
				if s := r.latest(); s.Renews {
					t.Errorf("it renews: %+v", s)
				}
				r.wait(2 * month)
				if n := len(r.ledger().Charges); n != 1 {
					t.Errorf("%d charges", n)
				}
				if s := r.latest(); s.EndedAt.IsZero() {
					t.Errorf("it has not ended: %+v", s)
				}
			})
		})
	}
}

func TestAPeriodChargedAfterTheDeletionIsDisputed(t *testing.T) {
	tests := map[string]int64{"won": 7900, "lost": 0}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, decision string) {
		returned := tests[decision]
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.wait(time.Hour)
		r.leave()
		r.down = true // the provider charges the next period before it is asked to stop
		r.clock.Advance(month + 2*time.Hour)
		r.down = false
		r.wait(0)
		charges := r.ledger().Charges
		if len(charges) != 2 {
			t.Fatalf("%d charges", len(charges))
		}
		dispute := r.disputes(charges[1].Intent, 0, false)
		r.hearAll()
		r.applyHolds()
		r.becomes(dispute, decision)
		r.holding = 0
		r.hearAll()
		r.work()
		if r.holding == 0 && decision == "won" {
			t.Error("no duty looks after the charge")
		}
		r.applyHolds()
		r.work()
		if r.returned() != returned {
			t.Errorf("%d went back", r.returned())
		}
	})
}

// A game that was bought with a promo code is disputed: the bank takes what was charged, and the code's use stays used.
func TestAGameBoughtWithAPromoCodeIsDisputed(t *testing.T) {
	tests := map[string]int64{"won": 835, "lost": 0}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, decision string) {
		kept := tests[decision]
		r := openRegister(t, d, commerce.Coupon{Code: "HALF", PercentOff: 5000, PerUser: 1})
		p := r.purchase("pm_card_visa")
		p.Items, p.Coupon = []commerce.Item{{EventID: paidEvent, SingleEventPackageID: r.ticket}}, "half"
		bought, err := r.Buy(t.Context(), p)
		if err != nil || bought.Orders[0].Sum.Amount() != 835 {
			t.Fatalf("bought %+v, %v", bought.Orders[0], err)
		}
		dispute := r.disputes(r.intent(), 0, false)
		r.hearAll()
		if r.revenue() != 0 {
			t.Errorf("disputed: the channel kept %d", r.revenue())
		}
		r.becomes(dispute, decision)
		r.hearAll()
		if r.revenue() != kept {
			t.Errorf("%s: the channel kept %d", decision, r.revenue())
		}
		if _, err := r.price(t, "half", commerce.Item{EventID: otherSport, SingleEventPackageID: r.ticket}); err == nil {
			t.Error("the code can be used again")
		}
		r.checkNoDifferences()
	})
}
