package commerce_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/payment"
)

func TestAnAmountIsSharedAmongOrders(t *testing.T) {
	for _, test := range []struct {
		name   string
		owed   []int64
		amount int64
		want   []int64
	}{
		{"all of the only order", []int64{30}, 30, []int64{30}},
		{"a part of the only order", []int64{30}, 10, []int64{10}},
		{"more than the only order", []int64{30}, 40, []int64{30}},
		{"the second exactly", []int64{20, 30, 40}, 30, []int64{0, 30, 0}},
		{"the first of two exactly", []int64{10, 30, 30}, 30, []int64{0, 30, 0}},
		{"a part of the first", []int64{20, 30}, 10, []int64{10, 0}},
		{"the first and a part of the second", []int64{20, 30}, 25, []int64{20, 5}},
		{"two of three", []int64{20, 30, 40}, 70, []int64{20, 30, 20}},
		{"all", []int64{20, 30}, 50, []int64{20, 30}},
		{"more than all", []int64{20, 30}, 60, []int64{20, 30}},
		{"after an order of which nothing is owed", []int64{0, 30}, 10, []int64{0, 10}},
	} {
		if got := commerce.ShareAmong(test.owed, test.amount); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestTheMetadataOfARefundNamesAnOrder(t *testing.T) {
	for text, want := range map[string]commerce.OrderID{
		"": 0, "7": 7, "70": 70, "07": 0, "+7": 0, " 7": 0, "7 ": 0, "0": 0, "-1": 0, "7.0": 0, "0x7": 0, "the second game": 0,
		"9223372036854775807": 9223372036854775807, "9223372036854775808": 0, "18446744073709551623": 0,
	} {
		if got := commerce.NamedOrder(payment.RefundState{Order: text}); got != want {
			t.Errorf("%q names order %d, want %d", text, got, want)
		}
	}
}

// buyGames has the buyer buy the tickets of games in one payment, each 10 dollars dearer than the one before.
func (r *register) buyGames(card string, dearer bool, events ...int64) (bought []*commerce.Order) {
	r.t.Helper()
	p := r.purchase(card)
	p.Items = nil
	for i, event := range events {
		e := r.events[event]
		if dearer {
			e.BasePrice += int64(i) * 1000
		}
		r.events[event] = e
		p.Items = append(p.Items, commerce.Item{EventID: event, SingleEventPackageID: r.ticket})
	}
	b, err := r.Buy(r.t.Context(), p)
	if err != nil || len(b.Orders) != len(events) || b.Orders[0].Status != commerce.OrderPaid {
		r.t.Fatalf("bought %+v, %v", b, err)
	}
	r.letters = nil
	return b.Orders
}

// refundsAre checks the status of orders, their access and the amounts that went back of them: "paid 500, refunded 2499".
func (r *register) refundsAre(when, want string, orders ...*commerce.Order) {
	r.t.Helper()
	var got []string
	for _, bought := range orders {
		o, back := r.orderOf(bought.ID), int64(0)
		for _, m := range o.Transactions {
			if m.Status == commerce.OrderRefunded {
				back += m.Amount
			}
			if m.Status == commerce.TransactionRefundFailed {
				back -= m.Amount
			}
		}
		if o.GivesAccess(r.clock.Now()) != (o.Status == commerce.OrderPaid) {
			r.t.Errorf("%s: order %s is %s, and gives access: %t", when, o.Receipt(), o.Status, o.GivesAccess(r.clock.Now()))
		}
		got = append(got, fmt.Sprintf("%s %d", o.Status, back))
	}
	if all := strings.Join(got, ", "); all != want {
		r.t.Errorf("%s: the orders are %q, want %q", when, all, want)
	}
}

const (
	partRefunded = "Part of your payment is being refunded"
	wholeRefund  = "Your refund is on its way"
)

// The dashboard refunds exactly the price of the second game of a payment: the second order ends, and the first gives access still.
func TestTheDashboardRefundsOneOfTwoGames(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		games := r.buyGames("pm_card_visa", true, paidEvent, otherSport)
		r.atTheDesk(r.intent(), games[1].Sum.Amount())
		for range 2 {
			r.learns(how)
			r.refundsAre("refunded", "paid 0, refunded 2499", games...)
		}
		r.wrote(wholeRefund, "Refund: CAD $24.99", "Receipt number: "+games[1].Receipt())
		r.checkNoDifferences()
		r.refundsOrder(games[0].ID)
		r.refundsAre("the other too", "refunded 1499, refunded 2499", games...)
		r.checkNoDifferences()
	})
}

