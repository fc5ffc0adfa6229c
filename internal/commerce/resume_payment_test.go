package commerce_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// resumed is what the buyer's browser is told of an order when it asks again.
func (r *register) resumed(id commerce.OrderID) commerce.PurchaseResult {
	r.t.Helper()
	again, err := r.ResumePayment(r.t.Context(), r.channels[0], r.buyer.UserID, id)
	if err != nil {
		r.t.Fatal(err)
	}
	return again
}

// Whoever lost the way to the bank's question is shown it again, and what was answered
// meanwhile counts.
func TestAPaymentThatWaitsForTheBankIsResumed(t *testing.T) {
	tests := map[string]func(*register) commerce.PurchaseResult{
		"pass":         func(r *register) commerce.PurchaseResult { return r.buy("pm_card_authenticationRequired") },
		"subscription": func(r *register) commerce.PurchaseResult { return r.subscribe("pm_card_authenticationRequired") },
	}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, name string) {
		begin := tests[name]
		r := openRegister(t, d)
		bought := begin(r)
		order := bought.Orders[0].ID
		if again := r.resumed(order); again.ClientSecret == "" || again.ClientSecret != bought.ClientSecret ||
			again.PublishableKey != bought.PublishableKey || again.Orders[0].Stage != commerce.StageActionRequired {
			t.Errorf("resumed %+v", again)
		}
		_, err := r.ResumePayment(t.Context(), r.channels[0], r.buyer.UserID+1, order)
		if fault.KindOf(err) != fault.NotFound {
			t.Errorf("another is told %v", err)
		}
		r.answerBank(bought.ClientSecret, true)
		if again := r.resumed(order); again.ClientSecret != "" || again.Orders[0].Status != commerce.OrderPaid || r.charged() != 1 {
			t.Errorf("after the answer %+v", again.Orders[0])
		}
	})
}

// What the bank refused is not asked about again.
func TestAPaymentThatTheBankRefusedIsNotResumed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		bought := r.buy("pm_card_authenticationRequired")
		r.answerBank(bought.ClientSecret, false)
		if again := r.resumed(bought.Orders[0].ID); again.ClientSecret != "" {
			t.Errorf("resumed %+v", again)
		}
		r.order("/_simulator/faults", map[string]any{"kind": "error", "method": "GET", "path": "/v1/payment_intents", "count": 9})
		_, err := r.ResumePayment(t.Context(), r.channels[0], r.buyer.UserID, bought.Orders[0].ID)
		if fault.KindOf(err) != fault.Unavailable {
			t.Errorf("while the provider is gone: %v", err)
		}
	})
}
