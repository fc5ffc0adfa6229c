package stripesim

import (
	"errors"
	"slices"
)

const (
	kindSubscription = "subscription"
	// patience is how long the first payment of a subscription may take.
	patience = 23 * hour
	// maxTrial is Stripe's longest trial.
	maxTrial = 730
)

func (c *call) createSubscription() (object, error) {
	if err := c.only("cancel_at", "cancel_at_period_end", "collection_method", "currency", "customer", "default_payment_method", "description",
		"discounts", "items", "metadata", "off_session", "payment_behavior", "payment_settings", "trial_end", "trial_period_days", "trial_settings"); err != nil {
		return nil, err
	}
	customer, err := c.find(kindCustomer, c.p.str("customer"), "customer")
	if err != nil {
		return nil, err
	}
	c.onClock(customer)
	behavior, err := c.choice("allow_incomplete", []string{"allow_incomplete", "default_incomplete", "error_if_incomplete"}, "payment_behavior")
	if err != nil {
		return nil, err
	}
	sub, err := c.newSubscription(customer)
	if err != nil {
		return nil, err
	}
	c.emit("customer.subscription.created", sub)
	trial := sub.int("trial_end") > 0
	invoice := c.bill(sub, "subscription_create", trial)
	c.finalize(invoice)
	if err := c.firstPayment(invoice, behavior); err != nil {
		return nil, err
	}
	c.schedule(sub)
	return sub, nil
}

// firstPayment collects a new subscription's invoice as payment_behavior has it.
func (c *call) firstPayment(invoice object, behavior string) error {
	if behavior == "default_incomplete" && invoice.int("amount_due") > 0 {
		intent, _ := c.get(kindIntent, invoice.str("_intent"))
		if method := c.cardFor(invoice); method != "" {
			c.edit(intent).with(object{"payment_method": method, "status": needsConfirmation})
		}
		return nil
	}
	err := c.collect(invoice, c.away())
	if err == nil || behavior != "error_if_incomplete" {
		return nil
	}
	var problem *apiError
	if errors.As(err, &problem) {
		problem.keep, problem.status = false, 402 // nothing of the subscription is kept
		problem.intent = nil
	}
	return err
}

// newSubscription stores what the request describes, before anything is paid.
func (c *call) newSubscription(customer object) (object, error) {
	id := newID("sub")
	o := c.base(kindSubscription, id).with(object{
		"_clock": customer.str("test_clock"), "_due": int64(0), "_n": int64(0), "_save": c.p.str("payment_settings", "save_default_payment_method"),
		"application": nil, "application_fee_percent": nil, "automatic_tax": object{"disabled_reason": nil, "enabled": false, "liability": nil},
		"billing_cycle_anchor": c.now, "billing_cycle_anchor_config": nil, "billing_mode": object{"type": "flexible", "flexible": nil}, "billing_schedules": []any{},
		"billing_thresholds": nil, "cancel_at": nil, "cancel_at_period_end": false, "canceled_at": nil,
		"cancellation_details": object{"comment": nil, "feedback": nil, "reason": nil}, "collection_method": "charge_automatically",
		"customer": customer.id(), "days_until_due": nil, "default_payment_method": nil, "default_source": nil, "default_tax_rates": []any{},
		"description": nil, "discounts": []any{}, "ended_at": nil, "invoice_settings": object{"account_tax_ids": nil, "issuer": object{"type": "self"}},
		"latest_invoice": nil, "next_pending_invoice_item_invoice": nil, "on_behalf_of": nil, "pause_collection": nil,
		"payment_settings":              object{"payment_method_options": nil, "payment_method_types": nil, "save_default_payment_method": "off"},
		"pending_invoice_item_interval": nil, "pending_setup_intent": nil, "pending_update": nil, "schedule": nil, "start_date": c.now,
		"status": "incomplete", "test_clock": customer["test_clock"], "transfer_data": nil, "trial_end": nil,
		"trial_settings": object{"end_behavior": object{"missing_payment_method": "create_invoice"}}, "trial_start": nil,
	})
	if save := o.str("_save"); save != "" {
		o.in("payment_settings")["save_default_payment_method"] = save
	}
	if settings := c.p.at("payment_settings"); settings != nil && settings.has("payment_method_types") {
		o.in("payment_settings")["payment_method_types"] = strs(settings.values("payment_method_types"))
	}
	if err := c.subscriptionItems(o); err != nil {
		return nil, err
	}
	if err := c.trial(o); err != nil {
		return nil, err
	}
	if err := c.oneCurrency(customer, o.str("currency")); err != nil {
		return nil, err
	}
	c.put(o)
	c.period(o)
	discounts, err := c.discounts(customer.id(), id)
	if err != nil {
		return nil, err
	}
	for _, discount := range discounts {
		o["discounts"] = append(o.list("discounts"), discount.id())
	}
	return o, c.changeSubscription(o)
}

