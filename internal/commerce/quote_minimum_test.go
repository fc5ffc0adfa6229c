package commerce_test

import (
	"fmt"
	"testing"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// What a card cannot be charged is waived after a promo code, and refused otherwise, before the provider is asked.
func TestAmountsBelowTheProvidersMinimum(t *testing.T) {
	for name, test := range map[string]struct {
		price, fee, off int64
		subscribes      bool
		code            string // of the refusal; "" for none
		paid            int64
	}{
		"by a code":                    {7900, 0, 7860, false, "", 0},
		"by a code, taxes left":        {7900, 30, 7900, false, "", 0},
		"at the minimum":               {7900, 0, 7850, false, "", 50},
		"by the price":                 {40, 0, 0, false, "amount_too_small", 0},
		"a subscription's first month": {7900, 0, 7860, true, "amount_too_small", 0},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				r := openRegister(t, d, commerce.Coupon{Code: "LITTLE", AmountOff: max(test.off, 1), Currency: "CAD"})
				if err := behind(t, d, fmt.Sprintf("UPDATE packages SET base_price = %d, service_fee = %d", test.price, test.fee)); err != nil {
					t.Fatal(err)
				}
				p := r.purchase("pm_card_visa")
				if test.subscribes {
					p = r.subscribing("pm_card_visa")
				}
				if test.off > 0 {
					p.Coupon = "LITTLE"
				}
				bought, err := r.Buy(t.Context(), p)
				if fault.CodeOf(err) != test.code {
					t.Fatalf("refused by %v", err)
				}
				if test.code != "" {
					return
				}
				if o := bought.Orders[0]; o.Status != commerce.OrderPaid || o.Sum.Amount() != test.paid {
					t.Errorf("order %+v", o)
				}
			})
		})
	}
}
