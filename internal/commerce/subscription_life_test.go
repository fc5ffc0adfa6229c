package commerce_test

import (
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func TestATrialIsFreeAndThenPaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		for card, code := range map[string]string{"": "card_required", "pm_card_visa": "card_required"} {
			if _, err := r.trial(r.monthly, card); fault.CodeOf(err) != code {
				t.Errorf("the card %q: %v", card, err)
			}
		}
		card := r.saved("pm_card_visa")
		bought, err := r.trial(r.monthly, card)
		if err != nil {
			t.Fatal(err)
		}
		o := bought.Orders[0]
		if o.Status != commerce.OrderPaid || o.Sum.Amount() != 0 || !o.PeriodEnd.Equal(now.Add(7*day)) || r.holds() != 1 || r.charged() != 0 {
			t.Fatalf("order %+v", o)
		}
		if used, err := r.TrialUsed(t.Context(), r.channels[0], r.buyer.UserID); err != nil || !used {
			t.Errorf("used: %t, %v", used, err)
		}
		if s := r.latest(); !s.TrialUntil.Equal(now.Add(7*day)) || s.Status != commerce.SubscriptionActive || s.Last4 != "4242" {
			t.Errorf("subscription %+v", s)
		}
		r.wait(7*day + 2*time.Hour)
		s := r.latest()
		if r.charged() != 1 || r.ledger().Charges[0].Amount != 7900 || kinds(s) != "created updated" || !s.PeriodEnd.Equal(now.Add(7*day+month)) {
			t.Errorf("after the trial: %s, %+v", kinds(s), s)
		}
	})
}

func TestCancelledTrialIsNotCharged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		if _, err := r.trial(r.monthly, r.saved("pm_card_visa")); err != nil {
			t.Fatal(err)
		}
		s, err := r.Unsubscribe(t.Context(), r.channels[0], r.buyer.UserID, r.monthly)
		if err != nil || s.Renews || r.holds() != 1 {
			t.Errorf("cancelled during the trial: %d grants, %+v, %v", r.holds(), s, err)
		}
		r.wait(7*day + 2*time.Hour)
		if s := r.latest(); r.charged() != 0 || r.holds() != 0 || s.EndedAt.IsZero() {
			t.Errorf("after the trial: %d charges, %d grants, %+v", r.charged(), r.holds(), s)
		}
	})
}

func TestWhatIsCanceledLastsAsLongAsItIsPaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		home, fan := r.channels[0], r.buyer.UserID
		if _, err := r.Unsubscribe(t.Context(), home, fan, r.monthly); fault.CodeOf(err) != "subscription_not_found" {
			t.Errorf("none: %v", err)
		}
		r.subscribe("pm_card_visa")
		if _, err := r.Unsubscribe(t.Context(), home, fan+1, r.monthly); fault.CodeOf(err) != "subscription_not_found" {
			t.Errorf("another's: %v", err)
		}
		r.clock.Advance(time.Hour)
		for range 2 {
			s, err := r.Unsubscribe(t.Context(), home, fan, r.monthly)
			if err != nil || s.Renews || s.Status != commerce.SubscriptionCanceled {
				t.Fatalf("canceled: %+v, %v", s, err)
			}
		}
		r.clock.Advance(time.Hour)
		if s, err := r.Resume(t.Context(), home, fan, r.monthly); err != nil || !s.Renews || s.Status != commerce.SubscriptionActive {
			t.Fatalf("resumed: %+v, %v", s, err)
		}
		r.clock.Advance(time.Hour)
		if _, err := r.Unsubscribe(t.Context(), home, fan, r.monthly); err != nil {
			t.Fatal(err)
		}
		if stopped, err := r.RenewalsStopped(t.Context(), home, fan); err != nil || !slices.Equal(stopped, []commerce.PackageID{r.monthly}) {
			t.Errorf("stopped: %v, %v", stopped, err)
		}
		r.wait(month - 4*time.Hour)
		if r.holds() != 1 {
			t.Error("it ends before its time")
		}
		r.wait(2 * time.Hour)
		s := r.latest()
		if r.holds() != 0 || r.charged() != 1 || s.Status != commerce.SubscriptionExpired || kinds(s) != "created canceled resumed canceled ended" {
			t.Errorf("after its end: %s, %+v", kinds(s), s)
		}
		if _, err := r.Resume(t.Context(), home, fan, r.monthly); fault.CodeOf(err) != "subscription_over" {
			t.Errorf("resumed after its end: %v", err)
		}
		if o := r.subscribe("pm_card_visa").Orders[0]; o.Status != commerce.OrderPaid || r.charged() != 2 {
			t.Errorf("bought again: %+v", o)
		}
	})
}

