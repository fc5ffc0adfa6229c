package commerce_test

import (
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
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
		"won":  {commerce.OrderPaid, "Your order is open again"},
		"lost": {commerce.OrderRefunded, "Your bank gave your money back"},
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
				if got := r.letterSubjects(); !slices.Equal(got, []string{"Your bank disputes your payment"}) {
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
				r.settled()
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
		r.settled()
	})
}

// A bank gives a part of what was paid for an order back: the order ends, and the letter says that it was a part.
func TestAPartOfAnOrderIsDisputed(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.buy("pm_card_visa")
		dispute := r.disputes(r.intent(), 4000, false)
		r.hearAll()
		r.becomes(dispute, "lost")
		r.says(r.heardLetter(), say("a part of the money of this order back", "une partie de l’argent de cette commande"))
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
