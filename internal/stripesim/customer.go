package stripesim

func (c *call) createCustomer() (object, error) {
	if err := c.only("address", "balance", "description", "email", "invoice_settings", "metadata", "name", "payment_method", "phone",
		"preferred_locales", "shipping", "test_clock", "tax_exempt"); err != nil {
		return nil, err
	}
	id := newID("cus")
	o := c.put(c.base(kindCustomer, id).with(object{
		"address": nil, "balance": int64(0), "currency": nil, "default_source": nil, "delinquent": false, "description": nil, "discount": nil,
		"email": nil, "invoice_prefix": randomText(8), "name": nil, "next_invoice_sequence": int64(1), "phone": nil,
		"preferred_locales": []any{}, "shipping": nil, "tax_exempt": "none", "test_clock": nil,
		"invoice_settings": object{"custom_fields": nil, "default_payment_method": nil, "footer": nil, "rendering_options": nil},
	}))
	if err := c.changeCustomer(o); err != nil {
		return nil, err
	}
	if err := c.giveClock(o); err != nil {
		return nil, err
	}
	if method := c.p.str("payment_method"); method != "" {
		found, err := c.method(method, "payment_method")
		if err != nil {
			return nil, err
		}
		if _, err := c.attach(found, o); err != nil {
			return nil, err
		}
	}
	c.emit("customer.created", o)
	return o, nil
}

// changeCustomer sets what the request carries.
func (c *call) changeCustomer(o object) error {
	if err := c.copyStrings(o, "description", "email", "name", "phone"); err != nil {
		return err
	}
	meta, err := c.metadata(o.in("metadata"))
	if err != nil {
		return err
	}
	o["metadata"] = meta
	if c.p.has("preferred_locales") {
		o["preferred_locales"] = strs(c.p.values("preferred_locales"))
	}
	if c.p.has("balance") {
		if o["balance"], err = c.whole("balance"); err != nil {
			return err
		}
	}
	if c.p.has("address") {
		address := object{}
		for _, name := range []string{"city", "country", "line1", "line2", "postal_code", "state"} {
			address[name] = orNil(c.p.str("address", name))
		}
		o["address"] = address
	}
	method := c.p.str("invoice_settings", "default_payment_method")
	if method == "" {
		if c.p.has("invoice_settings", "default_payment_method") {
			o.in("invoice_settings")["default_payment_method"] = nil
		}
		return nil
	}
	found, err := c.find(kindMethod, method, "invoice_settings[default_payment_method]")
	if err != nil {
		return err
	}
	if found.str("customer") != o.id() {
		return invalid("resource_missing", "invoice_settings[default_payment_method]",
			"The customer does not have a payment method with the ID %s. The payment method must be attached to the customer.", method)
	}
	o.in("invoice_settings")["default_payment_method"] = method
	return nil
}

// retrieveCustomer also answers for a deleted one, as Stripe does.
func (c *call) retrieveCustomer() (object, error) {
	o, ok := c.get(kindCustomer, c.target())
	if !ok {
		return nil, unknown(kindCustomer, c.target(), "id")
	}
	return o, nil
}

func (c *call) updateCustomer() (object, error) {
	if err := c.only("address", "balance", "description", "email", "invoice_settings", "metadata", "name", "phone", "preferred_locales",
		"shipping", "tax_exempt"); err != nil {
		return nil, err
	}
	found, err := c.find(kindCustomer, c.target(), "id")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	if err := c.changeCustomer(o); err != nil {
		return nil, err
	}
	c.emit("customer.updated", o)
	return o, nil
}

// deleteCustomer leaves a mark in place of the customer: the id stays taken.
func (c *call) deleteCustomer() (object, error) {
	found, err := c.find(kindCustomer, c.target(), "id")
	if err != nil {
		return nil, err
	}
	for _, method := range c.all(kindMethod, func(o object) bool { return o.str("customer") == found.id() }) {
		o := c.edit(method)
		o["customer"], o["_spent"] = nil, true
	}
	c.endSubscriptions(found.id())
	c.emit("customer.deleted", found)
	return c.put(object{"id": found.id(), "object": kindCustomer, "deleted": true}), nil
}

func (c *call) listCustomers() (object, error) {
	if err := c.only("email", "created", "limit", "starting_after", "ending_before", "test_clock"); err != nil {
		return nil, err
	}
	return c.page(kindCustomer, "/v1/customers", c.equal("email", "test_clock"))
}
