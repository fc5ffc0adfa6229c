package commerce_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// renewsAs checks how often the subscription renews, at what price, when next, and what was paid so far.
func (r *register) renewsAs(want commerce.Interval, price int64, end time.Time, paid ...int64) {
	r.t.Helper()
	s := r.latest()
	if s.Interval != want || s.Price != price || !s.PeriodEnd.Equal(end.Truncate(time.Second)) {
		r.t.Errorf("renews %v for %d on %s, want %v for %d on %s", s.Interval, s.Price, s.PeriodEnd, want, price, end)
	}
	got := r.amountsPaid()
	if len(got) != len(paid) {
		r.t.Fatalf("paid %d, want %d", got, paid)
	}
	for i := range paid {
		if got[i] != paid[i] {
			r.t.Errorf("paid %d, want %d", got, paid)
		}
	}
	if got := r.audit(); len(got.Differences) != 0 {
		r.t.Errorf("reconcile says %q", got.Differences)
	}
}

var (
	thirtyDays  = commerce.Interval{Unit: "day", Count: 30}
	aYear       = commerce.Interval{Unit: "year", Count: 1}
	aMonth      = commerce.Interval{Unit: "month", Count: 1}
	threeMonths = commerce.Interval{Unit: "month", Count: 3}
)

// The dashboard changes how often a subscription renews. A new period begins at once at the provider: its end, its payment and the access
// follow, whichever way the change is learnt.
func TestTheDashboardChangesThePeriod(t *testing.T) {
	for name, test := range map[string]struct {
		change func(r *register)
		want   commerce.Interval
		price  int64
		end    func(from time.Time) time.Time
		paid   []int64
		says   string
	}{
		"to a year, prorated": {
			func(r *register) { r.recurs(79000, "year", 1, "create_prorations") }, aYear, 79000,
			func(from time.Time) time.Time { return from.AddDate(1, 0, 0) },
			[]int64{7900, 79000 - 5267},
			"it renews every 12 months for CAD $790.00 instead of every 30 days for CAD $79.00",
		},
		"to a year": {
			func(r *register) { r.recurs(79000, "year", 1, "none") }, aYear, 79000,
			func(from time.Time) time.Time { return from.AddDate(1, 0, 0) },
			[]int64{7900, 79000},
			"it renews every 12 months",
		},
		"to three months": {
			func(r *register) { r.recurs(20000, "month", 3, "none") }, threeMonths, 20000,
			func(from time.Time) time.Time { return from.AddDate(0, 3, 0) },
			[]int64{7900, 20000},
			"it renews every 3 months for CAD $200.00",
		},
		"to a year at the same price": {
			func(r *register) { r.recurs(7900, "year", 1, "none") }, aYear, 7900,
			func(from time.Time) time.Time { return from.AddDate(1, 0, 0) },
			[]int64{7900, 7900},
			"it renews every 12 months for CAD $79.00 instead of every 30 days for CAD $79.00",
		},
		"to a week": {
			func(r *register) { r.recurs(900, "week", 1, "none") },
			commerce.Interval{Unit: "week", Count: 1},
			900,
			func(from time.Time) time.Time { return from.Add(7 * day) },
			[]int64{7900, 900},
			"it renews every week",
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachDelivery(t, func(t *testing.T, r *register, how delivery) {
				r.subscribe("pm_card_visa")
				if s := r.latest(); s.Interval != thirtyDays {
					t.Errorf("a monthly plan renews %v", s.Interval)
				}
				r.turns(10 * day)
				from := r.clock.Now()
				test.change(r)
				r.tellsOnce(how, test.says)
				r.delivers(how)
				r.is(commerce.SubscriptionActive, true, "created price_changed updated")
				r.renewsAs(test.want, test.price, test.end(from), test.paid...)

				r.turns(test.end(from).Sub(from) - time.Hour) // shortly before the next payment
				r.delivers(how)
				r.renewsAs(test.want, test.price, test.end(from), test.paid...)
				r.turns(4 * time.Hour)
				r.delivers(how)
				r.is(commerce.SubscriptionActive, true, "created price_changed updated updated")
				r.renewsAs(test.want, test.price, test.end(test.end(from)), append(test.paid, test.price)...)
			})
		})
	}
}

