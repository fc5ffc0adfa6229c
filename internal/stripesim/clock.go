package stripesim

// kindClock is a clock that tests turn: https://docs.stripe.com/billing/testing/test-clocks.
const kindClock = "test_helpers.test_clock"

// maxSteps bounds what one advance of a clock may bring about.
const maxSteps = 20_000

// giveClock puts a new customer on the test clock that the request names.
func (c *call) giveClock(customer object) error {
	id := c.p.str("test_clock")
	if id == "" {
		return nil
	}
	clock, err := c.find(kindClock, id, "test_clock")
	if err != nil {
		return err
	}
	customer["test_clock"] = clock.id()
	customer["created"] = clock.int("frozen_time")
	return nil
}

// onClock makes the customer's time the request's.
func (c *call) onClock(customer object) {
	if clock, ok := c.get(kindClock, customer.str("test_clock")); ok {
		c.now = clock.int("frozen_time")
	}
}

func (c *call) createClock() (object, error) {
	if err := c.only("frozen_time", "name"); err != nil {
		return nil, err
	}
	if !c.p.has("frozen_time") {
		return nil, missing("frozen_time")
	}
	frozen, err := c.whole("frozen_time")
	if err != nil {
		return nil, err
	}
	if frozen < 0 || frozen > 1<<33 {
		return nil, invalid("", "frozen_time", "The time is out of bounds.")
	}
	return c.newClock(frozen, c.p.str("name")), nil
}

func (c *call) newClock(frozen int64, name string) object {
	o := c.put(object{
		"id": newID("clock"), "object": kindClock, "created": c.now, "deletes_after": c.now + 30*day, "frozen_time": frozen, "livemode": false,
		"name": orNil(name), "status": "ready", "status_details": object{},
	})
	c.emit("test_helpers.test_clock.created", o)
	return o
}

func (c *call) retrieveClock() (object, error) { return c.find(kindClock, c.target(), "test_clock") }

func (c *call) deleteClock() (object, error) {
	found, err := c.find(kindClock, c.target(), "test_clock")
	if err != nil {
		return nil, err
	}
	for _, customer := range c.all(kindCustomer, func(o object) bool { return o.str("test_clock") == found.id() }) {
		c.endSubscriptions(customer.id())
		c.put(object{"id": customer.id(), "object": kindCustomer, "deleted": true})
	}
	return c.put(object{"id": found.id(), "object": kindClock, "deleted": true}), nil
}

func (c *call) listClocks() (object, error) {
	if err := c.only("limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindClock, "/v1/test_helpers/test_clocks", func(object) bool { return true })
}

// advanceClock turns a clock forward. Everything that falls due on the way happens in its order, each at its own time.
// Unlike Stripe's, the clock is ready when the call is answered.
func (c *call) advanceClock() (object, error) {
	if err := c.only("frozen_time"); err != nil {
		return nil, err
	}
	found, err := c.find(kindClock, c.target(), "test_clock")
	if err != nil {
		return nil, err
	}
	to, err := c.whole("frozen_time")
	if err != nil {
		return nil, err
	}
	if to <= found.int("frozen_time") || to > 1<<33 {
		return nil, invalid("", "frozen_time", "The new frozen time must be later than the clock's.")
	}
	if err := c.pass(found.id(), to); err != nil {
		return nil, err
	}
	c.now = to
	o := c.edit(found)
	o["frozen_time"] = to
	c.emit("test_helpers.test_clock.ready", o)
	return o, nil
}

// pass lets everything happen that falls due on a clock, or on the machine's for an empty one, until a time.
func (c *call) pass(clock string, to int64) error {
	for range maxSteps {
		next := c.earliest(clock, to)
		if next == nil {
			return nil
		}
		c.now = next.int("_due")
		if turned, ok := c.get(kindClock, clock); ok {
			c.edit(turned)["frozen_time"] = c.now
		}
		own := c.edit(next)
		own["_due"] = int64(0)
		if own.kind() == kindInvoice {
			c.stepInvoice(own)
		} else {
			c.stepSubscription(own)
		}
	}
	return invalid("", "frozen_time", "Too much falls due until that time; advance in smaller steps.")
}

func (c *call) earliest(clock string, to int64) object {
	var next object
	for _, kind := range []string{kindSubscription, kindInvoice} {
		c.each(kind, func(o object) bool {
			due := o.int("_due")
			if due > 0 && due <= to && o.str("_clock") == clock && (next == nil || due <= next.int("_due")) {
				next = o
			}
			return true
		})
	}
	return next
}
