package stripesim

import (
	"net/http"
	"slices"
	"time"
)

// kindAccount holds what is true of the account as a whole. Its id never leaves the simulator.
const (
	kindAccount = "_account"
	accountID   = "_account"
)

// orderDispute answers POST /_simulator/disputes: a bank disputes a charge, or inquires about it. It answers the dispute.
func (s *Server) orderDispute(w http.ResponseWriter, r *http.Request) {
	var wanted struct {
		Account string `json:"account"`
		Intent  string `json:"payment_intent"`
		Amount  int64  `json:"amount"` // all of the charge without one
		Reason  string `json:"reason"`
		Inquiry bool   `json:"inquiry"`
	}
	if !readOrder(w, r, &wanted) {
		return
	}
	s.outside(w, wanted.Account, func(c *call) (object, error) {
		intent, err := c.find(kindIntent, wanted.Intent, "payment_intent")
		if err != nil {
			return nil, err
		}
		charge, err := c.find(kindCharge, intent.str("latest_charge"), "charge")
		if err != nil {
			return nil, err
		}
		if wanted.Reason == "" {
			wanted.Reason = disputeReasons[0]
		}
		if wanted.Amount == 0 {
			wanted.Amount = charge.int("amount")
		}
		switch {
		case !charge.flag("paid") || charge.flag("disputed"):
			return nil, invalid("", "charge", "Charge %s was not paid, or is disputed already.", charge.id())
		case wanted.Amount < 1 || wanted.Amount > charge.int("amount"):
			return nil, invalid("", "amount", "A dispute is of a part of the charge, or of all of it.")
		case !slices.Contains(disputeReasons, wanted.Reason):
			return nil, invalid("", "reason", "The reason %q is not known.", wanted.Reason)
		}
		return c.openDispute(charge, wanted.Amount, wanted.Reason, wanted.Inquiry), nil
	})
}

// orderChange answers POST /_simulator/changes: an object becomes what only a bank, a card network or Stripe itself makes it.
func (s *Server) orderChange(w http.ResponseWriter, r *http.Request) {
	var wanted struct {
		Account string `json:"account"`
		ID      string `json:"id"` // empty for the account itself
		Status  string `json:"status"`
	}
	if !readOrder(w, r, &wanted) {
		return
	}
	s.outside(w, wanted.Account, func(c *call) (object, error) { return c.changeOutside(wanted.ID, wanted.Status) })
}

// outside does something in an account that none of Stripe's calls asks for.
func (s *Server) outside(w http.ResponseWriter, name string, do func(*call) (object, error)) {
	if name == "" {
		http.Error(w, "An account is needed.", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	t := s.begin(s.account(name))
	o, err := do(&call{tx: t, s: s, p: &params{}})
	if err == nil {
		s.commit(t, nil)
	}
	s.mu.Unlock()
	if err == nil {
		err = s.journal.wait()
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	writeJSON(w, o.public())
}

func (c *call) changeOutside(id, status string) (object, error) {
	if id == "" {
		return c.restrict(status)
	}
	for kind, change := range map[string]func(object, string) error{
		kindDispute: c.changeDispute, kindRefund: c.changeRefund, kindIntent: c.changeProcessing, kindMethod: c.changeCard,
		kindSubscription: c.changeStatus,
	} {
		if found, ok := c.get(kind, id); ok {
			own := c.edit(found)
			return own, change(own, status)
		}
	}
	return nil, invalid("resource_missing", "id", "There is no dispute, refund, payment, card or subscription %s.", id)
}

// restrict switches the account's charges off or on, as Stripe does with an account that it asks something of.
func (c *call) restrict(status string) (object, error) {
	if status != "restricted" && status != "enabled" {
		return nil, invalid("", "status", "An account is restricted or enabled.")
	}
	return c.put(object{"id": accountID, "object": kindAccount, "charges_enabled": status == "enabled"}), nil
}

// retrieveAccount answers GET /v1/account, as far as it may change.
func (c *call) retrieveAccount() (object, error) {
	o, ok := c.get(kindAccount, accountID)
	enabled := !ok || o.flag("charges_enabled")
	return object{"id": "acct_" + c.acc.name, "object": "account", "charges_enabled": enabled, "payouts_enabled": enabled, "details_submitted": true}, nil
}

// chargeable refuses money where the account's charges are switched off.
func (c *call) chargeable() error {
	if o, ok := c.get(kindAccount, accountID); ok && !o.flag("charges_enabled") {
		e := invalid("account_invalid", "", "Your account cannot currently make live charges. If you are a site owner, please activate your account.")
		e.status = http.StatusForbidden
		return e
	}
	return nil
}

// changeProcessing has the network take its time over a payment that was confirmed, and decide.
func (c *call) changeProcessing(o object, status string) error {
	was := o.str("status")
	switch {
	case status == processing && (was == needsAction || was == needsConfirmation || was == needsMethod):
		o.with(object{"status": processing, "next_action": nil})
		c.emit("payment_intent.processing", o)
		return nil
	case status == needsCapture && was == needsAction:
		o.with(object{"status": needsCapture, "next_action": nil, "amount_capturable": o.int("amount"), "capture_method": "manual"})
		c.emit("payment_intent.amount_capturable_updated", o)
		return nil
	case was == processing && status == succeeded:
		method, err := c.find(kindMethod, o.str("payment_method"), "payment_method")
		if err != nil {
			return err
		}
		_, err = c.charge(o, method, true)
		return err
	case was == processing && status == "failed":
		method, err := c.find(kindMethod, o.str("payment_method"), "payment_method")
		if err != nil {
			return err
		}
		_ = c.refuse(o, method, declineGeneric) // what it returns is for who asked
		return nil
	}
	return invalid("", "status", "A payment that is %s does not become %s.", was, status)
}

// changeCard has the network replace a card, or its bank let it expire: only then the bank refuses it, since most are replaced in time.
func (c *call) changeCard(o object, status string) error {
	shown := o.in("card")
	switch status {
	case "replaced":
		shown.with(object{"last4": "1111", "exp_year": shown.int("exp_year") + 4})
	case "expired":
		past := time.Unix(c.now, 0).UTC().AddDate(0, -2, 0)
		shown.with(object{"exp_month": int64(past.Month()), "exp_year": int64(past.Year())})
		o["_expired"] = true
	default:
		return invalid("", "status", "A card is replaced or expired.")
	}
	c.emit("payment_method.automatically_updated", o)
	return nil
}
