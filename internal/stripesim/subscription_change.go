package stripesim

import (
	"math"
	"slices"
)

// changeItems reads the items of an update: another price or quantity of what is subscribed to, with prorations as
// proration_behavior has them. https://docs.stripe.com/billing/subscriptions/change-price
func (c *call) changeItems(o object) error {
	if !c.p.has("items") {
		return nil
	}
	behavior, err := c.choice("create_prorations", prorationBehaviors, "proration_behavior")
	if err != nil {
		return err
	}
	at, err := c.prorationDate(o)
	if err != nil {
		return err
	}
	was := o.clone()
	for _, entry := range c.p.list("items") {
		if err := c.changeItem(o, entry); err != nil {
			return err
		}
	}
	if !sameInterval(o.items()) {
		return invalid("", "items", "All prices of a subscription must have the same currency and the same interval.")
	}
	c.applyChange(o, was, behavior, at)
	return nil
}

// prorationDate reads the time from which a change is prorated: now, or an earlier or later time of the present period.
func (c *call) prorationDate(o object) (int64, error) {
	if !c.p.has("proration_date") {
		return c.now, nil
	}
	at, err := c.whole("proration_date")
	if err == nil && (at < o.items()[0].int("current_period_start") || at > periodEnd(o)) {
		err = invalid("", "proration_date", "Cannot specify a proration date outside of the current billing period.")
	}
	return at, err
}

var prorationBehaviors = []string{"always_invoice", "create_prorations", "none"}

// applyChange bills a changed subscription as proration_behavior has it. Another interval begins a new period, which is paid at once. A trial
// goes on until its end.
func (c *call) applyChange(o, was object, behavior string, at int64) {
	switch {
	case o.str("status") == "trialing":
	case !sameInterval(slices.Concat(was.items(), o.items())):
		c.restart(o, was, behavior, at)
	case behavior != "none":
		c.prorate(o, perPeriod(o)-perPeriod(was), at)
		if behavior == "always_invoice" {
			c.billChange(o)
		}
	}
}

// restart begins the first period of another interval. What is left of the period before is credited, unless nothing is prorated.
// https://docs.stripe.com/billing/subscriptions/billing-cycle, "Change the billing period".
func (c *call) restart(o, was object, behavior string, at int64) {
	if behavior != "none" {
		c.prorate(o, -perPeriod(was), at)
	}
	o.with(object{"billing_cycle_anchor": c.now, "_n": int64(0)})
	c.period(o)
	if o.flag("cancel_at_period_end") {
		o["cancel_at"] = periodEnd(o)
	}
	invoice := c.bill(o, reasonRestart, false)
	if c.pauseInvoice(o, invoice) {
		return
	}
	c.finalize(invoice)
	_ = c.collect(invoice, true) // a refusal is on the invoice
}

// sameInterval reports whether the prices of items recur alike.
func sameInterval(items []object) bool {
	for _, item := range items {
		first, other := items[0].in("price").in("recurring"), item.in("price").in("recurring")
		if first.str("interval") != other.str("interval") || first.int("interval_count") != other.int("interval_count") {
			return false
		}
	}
	return true
}

// changeItem gives one item of a subscription another price or quantity.
func (c *call) changeItem(o object, entry *params) error {
	items := o.items()
	at := slices.IndexFunc(items, func(item object) bool { return item.id() == entry.str("id") })
	if entry.str("id") == "" && len(items) == 1 {
		at = 0
	}
	if at < 0 {
		return invalid("resource_missing", "items[0][id]", "No such subscription item: '%s'", entry.str("id"))
	}
	item := items[at]
	if entry.has("price") || entry.has("price_data") {
		price, err := c.itemPrice(entry)
		if err != nil {
			return err
		}
		if now := item.in("price"); now.str("currency") != price.str("currency") {
			return invalid("", "items[0][price]", "The price specified only supports `%s`. This doesn't match the expected currency: `%s`.", price.str("currency"),
				now.str("currency"))
		}
		item["price"] = price.clone()
	}
	if entry.has("quantity") {
		inner := &call{tx: c.tx, p: entry}
		quantity, err := inner.whole("quantity")
		if err != nil || quantity < 0 || quantity > 1_000_000 {
			return invalid("parameter_invalid_integer", "items[0][quantity]", "Invalid quantity.")
		}
		item["quantity"] = quantity
	}
	return nil
}

