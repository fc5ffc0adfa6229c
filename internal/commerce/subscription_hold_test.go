package commerce_test

import (
	"context"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// leave confirms the deletion of the buyer's account, as far as subscriptions go.
func (r *register) leave() (stopped []commerce.HeldRenewal) {
	r.t.Helper()
	r.leaving = true
	err := r.TillDeps.DB.InTx(r.t.Context(), func(ctx context.Context, tx bun.Tx) (err error) {
		stopped, err = r.StopRenewals(ctx, tx, r.channels[0], r.buyer.UserID)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return stopped
}

// comeBack keeps the buyer's account.
func (r *register) comeBack() (resumed []commerce.HeldRenewal) {
	r.t.Helper()
	r.leaving = false
	err := r.TillDeps.DB.InTx(r.t.Context(), func(ctx context.Context, tx bun.Tx) (err error) {
		resumed, err = r.ResumeRenewals(ctx, tx, r.channels[0], r.buyer.UserID)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return resumed
}

// applyHolds does the job twice, as it may be done again.
func (r *register) applyHolds() {
	r.t.Helper()
	for range 2 {
		if again, err := r.ApplyHolds(r.t.Context(), r.channels[0], r.buyer.UserID); again != 0 || err != nil {
			r.t.Fatalf("again in %s, %v", again, err)
		}
	}
}

func (r *register) renews(when string, want bool, charges int) {
	r.t.Helper()
	if s := r.latest(); s.Renews != want || r.charged() != charges {
		r.t.Errorf("%s: it renews %t, want %t; %d charges, want %d", when, s.Renews, want, r.charged(), charges)
	}
}

// The card of a deleted account is not charged within the grace, nor later; no letter of a
// renewal is written.
func TestADeletedAccountIsNotCharged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.wait(time.Hour)
		stopped := r.leave()
		if len(stopped) != 1 || stopped[0].Trial || stopped[0].Over || !stopped[0].Until.Equal(now.Add(month)) || r.holding != 1 {
			t.Fatalf("stopped %+v, %d jobs", stopped, r.holding)
		}
		r.applyHolds()
		r.renews("deleted", false, 1)
		for range 5 {
			r.wait(10 * day)
			r.repeat()
		}
		r.renews("later", false, 1)
		if s := r.latest(); s.EndedAt.IsZero() || kinds(s) != "created canceled ended" {
			t.Errorf("history %q, ended at %s", kinds(s), s.EndedAt)
		}
		r.posts("all the while", "")
	})
}

// A trial ends without a payment and without the letter that announces one.
func TestTheTrialOfADeletedAccountEnds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		ends := r.tries(14)
		if stopped := r.leave(); len(stopped) != 1 || !stopped[0].Trial || !stopped[0].Until.Equal(ends) {
			t.Fatalf("stopped %+v", stopped)
		}
		r.applyHolds()
		for range 3 {
			r.wait(12 * day)
		}
		r.renews("later", false, 0)
		r.posts("all the while", "")
	})
}

// A request of a session that is still open cannot undo the hold.
func TestRenewalIsNotTurnedOnWhileTheAccountIsBeingDeleted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.leave()
		r.applyHolds()
		if _, err := r.Resume(t.Context(), r.channels[0], r.buyer.UserID, r.monthly); fault.CodeOf(err) != "renewal_held" {
			t.Errorf("resumed while the account is being deleted: %v", err)
		}
		r.renews("after the request", false, 1)
		r.comeBack()
		r.applyHolds()
		if _, err := r.Resume(t.Context(), r.channels[0], r.buyer.UserID, r.monthly); err != nil {
			t.Errorf("resumed after the account was kept: %v", err)
		}
	})
}