// From a year to a month: the subscription renews after a month, though an earlier payment was for longer. The rest of the year is a credit,
// which pays the next renewals.
func TestTheDashboardChangesAYearToAMonth(t *testing.T) {
	eachDelivery(t, func(t *testing.T, r *register, how delivery) {
		r.subscribe("pm_card_visa")
		r.turns(10 * day)
		from := r.clock.Now()
		r.recurs(79000, "year", 1, "none")
		r.delivers(how)
		r.turns(time.Hour)
		again := r.clock.Now()
		r.recurs(7900, "month", 1, "create_prorations")
		r.delivers(how)
		if s := r.latest(); s.NextAmount != 0 || s.PeriodEnd.After(from.AddDate(0, 2, 0)) {
			t.Errorf("the next payment is %d on %s", s.NextAmount, s.PeriodEnd)
		}
		r.renewsAs(aMonth, 7900, again.AddDate(0, 1, 0), 7900, 79000, 0)
		r.turns(again.AddDate(0, 1, 0).Sub(again) + 2*time.Hour)
		r.delivers(how)
		r.renewsAs(aMonth, 7900, again.AddDate(0, 2, 0), 7900, 79000, 0, 0)
		r.is(commerce.SubscriptionActive, true, "created price_changed updated price_changed updated updated")
	})
}

// A trial goes on until its end. The first payment is for a period of the new length.
func TestTheDashboardChangesThePeriodOfATrial(t *testing.T) {
	eachDelivery(t, func(t *testing.T, r *register, how delivery) {
		end := r.tries(7)
		r.recurs(79000, "year", 1, "create_prorations")
		r.delivers(how)
		r.renewsAs(aYear, 79000, end, 0)
		if s := r.latest(); !s.TrialUntil.Equal(end.Truncate(time.Second)) || s.NextAmount != 79000 {
			t.Errorf("the trial ends on %s, then %d", s.TrialUntil, s.NextAmount)
		}
		r.turns(7*day + 2*time.Hour)
		r.delivers(how)
		r.renewsAs(aYear, 79000, end.AddDate(1, 0, 0), 0, 79000)
	})
}

// The dashboard moves the end of a trial: what is free, the access and the first payment follow.
func TestTheDashboardMovesTheEndOfATrial(t *testing.T) {
	eachDelivery(t, func(t *testing.T, r *register, how delivery) {
		end := r.tries(7)
		for _, later := range []time.Duration{13 * day, -3 * day} {
			end = end.Add(later).Truncate(time.Second)
			r.ask("/v1/subscriptions/"+r.ref(), url.Values{"trial_end": {unix(end)}})
			r.delivers(how)
			s := r.latest()
			if !s.TrialUntil.Equal(end) || !s.PeriodEnd.Equal(end) || !s.AccessEnd.Equal(end.Add(3*day)) {
				t.Errorf("the trial ends on %s, the period on %s, access on %s, and not on %s", s.TrialUntil, s.PeriodEnd, s.AccessEnd, end)
			}
		}
		r.post()
		r.turns(14*day + time.Hour)
		if _, err := r.RecheckSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		if letters := r.post(); len(letters) != 1 || !strings.Contains(letters[0].Subject, "Your free trial ends on") {
			t.Errorf("letters before its end: %q", subjects(letters))
		}
		r.turns(3*day + 2*time.Hour)
		r.delivers(how)
		r.renewsAs(thirtyDays, 7900, end.Add(month), 0, 7900)
	})
}

