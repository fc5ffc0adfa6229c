package stripesim

// Stripe's standard fee in the United States, 2.9 % and 30 cents, which the simulated balance is charged.
const (
	feePerMille = 29
	feeFixed    = 30
)

// newCharge stores a charge of an intent's amount: made, or refused for a reason.
func (c *call) newCharge(intent, method object, why *decline, authenticated bool) object {
	amount, id := intent.int("amount"), newID("ch")
	shown := method.in("card")
	o := c.base(kindCharge, id).with(object{
		"amount": amount, "amount_captured": amount, "amount_refunded": int64(0), "application": nil, "application_fee": nil,
		"application_fee_amount": nil, "balance_transaction": nil, "billing_details": method.in("billing_details").clone(),
		"calculated_statement_descriptor": "GRANDSTAND TEST", "captured": true, "currency": intent.str("currency"), "customer": intent["customer"],
		"description": intent["description"], "disputed": false, "failure_balance_transaction": nil, "failure_code": nil, "failure_message": nil,
		"fraud_details": object{}, "metadata": intent.in("metadata").clone(), "on_behalf_of": nil, "paid": true, "payment_intent": intent.id(),
		"payment_method": method.id(), "receipt_email": intent["receipt_email"], "receipt_number": nil, "receipt_url": nil, "refunded": false,
		"review": nil, "shipping": nil, "source_transfer": nil, "statement_descriptor": intent["statement_descriptor"],
		"statement_descriptor_suffix": intent["statement_descriptor_suffix"], "status": succeeded, "transfer_data": nil, "transfer_group": nil,
		"outcome": object{
			"advice_code": nil, "network_advice_code": nil, "network_decline_code": nil, "network_status": "approved_by_network", "reason": nil,
			"risk_level": "normal", "risk_score": int64(20), "seller_message": "Payment complete.", "type": "authorized",
		},
		"payment_method_details": object{"type": "card", "card": object{
			"amount_authorized": amount, "authorization_code": nil, "brand": shown["brand"], "country": shown["country"],
			"checks":    object{"address_line1_check": nil, "address_postal_code_check": nil, "cvc_check": method.str("_cvc")},
			"exp_month": shown["exp_month"], "exp_year": shown["exp_year"], "fingerprint": shown["fingerprint"], "funding": shown["funding"],
			"installments": nil, "last4": shown["last4"], "mandate": nil, "network": shown["brand"], "network_token": object{"used": false},
			"network_transaction_id": randomText(15), "regulated_status": "unregulated", "three_d_secure": nil, "wallet": shown["wallet"],
		}},
	})
	if authenticated {
		o.in("payment_method_details").in("card")["three_d_secure"] = object{
			"authentication_flow": "challenge", "electronic_commerce_indicator": "05", "exemption_indicator": nil,
			"result": "authenticated", "result_reason": nil, "transaction_id": randomText(32), "version": "2.2.0",
		}
	}
	if why != nil {
		o.with(object{"status": "failed", "paid": false, "captured": false, "amount_captured": int64(0), "failure_code": why.code, "failure_message": why.message})
		o.in("outcome").with(object{
			"network_status": "declined_by_network", "reason": why.reason, "type": "issuer_declined",
			"seller_message": "The bank did not return any further details with this decline.",
		})
		return c.put(o)
	}
	c.put(o)
	o["balance_transaction"] = c.move(amount, o, "charge").id()
	return o
}

// move enters money coming in or going out into the account's balance.
func (c *call) move(amount int64, source object, kind string) object {
	fee := int64(0)
	if amount > 0 {
		fee = (amount*feePerMille+500)/1000 + feeFixed
	}
	details := []any{}
	if fee > 0 {
		details = append(details, object{
			"amount": fee, "application": nil, "currency": source["currency"],
			"description": "Stripe processing fees", "type": "stripe_fee",
		})
	}
	o := c.base(kindBalance, newID("txn")).with(object{
		"amount": amount, "available_on": c.now, "currency": source["currency"], "description": source["description"], "exchange_rate": nil,
		"fee": fee, "fee_details": details, "net": amount - fee, "reporting_category": kind, "source": source.id(), "status": "available",
		"type": kind, "balance_type": "payments",
	})
	delete(o, "metadata")
	delete(o, "livemode")
	return c.put(o)
}

func (c *call) retrieveCharge() (object, error) { return c.find(kindCharge, c.target(), "charge") }

func (c *call) updateCharge() (object, error) {
	if err := c.only("description", "metadata", "receipt_email"); err != nil {
		return nil, err
	}
	found, err := c.find(kindCharge, c.target(), "charge")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	if err := c.copyStrings(o, "description", "receipt_email"); err != nil {
		return nil, err
	}
	if o["metadata"], err = c.metadata(found.in("metadata")); err != nil {
		return nil, err
	}
	c.emit("charge.updated", o)
	return o, nil
}

func (c *call) listCharges() (object, error) {
	if err := c.only("customer", "payment_intent", "created", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindCharge, "/v1/charges", c.equal("customer", "payment_intent"))
}

func (c *call) retrieveMove() (object, error) { return c.find(kindBalance, c.target(), "id") }

func (c *call) listMoves() (object, error) {
	if err := c.only("type", "source", "currency", "created", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindBalance, "/v1/balance_transactions", c.equal("type", "source", "currency"))
}

// retrieveBalance sums up the account's money per currency, fees taken off.
func (c *call) retrieveBalance() (object, error) {
	sums := map[string]int64{}
	c.each(kindBalance, func(o object) bool {
		sums[o.str("currency")] += o.int("net")
		return true
	})
	available, pending := []any{}, []any{}
	for _, currency := range currencies {
		if sum, has := sums[currency]; has {
			available = append(available, object{"amount": sum, "currency": currency, "source_types": object{"card": sum}})
			pending = append(pending, object{"amount": int64(0), "currency": currency, "source_types": object{"card": int64(0)}})
		}
	}
	return object{"object": "balance", "available": available, "pending": pending, "livemode": false}, nil
}
