package commerce_test

import (
	"context"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/payment"
)

// erase erases a user as the account's erasure does, and returns how many are to be forgotten.
func (r *register) erase(userID int64) int {
	r.t.Helper()
	err := r.TillDeps.DB.InTx(r.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		return r.EraseUser(ctx, tx, r.channels[0], userID)
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return len(r.forgotten)
}

// known asks whether the provider knows the buyer still.
func (r *register) known() bool {
	r.t.Helper()
	_, err := r.askForCards()
	if err != nil && payment.CodeOf(err) != "resource_missing" {
		r.t.Fatal(err)
	}
	return err == nil
}

// Who is erased is forgotten by the provider with their cards, and nothing renews; what was
// bought stays, and can be given back.
func TestProvidersForgetWhoIsErased(t *testing.T) {
	eachProvider(t, func(t *testing.T, r *register) {
		home, fan := r.channels[0], r.buyer.UserID
		if n := r.erase(fan); n != 0 {
			t.Errorf("%d are to be forgotten who never paid", n)
		}
		o := r.buy("pm_card_visa").Orders[0]
		r.subscribe("pm_card_visa")
		if n := r.erase(fan); n != 1 || !r.known() {
			t.Fatalf("%d are to be forgotten", n)
		}
		for range 2 {
			if again, err := r.ForgetCustomer(t.Context(), home, fan); again != 0 || err != nil {
				t.Fatalf("again in %s, %v", again, err)
			}
		}
		if s := r.latest(); r.known() || s.EndedAt.IsZero() || s.Renews {
			t.Errorf("known %t, subscription %+v", r.known(), s)
		}
		r.checkNoDifferences()
		if err := r.Refund(t.Context(), actor.ForSystem(home), home, o.ID); err != nil {
			t.Fatal(err)
		}
		if err := r.PayBack(t.Context(), home, o.ID); err != nil {
			t.Error(err)
		}
		r.checkNoDifferences()
	})
}

// What is being paid is waited for, and a provider that does not answer is asked again.
func TestNobodyIsForgottenWhilePaying(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		home, fan := r.channels[0], r.buyer.UserID
		bought := r.buy("pm_card_authenticationRequired")
		if again, err := r.ForgetCustomer(t.Context(), home, fan); again == 0 || err != nil || !r.known() {
			t.Errorf("again in %s, %v", again, err)
		}
		r.answerTheBank(bought.ClientSecret, "complete")
		r.reconcile()
		r.subscribe("pm_card_visa")
		for _, path := range []string{"/v1/subscriptions", "/v1/customers"} {
			r.order("/_simulator/faults", map[string]any{"kind": "error", "method": "DELETE", "path": path})
			if _, err := r.ForgetCustomer(t.Context(), home, fan); err == nil || !r.known() {
				t.Errorf("%s: %v", path, err)
			}
		}
		if again, err := r.ForgetCustomer(t.Context(), home, fan); again != 0 || err != nil || r.known() {
			t.Errorf("again in %s, %v", again, err)
		}
		r.wait(2 * month)
		if r.charged() != 2 || r.status() != commerce.OrderPaid {
			t.Errorf("%d charges, the order is %s", r.charged(), r.status())
		}
	})
}
