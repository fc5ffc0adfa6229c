package commerce_test

import (
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// buyWithAddition has the buyer pay for tickets of events and an add-on in one payment. The add-on is last. It covers the events of the
// first sport.
func (r *register) buyWithAddition(events ...int64) []*commerce.Order {
	r.t.Helper()
	p := r.purchase("pm_card_visa")
	p.Items = nil
	for _, event := range events {
		p.Items = append(p.Items, commerce.Item{EventID: event, SingleEventPackageID: r.ticket})
	}
	p.Items = append(p.Items, commerce.Item{PackageID: r.addition})
	bought, err := r.Buy(r.t.Context(), p)
	if err != nil || bought.Orders[len(events)].Status != commerce.OrderPaid || bought.Orders[len(events)].Type != commerce.OrderOfAddition {
		r.t.Fatalf("bought %+v, %v", bought, err)
	}
	return bought.Orders
}

// An add-on that was paid with the ticket of a cancelled game is refunded with it, once, if it adds to nothing else.
func TestAnAddOnIsRefundedWithItsCancelledGame(t *testing.T) {
	for name, tt := range map[string]struct {
		others []int64                            // tickets of the same payment
		before func(*register, []*commerce.Order) // before the cancellation
		after  func(*register)                    // after it
		want   int                                // refunds, of the ticket and of the add-on
	}{
		"alone":                        {want: 2},
		"a game of another sport":      {others: []int64{otherSport}, want: 2},
		"another game":                 {others: []int64{ppvEvent}, want: 1},
		"another game, also cancelled": {others: []int64{ppvEvent}, after: func(r *register) { r.cancelEvent(ppvEvent) }, want: 3},
		"another game, refunded before": {
			others: []int64{ppvEvent}, before: func(r *register, o []*commerce.Order) { r.refundsOrder(o[1].ID) }, want: 2,
		},
		"a pass": {before: func(r *register, _ []*commerce.Order) { r.buy("pm_card_visa") }, want: 1},
		"a pass that has ended": {before: func(r *register, _ []*commerce.Order) {
			r.buy("pm_card_visa")
			r.clock.Advance(2 * time.Hour)
		}, want: 2},
		"a subscription": {before: func(r *register, _ []*commerce.Order) { r.subscribe("pm_card_visa") }, want: 1},
		"a ticket that an operator refunded before": {
			before: func(r *register, o []*commerce.Order) {
				r.refundsOrder(o[0].ID)
				r.clock.Advance(time.Hour)
			}, want: 0,
		},
		"a refund that stopped after the ticket": {after: func(r *register) {
			for _, o := range r.ordersOf(commerce.OrderOfEvent) {
				r.refundsOrder(o.ID)
			}
		}, want: 1},
		"a refund that was requested again": {after: func(r *register) {
			for _, o := range r.ordersOf(commerce.OrderOfEvent) {
				r.refundsOrder(o.ID)
			}
			r.clock.Advance(time.Minute)
			r.cancelEvent(paidEvent)
		}, want: 1},
		"a game that is on again": {after: func(r *register) {
			e := r.events[paidEvent]
			e.Off = ""
			r.events[paidEvent] = e
		}, want: 0},
		"an add-on that was refunded before": {before: func(r *register, o []*commerce.Order) { r.refundsOrder(o[1].ID) }, want: 1},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				r := openRegister(t, d)
				r.speaks = "en"
				orders := r.buyWithAddition(append([]int64{paidEvent}, tt.others...)...)
				if tt.before != nil {
					tt.before(r, orders)
				}
				r.cancelEvent(paidEvent)
				if tt.after != nil {
					tt.after(r)
				}
				refunded := r.returned()
				r.letters = nil
				r.refundsRequested(tt.want)
				once, letters := r.returned(), r.letterSubjects()
				r.refundsRequested(0)
				r.clock.Advance(48 * time.Hour) // a pass that ends later changes nothing
				r.refundsRequested(0)
				if r.returned() != once || len(r.letters) != 0 {
					t.Errorf("%d went back, then %d, and letters %q", once, r.returned(), r.letterSubjects())
				}
				if len(letters) != tt.want || slices.ContainsFunc(letters, func(s string) bool { return s != "Your refund is on its way" }) {
					t.Errorf("letters %q", letters)
				}
				if tt.want == 0 && once != refunded {
					t.Errorf("%d went back", once-refunded)
				}
				r.checkNoDifferences()
			})
		})
	}
}

// An add-on of another payment stays: its buyer may have bought it for the next games.
func TestAnAddOnOfAnotherPaymentStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		ticket := r.buyTicket(paidEvent)
		addition := r.buyWithAddition()[0]
		r.cancelEvent(paidEvent)
		r.refundsRequested(1)
		r.refundsRequested(0)
		if got := r.orderOf(addition.ID); got.Status != commerce.OrderPaid || r.returned() != ticket.Sum.Amount() {
			t.Errorf("the add-on is %s, %d went back", got.Status, r.returned())
		}
		r.checkNoDifferences()
	})
}

