package commerce_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// costs has the dashboard change the price of the subscription, from the next period on unless prorated.
func (r *register) costs(price int64, prorations string) {
	r.t.Helper()
	r.recurs(price, "", 0, prorations)
}

// recurs has the dashboard change the price of the subscription and the length of its period, which stays as it is for "".
func (r *register) recurs(price int64, interval string, count int64, prorations string) {
	r.t.Helper()
	r.changes(price, interval, count, url.Values{"proration_behavior": {prorations}})
}

// prorates has the dashboard change the price of the subscription from a time of its period on, and charge the difference at once.
func (r *register) prorates(price int64, from time.Time) {
	r.t.Helper()
	r.changes(price, "", 0, url.Values{"proration_behavior": {"always_invoice"}, "proration_date": {unix(from)}})
}

// changes has the dashboard change the price of the subscription and the length of its period, with more fields of the call.
func (r *register) changes(price int64, interval string, count int64, fields url.Values) {
	r.t.Helper()
	var s struct {
		Items struct {
			Data []struct {
				ID    string
				Price struct {
					Product, Currency string
					Recurring         struct {
						Interval string
						Count    int64 `json:"interval_count"`
					}
				}
			}
		}
	}
	r.fetch("/v1/subscriptions/"+r.ref(), &s)
	item := s.Items.Data[0]
	if interval == "" {
		interval, count = item.Price.Recurring.Interval, item.Price.Recurring.Count
	}
	maps.Copy(fields, url.Values{
		"items[0][id]": {item.ID}, "items[0][price_data][currency]": {item.Price.Currency},
		"items[0][price_data][product]": {item.Price.Product}, "items[0][price_data][unit_amount]": {fmt.Sprint(price)},
		"items[0][price_data][recurring][interval]":       {interval},
		"items[0][price_data][recurring][interval_count]": {fmt.Sprint(count)},
	})
	r.ask("/v1/subscriptions/"+r.ref(), fields)
}

// takesOff has the dashboard give the subscription a discount: of its next invoice, or of each.
func (r *register) takesOff(fields url.Values) {
	r.t.Helper()
	r.ask("/v1/subscriptions/"+r.ref(), url.Values{"discounts[0][coupon]": {r.ask("/v1/coupons", fields)}})
}

// quantity has the dashboard change how many of it are subscribed to.
func (r *register) quantity(n int) {
	r.t.Helper()
	r.ask("/v1/subscriptions/"+r.ref(), url.Values{"items[0][quantity]": {fmt.Sprint(n)}, "proration_behavior": {"none"}})
}

// credits has the dashboard give the buyer a credit, which pays invoices before their card does.
func (r *register) credits(amount int64) {
	r.t.Helper()
	r.ask("/v1/customers/"+r.customer(), url.Values{"balance": {fmt.Sprint(-amount)}})
}

// amountsPaid are the amounts of the latest order's payments.
func (r *register) amountsPaid() (paid []int64) {
	r.t.Helper()
	for _, m := range r.latestOrder().Transactions {
		if m.Status == commerce.OrderPaid {
			paid = append(paid, m.Amount)
		}
	}
	return paid
}

// A subscriber who paid what the provider asked for watches, for each way in which the dashboard can change that amount. The order's transactions
// hold what was paid, and `commerce reconcile` says it once.
func TestTheDashboardChangesAnAmount(t *testing.T) {
	once := url.Values{"amount_off": {"500"}, "currency": {"cad"}, "duration": {"once"}}
	for name, test := range map[string]struct {
		change  func(r *register)
		paid    int64 // of the next period
		history string
		says    string
	}{
		"a lower price":          {func(r *register) { r.costs(700, "none") }, 700, "created price_changed updated", "its price is CAD $7.00 instead of CAD $79.00"},
		"a higher price":         {func(r *register) { r.costs(9900, "none") }, 9900, "created price_changed updated", "its price is CAD $99.00"},
		"a quantity":             {func(r *register) { r.quantity(2) }, 15800, "created price_changed updated", "its price is CAD $158.00"},
		"a price of nothing":     {func(r *register) { r.costs(0, "none") }, 0, "created price_changed updated", "its price is CAD $0.00"},
		"a discount, once":       {func(r *register) { r.takesOff(once) }, 7400, "created updated", "was paid with CAD $74.00 instead of CAD $79.00"},
		"a discount of all":      {func(r *register) { r.takesOff(url.Values{"percent_off": {"100"}, "duration": {"forever"}}) }, 0, "created updated", "was paid with CAD $0.00"},
		"a credit":               {func(r *register) { r.credits(400) }, 7500, "created updated", "was paid with CAD $75.00"},
		"a credit of all":        {func(r *register) { r.credits(7900) }, 0, "created updated", "was paid with CAD $0.00"},
		"a credit of nearly all": {func(r *register) { r.credits(7870) }, 0, "created updated", "was paid with CAD $0.00 instead of CAD $79.00"},
		"a debt from before":     {func(r *register) { r.credits(-300) }, 8200, "created updated", "was paid with CAD $82.00"},
		"a prorated increase":    {func(r *register) { r.costs(9900, "create_prorations") }, 11900, "created price_changed updated", "its price is CAD $99.00"},
	} {
		t.Run(name, func(t *testing.T) {
			eachDelivery(t, func(t *testing.T, r *register, how delivery) {
				r.subscribe("pm_card_visa")
				test.change(r)
				r.turns(month + 2*time.Hour)
				r.tellsOnce(how, test.says)
				r.delivers(how)
				s := r.is(commerce.SubscriptionActive, true, test.history)
				if paid := r.amountsPaid(); len(paid) != 2 || paid[1] != test.paid || !s.PeriodEnd.After(r.clock.Now()) {
					t.Errorf("paid %d, until %s", paid, s.PeriodEnd)
				}
				if reason := s.History[0].Reason; (reason == "amount") != (test.history == "created updated" || test.paid == 11900) {
					t.Errorf("the renewal's reason is %q", reason)
				}
				if got := r.audit(); len(got.Differences) != 0 {
					t.Errorf("reconcile says %q", got.Differences)
				}
			})
		})
	}
}