// oneCurrency refuses a subscription of a customer who has an active one in another currency.
func (c *call) oneCurrency(customer object, currency string) error {
	others := c.all(kindSubscription, func(o object) bool {
		return o.str("customer") == customer.id() && o["ended_at"] == nil && o.str("currency") != currency
	})
	if len(others) > 0 {
		return invalid("", "", "You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, "+
			"quote, or invoice item with currency %s.", others[0].str("currency"))
	}
	return nil
}

// subscriptionItems reads what is subscribed to: prices of one currency and one interval.
func (c *call) subscriptionItems(o object) error {
	items := []object{}
	for _, entry := range c.p.list("items") {
		price, err := c.itemPrice(entry)
		if err != nil {
			return err
		}
		quantity := int64(1)
		if entry.has("quantity") {
			inner := &call{tx: c.tx, p: entry}
			if quantity, err = inner.whole("quantity"); err != nil || quantity < 1 || quantity > 1_000_000 {
				return invalid("parameter_invalid_integer", "items[0][quantity]", "Invalid quantity.")
			}
		}
		items = append(items, c.base("subscription_item", newID("si")).with(object{
			"billing_thresholds": nil, "current_period_end": c.now, "current_period_start": c.now, "discounts": []any{}, "price": price.clone(),
			"quantity": quantity, "subscription": o.id(), "tax_rates": []any{},
		}))
		delete(items[len(items)-1], "livemode")
		first := items[0].in("price")
		if first.str("currency") != price.str("currency") || first.in("recurring").str("interval") != price.in("recurring").str("interval") ||
			first.in("recurring").int("interval_count") != price.in("recurring").int("interval_count") {
			return invalid("", "items", "All prices of a subscription must have the same currency and the same interval.")
		}
	}
	if len(items) == 0 || len(items) > 20 {
		return missing("items")
	}
	o["currency"] = items[0].in("price").str("currency")
	o["items"] = listOf("/v1/subscription_items?subscription="+o.id(), items, false)
	return nil
}

func (c *call) itemPrice(entry *params) (object, error) {
	if data := entry.at("price_data"); data != nil {
		product, err := c.find(kindProduct, data.str("product"), "items[0][price_data][product]")
		if err != nil {
			return nil, err
		}
		inner := &call{tx: c.tx, s: c.s, p: data}
		currency, err := inner.currency()
		if err != nil {
			return nil, err
		}
		return c.newPrice(data, product.id(), currency)
	}
	price, err := c.find(kindPrice, entry.str("price"), "items[0][price]")
	if err != nil {
		return nil, err
	}
	if price.str("type") != "recurring" || !price.flag("active") {
		return nil, invalid("", "items[0][price]", "The price specified is inactive or is not of type recurring; this field only accepts active recurring prices.")
	}
	return price, nil
}

// trial reads trial_period_days or trial_end.
func (c *call) trial(o object) error {
	end := int64(0)
	switch {
	case c.p.has("trial_end") && c.p.str("trial_end") != "now":
		var err error
		if end, err = c.whole("trial_end"); err != nil {
			return err
		}
	case c.p.has("trial_period_days"):
		days, err := c.whole("trial_period_days")
		if err != nil {
			return err
		}
		if days < 0 {
			return invalid("parameter_invalid_integer", "trial_period_days", "This value must be greater than or equal to 0.")
		}
		end = c.now + min(days, maxTrial+1)*day
	}
	if end > c.now+maxTrial*day {
		return invalid("", "trial_end", "A trial cannot be longer than two years.")
	}
	if end > c.now {
		o.with(object{"trial_start": c.now, "trial_end": end, "billing_cycle_anchor": end, "status": "trialing"})
	}
	behavior, err := c.choice("create_invoice", []string{"cancel", "create_invoice", "pause"}, "trial_settings", "end_behavior", "missing_payment_method")
	o.in("trial_settings").in("end_behavior")["missing_payment_method"] = behavior
	return err
}

// period sets the items' current period: the trial, or the one that the anchor and the number of renewals give.
func (c *call) period(o object) {
	start, end := o.int("trial_start"), o.int("trial_end")
	if o.str("status") != "trialing" {
		recurring := o.items()[0].in("price").in("recurring")
		anchor, n := o.int("billing_cycle_anchor"), o.int("_n")
		start = after(anchor, recurring.str("interval"), recurring.int("interval_count"), n)
		end = after(anchor, recurring.str("interval"), recurring.int("interval_count"), n+1)
	}
	for _, item := range o.items() {
		item["current_period_start"], item["current_period_end"] = start, end
	}
}

func periodEnd(o object) int64 { return o.items()[0].int("current_period_end") }

