package stripesim

import (
	"strconv"
	"strings"
)

const (
	kindCoupon    = "coupon"
	kindPromotion = "promotion_code"
	kindDiscount  = "discount"
)

func (c *call) createCoupon() (object, error) {
	if err := c.only("amount_off", "currency", "duration", "duration_in_months", "id", "max_redemptions", "metadata", "name", "percent_off", "redeem_by"); err != nil {
		return nil, err
	}
	id := c.p.str("id")
	if id == "" {
		id = randomText(8)
	}
	if _, taken := c.any(id); taken {
		return nil, invalid("resource_already_exists", "id", "Coupon already exists.")
	}
	duration, err := c.choice("once", []string{"once", "repeating", "forever"}, "duration")
	if err != nil {
		return nil, err
	}
	o := c.base(kindCoupon, id).with(object{
		"amount_off": nil, "currency": nil, "duration": duration, "duration_in_months": nil, "max_redemptions": nil, "name": nil, "percent_off": nil,
		"redeem_by": nil, "times_redeemed": int64(0), "valid": true,
	})
	if err := c.couponValue(o); err != nil {
		return nil, err
	}
	for _, name := range []string{"duration_in_months", "max_redemptions", "redeem_by"} {
		if c.p.has(name) {
			if o[name], err = c.whole(name); err != nil {
				return nil, err
			}
		}
	}
	if duration == "repeating" && o.int("duration_in_months") < 1 {
		return nil, missing("duration_in_months")
	}
	if err := c.copyStrings(o, "name"); err != nil {
		return nil, err
	}
	if o["metadata"], err = c.metadata(nil); err != nil {
		return nil, err
	}
	c.put(o)
	c.emit("coupon.created", o)
	return o, nil
}

// couponValue reads what a coupon takes off: a part, or an amount in one currency.
func (c *call) couponValue(o object) error {
	percent, err := strconv.ParseFloat(c.p.str("percent_off"), 64)
	switch {
	case c.p.has("percent_off") == c.p.has("amount_off"):
		return invalid("parameter_missing", "", "You must pass either percent_off or amount_off.")
	case c.p.has("percent_off") && (err != nil || !(percent > 0 && percent <= 100)):
		return invalid("", "percent_off", "Invalid percent_off: must be greater than 0 and at most 100.")
	case c.p.has("percent_off"):
		o["percent_off"] = percent
		return nil
	}
	amount, err := c.whole("amount_off")
	if err != nil {
		return err
	}
	if amount < 1 {
		return invalid("parameter_invalid_integer", "amount_off", "This value must be greater than or equal to 1.")
	}
	o["amount_off"] = amount
	o["currency"], err = c.currency()
	return err
}

func (c *call) retrieveCoupon() (object, error) { return c.find(kindCoupon, c.target(), "coupon") }

func (c *call) deleteCoupon() (object, error) {
	found, err := c.find(kindCoupon, c.target(), "coupon")
	if err != nil {
		return nil, err
	}
	c.emit("coupon.deleted", found)
	return c.put(object{"id": found.id(), "object": kindCoupon, "deleted": true}), nil
}

func (c *call) listCoupons() (object, error) {
	if err := c.only("created", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindCoupon, "/v1/coupons", func(object) bool { return true })
}

func (c *call) createPromotion() (object, error) {
	if err := c.only("active", "code", "customer", "expires_at", "max_redemptions", "metadata", "promotion", "restrictions"); err != nil {
		return nil, err
	}
	coupon, err := c.find(kindCoupon, c.p.str("promotion", "coupon"), "promotion[coupon]")
	if err != nil {
		return nil, err
	}
	code := c.p.str("code")
	if code == "" {
		code = strings.ToUpper(randomText(8))
	}
	if taken := c.all(kindPromotion, func(o object) bool { return o.flag("active") && strings.EqualFold(o.str("code"), code) }); len(taken) > 0 {
		return nil, invalid("", "code", "An active promotion code with `code: %s` already exists.", code)
	}
	o := c.base(kindPromotion, newID("promo")).with(object{
		"active": true, "code": code, "customer": orNil(c.p.str("customer")), "expires_at": nil, "max_redemptions": nil, "times_redeemed": int64(0),
		"promotion":    object{"type": "coupon", "coupon": coupon.id()},
		"restrictions": object{"first_time_transaction": false, "minimum_amount": nil, "minimum_amount_currency": nil},
	})
	for _, name := range []string{"expires_at", "max_redemptions"} {
		if c.p.has(name) {
			if o[name], err = c.whole(name); err != nil {
				return nil, err
			}
		}
	}
	if o["metadata"], err = c.metadata(nil); err != nil {
		return nil, err
	}
	c.put(o)
	c.emit("promotion_code.created", o)
	return o, nil
}

