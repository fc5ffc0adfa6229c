package stripesim

import (
	"errors"
	"fmt"
	"math"
)

const (
	kindInvoice        = "invoice"
	kindInvoicePayment = "invoice_payment"
	// draftTime is how long the invoice of a renewal stays a draft: https://docs.stripe.com/billing/invoices/subscription.
	draftTime = hour

	reasonUpdate = "subscription_update"
	// reasonRestart is reasonUpdate for an invoice that also begins a new period.
	reasonRestart = "subscription_restart"
)

// retries are the days after which a renewal that failed is tried again, counted from the attempt before.
var retries = []int64{1, 2, 2, 2}

// invoiceOf builds the invoice of a subscription's current period: a draft that is not stored. A period of a trial
// costs nothing.
func (c *call) invoiceOf(sub, customer object, reason string, trial bool) object {
	id := newID("in")
	currency, lines, subtotal := sub.str("currency"), []any{}, int64(0)
	billed := sub.items()
	switch reason {
	case reasonUpdate: // of which only the difference is billed
		billed = nil
	case reasonRestart:
		reason = reasonUpdate
	}
	for _, item := range billed {
		price, quantity := item.in("price"), item.int("quantity")
		amount := price.int("unit_amount") * quantity
		if trial {
			amount = 0
		}
		subtotal += amount
		line := c.line(sub, item, id, amount)
		line["description"] = c.describeLine(price, quantity, trial)
		lines = append(lines, line)
	}
	more, extra := c.prorations(sub, id)
	lines, subtotal = append(lines, more...), subtotal+extra
	total, taken := c.discounted(sub, subtotal)
	shareDiscounts(lines, subtotal, taken)
	list := listOf("/v1/invoices/"+id+"/lines", nil, false)
	list["data"] = lines
	return c.base(kindInvoice, id).with(object{
		"_clock": customer.str("test_clock"), "_due": int64(0), "_subscription": sub.id(), "account_country": "US", "account_name": "Test payments",
		"account_tax_ids": nil, "amount_due": max(total, 0), "amount_overpaid": int64(0), "amount_paid": int64(0), "amount_paid_off_stripe": int64(0),
		"amount_remaining": max(total, 0), "amount_shipping": int64(0), "application": nil, "attempt_count": int64(0), "attempted": false, "auto_advance": true,
		"automatic_tax":              object{"disabled_reason": nil, "enabled": false, "liability": nil, "provider": nil, "status": nil},
		"automatically_finalizes_at": nil, "billing_reason": reason, "collection_method": "charge_automatically", "confirmation_secret": nil,
		"currency": currency, "custom_fields": nil, "customer": customer.id(), "customer_address": customer["address"], "customer_email": customer["email"],
		"customer_name": customer["name"], "customer_phone": customer["phone"], "customer_shipping": nil, "customer_tax_exempt": "none",
		"customer_tax_ids": []any{}, "default_payment_method": nil, "default_source": nil, "default_tax_rates": []any{}, "description": nil,
		"discounts": sub.list("discounts"), "due_date": nil, "effective_at": nil, "ending_balance": nil, "footer": nil, "from_invoice": nil,
		"hosted_invoice_url": nil, "invoice_pdf": nil, "issuer": object{"type": "self"}, "last_finalization_error": nil, "latest_revision": nil,
		"lines": list, "next_payment_attempt": nil, "number": nil, "on_behalf_of": nil,
		"parent": object{"quote_details": nil, "type": "subscription_details", "subscription_details": object{
			"metadata": sub.in("metadata").clone(), "subscription": sub.id(),
		}},
		"payment_settings": object{"default_mandate": nil, "payment_method_options": nil, "payment_method_types": nil},
		"period_end":       c.now, "period_start": c.now, "post_payment_credit_notes_amount": int64(0), "pre_payment_credit_notes_amount": int64(0),
		"receipt_number": nil, "rendering": nil, "shipping_cost": nil, "shipping_details": nil, "starting_balance": int64(0), "statement_descriptor": nil,
		"status":             "draft",
		"status_transitions": object{"finalized_at": nil, "marked_uncollectible_at": nil, "paid_at": nil, "voided_at": nil},
		"subtotal":           subtotal, "subtotal_excluding_tax": subtotal, "test_clock": customer["test_clock"], "total": total,
		"total_discount_amounts": taken, "total_excluding_tax": total, "total_pretax_credit_amounts": []any{}, "total_taxes": []any{},
		"webhooks_delivered_at": nil,
	})
}