// A log in within the period takes the subscription up again, and its user is told when the
// card is charged next.
func TestAKeptAccountRenewsAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.speaks = "en"
		r.onClock()
		r.subscribe("pm_card_visa")
		r.leave()
		r.applyHolds()
		r.wait(10 * day)
		if resumed := r.comeBack(); len(resumed) != 1 || resumed[0].Over {
			t.Fatalf("resumed %+v", resumed)
		}
		if _, err := r.Unsubscribe(t.Context(), r.channels[0], r.buyer.UserID, r.monthly); fault.CodeOf(err) != "renewal_resuming" {
			t.Errorf("ended before it renews again: %v", err)
		}
		r.applyHolds()
		r.renews("kept", true, 1)
		r.posts("kept", "Your subscription continues")
		r.wait(20*day + 2*time.Hour)
		r.renews("after the period", true, 2)
		if _, err := r.Unsubscribe(t.Context(), r.channels[0], r.buyer.UserID, r.monthly); err != nil {
			t.Error(err)
		}
	})
}

// The log in comes after the end of the period: nothing is charged, and it can be bought again.
func TestASubscriptionThatEndedMeanwhileIsNotBoughtAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.wait(10 * day)
		r.leave()
		r.applyHolds()
		r.wait(25 * day)
		if resumed := r.comeBack(); len(resumed) != 1 || !resumed[0].Over {
			t.Fatalf("resumed %+v", resumed)
		}
		r.applyHolds()
		r.renews("kept", false, 1)
		if o := r.subscribe("pm_card_visa").Orders[0]; o.Status != commerce.OrderPaid {
			t.Errorf("bought again: %+v", o)
		}
	})
}

// A subscription that its user had cancelled stays cancelled: here, and at the provider's portal
// without our having heard of it.
func TestWhatItsUserCancelledIsNotResumed(t *testing.T) {
	for _, portal := range []bool{false, true} {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			r := openRegister(t, d)
			r.onClock()
			r.subscribe("pm_card_visa")
			if portal {
				r.ask("/v1/subscriptions/"+r.ref(), map[string][]string{"cancel_at_period_end": {"true"}})
			} else if _, err := r.Unsubscribe(t.Context(), r.channels[0], r.buyer.UserID, r.monthly); err != nil {
				t.Fatal(err)
			}
			r.wait(time.Hour)
			r.leave()
			r.applyHolds()
			r.wait(time.Hour)
			r.comeBack()
			r.applyHolds()
			r.renews("kept", false, 1)
		})
	}
}

// A job that is repeated after a lost answer of the provider has the same result.
func TestUnclearAnswersToHoldsAreFoundOut(t *testing.T) {
	eachCase(t, []string{"error", "error_done", "lost", "unclear"}, func(t *testing.T, d *db.DB, kind string) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		disturb := func() {
			r.order("/_simulator/faults", map[string]any{"kind": kind, "method": "POST", "path": "/v1/subscriptions"})
			if _, err := r.ApplyHolds(t.Context(), r.channels[0], r.buyer.UserID); err == nil {
				t.Log("the answer was clear in time")
			}
			r.applyHolds()
		}
		r.leave()
		disturb()
		r.renews("deleted", false, 1)
		r.comeBack()
		disturb()
		r.renews("kept", true, 1)
	})
}

// The account is deleted, kept and deleted again before the provider hears of it.
func TestTheLastWordAboutAnAccountCounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.leave()
		r.comeBack()
		r.applyHolds()
		r.renews("kept", true, 1)
		r.leave()
		r.comeBack()
		r.leave()
		r.applyHolds()
		r.renews("deleted", false, 1)
		r.comeBack()
		r.leave()
		r.comeBack()
		r.applyHolds()
		r.renews("kept again", true, 1)
	})
}

// A renewal that is not paid yet is not paid any more: one that failed, and one whose invoice
// is an hour from being charged.
func TestAnOpenRenewalOfADeletedAccountIsNotCharged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.wait(month + time.Minute)
		deleted := r.clock.Now()
		if stopped := r.leave(); len(stopped) != 1 || !stopped[0].Over {
			t.Errorf("stopped %+v: the next period has begun and is not paid", stopped)
		}
		r.applyHolds()
		r.wait(10 * day)
		r.renews("later", false, 1)
		if resumed := r.comeBack(); len(resumed) != 1 || !resumed[0].Over || resumed[0].Until.Before(deleted.Truncate(time.Second)) {
			t.Errorf("resumed %+v: it ended when the account was deleted, at %s", resumed, deleted)
		}
	})
}