// perPeriod is what a period of a subscription costs before discounts.
func perPeriod(o object) (sum int64) {
	for _, item := range o.items() {
		sum += item.in("price").int("unit_amount") * item.int("quantity")
	}
	return sum
}

// prorate notes for the next invoice what a change of the price makes of the period that runs, from a time on.
func (c *call) prorate(o object, difference, at int64) {
	item := o.items()[0]
	start, end := item.int("current_period_start"), item.int("current_period_end")
	if difference == 0 || end <= c.now || end <= start {
		return
	}
	amount := int64(math.Round(float64(difference) * float64(end-at) / float64(end-start)))
	o["_pending"] = append(o.list("_pending"), object{"amount": amount, "start": at, "end": end})
}

// prorations are the invoice lines of what is noted for the next invoice.
func (c *call) prorations(sub object, invoice string) (lines []any, sum int64) {
	for _, entry := range sub.list("_pending") {
		pending, _ := entry.(object)
		amount := pending.int("amount")
		sum += amount
		line := c.line(sub, sub.items()[0], invoice, amount)
		line["description"] = "Remaining time after a change of the price"
		line["period"] = object{"start": pending["start"], "end": pending["end"]}
		line.in("parent").in("subscription_item_details")["proration"] = true
		lines = append(lines, line)
	}
	return lines, sum
}

// billChange invoices at once what a change of the price makes of the period that runs.
func (c *call) billChange(o object) {
	if len(o.list("_pending")) == 0 {
		return
	}
	invoice := c.bill(o, reasonUpdate, false)
	c.finalize(invoice)
	_ = c.collect(invoice, true) // a refusal is on the invoice
}

// changeDiscounts replaces the discounts of a subscription.
func (c *call) changeDiscounts(o object) error {
	if !c.p.has("discounts") {
		return nil
	}
	discounts, err := c.discounts(o.str("customer"), o.id())
	if err != nil {
		return err
	}
	list := []any{}
	for _, discount := range discounts {
		list = append(list, discount.id())
	}
	o["discounts"] = list
	return nil
}

// useDiscounts notes that an invoice took the discounts that are for one invoice: the subscription has them no longer.
func (c *call) useDiscounts(sub, invoice object) {
	for _, entry := range invoice.list("total_discount_amounts") {
		taken, _ := entry.(object)
		id := taken.str("discount")
		discount, ok := c.get(kindDiscount, id)
		if !ok {
			continue
		}
		c.edit(discount)["_used"] = true
		if coupon, ok := c.get(kindCoupon, discount.in("source").str("coupon")); !ok || coupon.str("duration") == "once" {
			sub["discounts"] = slices.DeleteFunc(slices.Clone(sub.list("discounts")), func(kept any) bool { return kept == id })
		}
	}
}

// takeBalance pays an invoice with its customer's credit as far as that goes, and returns the balance after it. A negative balance is
// credit, and a negative invoice becomes credit. An amount below the least that a card is charged is not collected: it becomes a debt,
// which the next invoice collects. https://docs.stripe.com/billing/customer/balance
func takeBalance(o, customer object) int64 {
	balance, total := customer.int("balance"), o.int("total")
	due, after := total, balance
	switch {
	case total <= 0:
		due, after = 0, balance+total
	case balance < 0:
		used := min(-balance, total)
		due, after = total-used, balance+used
	case balance > 0: // owed from before
		due, after = total+balance, 0
	}
	if due < minAmount {
		due, after = 0, after+due
	}
	o.with(object{"starting_balance": balance, "ending_balance": after, "amount_due": due, "amount_remaining": due})
	return after
}