// line is one line of an invoice, of an item's current period.
func (c *call) line(sub, item object, invoice string, amount int64) object {
	price := item.in("price")
	return object{
		"id": newID("il"), "object": "line_item", "amount": amount, "currency": sub.str("currency"), "description": nil,
		"discount_amounts": []any{}, "discountable": true, "discounts": []any{}, "invoice": invoice, "livemode": false, "metadata": sub.in("metadata").clone(),
		"parent": object{"invoice_item_details": nil, "type": "subscription_item_details", "subscription_item_details": object{
			"invoice_item": nil, "proration": false, "proration_details": nil, "subscription": sub.id(), "subscription_item": item.id(),
		}},
		"period":                object{"start": item["current_period_start"], "end": item["current_period_end"]},
		"pretax_credit_amounts": []any{}, "quantity": item.int("quantity"), "subtotal": amount, "taxes": []any{}, "subscription": sub.id(),
		"pricing": object{
			"type": "price_details", "price_details": object{"price": price.id(), "product": price["product"]},
			"unit_amount_decimal": price["unit_amount_decimal"],
		},
	}
}

func (c *call) describeLine(price object, quantity int64, trial bool) string {
	name := price.str("product")
	if product, ok := c.get(kindProduct, name); ok {
		name = product.str("name")
	}
	if trial {
		return "Free trial for " + name
	}
	return fmt.Sprintf("%d × %s (at %s %s / %s)", quantity, name, decimal(price.int("unit_amount")), price.str("currency"), price.in("recurring").str("interval"))
}

// discounted takes the subscription's discounts off a sum.
func (c *call) discounted(sub object, sum int64) (int64, []any) {
	taken := []any{}
	for _, entry := range sub.list("discounts") {
		id, _ := entry.(string)
		discount, ok := c.get(kindDiscount, id)
		if off := c.off(discount, sum, sub.str("currency")); ok && off > 0 {
			sum -= off
			taken = append(taken, object{"amount": off, "discount": id})
		}
	}
	return sum, taken
}

// shareDiscounts says at each line of an invoice its share of the discounts.
func shareDiscounts(lines []any, subtotal int64, taken []any) {
	for _, entry := range lines {
		line, _ := entry.(object)
		var shares []any
		for _, entry := range taken {
			discount, _ := entry.(object)
			share := int64(math.Round(float64(discount.int("amount")) * float64(line.int("amount")) / float64(subtotal)))
			shares = append(shares, object{"amount": share, "discount": discount["discount"]})
		}
		if len(shares) > 0 {
			line["discount_amounts"] = shares
		}
	}
}

// bill stores the invoice of a subscription's period. Discounts for one invoice are used up by it.
func (c *call) bill(sub object, reason string, trial bool) object {
	customer, _ := c.get(kindCustomer, sub.str("customer"))
	o := c.put(c.invoiceOf(sub, customer, reason, trial))
	c.useDiscounts(sub, o)
	delete(sub, "_pending")
	sub["latest_invoice"] = o.id()
	c.emit("invoice.created", o)
	return o
}

// finalize makes a draft an invoice that is to be paid.
func (c *call) finalize(o object) {
	customer, _ := c.get(kindCustomer, o.str("customer"))
	own := c.edit(customer)
	number := own.int("next_invoice_sequence")
	own["next_invoice_sequence"] = number + 1
	o.with(object{"status": "open", "number": fmt.Sprintf("%s-%04d", own.str("invoice_prefix"), number), "effective_at": c.now, "automatically_finalizes_at": nil})
	o.in("status_transitions")["finalized_at"] = c.now
	own["balance"] = takeBalance(o, own)
	if o.int("amount_due") > 0 {
		c.invoiceIntent(o)
	}
	c.emit("invoice.finalized", o)
}

