package commerce_test

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// shown are the buyer's cards as they are listed to them.
func (r *register) shown() []payment.Card {
	r.t.Helper()
	cards, err := r.Cards(r.t.Context(), r.channels[0], r.buyer.UserID)
	if err != nil {
		r.t.Fatal(err)
	}
	return cards
}

// stored are the buyer's cards as the provider has them.
func (r *register) stored() []payment.Card {
	r.t.Helper()
	cards, err := r.askForCards()
	if err != nil {
		r.t.Fatal(err)
	}
	return cards
}

// askForCards has the provider list the buyer's cards.
func (r *register) askForCards() ([]payment.Card, error) {
	r.t.Helper()
	var customer string
	err := r.TillDeps.DB.Read().NewRaw("SELECT ref FROM payment_customers WHERE channel_id = ?", r.channels[0]).Scan(r.t.Context(), &customer)
	if err != nil {
		r.t.Fatal(err)
	}
	account, err := r.Account(r.t.Context(), r.channels[0])
	if err != nil {
		r.t.Fatal(err)
	}
	return account.ListCards(r.t.Context(), customer)
}

// tidy looks the buyer's cards through.
func (r *register) tidy() time.Duration {
	r.t.Helper()
	again, err := r.TidyCards(r.t.Context(), r.channels[0], r.buyer.UserID)
	if err != nil {
		r.t.Fatal(err)
	}
	return again
}

// A number that is saved again takes the place of the one before, also where that one renews
// something.
func TestProvidersSaveANumberOnce(t *testing.T) {
	eachProvider(t, func(t *testing.T, r *register) {
		r.subscribe("pm_card_visa")
		before := r.latest().Card
		p := r.purchase("pm_card_visa")
		p.SaveCard = true
		if _, err := r.Buy(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		shown := r.shown()
		if len(shown) != 1 || shown[0].ID == before || len(r.stored()) != 2 || r.tidied != 1 {
			t.Fatalf("shown %+v, stored %+v, to be looked through %d times", shown, r.stored(), r.tidied)
		}
		for range 2 {
			if again := r.tidy(); again != 0 {
				t.Errorf("again in %s", again)
			}
		}
		if left := r.stored(); len(left) != 1 || left[0].ID != shown[0].ID || r.latest().Card != shown[0].ID {
			t.Errorf("left %+v, renews by %s", left, r.latest().Card)
		}
		if err := r.RemoveCard(t.Context(), r.channels[0], r.buyer.UserID, shown[0].ID); fault.CodeOf(err) != "card_in_use" {
			t.Errorf("what renews by it: %v", err)
		}
		r.checkNoDifferences()
	})
}

// The card of a trial whose beginning is tried again is saved again, and is there once.
func TestARetriedTrialLeavesOneCard(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		first := r.saved("pm_card_visa")
		r.order("/_simulator/faults", map[string]any{"kind": "error", "method": "POST", "path": "/v1/products"})
		if _, err := r.trial(r.monthly, first); err != nil {
			t.Fatal(err)
		}
		second := r.saved("pm_card_visa")
		if again := r.tidy(); again == 0 || len(r.stored()) != 2 {
			t.Errorf("a card that is being paid with is gone: again in %s", again)
		}
		r.reconcile()
		if again := r.tidy(); again != 0 || len(r.stored()) != 1 || r.latest().Card != second {
			t.Errorf("again in %s, left %+v, renews by %s", again, r.stored(), r.latest().Card)
		}
		r.wait(7*day + 2*time.Hour)
		if s := r.latest(); r.charged() != 1 || s.PastDue || s.Status != commerce.SubscriptionActive {
			t.Errorf("after the trial: %+v", s)
		}
	})
}

// A number that is forgotten is forgotten as often as it was saved.
func TestANumberIsForgottenWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		home, fan := r.channels[0], r.buyer.UserID
		other := r.saved("pm_card_mastercard")
		r.saved("pm_card_visa")
		newest := r.saved("pm_card_visa")
		if err := r.RemoveCard(t.Context(), home, fan, newest); err != nil {
			t.Fatal(err)
		}
		if left := r.stored(); len(left) != 1 || left[0].ID != other {
			t.Errorf("left %+v", left)
		}
		if _, err := r.trial(r.monthly, other); err != nil {
			t.Fatal(err)
		}
		if err := r.RemoveCard(t.Context(), home, fan, r.saved("pm_card_mastercard")); fault.CodeOf(err) != "card_in_use" {
			t.Errorf("the number renews something: %v", err)
		}
	})
}

func TestASavedCardIsHeardOf(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.saved("pm_card_visa")
		var customer string
		if err := d.Read().NewRaw("SELECT ref FROM payment_customers").Scan(t.Context(), &customer); err != nil {
			t.Fatal(err)
		}
		method := map[string]any{"object": "payment_method", "id": "pm_1", "customer": customer}
		for i, try := range []struct {
			channel int
			event   string
			method  map[string]any
			tidied  int
		}{
			{0, "evt_1", method, 1},
			{0, "evt_1", method, 1},
			{0, "evt_2", with(method, map[string]any{"customer": "cus_unknown"}), 1},
			{0, "evt_3", with(method, map[string]any{"customer": nil}), 1},
			{1, "evt_4", method, 1},
			{0, "evt_5", method, 2},
		} {
			if err := r.hear(try.channel, told(try.event, "payment_method.attached", try.method)); err != nil || r.tidied != try.tidied {
				t.Errorf("%d: to be looked through %d times, %v", i, r.tidied, err)
			}
		}
	})
}
