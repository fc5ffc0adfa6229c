package commerce_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// offer adds a subscription to what the buyer's channel sells.
func (r *register) offer(kind commerce.Type) commerce.PackageID {
	r.t.Helper()
	return r.offerWithTrial(kind, 7)
}

func (r *register) offerWithTrial(kind commerce.Type, days int) commerce.PackageID {
	r.t.Helper()
	p := pass(1, r.sports[0])
	p.Kind, p.Type, p.TrialDays = commerce.KindSubscription, kind, days
	id, err := r.Create(r.t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], p)
	if err != nil {
		r.t.Fatal(err)
	}
	return id
}

// renewed compares a subscription with the ends that its periods should have had: paid once
// each, without a gap, and open all the time.
func (r *register) renewed(ends []time.Time) {
	r.t.Helper()
	s, o := r.latest(), r.orderOfBuyer()
	paid := map[string]bool{}
	for _, t := range o.Transactions {
		paid[fmt.Sprint(t.From.UTC(), t.Until.UTC(), t.Status, t.Amount)] = true
	}
	from := ends[0]
	for _, end := range ends[1:] {
		if !paid[fmt.Sprint(from, end, commerce.OrderPaid, 7900)] {
			r.t.Errorf("nothing was paid from %s until %s", from, end)
		}
		from = end
	}
	n := len(ends) - 1
	if len(o.Transactions) != n || len(s.History) != n || r.charged() != n || !s.PeriodEnd.Equal(from) || s.Status != commerce.SubscriptionActive {
		r.t.Errorf("%d transactions, %d entries, %d charges for %d periods; it ends %s", len(o.Transactions), len(s.History), r.charged(), n, s.PeriodEnd)
	}
}

func (r *register) orderOfBuyer() *commerce.Order {
	r.t.Helper()
	orders, total, err := r.Orders(r.t.Context(), r.channels[0], r.buyer.UserID, commerce.OrderFilter{})
	if err != nil || total != 1 {
		r.t.Fatalf("%d orders, %v", total, err)
	}
	return orders[0]
}

// Two years by the provider's test clock: a monthly plan renews every 30 days to the second,
// whatever months, leap days and changes of clocks lie between.
func TestTwoYearsOfThirtyDays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		start := time.Date(2027, time.January, 31, 6, 30, 0, 0, time.UTC) // over 28 February 2027, 29 February 2028
		r.clock.Advance(start.Sub(now))
		r.onClock()
		r.subscribe("pm_card_visa")
		ends := []time.Time{start, start.Add(month)}
		for range 24 {
			end := ends[len(ends)-1]
			for _, at := range []time.Time{end.Add(-time.Minute), end.Add(time.Minute), end.Add(2 * time.Hour)} { // the second: it is being paid
				if r.waitUntil(at); r.holds() != 1 {
					t.Fatalf("closed at %s", r.clock.Now())
				}
			}
			ends = append(ends, end.Add(month))
		}
		r.renewed(ends)
	})
}

// An annual plan that began on a leap day ends on 28 February, and on 29 where there is one.
func TestYearsFromALeapDay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		at := func(year int, day int) time.Time { return time.Date(year, time.February, day, 23, 30, 0, 0, time.UTC) }
		r.clock.Advance(at(2028, 29).Sub(now))
		r.onClock()
		annual := r.offer(commerce.TypeAnnual)
		p := r.purchase("pm_card_visa")
		p.Items = []commerce.Item{{SubscriptionID: annual}}
		if _, err := r.Buy(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		ends := []time.Time{at(2028, 29), at(2029, 28)}
		for _, end := range []time.Time{at(2030, 28), at(2031, 28), at(2032, 29), at(2033, 28)} {
			r.waitUntil(ends[len(ends)-1].Add(2 * time.Hour))
			if ends = append(ends, end); r.holds() != 1 {
				t.Errorf("closed at %s", r.clock.Now())
			}
		}
		r.renewed(ends)
	})
}

// parallelTrials starts trials of several subscriptions at once.
func (r *register) parallelTrials(n int, offers ...commerce.PackageID) (started int64) {
	card := r.saved("pm_card_visa")
	var count atomic.Int64
	dbtest.AtOnce(n, func(i int) {
		defer r.beforeOrder.Leave()
		if _, err := r.trial(offers[i%len(offers)], card); err == nil {
			count.Add(1)
		}
	})
	r.reconcile()
	return count.Load()
}

// waitUntil is wait until a time.
func (r *register) waitUntil(at time.Time) {
	r.t.Helper()
	r.wait(at.Sub(r.clock.Now()))
}

func (r *register) begun() int {
	r.t.Helper()
	all, err := r.Subscriptions(r.t.Context(), r.channels[0], r.buyer.UserID)
	if err != nil {
		r.t.Fatal(err)
	}
	return len(all)
}

func TestParallelTrialsAreOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		offers := []commerce.PackageID{r.monthly, r.offer(commerce.TypeMonthly), r.offer(commerce.TypeAnnual)}
		started := r.parallelTrials(50, offers...)
		if started != 1 || r.begun() != 1 || r.holds() != 1 || r.charged() != 0 {
			t.Errorf("%d trials started, %d begun", started, r.begun())
		}
		for _, offer := range offers[1:] {
			if _, err := r.trial(offer, r.saved("pm_card_visa")); fault.CodeOf(err) != "trial_used" && fault.CodeOf(err) != "already_bought" {
				t.Errorf("another trial: %v", err)
			}
		}
	})
}

// Without the keys that decide, of users and of cards, the race is lost: the test above can fail.
func TestParallelTrialsNeedTheirKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		for _, statement := range []string{
			"DROP TABLE trials", "CREATE TABLE trials (channel_id BIGINT, user_id BIGINT, order_id BIGINT, started_ms BIGINT)",
			"DROP TABLE trial_cards", "CREATE TABLE trial_cards (channel_id BIGINT, card_hash TEXT, order_id BIGINT, started_ms BIGINT)",
		} {
			if _, err := d.Write().NewRaw(statement).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		const trials = 6
		r.beforeOrder = dbtest.NewMeeting(trials)
		if r.parallelTrials(trials, r.monthly, r.offer(commerce.TypeMonthly)); r.begun() < 2 {
			t.Errorf("%d trials without the key", r.begun())
		}
	})
}

func TestParallelSubscribingIsOneCharge(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.parallel(50, r.subscribing("pm_card_visa"))
		if r.charged() != 1 || r.begun() != 1 || r.holds() != 1 {
			t.Errorf("%d charges, %d subscriptions", r.charged(), r.begun())
		}
		r.wait(month + 2*time.Hour)
		if r.charged() != 2 {
			t.Errorf("%d charges after a renewal", r.charged())
		}
	})
}

// Without the index that decides, the race is lost: the test above can fail.
func TestParallelSubscribingNeedsItsIndex(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		if _, err := d.Write().NewRaw("DROP INDEX orders_live").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		const buys = 10
		r.beforeOrder = dbtest.NewMeeting(buys)
		if r.parallel(buys, r.subscribing("pm_card_visa")); r.charged() < 2 {
			t.Errorf("%d charges without the index", r.charged())
		}
	})
}