// The dashboard refunds exactly what was paid for the add-on of a pass, after a promo code.
func TestTheDashboardRefundsAnAddOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d, commerce.Coupon{Code: "TENTH", PercentOff: 1000})
		addition := pass(1, r.sports[0])
		addition.Type, addition.PassType, addition.BasePrice, addition.ServiceFee = commerce.TypeAdditional, commerce.PassAddition, 1000, 0
		id, err := r.Create(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], addition)
		if err != nil {
			t.Fatal(err)
		}
		p := r.purchase("pm_card_visa")
		p.Items, p.Coupon = append(p.Items, commerce.Item{PackageID: id}), "TENTH"
		bought, err := r.Buy(t.Context(), p)
		if err != nil || len(bought.Orders) != 2 {
			t.Fatalf("bought %+v, %v", bought, err)
		}
		r.atTheDesk(r.intent(), 900)
		r.learns(byWebhooks)
		r.refundsAre("refunded", "paid 0, refunded 900", bought.Orders...)
		if got := r.watches(); got != commerce.ReasonPackage {
			t.Errorf("the buyer watches by %s", got)
		}
		r.checkNoDifferences()
	})
}

// dividedRefund are refunds in the dashboard of a payment for two games, and the orders after them.
type dividedRefund struct {
	alike   bool // the games have one price, $14.99; otherwise the second costs $24.99
	refunds []int64
	want    string
	letters []string
}

func dividedRefunds() map[string]dividedRefund {
	return map[string]dividedRefund{
		"the price of the first":            {false, []int64{1499}, "refunded 1499, paid 0", []string{wholeRefund}},
		"the price of each":                 {true, []int64{1499}, "paid 1499, paid 0", []string{partRefunded}},
		"the price of each, twice":          {true, []int64{1499, 1499}, "refunded 1499, refunded 1499", []string{partRefunded, wholeRefund}},
		"the sum":                           {false, []int64{3998}, "refunded 1499, refunded 2499", []string{wholeRefund, wholeRefund}},
		"a part of neither":                 {false, []int64{500}, "paid 500, paid 0", []string{partRefunded}},
		"more than one and less than both":  {false, []int64{3000}, "paid 1499, paid 1501", []string{partRefunded, partRefunded}},
		"the second, then the first":        {false, []int64{2499, 1499}, "refunded 1499, refunded 2499", []string{wholeRefund, wholeRefund}},
		"a part, then its rest":             {false, []int64{500, 999}, "refunded 1499, paid 0", []string{partRefunded, wholeRefund}},
		"a part, then the second":           {false, []int64{500, 2499}, "paid 500, refunded 2499", []string{partRefunded, wholeRefund}},
		"a part, then all that is left":     {false, []int64{500, 3498}, "refunded 1499, refunded 2499", []string{partRefunded, wholeRefund, wholeRefund}},
		"a part of each, then the rest":     {false, []int64{3000, 998}, "refunded 1499, refunded 2499", []string{partRefunded, partRefunded, wholeRefund}},
		"two parts that are no whole order": {false, []int64{700, 900}, "paid 1499, paid 101", []string{partRefunded, partRefunded, partRefunded}},
	}
}

// A refund of the dashboard goes to the order that is owed exactly its amount, and ends that order. Any other amount is divided in
// sequence, and ends no order before all went back.
func TestDashboardRefundsOfTwoGames(t *testing.T) {
	tests := dividedRefunds()
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, name string) {
		r, test := openRegister(t, d), tests[name]
		r.speaks = "en"
		games := r.buyGames("pm_card_visa", !test.alike, paidEvent, otherSport)
		for _, amount := range test.refunds {
			r.atTheDesk(r.intent(), amount)
			r.learns(byWebhooks)
		}
		r.refundsAre("refunded", test.want, games...)
		if got := r.letterSubjects(); !slices.Equal(got, test.letters) {
			t.Errorf("letters %q, want %q", got, test.letters)
		}
		r.checkNoDifferences()
	})
}

