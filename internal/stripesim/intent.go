package stripesim

import (
	"fmt"
	"net/http"
	"strings"
)

// Bounds of an amount in the currency's smallest unit: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts.
const (
	minAmount = 50
	maxAmount = 99_999_999
)

// currencies are those that the simulator charges in.
var currencies = []string{"aud", "cad", "chf", "eur", "gbp", "jpy", "nok", "nzd", "sek", "usd"}

// money reads an amount and its currency.
func (c *call) money() (int64, string, error) {
	if !c.p.has("amount") {
		return 0, "", missing("amount")
	}
	amount, err := c.whole("amount")
	if err != nil {
		return 0, "", err
	}
	currency, err := c.currency()
	if err != nil {
		return 0, "", err
	}
	return amount, currency, checkAmount(amount, currency)
}

func checkAmount(amount int64, currency string) error {
	switch {
	case amount < 0:
		return invalid("parameter_invalid_integer", "amount", "This value must be greater than or equal to 1.")
	case amount < minAmount:
		return invalid("amount_too_small", "amount", "Amount must be at least %s %s.", decimal(minAmount), currency)
	case amount > maxAmount:
		return invalid("amount_too_large", "amount", "Amount must be no more than %s %s.", decimal(maxAmount), currency)
	}
	return nil
}

func decimal(amount int64) string { return fmt.Sprintf("%d.%02d", amount/100, amount%100) }

func (c *call) currency() (string, error) {
	if c.p.str("currency") == "" {
		return "", missing("currency")
	}
	currency := strings.ToLower(c.p.str("currency"))
	for _, known := range currencies {
		if currency == known {
			return currency, nil
		}
	}
	return "", invalid("", "currency", "Invalid currency: %s. The simulator supports these currencies: %s", currency, strings.Join(currencies, ", "))
}

// confirmParams are those of a confirmation, on its own or with the creation.
func confirmParams(more ...string) []string {
	return append(more, "payment_method", "payment_method_data", "payment_method_options", "payment_method_types", "off_session",
		"return_url", "setup_future_usage", "use_stripe_sdk", "error_on_requires_action", "receipt_email", "mandate_data", "client_secret",
		"expected_payment_method_type", "key", "capture_method", "shipping", "radar_options")
}

func (c *call) createIntent() (object, error) {
	if err := c.only(confirmParams("amount", "currency", "automatic_payment_methods", "confirm", "confirmation_method", "customer", "description",
		"metadata", "statement_descriptor", "statement_descriptor_suffix")...); err != nil {
		return nil, err
	}
	amount, currency, err := c.money()
	if err != nil {
		return nil, err
	}
	id := newID("pi")
	o := c.put(c.newIntent(id, amount, currency))
	if err := c.changeIntent(o); err != nil {
		return nil, err
	}
	confirm, err := c.boolean(false, "confirm")
	if err != nil {
		return nil, err
	}
	if !confirm {
		for _, name := range []string{"off_session", "return_url", "error_on_requires_action"} {
			if c.p.has(name) {
				return nil, invalid("", name, "You can only set %s when confirming a PaymentIntent, as with confirm=true.", name)
			}
		}
		c.emit("payment_intent.created", o)
		return o, nil
	}
	if err := c.readyToConfirm(o); err != nil {
		return nil, err
	}
	c.emit("payment_intent.created", o)
	return c.confirm(o)
}

func (c *call) newIntent(id string, amount int64, currency string) object {
	return c.base(kindIntent, id).with(object{
		"amount": amount, "amount_capturable": int64(0), "amount_details": object{"tip": object{}}, "amount_received": int64(0),
		"application": nil, "application_fee_amount": nil,
		"automatic_payment_methods": object{"enabled": true, "allow_redirects": "always"}, "canceled_at": nil, "cancellation_reason": nil,
		"capture_method": "automatic_async", "client_secret": id + "_secret_" + randomText(25), "confirmation_method": "automatic",
		"currency": currency, "customer": nil, "description": nil, "excluded_payment_method_types": nil, "last_payment_error": nil,
		"latest_charge": nil, "next_action": nil, "on_behalf_of": nil, "payment_method": nil, "payment_method_configuration_details": nil,
		"payment_method_options": object{"card": object{"installments": nil, "mandate_options": nil, "network": nil, "request_three_d_secure": "automatic"}},
		"payment_method_types":   []any{"card"}, "processing": nil, "receipt_email": nil, "review": nil, "setup_future_usage": nil,
		"shipping": nil, "statement_descriptor": nil, "statement_descriptor_suffix": nil, "status": needsMethod,
		"transfer_data": nil, "transfer_group": nil,
	})
}