func (c *call) retrievePromotion() (object, error) {
	return c.find(kindPromotion, c.target(), "promotion_code")
}

func (c *call) updatePromotion() (object, error) {
	if err := c.only("active", "metadata"); err != nil {
		return nil, err
	}
	found, err := c.find(kindPromotion, c.target(), "promotion_code")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	if o["active"], err = c.boolean(found.flag("active"), "active"); err != nil {
		return nil, err
	}
	if o["metadata"], err = c.metadata(found.in("metadata")); err != nil {
		return nil, err
	}
	c.emit("promotion_code.updated", o)
	return o, nil
}

func (c *call) listPromotions() (object, error) {
	if err := c.only("active", "code", "created", "customer", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindPromotion, "/v1/promotion_codes", c.equal("active", "code", "customer"))
}

// discounts makes the discounts that a request asks for, and counts the coupons' use.
func (c *call) discounts(customer, subscription string) ([]object, error) {
	var out []object
	for _, entry := range c.p.list("discounts") {
		couponID, promotionID := entry.str("coupon"), entry.str("promotion_code")
		if promotionID != "" {
			promotion, err := c.find(kindPromotion, promotionID, "discounts[0][promotion_code]")
			if err != nil {
				return nil, err
			}
			if !promotion.flag("active") || c.usedUp(promotion, "expires_at") {
				return nil, invalid("promotion_code_expired", "discounts[0][promotion_code]", "This promotion code cannot be redeemed because it has expired or is used up.")
			}
			couponID = promotion.in("promotion").str("coupon")
			own := c.edit(promotion)
			own["times_redeemed"] = own.int("times_redeemed") + 1
		}
		coupon, err := c.find(kindCoupon, couponID, "discounts[0][coupon]")
		if err != nil {
			return nil, err
		}
		if c.usedUp(coupon, "redeem_by") {
			return nil, invalid("coupon_expired", "discounts[0][coupon]", "This coupon is invalid because it has expired or is used up.")
		}
		own := c.edit(coupon)
		own["times_redeemed"] = own.int("times_redeemed") + 1
		own["valid"] = !c.usedUp(own, "redeem_by")
		o := object{
			"id": newID("di"), "object": kindDiscount, "checkout_session": nil, "customer": customer, "end": nil, "invoice": nil, "invoice_item": nil,
			"promotion_code": orNil(promotionID), "source": object{"type": "coupon", "coupon": couponID}, "start": c.now, "subscription": orNil(subscription),
			"subscription_item": nil,
		}
		if coupon.str("duration") == "repeating" {
			o["end"] = after(c.now, "month", coupon.int("duration_in_months"), 1)
		}
		out = append(out, c.put(o))
	}
	return out, nil
}

func (c *call) usedUp(o object, expiry string) bool {
	most := o.int("max_redemptions")
	return (most > 0 && o.int("times_redeemed") >= most) || (o.int(expiry) > 0 && c.now > o.int(expiry))
}

// off is what a discount takes off an amount now.
func (c *call) off(discount object, amount int64, currency string) int64 {
	coupon, ok := c.get(kindCoupon, discount.in("source").str("coupon"))
	if end := discount.int("end"); !ok || (end > 0 && c.now >= end) || (coupon.str("duration") == "once" && discount.flag("_used")) {
		return 0
	}
	if fixed := coupon.int("amount_off"); fixed > 0 {
		if coupon.str("currency") != currency {
			return 0
		}
		return min(fixed, amount)
	}
	percent, _ := coupon["percent_off"].(float64)
	if whole, isWhole := coupon["percent_off"].(int64); isWhole { // as the journal gives it back
		percent = float64(whole)
	}
	return min(int64(float64(amount)*percent/100+0.5), amount)
}