// Refunds that are learnt together are divided like refunds that are learnt one by one.
func TestDashboardRefundsThatAreLearntTogether(t *testing.T) {
	tests := dividedRefunds()
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, name string) {
		r, test := openRegister(t, d), tests[name]
		games := r.buyGames("pm_card_visa", !test.alike, paidEvent, otherSport)
		for _, amount := range test.refunds {
			r.atTheDesk(r.intent(), amount)
		}
		r.learns(byLooking)
		r.refundsAre("refunded", test.want, games...)
		r.checkNoDifferences()
	})
}

// Reconcile says of which orders a refund of the dashboard is recorded, and which order ended.
func TestReconcileNamesTheOrdersOfARefund(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		games := r.buyGames("pm_card_pendingRefund", true, paidEvent, otherSport)
		first, second := games[0].Receipt(), games[1].Receipt()
		r.atTheDesk(r.intent(), 2000)
		divided := r.latestRefund()
		r.reports(fmt.Sprintf("the provider has refund %s (CAD $20.00) of order %s (CAD $14.99) and order %s (CAD $5.01); this is now recorded", divided, first, second))
		r.atTheDesk(r.intent(), 1998)
		r.reports(fmt.Sprintf("the access of %s and %s has now ended: refund %s (CAD $19.98) of order %s", first, second, r.latestRefund(), second))
		r.becomes(divided, "failed")
		if got := strings.Join(r.audit().Differences, "\n"); !strings.Contains(got, fmt.Sprintf("refund %s (CAD $20.00) of order %s (CAD $14.99) and order %s (CAD $5.01) failed", divided, first, second)) {
			t.Errorf("reconcile says %q", got)
		}
	})
	eachDatabase(t, func(t *testing.T, r *register) {
		games := r.buyGames("pm_card_visa", true, paidEvent, otherSport)
		r.atTheDesk(r.intent(), 1499)
		first := games[0].Receipt()
		r.reports(fmt.Sprintf("the access of %s has now ended: refund %s (CAD $14.99) of order %s", first, r.latestRefund(), first))
		r.checkNoDifferences()
	})
}

// A refund of the dashboard fails days later: it is taken back from the orders that it was recorded on. The next refund of the dashboard
// is for the order whose buyer waits for their money, and not for another order of the same price.
func TestADashboardRefundOfOneOfTwoGamesFails(t *testing.T) {
	for name, dearer := range map[string]bool{"of different prices": true, "of one price": false} {
		t.Run(name, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				games := r.buyGames("pm_card_pendingRefund", dearer, paidEvent, otherSport)
				second := games[1].Sum.Amount()
				if dearer {
					r.atTheDesk(r.intent(), second)
				} else {
					r.refundsOrder(games[1].ID)
				}
				r.learns(how)
				r.refundsAre("refunded", fmt.Sprintf("paid 0, refunded %d", second), games...)
				r.letters = nil
				r.becomes(r.latestRefund(), "failed")
				for range 2 {
					r.learns(how)
					r.refundsAre("failed", "paid 0, refunded 0", games...)
				}
				r.wrote("Your refund did not go through", "Receipt number: "+games[1].Receipt())
				r.reports("order " + games[1].Receipt() + " of channel 1: a refund failed and the buyer is owed")
				r.atTheDesk(r.intent(), 500)
				r.learns(how)
				r.refundsAre("a part again", "paid 0, refunded 500", games...)
				r.atTheDesk(r.intent(), second-500)
				r.learns(how)
				r.refundsAre("the rest again", fmt.Sprintf("paid 0, refunded %d", second), games...)
				r.checkNoDifferences()
			})
		})
	}
	eachDatabase(t, func(t *testing.T, r *register) {
		games := r.buyGames("pm_card_pendingRefund", true, paidEvent, otherSport)
		r.atTheDesk(r.intent(), 3000)
		r.learns(byWebhooks)
		r.refundsAre("divided", "paid 1499, paid 1501", games...)
		r.becomes(r.latestRefund(), "canceled")
		r.learns(byWebhooks)
		r.refundsAre("taken back", "paid 0, paid 0", games...)
		r.atTheDesk(r.intent(), 2499)
		r.learns(byWebhooks)
		r.refundsAre("refunded", "paid 0, refunded 2499", games...)
		r.checkNoDifferences()
	})
}