// The card is refused for the new period: what was paid gives access until its end, and some days more while it is tried again. Another
// card pays the new period.
func TestTheDashboardChangesThePeriodAndTheCardIsRefused(t *testing.T) {
	eachDelivery(t, func(t *testing.T, r *register, how delivery) {
		r.subscribe("pm_card_visa")
		paid := r.latest().PeriodEnd
		r.failing()
		r.turns(26 * day)
		from := r.clock.Now()
		r.recurs(79000, "year", 1, "none")
		r.delivers(how)
		s := r.is(commerce.SubscriptionActive, true, "created price_changed payment_failed")
		if !s.PastDue || !s.PeriodEnd.Equal(paid) || !s.AccessEnd.Equal(paid.Add(3*day)) {
			t.Errorf("past due %v, paid until %s, access until %s", s.PastDue, s.PeriodEnd, s.AccessEnd)
		}
		if _, err := r.ChangeCard(t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.saved("pm_card_mastercard")); err != nil {
			t.Fatal(err)
		}
		r.delivers(how)
		r.renewsAs(aYear, 79000, from.AddDate(1, 0, 0), 7900, 79000)
		r.is(commerce.SubscriptionActive, true, "created price_changed payment_failed updated")
	})
}

// While a renewal is past due the dashboard changes the period: the new one is what has to be paid.
func TestTheDashboardChangesThePeriodWhilePastDue(t *testing.T) {
	eachDelivery(t, func(t *testing.T, r *register, how delivery) {
		r.subscribe("pm_card_visa")
		r.failing()
		r.turns(month + 2*time.Hour)
		r.delivers(how)
		from := r.clock.Now()
		r.ask("/v1/invoices/"+r.invoice()+"/void", nil)
		r.recurs(79000, "year", 1, "none")
		r.delivers(how)
		if s := r.latest(); !s.PastDue || s.Interval != aYear {
			t.Errorf("%+v", s)
		}
		if _, err := r.ChangeCard(t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.saved("pm_card_visa")); err != nil {
			t.Fatal(err)
		}
		r.delivers(how)
		r.renewsAs(aYear, 79000, from.AddDate(1, 0, 0), 7900, 79000)
	})
}

// A subscription that was cancelled with its period ends with the new one.
func TestTheDashboardChangesThePeriodOfWhatEnds(t *testing.T) {
	eachDelivery(t, func(t *testing.T, r *register, how delivery) {
		r.subscribe("pm_card_visa")
		r.turns(10 * day)
		if _, err := r.Unsubscribe(t.Context(), r.channels[0], r.buyer.UserID, r.monthly); err != nil {
			t.Fatal(err)
		}
		from := r.clock.Now()
		r.recurs(79000, "year", 1, "none")
		r.delivers(how)
		r.renewsAs(aYear, 79000, from.AddDate(1, 0, 0), 7900, 79000)
		if s := r.latest(); s.Status != commerce.SubscriptionCanceled || s.Renews || !s.AccessEnd.Equal(s.PeriodEnd) {
			t.Errorf("%+v", s)
		}
		r.turns(from.AddDate(1, 0, 0).Sub(from) + time.Hour)
		r.delivers(how)
		r.renewsAs(aYear, 79000, from.AddDate(1, 0, 0), 7900, 79000)
		if s := r.latest(); s.Status != commerce.SubscriptionExpired || r.holds() != 0 {
			t.Errorf("after its end: %+v", s)
		}
	})
}

// A refund gives back the period that runs, though an earlier payment was for longer.
func TestARefundAfterAChangeOfThePeriod(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.subscribe("pm_card_visa")
		r.turns(10 * day)
		r.recurs(79000, "year", 1, "none")
		r.turns(day)
		r.recurs(9900, "month", 1, "none")
		r.learns(byReconcile)
		if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], r.latestOrder().ID); err != nil {
			t.Fatal(err)
		}
		r.work()
		r.work()
		for _, c := range r.ledger().Charges {
			if back := c.AmountRefunded; (c.Amount == 9900) != (back == 9900) || c.Amount != 9900 && back != 0 {
				t.Errorf("of %d, %d went back", c.Amount, back)
			}
		}
		if got := r.audit(); len(got.Differences) != 0 {
			t.Errorf("reconcile says %q", got.Differences)
		}
	})
}

// eachDelivery runs a test for each way in which webhooks arrive.
func eachDelivery(t *testing.T, run func(t *testing.T, r *register, how delivery)) {
	t.Helper()
	eachCase(t, []delivery{noWebhook, reversed, inDisorder}, func(t *testing.T, d *db.DB, how delivery) {
		r := openRegister(t, d)
		r.speaks = "en"
		run(t, r, how)
	})
}
