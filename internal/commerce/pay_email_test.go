package commerce_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// customerEmail is the buyer's address as the provider has it.
func (r *register) customerEmail() string {
	r.t.Helper()
	var customer string
	if err := r.TillDeps.DB.Read().NewRaw("SELECT ref FROM payment_customers WHERE channel_id = ?", r.channels[0]).Scan(r.t.Context(), &customer); err != nil {
		r.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.url+"/v1/customers/"+customer, http.NoBody)
	if err != nil {
		r.t.Fatal(err)
	}
	request.SetBasicAuth("sk_sim_one", "")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	var found struct {
		Email string `json:"email"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&found); err != nil {
		r.t.Fatal(err)
	}
	return found.Email
}

// A user's new address reaches the provider, also after repeated calls and lost answers.
func TestTheProviderLearnsOfAnotherAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		home, fan := r.channels[0], r.buyer.UserID
		if err := r.TellEmail(t.Context(), home, fan); err != nil {
			t.Errorf("of a user who never paid: %v", err)
		}
		r.buy("pm_card_visa")
		if got := r.customerEmail(); got != "fan@example.com" {
			t.Fatalf("the provider has %q", got)
		}
		r.email = "new@example.com"
		r.order("/_simulator/faults", map[string]any{"kind": "error", "method": "POST", "path": "/v1/customers"})
		if err := r.TellEmail(t.Context(), home, fan); err == nil {
			t.Error("an answer that never came counts as one")
		}
		for range 2 {
			if err := r.TellEmail(t.Context(), home, fan); err != nil {
				t.Fatal(err)
			}
		}
		if got := r.customerEmail(); got != "new@example.com" {
			t.Errorf("the provider has %q", got)
		}
	})
}
