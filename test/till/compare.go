package till

import "fmt"

// Compare says how the provider's books and the database differ, a line each: every charge that went through is
// exactly one paid checkout, or was given back; nothing is sold without one; and nobody holds a product twice.
func Compare(b Books, s Sales) []string {
	c := comparison{byIntent: map[string]string{}, charges: map[string][]Charge{}, orders: map[int64][]Order{}}
	for _, i := range b.Intents {
		c.byIntent[i.ID] = i.Metadata["checkout"]
	}
	for _, charge := range b.Charges {
		if charge.Paid {
			key := c.byIntent[charge.Intent]
			c.charges[key] = append(c.charges[key], charge)
		}
	}
	for _, o := range s.Orders {
		c.orders[o.CheckoutID] = append(c.orders[o.CheckoutID], o)
	}
	for _, checkout := range s.Checkouts {
		c.checkout(checkout)
		delete(c.charges, checkout.Key)
	}
	for key, left := range c.charges {
		c.differ("lost: %d charges of %q, which no checkout knows", len(left), key)
	}
	c.once(s.Orders)
	c.coupons(s)
	if s.Customers > 0 {
		c.differ("%d users are two customers", s.Customers)
	}
	return c.found
}

type comparison struct {
	byIntent map[string]string   // keys of checkouts
	charges  map[string][]Charge // that went through, by the key of their checkout
	orders   map[int64][]Order   // by checkout
	found    []string
}

func (c *comparison) differ(format string, args ...any) {
	c.found = append(c.found, fmt.Sprintf(format, args...))
}

// checkout compares one checkout with what was charged for it.
func (c *comparison) checkout(k Checkout) {
	charged := c.charges[k.Key]
	switch k.Status {
	case "paid", "refunded":
		if len(charged) == 0 {
			c.differ("checkout %d is %s, and nothing was charged", k.ID, k.Status)
			return
		}
		if len(charged) > 1 {
			c.differ("double: checkout %d was charged %d times", k.ID, len(charged))
		}
		if charged[0].Amount != k.Amount {
			c.differ("checkout %d is of %d, and %d was charged", k.ID, k.Amount, charged[0].Amount)
		}
		c.refunds(k, charged[0])
	case "failed":
		if len(charged) > 0 {
			c.differ("lost: checkout %d failed, and was charged %d times", k.ID, len(charged))
		}
	default:
		c.differ("checkout %d is %s still", k.ID, k.Status)
	}
	for _, o := range c.orders[k.ID] {
		c.order(k, o)
	}
}

// refunds compares what went back with the orders that say so.
func (c *comparison) refunds(k Checkout, charge Charge) {
	var owed int64
	for _, o := range c.orders[k.ID] {
		if o.Status == "refunded" {
			owed += o.Amount
		}
	}
	if owed != charge.Refunded {
		c.differ("checkout %d is %s: %d is to go back, and %d went back", k.ID, k.Status, owed, charge.Refunded)
	}
}

// order checks that an order says one thing.
func (c *comparison) order(k Checkout, o Order) {
	paid, refunded := int64(0), int64(0)
	switch o.Status {
	case "paid":
		paid = 1
	case "refunded":
		paid, refunded = 1, 1
	}
	if o.Paid != paid || o.Refunded != refunded || o.Live != (o.Status == "paid") {
		c.differ("order %d is %s, live %t, with %d payments and %d refunds", o.ID, o.Status, o.Live, o.Paid, o.Refunded)
	}
	if (o.Status == "failed") != (k.Status == "failed") || (k.Status == "refunded" && o.Status != "refunded") {
		c.differ("order %d is %s, and its checkout %s", o.ID, o.Status, k.Status)
	}
}

// once checks that nobody holds a product twice.
func (c *comparison) once(orders []Order) {
	held := map[string]int64{}
	for _, o := range orders {
		if !o.Live {
			continue
		}
		key := fmt.Sprint(o.UserID, " ", o.ProductKey)
		if other := held[key]; other != 0 {
			c.differ("double: orders %d and %d of user %d are the same product", other, o.ID, o.UserID)
		}
		held[key] = o.ID
	}
}

// coupons checks that promo codes count what they are used.
func (c *comparison) coupons(s Sales) {
	bought := map[int64]int64{}
	for _, k := range s.Checkouts {
		if k.CouponID != 0 && k.Status != "failed" {
			bought[k.CouponID]++
		}
	}
	for _, coupon := range s.Coupons {
		if coupon.Uses != coupon.Taken || coupon.Uses != bought[coupon.ID] {
			c.differ("coupon %d counts %d uses, has %d, and %d were bought with it", coupon.ID, coupon.Uses, coupon.Taken, bought[coupon.ID])
		}
	}
}
