package commerce_test

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// The user was erased, and the webhook about the end of their subscription was lost.
func TestSubscriptionOfAnErasedUserThatTheProviderHasEndedIsSettled(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.gone = true
		r.cancelInTheDashboard()
		r.clock.Advance(time.Hour)
		if err := r.RecheckSubscription(t.Context(), r.channels[0], r.latest().ID); err != nil {
			t.Error(err)
		}
		if s := r.latest(); s.EndedAt.IsZero() || s.Renews {
			t.Errorf("subscription %+v", s)
		}
	})
}

func TestSubscriptionOfAnErasedUserDoesNotRenew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.gone = true
		if err := r.RecheckSubscription(t.Context(), r.channels[0], r.latest().ID); err != nil {
			t.Fatal(err)
		}
		r.renews("erased", false, 1)
		r.wait(month + 2*time.Hour)
		r.renews("after the period", false, 1)
	})
}