// changeSubscription sets what a creation or an update carries.
func (c *call) changeSubscription(o object) error {
	if err := c.copyStrings(o, "description"); err != nil {
		return err
	}
	meta, err := c.metadata(o.in("metadata"))
	if err != nil {
		return err
	}
	o["metadata"] = meta
	if id := c.p.str("default_payment_method"); id != "" {
		method, err := c.method(id, "default_payment_method")
		if err != nil {
			return err
		}
		if method.str("customer") == "" || method.str("customer") != o.str("customer") {
			return invalid("resource_missing", "default_payment_method", "The customer does not have a payment method with the ID %s. The payment method must "+
				"be attached to the customer.", id)
		}
		o["default_payment_method"] = method.id()
	}
	if c.p.has("cancel_at") {
		at := int64(0)
		if c.p.str("cancel_at") != "" {
			if at, err = c.whole("cancel_at"); err != nil {
				return err
			}
		}
		o["cancel_at"] = nil
		if at > 0 {
			o["cancel_at"] = at
		}
	}
	return c.changeEnd(o)
}

// changeEnd reads cancel_at_period_end: set, the subscription ends with what is paid; taken back, it goes on.
func (c *call) changeEnd(o object) error {
	if !c.p.has("cancel_at_period_end") {
		return nil
	}
	ends, err := c.boolean(false, "cancel_at_period_end")
	if err != nil {
		return err
	}
	c.endWithPeriod(o, ends)
	return nil
}

func (c *call) endWithPeriod(o object, ends bool) {
	o.with(object{"cancel_at_period_end": ends, "cancel_at": nil, "canceled_at": nil})
	o.in("cancellation_details")["reason"] = nil
	if ends {
		o.with(object{"cancel_at": periodEnd(o), "canceled_at": c.now})
		o.in("cancellation_details")["reason"] = "cancellation_requested"
	}
}

func (c *call) retrieveSubscription() (object, error) {
	return c.find(kindSubscription, c.target(), "id")
}

// ended tells whether a subscription is over.
func ended(o object) bool {
	return slices.Contains([]string{"canceled", "incomplete_expired"}, o.str("status"))
}

func (c *call) updateSubscription() (object, error) {
	if err := c.only("cancel_at", "cancel_at_period_end", "cancellation_details", "default_payment_method", "description", "discounts", "items", "metadata",
		"pause_collection", "trial_end", "proration_behavior", "proration_date"); err != nil {
		return nil, err
	}
	found, err := c.find(kindSubscription, c.target(), "id")
	if err != nil {
		return nil, err
	}
	if ended(found) {
		return nil, invalid("", "", "A canceled subscription can only update its cancellation_details and metadata.")
	}
	if customer, ok := c.get(kindCustomer, found.str("customer")); ok {
		c.onClock(customer)
	}
	o := c.edit(found)
	if err := c.changeSubscription(o); err != nil {
		return nil, err
	}
	for _, change := range []func(object) error{c.changePause, c.changeDiscounts, c.changeItems} {
		if err := change(o); err != nil {
			return nil, err
		}
	}
	if c.p.has("trial_end") {
		if err := c.changeTrial(o); err != nil {
			return nil, err
		}
	}
	c.emit("customer.subscription.updated", o)
	c.schedule(o)
	return o, nil
}

// changeTrial ends a running trial, or moves its end.
func (c *call) changeTrial(o object) error {
	if o.str("status") != "trialing" {
		return invalid("", "trial_end", "The simulator can change a running trial, and begin none.")
	}
	if c.p.str("trial_end") == "now" {
		o["trial_end"] = c.now
		c.endTrial(o)
		return nil
	}
	end, err := c.whole("trial_end")
	if err != nil {
		return err
	}
	if end <= c.now || end > c.now+maxTrial*day {
		return invalid("", "trial_end", "A trial ends in the future, within two years.")
	}
	o.with(object{"trial_end": end, "billing_cycle_anchor": end, "_warned": false})
	c.period(o)
	if o.flag("cancel_at_period_end") {
		o["cancel_at"] = end
	}
	return nil
}

func (c *call) cancelSubscription() (object, error) {
	if err := c.only("cancellation_details", "invoice_now", "prorate"); err != nil {
		return nil, err
	}
	found, err := c.find(kindSubscription, c.target(), "id")
	if err != nil {
		return nil, err
	}
	if ended(found) {
		return nil, unknown(kindSubscription, found.id(), "id")
	}
	if customer, ok := c.get(kindCustomer, found.str("customer")); ok {
		c.onClock(customer)
	}
	o := c.edit(found)
	if comment := c.p.str("cancellation_details", "comment"); comment != "" {
		o.in("cancellation_details")["comment"] = comment
	}
	if o.str("status") == "incomplete" { // https://docs.stripe.com/billing/subscriptions/overview, "Subscription statuses"
		c.expire(o)
		return o, nil
	}
	c.end(o, "cancellation_requested")
	return o, nil
}

func (c *call) listSubscriptions() (object, error) {
	if err := c.only("customer", "price", "status", "created", "collection_method", "test_clock", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	status, price, fits := c.p.str("status"), c.p.str("price"), c.equal("customer", "collection_method", "test_clock")
	return c.page(kindSubscription, "/v1/subscriptions", func(o object) bool {
		right := status == "all" || (status == "ended" && ended(o)) || status == o.str("status") || (status == "" && o.str("status") != "canceled")
		return right && fits(o) && (price == "" || slices.ContainsFunc(o.items(), func(i object) bool { return i.in("price").id() == price }))
	})
}
