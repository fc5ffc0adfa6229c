package stripesim

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// portalAnswer does what a form of the portal's page asks for, and shows the page again.
func (s *Server) portalAnswer(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	err := s.answerPortal(r)
	if err == nil {
		err = s.journal.wait()
	}
	var problem *apiError
	switch {
	case errors.As(err, &problem) && problem.status == http.StatusNotFound:
		pageMissing(w)
	case problem != nil:
		s.showPortal(w, r, problem.message)
	case err != nil:
		s.log.ErrorContext(r.Context(), "the portal did not do what was asked", "error", err)
		http.Error(w, "The simulator cannot keep its state.", http.StatusInternalServerError)
	default:
		// Relative, because a proxy may have put a prefix before the path.
		w.Header().Set("Location", url.PathEscape(r.PathValue("session"))+"?lang="+url.QueryEscape(r.PostFormValue("lang")))
		w.WriteHeader(http.StatusSeeOther)
	}
}

func (s *Server) answerPortal(r *http.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, session, err := s.portal(r)
	if err != nil {
		return err
	}
	customer, err := c.find(kindCustomer, session.str("customer"), "customer")
	if err != nil {
		return err
	}
	switch r.PostFormValue("answer") {
	case "add":
		err = c.addCard(customer, r.PostFormValue("number"))
	case "credit":
		err = c.giveCredit(customer, r.PostFormValue("price"))
	default:
		err = c.changeByPortal(customer, r)
	}
	if err == nil {
		s.commit(c.tx, nil)
	}
	return err
}

// changeByPortal ends one of a customer's subscriptions with its period or lets it go on, has it paid by another card or at another price,
// or lets time pass.
func (c *call) changeByPortal(customer object, r *http.Request) error {
	id := r.PostFormValue("subscription")
	found, err := c.find(kindSubscription, id, "subscription")
	if err != nil {
		return err
	}
	if found.str("customer") != customer.id() || ended(found) {
		return unknown(kindSubscription, id, "subscription")
	}
	switch answer := r.PostFormValue("answer"); answer {
	case "cancel", "resume":
		c.endWithPeriod(c.edit(found), answer == "cancel")
	case "card":
		method, err := c.find(kindMethod, r.PostFormValue("card"), "card")
		if err != nil {
			return err
		}
		if method.str("customer") != customer.id() {
			return unknown(kindMethod, method.id(), "card")
		}
		c.edit(found)["default_payment_method"] = method.id()
	case "price":
		if err := c.reprice(c.edit(found), r.PostForm); err != nil {
			return err
		}
	case "wait":
		return c.wait(customer, found)
	default:
		return unknown("answer", answer, "answer")
	}
	o := c.edit(found)
	c.emit("customer.subscription.updated", o)
	c.schedule(o)
	return nil
}

// addCard gives a customer one of the test cards by its number.
func (c *call) addCard(customer object, number string) error {
	of, ok := cardByNumber(strings.NewReplacer(" ", "", "-", "").Replace(number))
	if !ok {
		return cardRefused(declineLiveModeCard.code, declineLiveModeCard.reason, "number", declineLiveModeCard.message)
	}
	method, err := c.newMethod(of, 12, int64(time.Unix(c.now, 0).UTC().Year()+1), "pass")
	if err != nil {
		return err
	}
	_, err = c.attach(method, customer)
	return err
}

// wait has a customer's time pass until the next payment of a subscription was tried, or the subscription has ended: on a
// test clock, as Stripe's tests of renewals do it. What falls due on the way happens, each at its own time.
func (c *call) wait(customer, sub object) error {
	clock := c.ownClock(customer)
	to := c.nextAttempt(sub)
	if err := c.pass(clock.id(), to); err != nil {
		return err
	}
	c.now = to
	o := c.edit(clock)
	o["frozen_time"] = to
	c.emit("test_helpers.test_clock.ready", o)
	return nil
}

// ownClock is the test clock of a customer. Stripe gives one only together with a new customer; here who has none gets one
// that shows what time it is.
func (c *call) ownClock(customer object) object {
	if clock, ok := c.get(kindClock, customer.str("test_clock")); ok {
		return clock
	}
	clock := c.newClock(c.now, "Of "+customer.id())
	c.edit(customer)["test_clock"] = clock.id()
	for _, kind := range []string{kindSubscription, kindInvoice} {
		for _, o := range c.all(kind, func(o object) bool { return o.str("customer") == customer.id() }) {
			c.edit(o).with(object{"_clock": clock.id(), "test_clock": clock.id()})
		}
	}
	return clock
}

// nextAttempt is when a subscription that is not over is charged the next time, or ends.
func (c *call) nextAttempt(sub object) int64 {
	if invoice, ok := c.get(kindInvoice, sub.str("latest_invoice")); ok && invoice.int("_due") > 0 {
		return invoice.int("_due")
	}
	if at := sub.int("cancel_at"); at > 0 {
		return at
	}
	if sub.str("status") == "incomplete" {
		return sub.int("created") + patience
	}
	return periodEnd(sub) + draftTime // of a trial, too
}
