package stripesim

import "slices"

func (c *call) createRefund() (object, error) {
	if err := c.only("amount", "charge", "payment_intent", "metadata", "reason"); err != nil {
		return nil, err
	}
	charge, err := c.refundable()
	if err != nil {
		return nil, err
	}
	if c.isTakenBack(charge) {
		return nil, invalid("charge_disputed", "", "Charge %s has been charged back; cannot issue a refund.", charge.id())
	}
	left := charge.int("amount_captured") - charge.int("amount_refunded")
	amount := left
	if c.p.has("amount") {
		if amount, err = c.whole("amount"); err != nil {
			return nil, err
		}
	}
	switch {
	case left <= 0:
		return nil, invalid("charge_already_refunded", "", "Charge %s has already been refunded.", charge.id())
	case amount < 1:
		return nil, invalid("parameter_invalid_integer", "amount", "Invalid positive integer")
	case amount > left:
		return nil, invalid("", "amount", "Refund amount (%s) is greater than unrefunded amount on charge (%s)", shown(amount, charge), shown(left, charge))
	}
	reason, err := c.choice("", []string{"duplicate", "fraudulent", "requested_by_customer"}, "reason")
	if err != nil {
		return nil, err
	}
	meta, err := c.metadata(nil)
	if err != nil {
		return nil, err
	}
	return c.refund(charge, amount, reason, meta), nil
}

func shown(amount int64, charge object) string {
	if charge.str("currency") == "usd" || charge.str("currency") == "cad" {
		return "$" + decimal(amount)
	}
	return decimal(amount) + " " + charge.str("currency")
}

// refundable finds the charge that the request names, itself or by its intent.
func (c *call) refundable() (object, error) {
	id, intentID := c.p.str("charge"), c.p.str("payment_intent")
	switch {
	case id == "" && intentID == "":
		return nil, invalid("parameter_missing", "", "One of the following params should be provided for this request: payment_intent or charge.")
	case id != "" && intentID != "":
		return nil, invalid("", "charge", "You may only specify one of these parameters: charge, payment_intent.")
	case intentID != "":
		intent, err := c.find(kindIntent, intentID, "payment_intent")
		if err != nil {
			return nil, err
		}
		if intent.str("status") != succeeded {
			return nil, invalid("payment_intent_unexpected_state", "payment_intent", "This PaymentIntent (%s) does not have a successful charge to refund.", intentID)
		}
		id = intent.str("latest_charge")
	}
	charge, err := c.find(kindCharge, id, "charge")
	if err != nil {
		return nil, err
	}
	if !charge.flag("paid") {
		return nil, invalid("charge_not_refundable", "charge", "Charge %s was not paid and cannot be refunded.", id)
	}
	return charge, nil
}

func (c *call) refund(charge object, amount int64, reason string, meta object) object {
	own := c.edit(charge)
	o := c.put(c.base(kindRefund, newID("re")).with(object{
		"amount": amount, "balance_transaction": nil, "charge": own.id(), "currency": own.str("currency"), "metadata": meta,
		"destination_details": object{"type": "card", "card": object{"reference_status": "pending", "reference_type": "acquirer_reference_number", "type": "refund"}},
		"payment_intent":      own["payment_intent"], "reason": orNil(reason), "receipt_number": nil, "source_transfer_reversal": nil,
		"status": succeeded, "transfer_reversal": nil,
	}))
	delete(o, "livemode")
	o["balance_transaction"] = c.move(-amount, o, "refund").id()
	own["amount_refunded"] = own.int("amount_refunded") + amount
	own["refunded"] = own.int("amount_refunded") == own.int("amount_captured")
	of, _ := c.get(kindMethod, own.str("payment_method"))
	if cardOf(of).refundsLate {
		o["status"] = refundPending
	}
	c.emit("refund.created", o)
	c.emit("charge.refunded", own)
	return o
}

// Statuses of a refund that did not reach the buyer yet: the card's bank has not taken it, or the buyer has to tell Stripe where to send it.
const (
	refundPending     = "pending"
	refundNeedsAction = "requires_action"
)

// instructionsLast is the time that the buyer has to tell Stripe where to send a refund.
const instructionsLast = 45 * day

// isTakenBack reports whether the cardholder's bank has taken a charge's money, so that it cannot be refunded.
func (c *call) isTakenBack(charge object) bool {
	taken := false
	c.each(kindDispute, func(o object) bool {
		taken = taken || o.str("charge") == charge.id() && !o.flag("is_charge_refundable") && o.str("status") != disputeWon
		return !taken
	})
	return taken
}

// changeRefund is what a refund becomes days after it was sent: https://docs.stripe.com/refunds#failed-refunds. The money of
// one that fails comes back to the account.
func (c *call) changeRefund(o object, status string) error {
	was := o.str("status")
	if was == "failed" || was == canceled || !slices.Contains([]string{succeeded, "failed", canceled, refundNeedsAction}, status) {
		return invalid("", "status", "A refund that is %s does not become %s.", was, status)
	}
	o["status"] = status
	delete(o, "next_action")
	if status == refundNeedsAction {
		o["next_action"] = object{"type": "display_details", "display_details": object{
			"email_sent": object{"email_sent_at": c.now, "email_sent_to": "buyer@example.com"}, "expires_at": c.now + instructionsLast,
		}}
	}
	if status == succeeded || status == refundNeedsAction {
		c.emit("refund.updated", o)
		return nil
	}
	found, err := c.find(kindCharge, o.str("charge"), "charge")
	if err != nil {
		return err
	}
	charge := c.edit(found)
	charge["amount_refunded"] = charge.int("amount_refunded") - o.int("amount")
	charge["refunded"] = false
	back := c.move(o.int("amount"), o, "refund_failure")
	back.with(object{"fee": int64(0), "fee_details": []any{}, "net": o.int("amount")})
	o["failure_balance_transaction"] = back.id()
	if status == "failed" {
		o["failure_reason"] = "lost_or_stolen_card"
		c.emit("refund.failed", o)
	}
	c.emit("refund.updated", o)
	c.emit("charge.refund.updated", o)
	return nil
}

// cancelRefund takes a refund back that did not reach the buyer yet.
func (c *call) cancelRefund() (object, error) {
	if err := c.only(); err != nil {
		return nil, err
	}
	found, err := c.find(kindRefund, c.target(), "id")
	if err != nil {
		return nil, err
	}
	if found.str("status") != refundPending && found.str("status") != refundNeedsAction {
		return nil, invalid("", "", "The refund %s is %s and cannot be canceled.", found.id(), found.str("status"))
	}
	o := c.edit(found)
	return o, c.changeRefund(o, canceled)
}

func (c *call) retrieveRefund() (object, error) { return c.find(kindRefund, c.target(), "id") }

func (c *call) updateRefund() (object, error) {
	if err := c.only("metadata"); err != nil {
		return nil, err
	}
	found, err := c.find(kindRefund, c.target(), "id")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	if o["metadata"], err = c.metadata(found.in("metadata")); err != nil {
		return nil, err
	}
	c.emit("refund.updated", o)
	return o, nil
}

func (c *call) listRefunds() (object, error) {
	if err := c.only("charge", "payment_intent", "created", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindRefund, "/v1/refunds", c.equal("charge", "payment_intent"))
}