// A game is cancelled while its ticket and an add-on are paid. Both are refunded at once, unless the add-on adds to something else.
func TestAnAddOnIsRefundedIfItsGameIsCancelledDuringThePayment(t *testing.T) {
	for name, want := range map[string]commerce.OrderStatus{"alone": commerce.OrderRefunded, "with another game": commerce.OrderPaid} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				r := openRegister(t, d)
				p := r.purchase("pm_card_authenticationRequired")
				p.Items = []commerce.Item{{EventID: paidEvent, SingleEventPackageID: r.ticket}, {PackageID: r.addition}}
				if want == commerce.OrderPaid {
					p.Items = append(p.Items, commerce.Item{EventID: ppvEvent, SingleEventPackageID: r.ticket})
				}
				bought, err := r.Buy(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				e := r.events[paidEvent]
				e.Off = commerce.ReasonCancelled
				r.events[paidEvent] = e
				r.answerBank(bought.ClientSecret, true)
				r.reconcile()
				r.work()
				ticket, addition := r.orderOf(bought.Orders[0].ID), r.orderOf(bought.Orders[1].ID)
				sum := ticket.Sum.Amount()
				if want == commerce.OrderRefunded {
					sum += addition.Sum.Amount()
				}
				if ticket.Status != commerce.OrderRefunded || addition.Status != want || r.returned() != sum {
					t.Errorf("the ticket is %s, the add-on %s, %d went back", ticket.Status, addition.Status, r.returned())
				}
				r.checkNoDifferences()
			})
		})
	}
}

// The add-on that was paid with the ticket is refunded in full: what went back before counts.
func TestTheRestOfAnAddOnIsRefunded(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		orders := r.buyWithAddition(paidEvent)
		r.atTheDesk(r.intent(), 500)
		r.learns(how)
		r.cancelEvent(paidEvent)
		r.refundsRequested(2)
		r.refundsRequested(0)
		r.learns(how)
		if want := orders[0].Sum.Amount() + orders[1].Sum.Amount(); r.returned() != want || r.revenue() != 0 {
			t.Errorf("%d of %d went back, the channel kept %d", r.returned(), want, r.revenue())
		}
		r.checkNoDifferences()
	})
}

// A bank disputes the payment of a ticket and its add-on, or the price of one of them. The money of each goes back once: from the bank, or
// from us. While the bank decides, no order of the payment can be refunded. Once it has taken a part, the provider refunds nothing more
// of the payment: the channel owes the rest.
func TestADisputeOfATicketWithAnAddOn(t *testing.T) {
	for name, tt := range map[string]struct {
		disputed func(ticket, addition int64) int64 // 0: all
		decision string
		refunded int // orders, after the decision
		returned func(ticket, addition int64) int64
		letters  []string
	}{
		"all, won":         {disputed: nothing, decision: "won", refunded: 2, returned: sumOf, letters: []string{wholeRefund, wholeRefund}},
		"all, lost":        {disputed: nothing, decision: "lost", returned: nothing, letters: []string{"Your bank refunded you", "Your bank refunded you"}},
		"the add-on, won":  {disputed: ofAddition, decision: "won", refunded: 2, returned: sumOf, letters: []string{wholeRefund, wholeRefund}},
		"the add-on, lost": {disputed: ofAddition, decision: "lost", refunded: 1, returned: nothing, letters: []string{"Your bank refunded you", "We owe you a refund"}},
		"the ticket, lost": {disputed: ofTicket, decision: "lost", refunded: 1, returned: nothing, letters: []string{"Your bank refunded you", "We owe you a refund"}},
	} {
		t.Run(name, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				orders := r.buyWithAddition(paidEvent)
				ticket, addition := orders[0].Sum.Amount(), orders[1].Sum.Amount()
				dispute := r.disputes(r.intent(), tt.disputed(ticket, addition), false)
				r.learns(how)
				r.cancelEvent(paidEvent)
				r.refundsRequested(0)
				r.letters = nil
				r.becomes(dispute, tt.decision)
				r.learns(how)
				r.refundsRequested(tt.refunded)
				r.refundsRequested(0)
				r.learns(how)
				for _, o := range orders {
					if got := r.orderOf(o.ID); got.Status != commerce.OrderRefunded {
						t.Errorf("the order of type %s is %s", o.Type, got.Status)
					}
				}
				if want := tt.returned(ticket, addition); r.returned() != want {
					t.Errorf("%d went back, want %d", r.returned(), want)
				}
				if got := r.letterSubjects(); !slices.Equal(got, tt.letters) {
					t.Errorf("letters %q", got)
				}
				r.checkNoDifferences()
			})
		})
	}
}

func nothing(_, _ int64) int64           { return 0 }
func sumOf(ticket, addition int64) int64 { return ticket + addition }
func ofTicket(ticket, _ int64) int64     { return ticket }
func ofAddition(_, addition int64) int64 { return addition }

// ordersOf returns the buyer's orders of a type.
func (r *register) ordersOf(kind commerce.OrderType) []*commerce.Order {
	r.t.Helper()
	orders, _, err := r.Orders(r.t.Context(), r.channels[0], r.buyer.UserID, commerce.OrderFilter{})
	if err != nil {
		r.t.Fatal(err)
	}
	return slices.DeleteFunc(orders, func(o *commerce.Order) bool { return o.Type != kind })
}
