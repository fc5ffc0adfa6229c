package commerce_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// buyTwoGames has the buyer buy two tickets in one payment.
func (r *register) buyTwoGames() (first, second *commerce.Order) {
	r.t.Helper()
	p := r.purchase("pm_card_visa")
	p.Items = []commerce.Item{{EventID: paidEvent, SingleEventPackageID: r.ticket}, {EventID: otherSport, SingleEventPackageID: r.ticket}}
	bought, err := r.Buy(r.t.Context(), p)
	if err != nil || len(bought.Orders) != 2 {
		r.t.Fatalf("bought %+v, %v", bought, err)
	}
	return bought.Orders[0], bought.Orders[1]
}

// Two games were bought in one payment, and the bank disputes the price of one. One game is held and ends, the other stays open.
func TestOneOfTwoGamesOfAPaymentIsDisputed(t *testing.T) {
	for decision, want := range map[string]struct {
		status commerce.OrderStatus
		letter string
	}{
		"won":  {commerce.OrderPaid, "Your order is active again"},
		"lost": {commerce.OrderRefunded, "Your bank refunded you"},
	} {
		t.Run(decision, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				e := r.events[otherSport]
				e.BasePrice = 2000
				r.events[otherSport] = e
				first, second := r.buyTwoGames()
				r.letterSubjects()
				dispute := r.disputes(r.intent(), second.Sum.Amount(), false)
				r.learns(how)
				if a, b := r.orderOf(first.ID), r.orderOf(second.ID); !a.GivesAccess(r.clock.Now()) || b.GivesAccess(r.clock.Now()) {
					t.Errorf("the disputes are %q and %q", a.Dispute, b.Dispute)
				}
				if got := r.letterSubjects(); !slices.Equal(got, []string{"Your bank is disputing your payment"}) {
					t.Errorf("letters %q", got)
				}
				r.becomes(dispute, decision)
				for range 2 {
					r.learns(how)
				}
				if a, b := r.orderOf(first.ID), r.orderOf(second.ID); !a.GivesAccess(r.clock.Now()) || b.Status != want.status {
					t.Errorf("the first is %s, the second %s", a.Status, b.Status)
				}
				if got := r.letterSubjects(); !slices.Equal(got, []string{want.letter}) {
					t.Errorf("letters %q", got)
				}
				r.checkNoDifferences()
			})
		})
	}
}

// Two games of one payment, one of which was refunded: the bank disputes the rest, which is the price of the other.
func TestTheRestOfAPaymentIsDisputed(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		first, second := r.buyTwoGames()
		r.refundsOrder(first.ID)
		dispute := r.disputes(r.intent(), second.Sum.Amount(), false)
		r.learns(how)
		if a, b := r.orderOf(first.ID), r.orderOf(second.ID); a.Dispute != commerce.DisputeNone || b.Dispute != commerce.DisputeOpen {
			t.Errorf("the disputes are %q and %q", a.Dispute, b.Dispute)
		}
		r.becomes(dispute, "lost")
		r.learns(how)
		if b := r.orderOf(second.ID); b.Status != commerce.OrderRefunded || r.revenue() != 0 {
			t.Errorf("the second is %s, the channel kept %d", b.Status, r.revenue())
		}
		if r.returned() != first.Sum.Amount() {
			t.Errorf("%d went back", r.returned())
		}
		r.checkNoDifferences()
	})
}

// A part of one of two games was refunded in the dashboard, and the bank disputes the rest of that game: the dispute decides about it.
func TestTheRestOfAPartlyRefundedGameIsDisputed(t *testing.T) {
	for decision, want := range map[string]commerce.OrderStatus{"won": commerce.OrderPaid, "lost": commerce.OrderRefunded} {
		t.Run(decision, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				first, second := r.buyTwoGames()
				r.atTheDesk(r.intent(), 500)
				r.learns(how)
				dispute := r.disputes(r.intent(), first.Sum.Amount()-500, false)
				r.learns(how)
				if a, b := r.orderOf(first.ID), r.orderOf(second.ID); a.Status != commerce.OrderPaid || a.Dispute != commerce.DisputeOpen || !b.GivesAccess(r.clock.Now()) {
					t.Errorf("the first is %s with dispute %q, the second %s with %q", a.Status, a.Dispute, b.Status, b.Dispute)
				}
				r.becomes(dispute, decision)
				r.learns(how)
				if a := r.orderOf(first.ID); a.Status != want || a.GivesAccess(r.clock.Now()) != (decision == "won") {
					t.Errorf("the first is %s with dispute %q", a.Status, a.Dispute)
				}
				r.checkNoDifferences()
			})
		})
	}
}

// A bank gives a part of what was paid for an order back: the order ends, and the letter says that it was a part.
func TestAPartOfAnOrderIsDisputed(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.buy("pm_card_visa")
		dispute := r.disputes(r.intent(), 4000, false)
		r.hearAll()
		r.becomes(dispute, "lost")
		r.says(r.heardLetter(), say("refunded part of your payment", "remboursé une partie de votre paiement"))
		r.stands("lost", commerce.OrderRefunded, commerce.DisputeLost, commerce.ReasonPurchaseRequired, 3900)
	})
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.speaks = "en"
		r.buy("pm_card_visa")
		dispute := r.disputes(r.intent(), 0, false)
		r.becomes(dispute, "lost")
		r.doesNotSay(r.heardLetter(), "a part of")
	})
}

// The other game of a payment whose dispute is open cannot be refunded meanwhile. Won, it can. Lost, the provider refuses every
// refund of the payment: the channel pays the buyer by other means.
func TestTheOtherGameOfADisputedPaymentIsRefunded(t *testing.T) {
	for _, decision := range []string{"won", "lost"} {
		for _, before := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, refunded before: %t", decision, before), func(t *testing.T) {
				dbtest.Each(t, func(t *testing.T, d *db.DB) {
					r := openRegister(t, d)
					r.speaks = "en"
					e := r.events[otherSport]
					e.BasePrice = 2000
					r.events[otherSport] = e
					first, second := r.buyTwoGames()
					refund := func() error {
						return r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], first.ID)
					}
					if before {
						if err := refund(); err != nil {
							t.Fatal(err)
						}
					}
					dispute := r.disputes(r.intent(), second.Sum.Amount(), false)
					r.hearAll()
					if !before {
						r.cancelEvent(paidEvent)
						r.refundsRequested(0)
						if err := refund(); fault.CodeOf(err) != "payment_disputed" {
							t.Errorf("refunded: %v", err)
						}
					}
					r.work()
					r.letters = nil
					r.becomes(dispute, decision)
					r.hearAll()
					if !before {
						r.refundsRequested(1)
					}
					r.work()
					r.work()
					paid := map[string]int64{"won": first.Sum.Amount(), "lost": 0}[decision]
					if r.returned() != paid {
						t.Errorf("%d went back", r.returned())
					}
					owed, err := r.OwedOutside(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], first.ID)
					if err != nil || (owed == "") != (decision == "won") {
						t.Errorf("%q is owed, %v", owed, err)
					}
					if n, err := r.Sweep(t.Context()); n != 0 || err != nil {
						t.Errorf("%d are left to look after, %v", n, err)
					}
					if got := r.orderOf(second.ID); (got.Status == commerce.OrderPaid) != (decision == "won") {
						t.Errorf("the disputed one is %s", got.Status)
					}
				})
			})
		}
	}
}