// A renewal that fails leaves three days; then access ends, until it is paid or given up.
func TestARenewalThatFailsLeavesThreeDays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		home, fan := r.channels[0], r.buyer.UserID
		r.subscribe("pm_card_visa")
		if _, err := r.ChangeCard(t.Context(), home, fan, r.monthly, r.saved("pm_card_chargeCustomerFail")); err != nil {
			t.Fatal(err)
		}
		r.wait(month + 2*time.Hour)
		s := r.latest()
		if !s.PastDue || s.Status != commerce.SubscriptionActive || kinds(s) != "created payment_failed" || r.holds() != 1 {
			t.Fatalf("past due: %s, %+v", kinds(s), s)
		}
		r.wait(3 * day)
		if s := r.latest(); r.holds() != 0 || s.Status != commerce.SubscriptionInactive {
			t.Errorf("after three days: %+v", s)
		}
		if _, err := r.Buy(t.Context(), r.subscribing("pm_card_visa")); fault.CodeOf(err) != "already_bought" {
			t.Errorf("bought beside it: %v", err)
		}
		if _, err := r.ChangeCard(t.Context(), home, fan, r.monthly, "pm_of_another"); fault.CodeOf(err) != "card_not_found" {
			t.Errorf("another's card: %v", err)
		}
		healed, err := r.ChangeCard(t.Context(), home, fan, r.monthly, r.saved("pm_card_visa"))
		if err != nil || healed.PastDue || healed.Status != commerce.SubscriptionActive || r.holds() != 1 || r.charged() != 2 {
			t.Errorf("healed: %+v, %v", healed, err)
		}
		if err := r.RemoveCard(t.Context(), home, fan, healed.Card); fault.CodeOf(err) != "card_in_use" {
			t.Errorf("the card is removed: %v", err)
		}
	})
}

func TestARenewalThatIsGivenUpEndsTheSubscription(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.subscribe("pm_card_visa")
		if _, err := r.ChangeCard(t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.saved("pm_card_chargeCustomerFail")); err != nil {
			t.Fatal(err)
		}
		r.wait(month + 10*day)
		s := r.latest()
		if r.holds() != 0 || s.Status != commerce.SubscriptionExpired || s.EndedAt.IsZero() || kinds(s) != "created payment_failed ended" {
			t.Errorf("given up: %s, %+v", kinds(s), s)
		}
		if o := r.subscribe("pm_card_visa").Orders[0]; o.Status != commerce.OrderPaid || r.charged() != 2 {
			t.Errorf("bought again: %+v", o)
		}
	})
}

// A refund gives back the last period, and the provider asks for no other.
func TestARefundEndsASubscriptionAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		o := r.subscribe("pm_card_visa").Orders[0]
		r.wait(month + 2*time.Hour)
		if r.charged() != 2 {
			t.Fatalf("%d charges", r.charged())
		}
		if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		if s := r.latest(); r.holds() != 0 || s.Status != commerce.SubscriptionExpired {
			t.Errorf("refunded: %+v", s)
		}
		for range 2 {
			if err := r.PayBack(t.Context(), r.channels[0], o.ID); err != nil {
				t.Fatal(err)
			}
		}
		if r.charged() != 1 {
			t.Errorf("%d charges are left", r.charged())
		}
		r.wait(2 * month)
		if r.charged() != 1 || r.holds() != 0 {
			t.Errorf("charged again: %d", r.charged())
		}
		if o := r.subscribe("pm_card_visa").Orders[0]; o.Status != commerce.OrderPaid {
			t.Errorf("bought again: %+v", o)
		}
	})
}

func TestCardsAreForgotten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		home, fan := r.channels[0], r.buyer.UserID
		card := r.saved("pm_card_visa")
		if err := r.RemoveCard(t.Context(), home, fan+1, card); fault.CodeOf(err) != "card_not_found" {
			t.Errorf("by another: %v", err)
		}
		if err := r.RemoveCard(t.Context(), home, fan, card); err != nil {
			t.Fatal(err)
		}
		if cards, err := r.Cards(t.Context(), home, fan); err != nil || len(cards) != 0 {
			t.Errorf("cards %v, %v", cards, err)
		}
		if address, err := r.Portal(t.Context(), home, fan, "fr"); err != nil || address == "" {
			t.Errorf("portal %q, %v", address, err)
		}
	})
}