// The buyer of one order has its money by other means: a refund of the dashboard is for the others, and ends those of which nothing is
// owed any more.
func TestADashboardRefundAfterMoneyByOtherMeans(t *testing.T) {
	events := []int64{paidEvent, otherSport, ppvEvent}
	tests := map[string]struct {
		dearer bool
		paid   int // the game that was paid back by other means
		refund int64
		want   string
	}{
		"the price of another":           {true, 0, 2499, "refunded 1499, refunded 2499, paid 0"},
		"the same price":                 {false, 0, 1499, "refunded 1499, paid 1499, paid 0"},
		"the same price, of the second":  {false, 1, 1499, "paid 1499, refunded 1499, paid 0"},
		"the sum of the others":          {true, 0, 5998, "refunded 1499, refunded 2499, refunded 3499"},
		"the price that was paid back":   {true, 0, 1499, "refunded 1499, paid 1499, paid 0"},
		"a part":                         {true, 1, 1000, "paid 1000, refunded 2499, paid 0"},
		"the price of one and of a part": {true, 1, 2000, "paid 1499, refunded 2499, paid 501"},
	}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, name string) {
		r, test := openRegister(t, d), tests[name]
		games := r.buyGames("pm_card_pendingRefund", test.dearer, events...)
		by, back := actor.ForSystem(r.channels[0]), games[test.paid].ID
		r.refundsOrder(back)
		r.becomes(r.latestRefund(), "failed")
		r.learns(byWebhooks)
		if _, err := r.RecordPaidBack(t.Context(), by, r.channels[0], back); err != nil {
			t.Fatal(err)
		}
		r.atTheDesk(r.intent(), test.refund)
		r.learns(byWebhooks)
		r.refundsAre("refunded", test.want, games...)
		r.checkNoDifferences()
	})
}

// A refund that names an order at the provider is recorded on that order alone, whatever amount the others are owed.
func TestARefundThatNamesItsOrder(t *testing.T) {
	for amount, want := range map[int64]string{1499: "paid 0, paid 1499", 2499: "paid 0, refunded 2499"} {
		t.Run(want, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				games := r.buyGames("pm_card_visa", true, paidEvent, otherSport)
				account, err := r.Account(t.Context(), r.channels[0])
				if err != nil {
					t.Fatal(err)
				}
				named := map[string]string{"order": fmt.Sprint(games[1].ID)}
				if _, err := account.CreateRefund(t.Context(), payment.Refund{Key: want, Intent: r.intent(), Amount: amount, Metadata: named}); err != nil {
					t.Fatal(err)
				}
				r.learns(how)
				r.refundsAre("refunded", want, games...)
				r.checkNoDifferences()
			})
		})
	}
}

// Two games have one price, and the dashboard refunds it once. Both give access until the dashboard names the order of the refund.
func TestARefundThatCanBeForEachOfTwoGames(t *testing.T) {
	for name, chosen := range map[string]int{"the first": 0, "the second": 1} {
		t.Run(name, func(t *testing.T) {
			eachLearning(t, func(t *testing.T, r *register, how learning) {
				games := r.buyGames("pm_card_visa", false, paidEvent, otherSport)
				r.atTheDesk(r.intent(), 1499)
				for range 2 {
					r.learns(how)
					r.refundsAre("refunded", "paid 1499, paid 0", games...)
				}
				r.waits(fmt.Sprintf("refund %s (CAD $14.99) of channel 1 can be for order %s or %s, and all of them give access; write the number of the order into "+
					"the refund's metadata at the provider: \"order\" with the value %d or %d", r.latestRefund(), games[0].Receipt(), games[1].Receipt(), games[0].ID, games[1].ID))
				r.letters = nil
				r.ask("/v1/refunds/"+r.latestRefund(), url.Values{"metadata[order]": {fmt.Sprint(games[chosen].ID)}})
				want := []string{"refunded 1499, paid 0", "paid 0, refunded 1499"}[chosen]
				for range 2 {
					r.learns(how)
					r.refundsAre("named", want, games...)
				}
				if chosen == 1 {
					r.wrote(wholeRefund, "Refund: CAD $14.99", "Receipt number: "+games[1].Receipt())
				}
				r.checkNoDifferences()
			})
		})
	}
}

