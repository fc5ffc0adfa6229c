package commerce_test

import (
	"testing"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// A product on hold is not sold a second time, with any card and with any other product. Other products and other
// buyers are served. Once the bank has decided, the product is open or is sold again.
func TestWhatIsOnHoldIsNotSoldAgain(t *testing.T) {
	for name, item := range map[string]func(r *register) commerce.Item{
		"a game": func(r *register) commerce.Item {
			return commerce.Item{EventID: paidEvent, SingleEventPackageID: r.ticket}
		},
		"a pass":         func(r *register) commerce.Item { return commerce.Item{PackageID: r.season} },
		"a subscription": func(r *register) commerce.Item { return commerce.Item{SubscriptionID: r.monthly} },
		"a part of a pass": func(r *register) commerce.Item {
			return commerce.Item{PackageID: r.oneSport, CategoryID: r.sports[0]}
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachCase(t, []string{"won", "lost"}, func(t *testing.T, d *db.DB, decision string) {
				r := openRegister(t, d)
				held := item(r)
				buys := func(card string, items ...commerce.Item) error {
					p := r.purchase(card)
					p.Items = items
					_, err := r.Buy(t.Context(), p)
					return err
				}
				if err := buys("pm_card_visa", held); err != nil {
					t.Fatal(err)
				}
				intent := r.ledger().Charges[0].Intent
				dispute := r.disputes(intent, 0, false)
				r.learns(byWebhooks)
				for _, card := range []string{"pm_card_visa", "", "pm_card_chargeDeclined"} {
					if err := buys(card, held); fault.CodeOf(err) != "payment_disputed" {
						t.Errorf("bought again with the card %q: %v", card, err)
					}
				}
				other := commerce.Item{EventID: otherSport, SingleEventPackageID: r.ticket}
				if held.SubscriptionID == 0 { // a subscription is bought alone
					if err := buys("pm_card_visa", other, held); fault.CodeOf(err) != "payment_disputed" {
						t.Errorf("bought again with another game: %v", err)
					}
				}
				if err := buys("pm_card_visa", other); err != nil {
					t.Errorf("another game: %v", err)
				}
				if n := r.charged(); n != 2 {
					t.Errorf("%d charges", n)
				}
				r.becomes(dispute, decision)
				r.learns(byWebhooks)
				want := map[string]string{"won": "already_bought"}[decision]
				if err := buys("pm_card_visa", held); fault.CodeOf(err) != want {
					t.Errorf("%s: %v", decision, err)
				}
			})
		})
	}
}