// tellsOnce delivers, and checks what reconcile says where it is the first to learn.
func (r *register) tellsOnce(how delivery, want string) {
	r.t.Helper()
	if how == noWebhook {
		r.differs(want)
		return
	}
	r.delivers(how)
}

// The whole payment of a period is refunded, also when its amount was changed in the dashboard.
func TestAChangedAmountIsRefunded(t *testing.T) {
	for name, change := range map[string]func(r *register){
		"a discount":                func(r *register) { r.takesOff(url.Values{"percent_off": {"50"}, "duration": {"forever"}}) },
		"a price":                   func(r *register) { r.costs(9900, "none") },
		"an increase paid at once":  func(r *register) { r.costs(9999, "always_invoice") },
		"paid by credit altogether": func(r *register) { r.credits(50000) },
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				r := openRegister(t, d)
				r.subscribe("pm_card_visa")
				if name != "an increase paid at once" {
					change(r)
				}
				r.wait(month + 2*time.Hour)
				if name == "an increase paid at once" {
					r.wait(10 * day)
					change(r)
					r.wait(time.Hour)
				}
				first := r.ledger().Charges[0].Amount
				if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], r.latestOrder().ID); err != nil {
					t.Fatal(err)
				}
				r.work()
				r.work()
				paid, back := int64(0), int64(0)
				for _, c := range r.ledger().Charges {
					paid, back = paid+c.Amount, back+c.AmountRefunded
				}
				if paid-first != back {
					t.Errorf("%d was paid after the first period, %d went back", paid-first, back)
				}
				if got := r.audit(); len(got.Differences) != 0 || len(got.Waiting) != 0 {
					t.Errorf("reconcile says %+v", got)
				}
			})
		})
	}
}

// A credit that the buyer has pays the first period, all or a part of it. The order and the receipt say what was charged.
func TestACreditPaysTheFirstPeriod(t *testing.T) {
	tests := map[int64]int64{400: 7500, 7870: 0, 7900: 0, 9000: 0}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, credit int64) {
		r, charged := openRegister(t, d), tests[credit]
		r.saved("pm_card_visa")
		r.credits(credit)
		r.subscribe("pm_card_visa")
		r.reconcile()
		o := r.latestOrder()
		if o.Status != commerce.OrderPaid || o.Sum.Amount() != charged || r.holds() != 1 {
			t.Errorf("a credit of %d: %+v", credit, o)
		}
		if paid := r.amountsPaid(); len(paid) != 1 || paid[0] != charged {
			t.Errorf("a credit of %d: paid %d", credit, paid)
		}
		if got := r.audit(); len(got.Differences) != 0 {
			t.Errorf("reconcile says %q", got.Differences)
		}
	})
}

// Less than the provider's minimum is not collected: the period is paid, and the amount is collected with the next one.
func TestAnAmountBelowTheMinimumIsCollectedLater(t *testing.T) {
	eachDelivery(t, func(t *testing.T, r *register, how delivery) {
		r.subscribe("pm_card_visa")
		r.credits(7870)
		r.turns(month + 2*time.Hour)
		r.delivers(how)
		if how == noWebhook {
			r.audit()
		}
		if s := r.is(commerce.SubscriptionActive, true, "created updated"); s.NextAmount != 7930 {
			t.Errorf("the next payment is %d", s.NextAmount)
		}
		r.turns(month)
		r.delivers(how)
		if how == noWebhook {
			r.audit()
		}
		r.is(commerce.SubscriptionActive, true, "created updated updated")
		if paid := r.amountsPaid(); !slices.Equal(paid, []int64{7900, 0, 7930}) {
			t.Errorf("paid %d", paid)
		}
		if got := r.audit(); len(got.Differences) != 0 {
			t.Errorf("reconcile says %q", got.Differences)
		}
	})
}