// invoiceIntent makes the payment intent of an invoice.
func (c *call) invoiceIntent(o object) {
	intent := c.put(c.newIntent(newID("pi"), o.int("amount_due"), o.str("currency")))
	intent.with(object{"customer": o["customer"], "setup_future_usage": "off_session", "description": "Subscription", "_invoice": o.id()})
	if sub, ok := c.get(kindSubscription, o.str("_subscription")); ok && len(sub.in("payment_settings").list("payment_method_types")) > 0 {
		intent.with(object{"automatic_payment_methods": nil, "payment_method_types": sub.in("payment_settings").list("payment_method_types")})
	}
	o["_intent"] = intent.id()
	o["confirmation_secret"] = object{"client_secret": intent.str("client_secret"), "type": kindIntent}
	payment := c.base(kindInvoicePayment, newID("inpay")).with(object{
		"amount_paid": nil, "amount_requested": o.int("amount_due"), "currency": o.str("currency"), "invoice": o.id(), "is_default": true,
		"payment": object{"type": kindIntent, "payment_intent": intent.id()}, "status": "open",
		"status_transitions": object{"canceled_at": nil, "paid_at": nil},
	})
	delete(payment, "metadata")
	o["_payment"] = payment.id()
	c.put(payment)
	c.emit("payment_intent.created", intent)
}

// collect tries to pay an open invoice with the subscription's or the customer's card.
func (c *call) collect(o object, away bool) error {
	if o.int("amount_due") == 0 {
		c.markPaid(o, 0)
		return nil
	}
	if err := c.chargeable(); err != nil {
		o["_due"] = c.now + day
		c.subscriptionUnpaid(o, false) // https://docs.stripe.com/billing/subscriptions/overview: past_due is also what was not attempted
		return err
	}
	o["attempted"] = true
	found, _ := c.get(kindIntent, o.str("_intent"))
	intent := c.edit(found)
	method := c.cardFor(o)
	if method == "" {
		e := invalid("missing_payment_method", "", "This customer has no attached payment source or default payment method.")
		c.invoiceUnpaid(intent)
		return e
	}
	intent["payment_method"], intent["status"] = method, needsConfirmation
	_, err := c.confirmAs(intent, away)
	if intent.str("status") == needsAction {
		c.emit("invoice.payment_action_required", o)
	}
	return err
}

// cardFor is the payment method that pays an invoice, or empty.
func (c *call) cardFor(o object) string {
	if sub, ok := c.get(kindSubscription, o.str("_subscription")); ok && sub.str("default_payment_method") != "" {
		return sub.str("default_payment_method")
	}
	customer, _ := c.get(kindCustomer, o.str("customer"))
	return customer.in("invoice_settings").str("default_payment_method")
}

// invoicePaid hands a successful payment on to its invoice, if it has one.
func (c *call) invoicePaid(intent object) {
	found, ok := c.get(kindInvoice, intent.str("_invoice"))
	if !ok {
		return
	}
	o := c.edit(found)
	if sub, has := c.get(kindSubscription, o.str("_subscription")); has && sub.str("default_payment_method") == "" && sub.str("_save") == "on_subscription" {
		c.edit(sub)["default_payment_method"] = intent["payment_method"]
	}
	c.markPaid(o, intent.int("amount"))
}

func (c *call) markPaid(o object, amount int64) {
	customer, _ := c.get(kindCustomer, o.str("customer"))
	c.onClock(customer)
	o.with(object{"status": "paid", "amount_paid": amount, "amount_remaining": int64(0), "next_payment_attempt": nil, "_due": int64(0), "attempted": true})
	if amount > 0 {
		o["attempt_count"] = o.int("attempt_count") + 1
	}
	o.in("status_transitions")["paid_at"] = c.now
	if found, ok := c.get(kindInvoicePayment, o.str("_payment")); ok {
		payment := c.edit(found)
		payment.with(object{"status": "paid", "amount_paid": amount})
		payment.in("status_transitions")["paid_at"] = c.now
		c.emit("invoice_payment.paid", payment)
	}
	c.emit("invoice.paid", o)
	c.emit("invoice.payment_succeeded", o)
	c.subscriptionPaid(o)
}

