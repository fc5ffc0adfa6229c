package stripesim

import (
	"net/url"
	"strings"
)

// nextAction tells the caller where the person authenticates: by a redirect where the confirmation named a return_url,
// and otherwise in a frame or window that the page opens.
func (c *call) nextAction(o object) object {
	page := c.s.public(c.r.Host) + "/3d_secure/" + url.PathEscape(c.acc.name) + "/" + o.id() + "?client_secret=" + url.QueryEscape(o.str("client_secret"))
	if back := c.p.str("return_url"); back != "" {
		return object{"type": "redirect_to_url", "redirect_to_url": object{"url": page, "return_url": back}}
	}
	return object{"type": "use_stripe_sdk", "use_stripe_sdk": object{"type": "three_d_secure_redirect", "stripe_js": page, "source": newID("payatt")}}
}

// public is the address under which browsers see the simulator.
func (s *Server) public(host string) string {
	if s.base == "" {
		return "http://" + host
	}
	return s.base
}

// awaited finds the intent that a challenge page is about. Whoever has its client secret may answer the challenge.
func (s *Server) awaited(t *tx, id, secret string) (object, error) {
	kind := kindIntent
	if strings.HasPrefix(id, "seti_") {
		kind = kindSetup
	}
	o, err := t.find(kind, id, "intent")
	if err != nil {
		return nil, err
	}
	if secret == "" || secret != o.str("client_secret") {
		return nil, unknown(kind, id, "intent")
	}
	return o, nil
}

// authenticated ends a challenge. The bank that then declines has answered as well: that is not an error here.
func (c *call) authenticated(found object, passed bool) error {
	if found.str("status") != needsAction {
		return unexpected(found, "This payment does not wait for an authentication.")
	}
	o := c.edit(found)
	method, err := c.find(kindMethod, o.str("payment_method"), "payment_method")
	if err != nil {
		return err
	}
	if passed && o.kind() == kindSetup {
		c.finishSetup(o, method, true)
		return nil
	}
	if passed {
		_, err := c.charge(o, method, true)
		if problem, ok := err.(*apiError); ok && problem.keep { //nolint:errorlint // charge returns it bare
			return nil
		}
		return err
	}
	e := invalid(o.kind()+"_authentication_failure", "", "We are unable to authenticate your payment method. Please choose a different payment "+
		"method and try again.")
	e.method = method
	o.with(object{"status": needsMethod, "payment_method": nil, "next_action": nil})
	if o.kind() == kindSetup {
		o["last_setup_error"] = e.body()
		c.emit("setup_intent.setup_failed", o)
		return nil
	}
	o["last_payment_error"] = e.body()
	c.emit("payment_intent.payment_failed", o)
	c.invoiceUnpaid(o)
	return nil
}
