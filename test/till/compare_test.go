package till_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/test/till"
)

// agreeing are books in which everything that there may be is once: paid, half refunded, refunded, failed.
func agreeing() (till.Books, till.Sales) {
	intent := func(id, key string) till.Intent {
		return till.Intent{ID: id, Status: "succeeded", Metadata: map[string]string{"checkout": key}}
	}
	books := till.Books{
		Intents: []till.Intent{intent("pi_1", "one"), intent("pi_2", "two"), intent("pi_3", "three"), intent("pi_4", "four")},
		Charges: []till.Charge{
			{Intent: "pi_1", Amount: 100, Paid: true},
			{Intent: "pi_2", Amount: 200, Refunded: 100, Paid: true},
			{Intent: "pi_3", Amount: 100, Refunded: 100, Paid: true},
			{Intent: "pi_4", Amount: 100},
		},
	}
	sales := till.Sales{
		Checkouts: []till.Checkout{
			{ID: 1, Key: "one", Status: "paid", Amount: 100, CouponID: 7},
			{ID: 2, Key: "two", Status: "paid", Amount: 200},
			{ID: 3, Key: "three", Status: "refunded", Amount: 100},
			{ID: 4, Key: "four", Status: "failed", Amount: 100, CouponID: 7},
		},
		Orders: []till.Order{
			{ID: 1, CheckoutID: 1, UserID: 1, ProductKey: "a", Status: "paid", Live: true, Amount: 100, Paid: 1},
			{ID: 2, CheckoutID: 2, UserID: 1, ProductKey: "b", Status: "paid", Live: true, Amount: 100, Paid: 1},
			{ID: 3, CheckoutID: 2, UserID: 1, ProductKey: "c", Status: "refunded", Amount: 100, Paid: 1, Refunded: 1},
			{ID: 4, CheckoutID: 3, UserID: 2, ProductKey: "a", Status: "refunded", Amount: 100, Paid: 1, Refunded: 1},
			{ID: 5, CheckoutID: 4, UserID: 2, ProductKey: "a", Status: "failed", Amount: 100},
		},
		Coupons: []till.Coupon{{ID: 7, Uses: 1, Taken: 1}},
	}
	return books, sales
}

// The comparison that the kills end with finds each way in which money may be lost or taken twice.
func TestTheComparisonFindsWhatIsWrong(t *testing.T) {
	for name, test := range map[string]struct {
		wrong func(b *till.Books, s *till.Sales)
		says  string // "" for nothing
	}{
		"nothing": {func(*till.Books, *till.Sales) {}, ""},
		"charged twice": {func(b *till.Books, _ *till.Sales) {
			b.Charges = append(b.Charges, b.Charges[0])
		}, "double: checkout 1"},
		"charged for nobody": {func(b *till.Books, _ *till.Sales) {
			b.Intents = append(b.Intents, till.Intent{ID: "pi_9", Metadata: map[string]string{"checkout": "nine"}})
			b.Charges = append(b.Charges, till.Charge{Intent: "pi_9", Amount: 100, Paid: true})
		}, "lost: 1 charges"},
		"charged, and failed":     {func(b *till.Books, _ *till.Sales) { b.Charges[3].Paid = true }, "lost: checkout 4"},
		"paid without a charge":   {func(b *till.Books, _ *till.Sales) { b.Charges[0].Paid = false }, "nothing was charged"},
		"not decided":             {func(_ *till.Books, s *till.Sales) { s.Checkouts[0].Status = "created" }, "is created still"},
		"set aside":               {func(_ *till.Books, s *till.Sales) { s.Checkouts[0].Status = "quarantined" }, "is quarantined still"},
		"another amount":          {func(b *till.Books, _ *till.Sales) { b.Charges[0].Amount = 90 }, "90 was charged"},
		"refunded twice":          {func(b *till.Books, _ *till.Sales) { b.Charges[1].Refunded = 200 }, "200 went back"},
		"refunded, and not sent":  {func(b *till.Books, _ *till.Sales) { b.Charges[2].Refunded = 0 }, "0 went back"},
		"sent, and open still":    {func(b *till.Books, _ *till.Sales) { b.Charges[0].Refunded = 100 }, "100 went back"},
		"held twice":              {func(_ *till.Books, s *till.Sales) { s.Orders[1].ProductKey = "a" }, "double: orders 1 and 2"},
		"open without payment":    {func(_ *till.Books, s *till.Sales) { s.Orders[4].Live = true }, "order 5 is failed, live true"},
		"recorded twice":          {func(_ *till.Books, s *till.Sales) { s.Orders[0].Paid = 2 }, "with 2 payments"},
		"an order left behind":    {func(_ *till.Books, s *till.Sales) { s.Orders[4].Status = "created" }, "its checkout failed"},
		"a code counted twice":    {func(_ *till.Books, s *till.Sales) { s.Coupons[0].Uses = 2 }, "coupon 7 counts 2"},
		"a code not given back":   {func(_ *till.Books, s *till.Sales) { s.Coupons[0].Uses, s.Coupons[0].Taken = 2, 2 }, "1 were bought with it"},
		"one user, two customers": {func(_ *till.Books, s *till.Sales) { s.Customers = 1 }, "two customers"},
	} {
		t.Run(name, func(t *testing.T) {
			books, sales := agreeing()
			test.wrong(&books, &sales)
			found := till.Compare(books, sales)
			if test.says == "" && len(found) > 0 {
				t.Errorf("finds %q", found)
			}
			if test.says != "" && !slices.ContainsFunc(found, func(line string) bool { return strings.Contains(line, test.says) }) {
				t.Errorf("finds %q, and not %q", found, test.says)
			}
		})
	}
}