// invoiceUnpaid plans the next attempt after a failed one, or gives the subscription up after the last.
func (c *call) invoiceUnpaid(intent object) {
	found, ok := c.get(kindInvoice, intent.str("_invoice"))
	if !ok || found.str("status") != "open" {
		return
	}
	o := c.edit(found)
	customer, _ := c.get(kindCustomer, o.str("customer"))
	c.onClock(customer)
	tried := o.int("attempt_count")
	o.with(object{"attempt_count": tried + 1, "next_payment_attempt": nil, "_due": int64(0)})
	first := o.str("billing_reason") == "subscription_create"
	if !first && tried < int64(len(retries)) {
		o["_due"] = c.now + retries[tried]*day
		o["next_payment_attempt"] = o["_due"]
	}
	c.emit("invoice.payment_failed", o)
	c.subscriptionUnpaid(o, !first && o.int("_due") == 0)
}

// stepInvoice does what falls due: a draft is finalized, an open invoice tried again.
func (c *call) stepInvoice(o object) {
	if o.str("status") == "draft" {
		c.finalize(o)
	}
	if o.str("status") == "open" {
		_ = c.collect(o, true) // a refusal is on the invoice
	}
}

func (c *call) retrieveInvoice() (object, error) { return c.find(kindInvoice, c.target(), "invoice") }

func (c *call) listInvoices() (object, error) {
	if err := c.only("customer", "subscription", "status", "created", "collection_method", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	sub, fits := c.p.str("subscription"), c.equal("customer", "status", "collection_method")
	return c.page(kindInvoice, "/v1/invoices", func(o object) bool { return fits(o) && (sub == "" || o.str("_subscription") == sub) })
}

func (c *call) listInvoicePayments() (object, error) {
	if err := c.only("invoice", "payment", "status", "created", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	intent, fits := c.p.str("payment", "payment_intent"), c.equal("invoice", "status")
	return c.page(kindInvoicePayment, "/v1/invoice_payments", func(o object) bool {
		return fits(o) && (intent == "" || o.in("payment").str("payment_intent") == intent)
	})
}

func (c *call) payInvoice() (object, error) {
	if err := c.only("payment_method", "off_session", "paid_out_of_band"); err != nil {
		return nil, err
	}
	found, err := c.find(kindInvoice, c.target(), "invoice")
	if err != nil {
		return nil, err
	}
	if found.str("status") == "paid" {
		return nil, invalid("invoice_already_paid", "", "Invoice is already paid")
	}
	if found.str("status") != "open" && found.str("status") != "uncollectible" {
		return nil, invalid("invoice_not_editable", "", "An invoice that is %s cannot be paid.", found.str("status"))
	}
	o := c.edit(found)
	outside, err := c.boolean(false, "paid_out_of_band")
	if err != nil {
		return nil, err
	}
	if outside {
		c.payOutside(o)
		return o, nil
	}
	if id := c.p.str("payment_method"); id != "" {
		method, err := c.method(id, "payment_method")
		if err != nil {
			return nil, err
		}
		sub, ok := c.get(kindSubscription, o.str("_subscription"))
		if method.str("customer") != o.str("customer") || !ok {
			return nil, invalid("", "payment_method", "The payment method must be attached to the invoice's customer.")
		}
		c.edit(sub)["default_payment_method"] = method.id()
	}
	away, err := c.boolean(true, "off_session")
	if err != nil {
		return nil, err
	}
	err = c.collect(o, away)
	if intent, has := c.get(kindIntent, o.str("_intent")); err == nil && has && intent.str("status") == needsAction {
		err = cardRefused("invoice_payment_intent_requires_action", "", "", "This payment requires additional user action before it can be completed "+
			"successfully. Payment can be completed using the PaymentIntent associated with the invoice.")
	}
	if err == nil {
		return o, nil
	}
	var problem *apiError
	if errors.As(err, &problem) {
		problem.keep = true
	}
	return nil, err
}
