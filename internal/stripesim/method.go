package stripesim

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// createMethod makes a payment method of a card.
func (c *call) createMethod() (object, error) {
	if err := c.only("type", "card", "billing_details", "metadata", "allow_redisplay", "client_secret", "key", "guid", "muid", "sid",
		"payment_user_agent", "referrer", "time_on_page"); err != nil {
		return nil, err
	}
	switch kind := c.p.str("type"); {
	case kind == "" && !c.p.has("card"):
		return nil, missing("type")
	case kind != "" && kind != "card":
		return nil, invalid("", "type", "The simulator takes cards only; the type '%s' is not one.", kind)
	}
	return c.methodFromParams("card")
}

// methodFromParams makes a payment method of the card under the names.
func (c *call) methodFromParams(names ...string) (object, error) {
	if !c.p.has(names...) {
		return nil, missing(bracketed(names))
	}
	if token := c.p.str(append(names, "token")...); token != "" {
		found, ok := cardByAlias(token)
		if !ok {
			return nil, unknown("token", token, "card[token]")
		}
		return c.newMethod(found, 12, int64(c.s.now().Year()+1), "pass")
	}
	number := strings.NewReplacer(" ", "", "-", "").Replace(c.p.str(append(names, "number")...))
	cvc := c.p.str(append(names, "cvc")...)
	month, year, err := c.checkCard(number, c.p.str(append(names, "exp_month")...), c.p.str(append(names, "exp_year")...), cvc)
	if err != nil {
		return nil, err
	}
	found, ok := cardByNumber(number)
	if !ok {
		return nil, cardRefused(declineLiveModeCard.code, declineLiveModeCard.reason, "", declineLiveModeCard.message)
	}
	check := "unchecked"
	if cvc != "" {
		check = "pass"
	}
	return c.newMethod(found, month, year, check)
}

// checkCard refuses what no bank needs to be asked about.
func (c *call) checkCard(number, month, year, cvc string) (int64, int64, error) {
	switch {
	case number == "":
		return 0, 0, missing("card[number]")
	case !digits(number) || len(number) < 12 || len(number) > 19:
		return 0, 0, cardRefused("invalid_number", "", "number", "The card number is not a valid credit card number.")
	case !luhn(number):
		return 0, 0, cardRefused("incorrect_number", "", "number", "Your card number is incorrect.")
	}
	m, err := strconv.ParseInt(month, 10, 64)
	if err != nil || m < 1 || m > 12 {
		return 0, 0, cardRefused("invalid_expiry_month", "", "exp_month", "Your card's expiration month is invalid.")
	}
	y, err := strconv.ParseInt(year, 10, 64)
	if err == nil && y >= 0 && y < 100 {
		y += 2000
	}
	today := time.Unix(c.now, 0).UTC()
	this := int64(today.Year())
	switch {
	case err != nil || y < this || y > this+50:
		return 0, 0, cardRefused("invalid_expiry_year", "", "exp_year", "Your card's expiration year is invalid.")
	case y == this && m < int64(today.Month()):
		return 0, 0, cardRefused("invalid_expiry_month", "", "exp_month", "Your card's expiration month is invalid.")
	}
	length := 3
	if strings.HasPrefix(number, "34") || strings.HasPrefix(number, "37") {
		length = 4
	}
	if cvc != "" && (!digits(cvc) || (len(cvc) != 3 && len(cvc) != length)) {
		return 0, 0, cardRefused("invalid_cvc", "", "cvc", "Your card's security code is invalid.")
	}
	return m, y, nil
}

// newMethod stores a payment method. Of the number it keeps the last four digits and which test card it is.
func (c *call) newMethod(of card, month, year int64, cvcCheck string) (object, error) {
	meta, err := c.metadata(nil)
	if err != nil {
		return nil, err
	}
	funding, country := "credit", of.country
	if of.debit {
		funding = "debit"
	}
	if country == "" {
		country = "US"
	}
	// A wallet has a device account number in place of the card's number.
	sum := sha256.Sum256([]byte(c.acc.name + of.number + of.wallet))
	o := c.base(kindMethod, newID("pm")).with(object{
		"type": "card", "customer": nil, "allow_redisplay": "unspecified", "billing_details": c.billing(), "metadata": meta,
		"_card": of.number, "_cvc": cvcCheck,
		"card": object{
			"brand": of.brand, "display_brand": of.brand, "country": country, "exp_month": month, "exp_year": year,
			"fingerprint": base32.StdEncoding.EncodeToString(sum[:])[:16], "funding": funding, "generated_from": nil,
			"last4": of.number[len(of.number)-4:], "networks": object{"available": []any{of.brand}, "preferred": nil},
			"regulated_status": "unregulated", "three_d_secure_usage": object{"supported": true}, "wallet": walletOf(of, sum),
			"checks": object{"address_line1_check": nil, "address_postal_code_check": nil, "cvc_check": cvcCheck},
		},
	})
	return c.put(o), nil
}

// walletOf returns the card's wallet in a payment method, nil for a typed number.
func walletOf(of card, device [sha256.Size]byte) any {
	if of.wallet == "" {
		return nil
	}
	return object{
		"type": of.wallet, of.wallet: object{},
		"dynamic_last4": fmt.Sprintf("%04d", binary.BigEndian.Uint16(device[:])%10_000),
	}
}

