package commerce_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

func of(id commerce.PackageID, base, fee int64) commerce.Product {
	return commerce.Product{Package: &commerce.Package{ID: id}, BasePrice: base, ServiceFee: fee, Currency: "CAD"}
}

func percent(basisPoints int64) *commerce.Coupon { return &commerce.Coupon{PercentOff: basisPoints} }

func amountOff(units int64, currency string) *commerce.Coupon {
	return &commerce.Coupon{AmountOff: units, Currency: currency}
}

func TestPrice(t *testing.T) {
	onlyTwo := percent(5_000)
	onlyTwo.Restricted, onlyTwo.Packages = true, []commerce.PackageID{2}
	tests := []struct {
		name     string
		products []commerce.Product
		coupon   *commerce.Coupon
		discount []int64
		amount   int64
	}{
		{"no coupon", []commerce.Product{of(1, 6991, 909)}, nil, []int64{0}, 7900},
		{"10 % of the base price alone", []commerce.Product{of(1, 6991, 909)}, percent(1_000), []int64{699}, 7201},
		{"half a cent goes up", []commerce.Product{of(1, 1005, 0)}, percent(1_000), []int64{101}, 904},
		{"less than half goes down", []commerce.Product{of(1, 1004, 0)}, percent(1_000), []int64{100}, 904},
		{"everything off leaves the fee", []commerce.Product{of(1, 999, 130)}, percent(10_000), []int64{999}, 130},
		{"everything off of what has no fee", []commerce.Product{of(1, 999, 0)}, percent(10_000), []int64{999}, 0},
		{"an amount", []commerce.Product{of(1, 999, 130)}, amountOff(500, "CAD"), []int64{500}, 629},
		{"more than the price", []commerce.Product{of(1, 999, 130)}, amountOff(5000, "CAD"), []int64{999}, 130},
		{"spread", []commerce.Product{of(1, 100, 0), of(2, 100, 0), of(3, 100, 0)}, amountOff(100, "CAD"), []int64{34, 33, 33}, 200},
		{"for one of two", []commerce.Product{of(1, 100, 10), of(2, 100, 10)}, onlyTwo, []int64{0, 50}, 170},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			q, err := commerce.Price(test.products, test.coupon)
			if err != nil {
				t.Fatal(err)
			}
			var discount []int64
			for _, l := range q.Lines {
				discount = append(discount, l.Discount)
			}
			if !slices.Equal(discount, test.discount) || q.Amount != test.amount {
				t.Errorf("off %v, to pay %d; want %v, %d", discount, q.Amount, test.discount, test.amount)
			}
		})
	}
}

func TestPriceRefuses(t *testing.T) {
	dollars := of(2, 100, 0)
	dollars.Currency = "USD"
	gone := percent(1_000)
	gone.Restricted = true
	for name, test := range map[string]struct {
		products []commerce.Product
		coupon   *commerce.Coupon
		code     string
	}{
		"nothing":                               {nil, nil, "id_not_selected"},
		"two currencies":                        {[]commerce.Product{of(1, 100, 0), dollars}, nil, "mixed_currencies"},
		"the same twice":                        {[]commerce.Product{of(1, 100, 0), of(1, 100, 0)}, nil, "named_twice"},
		"an amount of another currency":         {[]commerce.Product{of(1, 100, 0)}, amountOff(10, "USD"), "promo_code_wrong"},
		"a coupon whose packages are all gone":  {[]commerce.Product{of(1, 100, 0)}, gone, "promo_code_wrong"},
		"a coupon for what costs nothing":       {[]commerce.Product{of(1, 0, 0)}, percent(1_000), "promo_code_wrong"},
		"an amount for what has only taxes":     {[]commerce.Product{of(1, 0, 20)}, amountOff(10, "CAD"), "promo_code_wrong"},
		"a share that rounds down to no change": {[]commerce.Product{of(1, 4, 0)}, percent(1_000), "promo_code_wrong"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := commerce.Price(test.products, test.coupon); fault.KindOf(err) != fault.Unprocessable || fault.CodeOf(err) != test.code {
				t.Errorf("answered %v", err)
			}
		})
	}
}

func drawProducts(t *rapid.T) []commerce.Product {
	products := make([]commerce.Product, rapid.IntRange(1, 20).Draw(t, "lines"))
	for i := range products {
		products[i] = of(commerce.PackageID(i+1), rapid.Int64Range(0, 10_000_000).Draw(t, "base"), rapid.Int64Range(0, 10_000_000).Draw(t, "fee"))
	}
	return products
}

func drawCoupon(t *rapid.T, lines int) *commerce.Coupon {
	c := &commerce.Coupon{}
	if rapid.Bool().Draw(t, "percent") {
		c.PercentOff = rapid.Int64Range(1, 10_000).Draw(t, "percent_off")
	} else {
		c.AmountOff, c.Currency = rapid.Int64Range(1, 10_000_000).Draw(t, "amount_off"), "CAD"
	}
	c.Restricted = rapid.Bool().Draw(t, "restricted")
	for id := range lines {
		if c.Restricted && rapid.Bool().Draw(t, "for") {
			c.Packages = append(c.Packages, commerce.PackageID(id+1))
		}
	}
	return c
}

// Whatever is bought with whatever coupon: sums are those of the lines, no line is sold
// for less than its fee, an amount is taken off whole as far as there is something to take
// it off, and the order in which things are named changes neither sum nor line.
func TestPriceAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		products := drawProducts(t)
		c := drawCoupon(t, len(products))
		q, err := commerce.Price(products, c)
		if err != nil {
			if fault.CodeOf(err) != "promo_code_wrong" {
				t.Fatal(err)
			}
			return
		}
		var sum commerce.Quote
		var open int64
		byKey := map[string]int64{}
		for i, l := range q.Lines {
			covered := !c.Restricted || slices.Contains(c.Packages, l.Package.ID)
			if l.Discount < 0 || l.Discount > l.BasePrice || !covered && l.Discount != 0 || l.Key() != products[i].Key() {
				t.Fatalf("line %d: %d off %d", i, l.Discount, l.BasePrice)
			}
			if covered {
				open += l.BasePrice
			}
			sum.BasePrice, sum.ServiceFee, sum.Discount = sum.BasePrice+l.BasePrice, sum.ServiceFee+l.ServiceFee, sum.Discount+l.Discount
			sum.Amount += l.Amount()
			byKey[l.Key()] = l.Discount
		}
		if sum.BasePrice != q.BasePrice || sum.ServiceFee != q.ServiceFee || sum.Discount != q.Discount || sum.Amount != q.Amount || q.Amount < 0 {
			t.Fatalf("lines add up to %+v, the quote says %+v", sum, q)
		}
		if c.PercentOff == 0 && q.Discount != min(c.AmountOff, open) {
			t.Fatalf("%d of %d taken off %d", q.Discount, c.AmountOff, open)
		}
		shuffled, err := commerce.Price(rapid.Permutation(products).Draw(t, "order"), c)
		if err != nil || shuffled.Amount != q.Amount || shuffled.Discount != q.Discount {
			t.Fatalf("in another order: %+v, %v", shuffled, err)
		}
		for _, l := range shuffled.Lines {
			if byKey[l.Key()] != l.Discount {
				t.Fatalf("in another order %s has %d off", l.Key(), l.Discount)
			}
		}
	})
}