// changeIntent sets what a creation or an update carries.
func (c *call) changeIntent(o object) error {
	if err := c.copyStrings(o, "description", "receipt_email", "statement_descriptor", "statement_descriptor_suffix"); err != nil {
		return err
	}
	meta, err := c.metadata(o.in("metadata"))
	if err != nil {
		return err
	}
	o["metadata"] = meta
	if err := c.changeUsage(o); err != nil {
		return err
	}
	if err := c.changeTypes(o); err != nil {
		return err
	}
	if c.p.has("capture_method") && c.p.str("capture_method") == "manual" {
		return invalid("", "capture_method", "The simulator captures what it charges; capture_method must be automatic or automatic_async.")
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

func (c *call) changeUsage(o object) error {
	if !c.p.has("setup_future_usage") {
		return nil
	}
	usage, err := c.choice("", []string{"off_session", "on_session"}, "setup_future_usage")
	o["setup_future_usage"] = orNil(usage)
	return err
}

// changeTypes reads which payment methods are taken: those of the dashboard, or a list.
func (c *call) changeTypes(o object) error {
	kinds := c.p.values("payment_method_types")
	automatic, err := c.boolean(len(kinds) == 0, "automatic_payment_methods", "enabled")
	if err != nil {
		return err
	}
	if len(kinds) > 0 && c.p.has("automatic_payment_methods") && automatic {
		return invalid("", "payment_method_types", "You may only specify one of these parameters: automatic_payment_methods, payment_method_types.")
	}
	for _, kind := range kinds {
		if kind != "card" {
			return invalid("", "payment_method_types", "The payment method type \"%s\" is invalid. The simulator takes cards only.", kind)
		}
	}
	if len(kinds) > 0 {
		o["automatic_payment_methods"] = nil
		return nil
	}
	if c.p.has("automatic_payment_methods") {
		redirects, err := c.choice("always", []string{"always", "never"}, "automatic_payment_methods", "allow_redirects")
		if err != nil {
			return err
		}
		o["automatic_payment_methods"] = object{"enabled": automatic, "allow_redirects": redirects}
		if !automatic {
			o["automatic_payment_methods"] = nil
		}
	}
	return nil
}

// chooseMethod takes the payment method that the request names or describes.
func (c *call) chooseMethod(o object) error {
	var method object
	var err error
	switch {
	case c.p.has("payment_method_data"):
		method, err = c.methodFromParams("payment_method_data", "card")
	case c.p.str("payment_method") != "":
		method, err = c.method(c.p.str("payment_method"), "payment_method")
	default:
		return nil
	}
	if err != nil {
		return err
	}
	switch owner := method.str("customer"); {
	case method.flag("_spent"):
		return spentMethod()
	case owner != "" && o.str("customer") == "":
		return invalid("", "payment_method", "The PaymentMethod %s belongs to the Customer %s. Please include the Customer in the `customer` "+
			"parameter on the %s.", method.id(), owner, noun(o.kind()))
	case owner != "" && owner != o.str("customer"):
		return invalid("", "payment_method", "The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a "+
			"Customer first. %s belongs to another Customer than %s.", method.id(), o.str("customer"))
	}
	o["payment_method"] = method.id()
	if o.str("status") == needsMethod {
		o["status"] = needsConfirmation
	}
	return nil
}

func (c *call) retrieveIntent() (object, error) {
	if err := c.only("client_secret", "key", "is_stripe_sdk"); err != nil {
		return nil, err
	}
	o, err := c.find(kindIntent, c.target(), "intent")
	if err != nil {
		return nil, err
	}
	return o, c.holds(o)
}

func (c *call) updateIntent() (object, error) {
	if err := c.only(confirmParams("amount", "currency", "automatic_payment_methods", "customer", "description", "metadata",
		"statement_descriptor", "statement_descriptor_suffix")...); err != nil {
		return nil, err
	}
	found, err := c.find(kindIntent, c.target(), "intent")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	if status := o.str("status"); status == succeeded || status == canceled {
		for _, name := range c.p.names() {
			if name != "metadata" && name != "description" && name != "expand" && name != "receipt_email" {
				return nil, unexpected(o, fmt.Sprintf("This PaymentIntent's %s could not be updated because it has a status of %s. You may only "+
					"update the %s of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, "+
					"requires_action.", name, status, name))
			}
		}
	}
	if c.p.has("amount") {
		amount, err := c.whole("amount")
		if err != nil {
			return nil, err
		}
		if err := checkAmount(amount, o.str("currency")); err != nil {
			return nil, err
		}
		o["amount"] = amount
	}
	if c.p.has("currency") {
		if o["currency"], err = c.currency(); err != nil {
			return nil, err
		}
	}
	return o, c.changeIntent(o)
}

// unexpected is a call that the intent's status does not allow.
func unexpected(intent object, message string) *apiError {
	e := invalid(intent.kind()+"_unexpected_state", "", "%s", message)
	e.intent = intent
	return e
}

func (c *call) cancelIntent() (object, error) {
	if err := c.only("cancellation_reason"); err != nil {
		return nil, err
	}
	found, err := c.find(kindIntent, c.target(), "intent")
	if err != nil {
		return nil, err
	}
	reason, err := c.choice("", []string{"abandoned", "duplicate", "fraudulent", "requested_by_customer"}, "cancellation_reason")
	if err != nil {
		return nil, err
	}
	if status := found.str("status"); status == succeeded || status == canceled || status == "processing" {
		return nil, unexpected(found, fmt.Sprintf("You cannot cancel this PaymentIntent because it has a status of %s. Only a PaymentIntent with one "+
			"of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.", status))
	}
	return c.cancel(c.edit(found), reason), nil
}

func (c *call) cancel(o object, reason string) object {
	o.with(object{"status": canceled, "canceled_at": c.now, "cancellation_reason": orNil(reason), "next_action": nil})
	c.emit(o.kind()+".canceled", o)
	return o
}

func (c *call) listIntents() (object, error) {
	if err := c.only("customer", "created", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindIntent, "/v1/payment_intents", c.equal("customer"))
}

func (c *call) captureIntent() (object, error) {
	if err := c.only("amount_to_capture", "final_capture", "metadata"); err != nil {
		return nil, err
	}
	found, err := c.find(kindIntent, c.target(), "intent")
	if err != nil {
		return nil, err
	}
	if found.str("status") == needsCapture {
		method, err := c.find(kindMethod, found.str("payment_method"), "payment_method")
		if err != nil {
			return nil, err
		}
		return c.capture(c.edit(found), method)
	}
	e := unexpected(found, fmt.Sprintf("This PaymentIntent could not be captured because it has a status of %s. Only a PaymentIntent with one of "+
		"the following statuses may be captured: requires_capture.", found.str("status")))
	e.status = http.StatusBadRequest
	return nil, e
}

// capture charges an authorized payment, or a part of it: the rest is released, and cannot be captured later.
// https://docs.stripe.com/payments/place-a-hold-on-a-payment-method#capture-funds
func (c *call) capture(o, method object) (object, error) {
	amount := o.int("amount")
	if c.p.has("amount_to_capture") {
		var err error
		if amount, err = c.whole("amount_to_capture"); err != nil {
			return nil, err
		}
	}
	if amount < 1 || amount > o.int("amount") {
		return nil, invalid("amount_too_large", "amount_to_capture", "The amount to capture must be positive, and at most the amount of the PaymentIntent.")
	}
	return c.chargePart(o.with(object{"amount_capturable": int64(0)}), method, amount, true)
}
