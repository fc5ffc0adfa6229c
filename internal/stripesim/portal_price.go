package stripesim

import (
	"math"
	"net/url"
	"strconv"
	"strings"
)

// reprice sets the price of the first item from a form: the amount in units of the currency such as 12.50 (required), an interval with its
// count, and how the rest of the period is billed (default: none). All items get the interval; without one they keep theirs.
func (c *call) reprice(o object, form url.Values) error {
	cents, err := amountOf(form.Get("price"))
	if err != nil {
		return err
	}
	item, was := o.items()[0], o.clone()
	price := item.in("price").clone().with(object{
		"id": newID("price"), "created": c.now, "unit_amount": cents, "unit_amount_decimal": strconv.FormatInt(cents, 10),
	})
	if err := reinterval(price.in("recurring"), form.Get("interval"), form.Get("interval_count")); err != nil {
		return err
	}
	behavior := form.Get("proration_behavior")
	switch behavior {
	case "", "none":
		behavior = "none"
	case "create_prorations", "always_invoice":
	default:
		return invalid("", "proration_behavior", "Invalid proration_behavior: %s", behavior)
	}
	for _, other := range o.items() {
		if other.id() != item.id() {
			other.in("price")["recurring"] = price.in("recurring").clone()
		}
	}
	item["price"] = c.put(price).clone()
	c.applyChange(o, was, behavior, c.now)
	return nil
}

func reinterval(recurring object, interval, count string) error {
	if interval == "" {
		return nil
	}
	n, err := strconv.ParseInt(strings.TrimSpace(count), 10, 64)
	most, known := longest[interval]
	if err != nil || !known || n < 1 || n > most {
		return invalid("", "interval_count", "This interval is not valid: %s %s. A recurring price needs an interval of at most three years.", count, interval)
	}
	recurring.with(object{"interval": interval, "interval_count": n})
	return nil
}

// amountOf reads an amount in units of a currency, in minor units.
func amountOf(text string) (int64, error) {
	units, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), ",", "."), 64)
	cents := math.Round(units * 100)
	if err != nil || !(cents >= 0 && cents <= maxAmount) {
		return 0, invalid("parameter_invalid_integer", "price", "This amount is not valid: %s", text)
	}
	return int64(cents), nil
}

// giveCredit adds an amount to the customer's credit balance, which pays later invoices first.
func (c *call) giveCredit(customer object, text string) error {
	cents, err := amountOf(text)
	if err != nil {
		return err
	}
	own := c.edit(customer)
	own["balance"] = own.int("balance") - cents
	c.emit("customer.updated", own)
	return nil
}
