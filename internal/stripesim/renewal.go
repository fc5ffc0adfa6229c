package stripesim

// warning is how long before its end a trial is announced to be over.
const warning = 3 * day

// schedule notes when a subscription next needs attention.
func (c *call) schedule(o object) {
	due := int64(0)
	sooner := func(at int64) {
		if at > 0 && (due == 0 || at < due) {
			due = at
		}
	}
	switch o.str("status") {
	case "incomplete":
		sooner(o.int("created") + patience)
	case "trialing":
		sooner(o.int("trial_end"))
		if at := o.int("trial_end") - warning; !o.flag("_warned") && at > o.int("trial_start") {
			sooner(at)
		}
	case "active", "past_due":
		sooner(periodEnd(o))
	}
	if !ended(o) {
		sooner(o.int("cancel_at"))
	}
	o["_due"] = due
}

// stepSubscription does what falls due for a subscription now. What is pending is charged at the end of the last period:
// https://docs.stripe.com/billing/subscriptions/cancel.
func (c *call) stepSubscription(o object) {
	switch status := o.str("status"); {
	case ended(o):
		return
	case o.int("cancel_at") > 0 && c.now >= o.int("cancel_at"):
		c.billChange(o)
		c.end(o, "cancellation_requested")
		return
	case status == "incomplete":
		c.expire(o)
		return
	case status == "trialing" && c.now < o.int("trial_end"):
		o["_warned"] = true
		c.emit("customer.subscription.trial_will_end", o)
	case status == "trialing":
		c.endTrial(o)
		c.emit("customer.subscription.updated", o)
	default:
		o["_n"] = o.int("_n") + 1
		c.renew(o)
		c.emit("customer.subscription.updated", o)
	}
	c.schedule(o)
}

// endTrial begins the first period that is paid, or ends the subscription where no card is known and it says so.
func (c *call) endTrial(o object) {
	customer, _ := c.get(kindCustomer, o.str("customer"))
	if o.str("default_payment_method") == "" && customer.in("invoice_settings").str("default_payment_method") == "" {
		switch o.in("trial_settings").in("end_behavior").str("missing_payment_method") {
		case "cancel":
			c.end(o, "")
			return
		case "pause":
			o["status"] = "paused"
			c.emit("customer.subscription.paused", o)
			return
		}
	}
	o.with(object{"status": "active", "billing_cycle_anchor": o.int("trial_end"), "_n": int64(0)})
	c.renew(o)
}

// renew begins a period. Its invoice stays a draft for an hour, and is paid then.
func (c *call) renew(o object) {
	c.period(o)
	invoice := c.bill(o, "subscription_cycle", false)
	if c.pauseInvoice(o, invoice) {
		return
	}
	invoice["_due"] = c.now + draftTime
	invoice["automatically_finalizes_at"] = c.now + draftTime
}

// expire gives up a subscription whose first payment never came.
func (c *call) expire(o object) {
	o.with(object{"status": "incomplete_expired", "ended_at": c.now, "_due": int64(0)})
	c.voidInvoice(o.str("latest_invoice"))
	c.emit("customer.subscription.updated", o)
}

// voidOpenInvoice gives up an invoice that nobody has paid. That of a subscription's creation takes the subscription with
// it: https://docs.stripe.com/billing/subscriptions/overview, "Subscription statuses".
func (c *call) voidOpenInvoice() (object, error) {
	if err := c.only(); err != nil {
		return nil, err
	}
	found, err := c.find(kindInvoice, c.target(), "invoice")
	if err != nil {
		return nil, err
	}
	if found.str("status") != "open" && found.str("status") != "uncollectible" {
		return nil, invalid("", "", "You can only pass in open invoices. This invoice isn't open.")
	}
	if intent, ok := c.get(kindIntent, found.str("_intent")); ok && intent.str("status") == processing {
		return nil, invalid("", "", "You cannot void an invoice whose payment is processing.")
	}
	if customer, ok := c.get(kindCustomer, found.str("customer")); ok {
		c.onClock(customer)
	}
	if sub, ok := c.get(kindSubscription, found.str("_subscription")); ok && sub.str("status") == "incomplete" {
		c.expire(c.edit(sub))
	} else {
		c.voidInvoice(found.id())
	}
	return c.find(kindInvoice, found.id(), "invoice")
}

func (c *call) voidInvoice(id string) {
	found, ok := c.get(kindInvoice, id)
	if !ok || (found.str("status") != "open" && found.str("status") != "draft" && found.str("status") != "uncollectible") {
		return
	}
	invoice := c.edit(found)
	invoice.with(object{"status": "void", "_due": int64(0), "next_payment_attempt": nil})
	invoice.in("status_transitions")["voided_at"] = c.now
	if intent, has := c.get(kindIntent, invoice.str("_intent")); has && intent.str("status") != succeeded {
		c.cancel(c.edit(intent), "void_invoice")
	}
	c.emit("invoice.voided", invoice)
	c.heal(invoice)
}

// end cancels a subscription at once. An invoice that is a draft is not charged any more.
func (c *call) end(o object, reason string) {
	o.with(object{"status": canceled, "ended_at": c.now, "_due": int64(0)})
	if o["canceled_at"] == nil {
		o["canceled_at"] = c.now
	}
	if reason != "" {
		o.in("cancellation_details")["reason"] = reason
	}
	if invoice, ok := c.get(kindInvoice, o.str("latest_invoice")); ok && invoice.int("_due") > 0 {
		c.edit(invoice).with(object{"_due": int64(0), "auto_advance": false, "next_payment_attempt": nil})
	}
	c.emit("customer.subscription.deleted", o)
}

// endSubscriptions cancels all that a customer has.
func (c *call) endSubscriptions(customer string) {
	for _, found := range c.all(kindSubscription, func(o object) bool { return o.str("customer") == customer && !ended(o) }) {
		c.end(c.edit(found), "cancellation_requested")
	}
}

// subscriptionPaid starts or heals the subscription whose latest invoice was paid.
func (c *call) subscriptionPaid(invoice object) {
	found, ok := c.get(kindSubscription, invoice.str("_subscription"))
	if !ok || (found.str("status") != "incomplete" && found.str("status") != "past_due") || found.str("latest_invoice") != invoice.id() {
		return
	}
	o := c.edit(found)
	o["status"] = "active"
	c.emit("customer.subscription.updated", o)
	c.schedule(o)
}

// subscriptionUnpaid marks a renewal that failed, and cancels after the last attempt. The status follows the latest invoice:
// https://docs.stripe.com/billing/subscriptions/overview, "Subscription statuses".
func (c *call) subscriptionUnpaid(invoice object, last bool) {
	found, ok := c.get(kindSubscription, invoice.str("_subscription"))
	if !ok || ended(found) || found.str("latest_invoice") != invoice.id() {
		return
	}
	o := c.edit(found)
	if last {
		c.end(o, "payment_failed")
		return
	}
	if o.str("status") == "active" {
		o["status"] = "past_due"
		c.emit("customer.subscription.updated", o)
		c.schedule(o)
	}
}

// billDue lets what falls due on the machine's clock happen, for every account.
func (s *Server) billDue() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, acc := range s.accounts {
		if len(acc.order[kindSubscription]) == 0 {
			continue
		}
		t := s.begin(acc)
		c := &call{tx: t, s: s, p: &params{}}
		if err := c.pass("", t.now); err != nil {
			s.log.Error("subscriptions fall due faster than they are billed", "account", acc.name)
		}
		s.commit(t, nil)
	}
}
