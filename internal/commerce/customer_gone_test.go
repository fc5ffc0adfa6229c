package commerce_test

import (
	"net/http"
	"testing"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// deleteCustomer deletes the buyer's customer in the provider's dashboard.
func (r *register) deleteCustomer() {
	r.t.Helper()
	var customers struct{ Data []struct{ ID string } }
	r.fetch("/v1/customers", &customers)
	for _, c := range customers.Data {
		request, err := http.NewRequestWithContext(r.t.Context(), http.MethodDelete, r.url+"/v1/customers/"+c.ID, http.NoBody)
		if err != nil {
			r.t.Fatal(err)
		}
		request.SetBasicAuth("sk_sim_one", "")
		var deleted struct{ Deleted bool }
		if r.do(request, &deleted); !deleted.Deleted {
			r.t.Fatal("the customer is there still")
		}
	}
}

// Of a customer who was deleted in the dashboard everything goes on with a new one, whether a webhook told of it or not.
func TestACustomerWhoWasDeletedAtTheProvider(t *testing.T) {
	for told, tell := range map[string]func(r *register){"told by a webhook": (*register).hearAll, "not told": func(*register) {}} {
		for name, use := range map[string]func(r *register) error{
			"cards":  func(r *register) error { _, err := r.Cards(r.t.Context(), r.channels[0], r.buyer.UserID); return err },
			"set-up": func(r *register) error { _, err := r.SetUp(r.t.Context(), r.channels[0], r.buyer.UserID); return err },
			"portal": func(r *register) error {
				_, err := r.Portal(r.t.Context(), r.channels[0], r.buyer.UserID, "en")
				return err
			},
			"buying": func(r *register) error {
				if o := r.buy("pm_card_visa").Orders[0]; o.Status != commerce.OrderPaid {
					r.t.Errorf("order %+v", o)
				}
				r.checkNoDifferences()
				return nil
			},
			"subscribing": func(r *register) error {
				if o := r.subscribe("pm_card_visa").Orders[0]; o.Status != commerce.OrderPaid {
					r.t.Errorf("order %+v", o)
				}
				r.checkNoDifferences()
				return nil
			},
		} {
			t.Run(told+", "+name, func(t *testing.T) {
				dbtest.Each(t, func(t *testing.T, d *db.DB) {
					r := openRegister(t, d)
					old := r.saved("pm_card_visa")
					for range 2 { // the second one is deleted too
						r.deleteCustomer()
						tell(r)
						if err := use(r); err != nil {
							t.Fatalf("after the customer was deleted: %v", err)
						}
						if name != "cards" && name != "portal" && name != "set-up" {
							return
						}
						r.saved("pm_card_visa")
					}
					// The card of before went with its customer, and the buyer is told so.
					if o := r.buy(old).Orders[0]; o.Failure.Message != "This card is no longer saved with us. Please enter it again." {
						t.Errorf("failure %+v", o.Failure)
					}
				})
			})
		}
	}
}

// The comparison with the provider notices a deleted customer who has no subscription.
func TestTheAuditNamesADeletedCustomer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.saved("pm_card_visa")
		if got := r.audit().Differences; len(got) != 0 {
			t.Fatalf("before the customer was deleted: %q", got)
		}
		r.deleteCustomer()
		r.differs("was deleted at the provider with their saved cards")
		if cards, err := r.Cards(t.Context(), r.channels[0], r.buyer.UserID); len(cards) != 0 || err != nil {
			t.Errorf("cards %+v, %v", cards, err)
		}
	})
}

// An account whose charges are switched off is not the card's fault.
func TestAnAccountWhoseChargesAreSwitchedOff(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.becomes("", "restricted")
		if o := r.buy("pm_card_visa").Orders[0]; o.Status != commerce.OrderFailed || o.Failure.Code != "payment_refused" {
			t.Errorf("failure %+v", o.Failure)
		}
		r.becomes("", "enabled")
		if o := r.buy("pm_card_visa").Orders[0]; o.Status != commerce.OrderPaid {
			t.Errorf("order %+v", o)
		}
	})
}