func (c *call) billing() object {
	address := object{}
	for _, name := range []string{"city", "country", "line1", "line2", "postal_code", "state"} {
		address[name] = orNil(c.p.str("billing_details", "address", name))
	}
	return object{
		"address": address, "email": orNil(c.p.str("billing_details", "email")), "name": orNil(c.p.str("billing_details", "name")),
		"phone": orNil(c.p.str("billing_details", "phone")), "tax_id": nil,
	}
}

// method returns the payment method with that id. Stripe's ids of test cards make a new one.
func (c *call) method(id, param string) (object, error) {
	if of, ok := cardByAlias(id); ok && strings.HasPrefix(id, "pm_card_") {
		return c.newMethod(of, 12, int64(time.Unix(c.now, 0).UTC().Year()+1), "pass")
	}
	return c.find(kindMethod, id, param)
}

func cardOf(method object) card {
	of, _ := cardByNumber(method.str("_card"))
	return of
}

func (c *call) retrieveMethod() (object, error) {
	return c.find(kindMethod, c.target(), "payment_method")
}

func (c *call) updateMethod() (object, error) {
	if err := c.only("metadata", "billing_details", "card", "allow_redisplay"); err != nil {
		return nil, err
	}
	found, err := c.find(kindMethod, c.target(), "payment_method")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	if o["metadata"], err = c.metadata(found.in("metadata")); err != nil {
		return nil, err
	}
	if c.p.has("billing_details") {
		o["billing_details"] = c.billing()
	}
	if c.p.has("allow_redisplay") {
		if o["allow_redisplay"], err = c.choice("unspecified", []string{"always", "limited", "unspecified"}, "allow_redisplay"); err != nil {
			return nil, err
		}
	}
	c.emit("payment_method.updated", o)
	return o, nil
}

func (c *call) attachMethod() (object, error) {
	if err := c.only("customer"); err != nil {
		return nil, err
	}
	if c.p.str("customer") == "" {
		return nil, missing("customer")
	}
	customer, err := c.find(kindCustomer, c.p.str("customer"), "customer")
	if err != nil {
		return nil, err
	}
	method, err := c.method(c.target(), "payment_method")
	if err != nil {
		return nil, err
	}
	return c.attach(method, customer)
}

// attach gives a payment method to a customer. The bank is asked about the card, as by Stripe.
func (c *call) attach(method, customer object) (object, error) {
	switch owner := method.str("customer"); {
	case owner == customer.id():
		return method, nil
	case owner != "":
		return nil, invalid("payment_method_unexpected_state", "", "The payment method you provided has already been attached to a customer.")
	case method.flag("_spent"):
		return nil, spentMethod()
	}
	of := cardOf(method)
	if of.refuses() && !of.attaches {
		e := cardRefused(of.refuse.code, of.refuse.reason, "", of.refuse.message)
		e.method = method
		return nil, e
	}
	o := c.edit(method)
	o["customer"] = customer.id()
	c.emit("payment_method.attached", o)
	return o, nil
}

func spentMethod() *apiError {
	return invalid("payment_method_unexpected_state", "", "The provided PaymentMethod was previously used with a PaymentIntent without Customer "+
		"attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. "+
		"To use a PaymentMethod multiple times, you must attach it to a Customer first.")
}

func (c *call) detachMethod() (object, error) {
	if err := c.only(); err != nil {
		return nil, err
	}
	method, err := c.find(kindMethod, c.target(), "payment_method")
	if err != nil {
		return nil, err
	}
	owner := method.str("customer")
	if owner == "" {
		return nil, invalid("payment_method_unexpected_state", "", "The payment method you provided is not attached to a customer so detachment is impossible.")
	}
	o := c.edit(method)
	o["customer"], o["_spent"] = nil, true
	if customer, ok := c.get(kindCustomer, owner); ok && customer.in("invoice_settings").str("default_payment_method") == o.id() {
		c.edit(customer).in("invoice_settings")["default_payment_method"] = nil
	}
	for _, sub := range c.all(kindSubscription, func(s object) bool { return s.str("default_payment_method") == o.id() }) {
		c.edit(sub)["default_payment_method"] = nil
	}
	c.emitChange("payment_method.detached", o, object{"customer": owner})
	return o, nil
}

// listMethods answers a customer's cards: /v1/payment_methods?customer= and /v1/customers/{id}/payment_methods.
func (c *call) listMethods() (object, error) {
	if err := c.only("customer", "type", "limit", "starting_after", "ending_before", "allow_redisplay"); err != nil {
		return nil, err
	}
	customer, url := c.p.str("customer"), "/v1/payment_methods"
	if id := c.target(); id != "" {
		customer, url = id, "/v1/customers/"+id+"/payment_methods"
	}
	if customer != "" {
		if _, err := c.find(kindCustomer, customer, "customer"); err != nil {
			return nil, err
		}
	}
	kind := c.p.str("type")
	return c.page(kindMethod, url, func(o object) bool {
		return o.str("customer") == customer && customer != "" && (kind == "" || kind == o.str("type"))
	})
}
