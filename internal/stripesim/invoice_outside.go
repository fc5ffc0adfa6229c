package stripesim

// markUncollectible writes off an open invoice: it is not collected any more.
func (c *call) markUncollectible() (object, error) {
	if err := c.only(); err != nil {
		return nil, err
	}
	found, err := c.find(kindInvoice, c.target(), "invoice")
	if err != nil {
		return nil, err
	}
	if found.str("status") != "open" {
		return nil, invalid("", "", "You can only pass in open invoices. This invoice isn't open.")
	}
	o := c.edit(found)
	c.writeOff(o)
	return o, nil
}

func (c *call) writeOff(o object) {
	o.with(object{"status": "uncollectible", "_due": int64(0), "next_payment_attempt": nil, "auto_advance": false})
	o.in("status_transitions")["marked_uncollectible_at"] = c.now
	c.emit("invoice.marked_uncollectible", o)
	c.heal(o)
}

// heal makes a subscription active whose latest invoice is asked for no more:
// https://docs.stripe.com/billing/subscriptions/overview, "Subscription statuses".
func (c *call) heal(invoice object) {
	found, ok := c.get(kindSubscription, invoice.str("_subscription"))
	if !ok || found.str("latest_invoice") != invoice.id() || found.str("status") != "past_due" && found.str("status") != "unpaid" {
		return
	}
	o := c.edit(found)
	o["status"] = "active"
	c.emit("customer.subscription.updated", o)
	c.schedule(o)
}

// payOutside marks an open invoice as paid by other means: its payment intent is canceled.
func (c *call) payOutside(o object) {
	if intent, ok := c.get(kindIntent, o.str("_intent")); ok && intent.str("status") != succeeded {
		c.cancel(c.edit(intent), "")
	}
	if payment, ok := c.get(kindInvoicePayment, o.str("_payment")); ok {
		c.edit(payment)["status"] = canceled
	}
	o["_payment"] = nil
	o["amount_paid_off_stripe"] = o.int("amount_due")
	c.markPaid(o, o.int("amount_due"))
}

// changePause reads pause_collection: invoices of a paused subscription are not collected, and it stays active.
// https://docs.stripe.com/billing/subscriptions/pause-payment
func (c *call) changePause(o object) error {
	if !c.p.has("pause_collection") {
		return nil
	}
	if c.p.str("pause_collection", "behavior") == "" {
		o["pause_collection"] = nil
		return nil
	}
	behavior, err := c.choice("", []string{"keep_as_draft", "mark_uncollectible", "void"}, "pause_collection", "behavior")
	if err != nil {
		return err
	}
	o["pause_collection"] = object{"behavior": behavior, "resumes_at": nil}
	return nil
}

// pauseInvoice does with the invoice of a new period what the subscription's pause asks for; false without a pause.
func (c *call) pauseInvoice(sub, invoice object) bool {
	switch sub.in("pause_collection").str("behavior") {
	case "keep_as_draft":
		invoice["auto_advance"] = false
	case "mark_uncollectible":
		c.writeOff(invoice)
	case "void":
		c.voidInvoice(invoice.id())
	default:
		return false
	}
	return true
}

// changeStatus has a subscription be in a status that the account's own settings bring about.
func (c *call) changeStatus(o object, status string) error {
	if ended(o) || status != "unpaid" && status != "paused" && status != "past_due" && status != "active" {
		return invalid("", "status", "A subscription that is %s does not become %s.", o.str("status"), status)
	}
	o["status"] = status
	c.emit("customer.subscription.updated", o)
	if status == "paused" {
		c.emit("customer.subscription.paused", o)
	}
	c.schedule(o)
	return nil
}
