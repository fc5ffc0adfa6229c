package stripesim

import "strings"

// kindDispute is a charge that the cardholder questioned with their bank: https://docs.stripe.com/disputes/how-disputes-work.
const kindDispute = "dispute"

// Statuses of a dispute. Those of an inquiry begin with warning: no money moves.
const (
	disputeNeedsResponse = "needs_response"
	disputeUnderReview   = "under_review"
	disputeWon           = "won"
	disputeLost          = "lost"
	disputePrevented     = "prevented" // a network's service refunded the buyer, or had the bank withdraw the dispute
	inquiryNeedsResponse = "warning_needs_response"
	inquiryUnderReview   = "warning_under_review"
	inquiryClosed        = "warning_closed"
)

// disputeFee is what Stripe charges for a dispute in the United States, in cents.
const disputeFee = 1500

// answerTime is how long a merchant has to answer a dispute.
const answerTime = 9 * day

// disputeReasons are those that the simulator's banks give.
var disputeReasons = []string{"fraudulent", "duplicate", "product_not_received", "product_unacceptable", "subscription_canceled", "general", "unrecognized"}

func overDispute(status string) bool {
	return status == disputeWon || status == disputeLost || status == disputePrevented || status == inquiryClosed
}

// openDispute records that a bank disputes a charge, or inquires about it. A dispute takes its money at once.
func (c *call) openDispute(charge object, amount int64, reason string, inquiry bool) object {
	own := c.edit(charge)
	status := disputeNeedsResponse
	if inquiry {
		status = inquiryNeedsResponse
	}
	o := c.put(c.base(kindDispute, newID("du")).with(object{
		"amount": amount, "balance_transactions": []any{}, "charge": own.id(), "currency": own.str("currency"), "enhanced_eligibility_types": []any{},
		"evidence": noEvidence(), "is_charge_refundable": inquiry, "payment_intent": own["payment_intent"], "reason": reason, "status": status,
		"evidence_details": object{
			"due_by": c.now + answerTime, "enhanced_eligibility": object{}, "has_evidence": false, "past_due": false, "submission_count": int64(0),
		},
		"payment_method_details": object{"type": "card", "card": object{
			"brand": own.in("payment_method_details").in("card").str("brand"), "case_type": "chargeback", "network_reason_code": nil,
		}},
	}))
	own["disputed"] = true
	c.emit("charge.dispute.created", o)
	if !inquiry {
		c.withdraw(o)
	}
	c.emit("charge.updated", own)
	return o
}

// withdraw takes a dispute's money, and its fee, from the balance.
func (c *call) withdraw(o object) {
	taken := c.move(-o.int("amount"), o, "adjustment")
	taken.with(object{"fee": int64(disputeFee), "net": -o.int("amount") - disputeFee})
	o["balance_transactions"] = append(o.list("balance_transactions"), taken.public())
	c.emit("charge.dispute.funds_withdrawn", o)
}

// changeDispute moves a dispute on as its bank does. What is over stays so, except that a bank may decide for the merchant after
// all.
func (c *call) changeDispute(found object, status string) error {
	was := found.str("status")
	wasInquiry, inquiry := strings.HasPrefix(was, "warning_"), strings.HasPrefix(status, "warning_")
	if overDispute(was) && (was != disputeLost || status != disputeWon) || !wasInquiry && inquiry || wasInquiry && (status == disputeWon || status == disputeLost) {
		return invalid("", "status", "A dispute that is %s does not become %s.", was, status)
	}
	o := c.edit(found)
	o["status"] = status
	if wasInquiry && !inquiry {
		o["is_charge_refundable"] = false
		c.withdraw(o)
	}
	c.emit("charge.dispute.updated", o)
	if status == disputeWon {
		given := c.move(o.int("amount"), o, "adjustment")
		given.with(object{"fee": int64(0), "fee_details": []any{}, "net": o.int("amount")})
		o["balance_transactions"] = append(o.list("balance_transactions"), given.public())
		c.emit("charge.dispute.funds_reinstated", o)
	}
	if overDispute(status) {
		c.emit("charge.dispute.closed", o)
	}
	return nil
}

func (c *call) retrieveDispute() (object, error) { return c.find(kindDispute, c.target(), "dispute") }

// updateDispute takes evidence. In test mode the words winning_evidence and losing_evidence decide:
// https://docs.stripe.com/testing#evidence.
func (c *call) updateDispute() (object, error) {
	if err := c.only("evidence", "metadata", "submit"); err != nil {
		return nil, err
	}
	found, err := c.find(kindDispute, c.target(), "dispute")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	if o["metadata"], err = c.metadata(found.in("metadata")); err != nil {
		return nil, err
	}
	text := c.p.str("evidence", "uncategorized_text")
	if text == "" {
		return o, nil
	}
	o.in("evidence")["uncategorized_text"] = text
	details := o.in("evidence_details")
	details.with(object{"has_evidence": true, "submission_count": details.int("submission_count") + 1})
	inquiry := strings.HasPrefix(o.str("status"), "warning_")
	switch {
	case inquiry && text == "winning_evidence":
		return o, c.changeDispute(o, inquiryClosed)
	case inquiry && text == "losing_evidence":
		return o, c.changeDispute(o, disputeNeedsResponse)
	case inquiry:
		return o, c.changeDispute(o, inquiryUnderReview)
	case text == "winning_evidence":
		return o, c.changeDispute(o, disputeWon)
	case text == "losing_evidence":
		return o, c.changeDispute(o, disputeLost)
	}
	return o, c.changeDispute(o, disputeUnderReview)
}

// closeDispute accepts a dispute as lost.
func (c *call) closeDispute() (object, error) {
	if err := c.only(); err != nil {
		return nil, err
	}
	found, err := c.find(kindDispute, c.target(), "dispute")
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(found.str("status"), "warning_") {
		return c.edit(found), c.changeDispute(found, inquiryClosed)
	}
	return c.edit(found), c.changeDispute(found, disputeLost)
}

func (c *call) listDisputes() (object, error) {
	if err := c.only("charge", "payment_intent", "created", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindDispute, "/v1/disputes", c.equal("charge", "payment_intent"))
}

// noEvidence is a dispute's evidence before any is given.
func noEvidence() object {
	o := object{"enhanced_evidence": object{}}
	for _, name := range []string{
		"access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure", "cancellation_rebuttal", "customer_communication",
		"customer_email_address", "customer_name", "customer_purchase_ip", "customer_signature", "duplicate_charge_documentation",
		"duplicate_charge_explanation", "duplicate_charge_id", "product_description", "receipt", "refund_policy", "refund_policy_disclosure",
		"refund_refusal_explanation", "service_date", "service_documentation", "shipping_address", "shipping_carrier", "shipping_date",
		"shipping_documentation", "shipping_tracking_number", "uncategorized_file", "uncategorized_text",
	} {
		o[name] = nil
	}
	return o
}
