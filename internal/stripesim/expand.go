package stripesim

import (
	"net/http"
	"slices"
	"strings"
)

// maxExpand is how deep objects are unfolded: https://docs.stripe.com/api/expanding_objects.
const maxExpand = 4

// present is an object as the caller may see it: unfolded where he asked for it, and to the holder of a publishable key
// only what Stripe tells him.
func (c *call) present(o object) (object, error) {
	out := o.public()
	for _, path := range c.p.values("expand") {
		names := strings.Split(path, ".")
		if len(names) > maxExpand+1 {
			return nil, invalid("", "expand", "You cannot expand more than %d levels of a property (%s).", maxExpand, path)
		}
		if err := c.expand(out, names, path); err != nil {
			return nil, err
		}
	}
	if c.limited && (out.kind() == kindIntent || out.kind() == kindSetup) {
		return forBrowser(out), nil
	}
	return out, nil
}

func (c *call) expand(o object, names []string, path string) error {
	name, rest := names[0], names[1:]
	value, has := o[name]
	if !has && o.flag("deleted") { // of which only the id is left
		return nil
	}
	if !has && !slices.Contains([]string{"refunds", "payments", "subscriptions"}, name) {
		return invalid("", "expand", "This property cannot be expanded (%s).", path)
	}
	if !has || (value == nil && name == "refunds") {
		value = c.included(o, name)
		o[name] = value
	}
	if id, ok := value.(string); ok {
		full, known := c.any(id)
		if !known {
			return invalid("", "expand", "This property cannot be expanded (%s).", path)
		}
		value = full.public()
		o[name] = value
	}
	if len(rest) == 0 {
		return nil
	}
	switch value := value.(type) {
	case object:
		return c.expand(value, rest, path)
	case []any:
		for _, entry := range value {
			if sub, ok := entry.(object); ok {
				if err := c.expand(sub, rest, path); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// included is a list that an object carries only when it is asked for.
func (c *call) included(o object, name string) any {
	of := func(kind, field, url string) object {
		found := c.all(kind, func(x object) bool { return x.str(field) == o.id() && !x.flag("deleted") })
		slices.Reverse(found)
		list := listOf(url, found, false)
		return list.public()
	}
	switch {
	case name == "refunds" && o.kind() == kindCharge:
		return of(kindRefund, "charge", "/v1/charges/"+o.id()+"/refunds")
	case name == "subscriptions" && o.kind() == kindCustomer:
		return of("subscription", "customer", "/v1/customers/"+o.id()+"/subscriptions")
	case name == "payments" && o.kind() == "invoice":
		return of("invoice_payment", "invoice", "/v1/invoices/"+o.id()+"/payments")
	default:
		return nil
	}
}

// any returns an object by its id alone.
func (c *call) any(id string) (object, bool) {
	if o, ok := c.changed[id]; ok {
		return o, true
	}
	o, ok := c.acc.objects[id]
	return o, ok && !strings.HasPrefix(o.kind(), "_")
}

// forBrowser is what Stripe tells of an intent to the holder of its client secret.
func forBrowser(o object) object {
	out := object{}
	for _, name := range []string{
		"id", "object", "amount", "automatic_payment_methods", "canceled_at", "cancellation_reason", "capture_method", "client_secret",
		"confirmation_method", "created", "currency", "description", "last_payment_error", "last_setup_error", "livemode", "next_action",
		"payment_method", "payment_method_types", "processing", "receipt_email", "setup_future_usage", "shipping", "source", "status", "usage",
	} {
		if value, has := o[name]; has {
			out[name] = value
		}
	}
	return out
}

// holds checks that the holder of a publishable key also has the intent's client secret. Without it the intent does
// not exist for him.
func (c *call) holds(intent object) error {
	secret := c.p.str("client_secret")
	switch {
	case c.limited && secret == "":
		return missing("client_secret")
	case secret != "" && secret != intent.str("client_secret"):
		e := invalid("", "client_secret", "The client_secret provided does not match any associated %s on this account. Ensure the publishable "+
			"key used belongs to the same account that created the %s.", noun(intent.kind()), noun(intent.kind()))
		e.code, e.status = "resource_missing", http.StatusNotFound
		return e
	}
	return nil
}
