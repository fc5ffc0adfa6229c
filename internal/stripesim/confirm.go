package stripesim

import (
	"fmt"
)

func (c *call) confirmIntent() (object, error) {
	if err := c.only(confirmParams()...); err != nil {
		return nil, err
	}
	found, err := c.find(kindIntent, c.target(), "intent")
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
	if err := c.changeUsage(o); err != nil {
		return nil, err
	}
	if err := c.copyStrings(o, "receipt_email"); err != nil {
		return nil, err
	}
	if err := c.chooseMethod(o); err != nil {
		return nil, err
	}
	if err := c.readyToConfirm(o); err != nil {
		return nil, err
	}
	return c.confirm(o)
}

// confirmable checks that an intent is in a status that can be confirmed.
func (c *call) confirmable(o object) error {
	switch o.str("status") {
	case needsMethod, needsConfirmation, needsAction:
		return nil
	case succeeded:
		return unexpected(o, fmt.Sprintf("You cannot confirm this %s because it has already succeeded after being previously confirmed.", noun(o.kind())))
	default:
		return unexpected(o, fmt.Sprintf("You cannot confirm this %s because it has a status of %s. Only a %s with one of the following statuses may "+
			"be confirmed: requires_confirmation, requires_action.", noun(o.kind()), o.str("status"), noun(o.kind())))
	}
}

// readyToConfirm checks what a confirmation needs, before anything is done.
func (c *call) readyToConfirm(o object) error {
	if o.str("payment_method") == "" {
		return unexpected(o, fmt.Sprintf("You cannot confirm this %s because it's missing a payment method. You can either update the %s with a payment "+
			"method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.", noun(o.kind()), noun(o.kind())))
	}
	sdk, err := c.boolean(c.limited, "use_stripe_sdk")
	if err != nil {
		return err
	}
	if _, err := c.boolean(false, "error_on_requires_action"); err != nil {
		return err
	}
	automatic := o.in("automatic_payment_methods")
	if automatic.flag("enabled") && automatic.str("allow_redirects") != "never" && c.p.str("return_url") == "" && !sdk && !c.away() {
		return invalid("", "", "This %s is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might "+
			"redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set "+
			"`automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and "+
			"Payment Intents.", noun(o.kind()))
	}
	return nil
}

// away tells whether the person is not present: off_session, which is true or says why.
func (c *call) away() bool {
	value := c.p.str("off_session")
	return value != "" && value != "false"
}

// confirm charges the intent's payment method as the request has it.
func (c *call) confirm(o object) (object, error) { return c.confirmAs(o, c.away()) }

// confirmAs charges the intent's payment method, or asks the person to authenticate first unless he is away.
func (c *call) confirmAs(o object, away bool) (object, error) {
	if err := c.chargeable(); err != nil {
		return nil, err
	}
	method, err := c.find(kindMethod, o.str("payment_method"), "payment_method")
	if err != nil {
		return nil, err
	}
	if method.flag("_spent") {
		return nil, spentMethod()
	}
	of := cardOf(method)
	o["last_payment_error"], o["next_action"] = nil, nil
	if away {
		if of.secure == secureAlways || (of.secure == secureOnce && !method.flag("_setup")) || of.secure == secureOffline {
			return nil, c.refuse(o, method, declineNeedsSecure)
		}
		return c.charge(o, method, false)
	}
	if of.secure == secureNever || (of.secure == secureOnce && method.flag("_setup")) {
		return c.charge(o, method, false)
	}
	if of.secure == secureOffline {
		return nil, c.refuse(o, method, declineProcessing)
	}
	if strict, _ := c.boolean(false, "error_on_requires_action"); strict { // readyToConfirm has checked it
		return nil, c.refuse(o, method, declineNeedsSecure)
	}
	o["status"], o["next_action"] = needsAction, c.nextAction(o)
	o["_return"] = c.p.str("return_url")
	c.emit("payment_intent.requires_action", o)
	return o, nil
}

// charge asks the bank. What it refuses is on the ledger as well.
func (c *call) charge(o, method object, authenticated bool) (object, error) {
	return c.chargePart(o, method, o.int("amount"), authenticated)
}

// chargePart charges a part of an intent's amount.
func (c *call) chargePart(o, method object, amount int64, authenticated bool) (object, error) {
	if of := cardOf(method); of.refuses() {
		return nil, c.refuse(o, method, of.refuse)
	}
	if method.flag("_expired") {
		return nil, c.refuse(o, method, declineExpired)
	}
	charge := c.newCharge(o, method, nil, authenticated)
	charge["amount_captured"] = amount
	c.settleMethod(o, method, authenticated)
	o.with(object{"status": succeeded, "latest_charge": charge.id(), "amount_received": amount, "next_action": nil, "last_payment_error": nil})
	c.emit("charge.succeeded", charge)
	c.emit("payment_intent.succeeded", o)
	c.invoicePaid(o)
	if how := cardOf(method).disputed; how != "" {
		c.openDispute(charge, charge.int("amount"), "fraudulent", how == "inquiry")
	}
	return o, nil
}

// settleMethod keeps the payment method with the customer where it is to be used again, and spends it otherwise.
func (c *call) settleMethod(o, method object, authenticated bool) {
	own := c.edit(method)
	usage := o.str("setup_future_usage")
	if o.kind() == kindSetup {
		usage = o.str("usage")
	}
	if usage == "off_session" && authenticated {
		own["_setup"] = true
	}
	switch customer := o.str("customer"); {
	case own.str("customer") != "":
	case usage != "" && customer != "":
		own["customer"] = customer
		c.emit("payment_method.attached", own)
	case o.kind() == kindIntent:
		own["_spent"] = true
	}
}

// refuse records a declined charge and returns the error that tells of it. The intent waits for another card.
func (c *call) refuse(o, method object, why decline) error {
	charge := c.newCharge(o, method, &why, false)
	e := cardRefused(why.code, why.reason, "", why.message)
	e.charge, e.method, e.keep = charge.id(), method, true
	o.with(object{"status": needsMethod, "payment_method": nil, "next_action": nil, "latest_charge": charge.id(), "last_payment_error": e.body()})
	e.intent = o
	c.emit("charge.failed", charge)
	c.emit("payment_intent.payment_failed", o)
	c.invoiceUnpaid(o)
	return e
}