// One of two games of one price costs the same as the rest of the other. Each refund that leaves no choice ends its order, and those that
// left one before.
func TestRefundsOfThreeGamesOfOnePrice(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		games := r.buyGames("pm_card_visa", false, paidEvent, otherSport, ppvEvent)
		for _, want := range []string{"paid 1499, paid 0, paid 0", "paid 1499, paid 1499, paid 0", "refunded 1499, refunded 1499, refunded 1499"} {
			r.atTheDesk(r.intent(), 1499)
			r.learns(byWebhooks)
			r.refundsAre("refunded", want, games...)
		}
		r.checkNoDifferences()
	})
	eachDatabase(t, func(t *testing.T, r *register) {
		games := r.buyGames("pm_card_visa", false, paidEvent, otherSport)
		r.atTheDesk(r.intent(), 1499)
		r.learns(byWebhooks)
		r.refundsOrder(games[0].ID) // as the operator decides it here: nothing is sent again
		r.refundsAre("decided", "refunded 1499, paid 0", games...)
		if r.returned() != 1499 {
			t.Errorf("%d went back", r.returned())
		}
		r.checkNoDifferences()
	})
}

// The dashboard names another order on a refund whose order has ended. The totals of the payment are equal, and reconcile reports the
// refund until both sides name the same order.
func TestReconcileComparesTheOrderOfARefund(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		games := r.buyGames("pm_card_visa", true, paidEvent, otherSport)
		r.buyTicket(ppvEvent) // a refund that names an order of another payment is not compared
		r.atTheDesk(r.intentOf(games[0].ID), 1499)
		r.learns(byReconcile)
		r.refundsAre("refunded", "refunded 1499, paid 0", games...)
		r.checkNoDifferences()
		names := func(order string) {
			t.Helper()
			r.ask("/v1/refunds/"+r.latestRefund(), url.Values{"metadata[order]": {order}})
		}
		names(fmt.Sprint(games[1].ID))
		for range 2 {
			r.reports(fmt.Sprintf("order %s of channel 1: CAD $14.99 of refund %s is recorded for this order, but the refund names order %s at the provider; "+
				"if the record is right, change the refund's metadata \"order\" to %d", games[0].Receipt(), r.latestRefund(), games[1].Receipt(), games[0].ID))
		}
		for _, order := range []string{fmt.Sprint(games[0].ID), fmt.Sprint(r.latestOrder().ID), "0" + fmt.Sprint(games[1].ID), "987654", "the second game", ""} {
			names(order)
			r.checkNoDifferences()
		}
	})
	eachDatabase(t, func(t *testing.T, r *register) {
		games := r.buyGames("pm_card_pendingRefund", true, paidEvent, otherSport)
		r.atTheDesk(r.intent(), 3000)
		r.learns(byReconcile)
		r.ask("/v1/refunds/"+r.latestRefund(), url.Values{"metadata[order]": {fmt.Sprint(games[1].ID)}})
		r.reports(fmt.Sprintf("order %s of channel 1: CAD $14.99 of refund", games[0].Receipt()))
		r.becomes(r.latestRefund(), "failed")
		r.learns(byReconcile)
		r.checkNoDifferences()
	})
}

// A refund of a part of an order names that order at the provider. Our refund of the order sends the rest.
func TestTheRestIsSentAfterAPartThatNamesItsOrder(t *testing.T) {
	for name, before := range map[string]bool{"named when it was made": true, "named when it was recorded already": false} {
		t.Run(name, func(t *testing.T) {
			eachDatabase(t, func(t *testing.T, r *register) {
				games := r.buyGames("pm_card_visa", true, paidEvent, otherSport)
				r.atTheDesk(r.intent(), 500)
				if !before {
					r.learns(byReconcile)
				}
				r.ask("/v1/refunds/"+r.latestRefund(), url.Values{"metadata[order]": {fmt.Sprint(games[0].ID)}})
				r.refundsOrder(games[0].ID)
				r.refundsAre("refunded", "refunded 1499, paid 0", games...)
				if r.returned() != 1499 {
					t.Errorf("%d went back", r.returned())
				}
				r.checkNoDifferences()
			})
		})
	}
}
