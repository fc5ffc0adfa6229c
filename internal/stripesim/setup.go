package stripesim

import "fmt"

func (c *call) createSetup() (object, error) {
	if err := c.only(confirmParams("automatic_payment_methods", "confirm", "customer", "description", "metadata", "usage")...); err != nil {
		return nil, err
	}
	usage, err := c.choice("off_session", []string{"off_session", "on_session"}, "usage")
	if err != nil {
		return nil, err
	}
	id := newID("seti")
	o := c.put(c.base(kindSetup, id).with(object{
		"application": nil, "automatic_payment_methods": object{"enabled": true, "allow_redirects": "always"}, "cancellation_reason": nil,
		"client_secret": id + "_secret_" + randomText(25), "customer": nil, "description": nil, "excluded_payment_method_types": nil,
		"flow_directions": nil, "last_setup_error": nil, "latest_attempt": nil, "mandate": nil, "next_action": nil, "on_behalf_of": nil,
		"payment_method": nil, "payment_method_configuration_details": nil, "payment_method_types": []any{"card"}, "single_use_mandate": nil,
		"payment_method_options": object{"card": object{"mandate_options": nil, "network": nil, "request_three_d_secure": "automatic"}},
		"status":                 needsMethod, "usage": usage,
	}))
	if err := c.changeSetup(o); err != nil {
		return nil, err
	}
	confirm, err := c.boolean(false, "confirm")
	if err != nil {
		return nil, err
	}
	if !confirm {
		c.emit("setup_intent.created", o)
		return o, nil
	}
	if err := c.readyToConfirm(o); err != nil {
		return nil, err
	}
	c.emit("setup_intent.created", o)
	return c.setUp(o)
}

func (c *call) changeSetup(o object) error {
	if err := c.copyStrings(o, "description"); err != nil {
		return err
	}
	meta, err := c.metadata(o.in("metadata"))
	if err != nil {
		return err
	}
	o["metadata"] = meta
	if err := c.changeTypes(o); err != nil {
		return err
	}
	if id := c.p.str("customer"); id != "" {
		customer, err := c.find(kindCustomer, id, "customer")
		if err != nil {
			return err
		}
		o["customer"] = customer.id()
	}
	return c.chooseMethod(o)
}

func (c *call) retrieveSetup() (object, error) {
	if err := c.only("client_secret", "key", "is_stripe_sdk"); err != nil {
		return nil, err
	}
	o, err := c.find(kindSetup, c.target(), "intent")
	if err != nil {
		return nil, err
	}
	return o, c.holds(o)
}

func (c *call) updateSetup() (object, error) {
	if err := c.only("customer", "description", "metadata", "payment_method", "payment_method_data", "payment_method_types"); err != nil {
		return nil, err
	}
	found, err := c.find(kindSetup, c.target(), "intent")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	return o, c.changeSetup(o)
}

func (c *call) confirmSetup() (object, error) {
	if err := c.only(confirmParams()...); err != nil {
		return nil, err
	}
	found, err := c.find(kindSetup, c.target(), "intent")
	if err != nil {
		return nil, err
	}
	if err := c.holds(found); err != nil {
		return nil, err
	}
	o := c.edit(found)
	if err := c.confirmable(o); err != nil {
		return nil, err
	}
	if err := c.chooseMethod(o); err != nil {
		return nil, err
	}
	if err := c.readyToConfirm(o); err != nil {
		return nil, err
	}
	return c.setUp(o)
}

// setUp keeps the card for later payments, once the person has authenticated where the card asks for it.
func (c *call) setUp(o object) (object, error) {
	method, err := c.find(kindMethod, o.str("payment_method"), "payment_method")
	if err != nil {
		return nil, err
	}
	of := cardOf(method)
	o["last_setup_error"], o["next_action"] = nil, nil
	switch {
	case of.refuses() && !of.attaches:
		return nil, c.refuseSetup(o, method, of.refuse)
	case of.secure == secureOffline:
		return nil, c.refuseSetup(o, method, declineProcessing)
	case of.secure == secureOnce || of.secure == secureAlways || of.secure == secureSetUp:
		o["status"], o["next_action"], o["_return"] = needsAction, c.nextAction(o), c.p.str("return_url")
		c.emit("setup_intent.requires_action", o)
		return o, nil
	}
	return c.finishSetup(o, method, false), nil
}

func (c *call) finishSetup(o, method object, authenticated bool) object {
	c.settleMethod(o, method, authenticated)
	o.with(object{"status": succeeded, "next_action": nil, "last_setup_error": nil})
	c.emit("setup_intent.succeeded", o)
	return o
}

func (c *call) refuseSetup(o, method object, why decline) error {
	e := cardRefused(why.code, why.reason, "", why.message)
	e.method, e.keep = method, true
	o.with(object{"status": needsMethod, "payment_method": nil, "next_action": nil, "last_setup_error": e.body()})
	e.intent = o
	c.emit("setup_intent.setup_failed", o)
	return e
}

func (c *call) cancelSetup() (object, error) {
	if err := c.only("cancellation_reason"); err != nil {
		return nil, err
	}
	found, err := c.find(kindSetup, c.target(), "intent")
	if err != nil {
		return nil, err
	}
	reason, err := c.choice("", []string{"abandoned", "duplicate", "requested_by_customer"}, "cancellation_reason")
	if err != nil {
		return nil, err
	}
	if status := found.str("status"); status == succeeded || status == canceled {
		return nil, unexpected(found, fmt.Sprintf("You cannot cancel this SetupIntent because it has a status of %s. Only a SetupIntent with one of the "+
			"following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.", status))
	}
	o := c.edit(found)
	o.with(object{"status": canceled, "cancellation_reason": orNil(reason), "next_action": nil})
	c.emit("setup_intent.canceled", o)
	return o, nil
}

func (c *call) listSetups() (object, error) {
	if err := c.only("customer", "payment_method", "created", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindSetup, "/v1/setup_intents", c.equal("customer", "payment_method"))
}
