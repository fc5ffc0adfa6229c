package stripesim

// previewInvoice answers the next invoice of a subscription, or the first of one that is described. Nothing of it is
// kept: the transaction that it is tried in is thrown away.
func (c *call) previewInvoice() (object, error) {
	if err := c.only("currency", "customer", "discounts", "subscription", "subscription_details"); err != nil {
		return nil, err
	}
	trial := &call{tx: &tx{acc: c.acc, now: c.now, changed: map[string]object{}, request: c.request}, s: c.s, r: c.r, p: c.p}
	if id := c.p.str("subscription"); id != "" {
		found, err := trial.find(kindSubscription, id, "subscription")
		if err != nil {
			return nil, err
		}
		ends := found.int("cancel_at") > 0 && found.int("cancel_at") <= periodEnd(found)
		if ended(found) || ends && len(found.list("_pending")) == 0 {
			return nil, invalid("invoice_upcoming_none", "", "No upcoming invoices for customer: '%s'", found.str("customer"))
		}
		return trial.previewNext(trial.edit(found), ends)
	}
	customer, err := trial.find(kindCustomer, c.p.str("customer"), "customer")
	if err != nil {
		return nil, err
	}
	trial.onClock(customer)
	details := c.p.at("subscription_details")
	if details == nil {
		return nil, missing("subscription_details")
	}
	described := map[string]*params{"discounts": c.p.at("discounts")}
	if described["discounts"] == nil {
		delete(described, "discounts")
	}
	for _, name := range []string{"items", "trial_end", "trial_period_days"} {
		if given := details.at(name); given != nil {
			described[name] = given
		}
	}
	inner := &call{tx: trial.tx, s: c.s, r: c.r, p: &params{kids: described}}
	sub, err := inner.newSubscription(customer)
	if err != nil {
		return nil, err
	}
	return upcoming(trial.invoiceOf(sub, customer, "upcoming", sub.int("trial_end") > 0), false), nil
}

func (c *call) previewNext(sub object, ends bool) (object, error) {
	customer, err := c.find(kindCustomer, sub.str("customer"), "customer")
	if err != nil {
		return nil, err
	}
	if c.now = periodEnd(sub); ends {
		o := c.invoiceOf(sub, customer, reasonUpdate, false)
		takeBalance(o, customer)
		return upcoming(o, true), nil
	}
	if sub.str("status") == "trialing" {
		sub.with(object{"status": "active", "billing_cycle_anchor": sub.int("trial_end"), "_n": int64(-1)})
	}
	sub["_n"] = sub.int("_n") + 1
	c.period(sub)
	o := c.invoiceOf(sub, customer, "upcoming", false)
	takeBalance(o, customer)
	return upcoming(o, true), nil
}

// upcoming marks an invoice that does not exist.
func upcoming(o object, known bool) object {
	if !known {
		o["parent"] = nil
	}
	o["id"] = "upcoming_" + o.id()
	return o
}