// The provider could not be reached before the renewal was charged: the money goes back.
func TestAChargeAfterTheDeletionIsGivenBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.leave()
		r.clock.Advance(month + 2*time.Hour)
		r.ask("/v1/test_helpers/test_clocks/"+r.turned+"/advance", map[string][]string{"frozen_time": {unix(r.clock.Now())}})
		if r.charged() != 2 {
			t.Fatalf("%d charges", r.charged())
		}
		r.applyHolds()
		if len(r.refunds) != 1 {
			t.Fatalf("%d refunds", len(r.refunds))
		}
		if err := r.PayBack(t.Context(), r.channels[0], r.refunds[0]); err != nil {
			t.Fatal(err)
		}
		r.wait(2 * month)
		r.renews("later", false, 1)
		r.posts("all the while", "")
	})
}

// Neither the provider's keys nor its answers are available for two periods after the deletion.
func TestAllRenewalsChargedAfterTheDeletionAreRefunded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.leave()
		for range 2 {
			r.clock.Advance(month + 2*time.Hour)
			r.ask("/v1/test_helpers/test_clocks/"+r.turned+"/advance", map[string][]string{"frozen_time": {unix(r.clock.Now())}})
		}
		if r.charged() != 3 {
			t.Fatalf("%d charges", r.charged())
		}
		r.applyHolds()
		for range 2 {
			r.work()
			r.applyHolds()
		}
		r.renews("refunded", false, 1)
		if sent := r.returned(); sent != 2*7900 {
			t.Errorf("%d refunded at the provider", sent)
		}
		r.checkNoDifferences()
	})
}

// A purchase that was under way when the deletion was confirmed renews no more either, and so
// does one of an account that was deleted before holds were known.
func TestASubscriptionThatBeginsDuringTheDeletionDoesNotRenew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		bought := r.subscribe("pm_card_authenticationRequired")
		if stopped := r.leave(); len(stopped) != 0 {
			t.Fatalf("stopped %+v", stopped)
		}
		if again, err := r.ApplyHolds(t.Context(), r.channels[0], r.buyer.UserID); again == 0 || err != nil {
			t.Fatalf("again in %s, %v", again, err)
		}
		r.answerTheBank(bought.ClientSecret, "complete")
		r.reconcile()
		r.applyHolds()
		r.renews("paid", false, 1)
	})
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.subscribe("pm_card_visa")
		r.leaving = true
		r.wait(25 * time.Hour)
		r.applyHolds()
		r.renews("looked at", false, 1)
		if resumed := r.comeBack(); len(resumed) != 1 || resumed[0].Over {
			t.Errorf("resumed %+v", resumed)
		}
	})
}

// A subscription about which the provider gives no answer does not keep the user's other one from being held.
func TestAHoldThatFailsStopsNoOther(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		first := r.ref()
		p := r.subscribing("pm_card_visa")
		p.Items = []commerce.Item{{SubscriptionID: r.offer(commerce.TypeAnnual)}}
		if bought, err := r.Buy(t.Context(), p); err != nil || bought.Orders[0].Status != commerce.OrderPaid {
			t.Fatalf("bought %+v, %v", bought, err)
		}
		r.wait(time.Hour)
		if stopped := r.leave(); len(stopped) != 2 {
			t.Fatalf("stopped %+v", stopped)
		}
		r.order("/_simulator/faults", map[string]any{"kind": "error", "path": "/v1/subscriptions/" + first, "count": 50})
		if _, err := r.ApplyHolds(t.Context(), r.channels[0], r.buyer.UserID); err == nil {
			t.Error("the provider answered")
		}
		if s := r.latest(); s.Renews {
			t.Errorf("the other one renews: %+v", s)
		}
	})
}
