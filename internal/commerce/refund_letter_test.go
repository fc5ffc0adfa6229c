package commerce_test

import (
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// refundsOrder has the operator give an order's money back, whose job is done by ten at once.
func (r *register) refundsOrder(id commerce.OrderID) {
	r.t.Helper()
	if err := r.Refund(r.t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], id); err != nil {
		r.t.Fatal(err)
	}
	r.tenTimes(func() error { return r.PayBack(r.t.Context(), r.channels[0], id) })
}

// Whoever gets their money back hears of it once, whoever gave it and however often it is told.
func TestARefundIsToldOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		one := func(when, subject string, wants ...string) {
			t.Helper()
			if got := subjects(r.letters); got != subject {
				t.Fatalf("%s: letters %q", when, got)
			}
			r.says(r.letters[0], wants...)
			r.letters = nil
		}
		first := r.buy("pm_card_visa").Orders[0]
		r.refundsOrder(first.ID)
		r.look(0) // the provider's own list has it too
		one("by the operator", "Votre remboursement est en route", "Remboursement\u00a0: 79,00 $ CAD", "Numéro de reçu\u00a0: "+first.Receipt(), "Hockey")

		r.speaks = "en"
		r.buy("pm_card_visa")
		r.atTheDesk(r.intent(), 7900)
		r.look(1)
		r.look(0)
		one("at the provider's desk", "Your refund is on its way", "Refund: CAD $79.00")

		third := r.subscribe("pm_card_visa").Orders[0]
		r.refundsOrder(third.ID)
		one("of a subscription", "Your refund is on its way", "Receipt number: "+third.Receipt())

		r.gone = true
		r.refundsOrder(r.buy("pm_card_visa").Orders[0].ID)
		r.gone = false
		r.tries(7)
		r.refundsOrder(r.latest().OrderID)
		if len(r.letters) > 0 {
			t.Errorf("who is gone, or has paid nothing, is written to: %q", subjects(r.letters))
		}
	})
}
