package commerce_test

import (
	"crypto/rand"
	"net/url"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
)

// paymentRaces are the places that store the provider's answers as the state of orders.
func paymentRaces() []point {
	return []point{
		{name: "a payment that is told and found out at once", set: reportTwiceAndReconcile, judge: paidOnce, careless: payCarelessly},
		{name: "one event, told many times", set: hearOne, judge: heardOne, unguard: func(r *raceway) { withoutEventNames(r.t, r.db) }},
		{name: "a confirmation when the purchase is given up", set: confirmTooLate, judge: chargedIsPaid, careless: giveUpCarelessly},
		{name: "a refund by many operators", set: refundOne, judge: refundedOnce, careless: refundCarelessly},
		{name: "money that many send back", set: payBackHalf, judge: halfIsBack, careless: payBackCarelessly},
		{name: "our refund beside the provider’s desk", set: refundBesideDesk, judge: allIsBack, careless: payBackCarelessly},
		{name: "a refund beside the payment that it is of", set: refundBesidePayment, judge: refundedAfterAll, careless: payCarelessly},
	}
}

// intent is the provider's payment of the round's order.
func (r *raceway) intent() map[string]any {
	r.t.Helper()
	id := r.intentOf(r.first)
	books := r.ledger()
	for _, i := range books.Intents {
		if i["id"] == id {
			return i
		}
	}
	return books.Intents[len(books.Intents)-1] // nobody told its id yet
}

// charge is the charge of the round's order as an event tells of it.
func (r *raceway) charge() map[string]any {
	r.t.Helper()
	intent := r.intent()
	for _, c := range r.ledger().Charges {
		if c.Paid && c.Intent == intent["id"] {
			return map[string]any{
				"id": c.ID, "object": "charge", "amount": c.Amount, "amount_refunded": c.AmountRefunded, "payment_intent": c.Intent, "metadata": intent["metadata"],
			}
		}
	}
	r.t.Fatal("nothing was charged")
	return nil
}

func (r *raceway) hears(body []byte) {
	_ = r.Hear(r.t.Context(), r.channels[0], body, signed(body, webhookSecret, time.Now()))
}

// event is one of the round's.
func (r *raceway) event(kind string, object map[string]any) []byte {
	id, _ := object["id"].(string)
	return told("evt_"+kind+id, kind, object)
}

func (r *raceway) version() int64 {
	return r.count("SELECT COALESCE(MAX(version), 0) FROM entitlement_versions WHERE user_id = ?", r.buyer.UserID)
}

// reportTwiceAndReconcile reports a payment that succeeded in two events, and reconciles it at the same time.
func reportTwiceAndReconcile(r *raceway) func(int) {
	r.answerBank(r.begun("pm_card_authenticationRequired", "").ClientSecret, true)
	intent, checkout := r.intent(), r.looks[0]
	succeeded, again := r.event("payment_intent.succeeded", intent), told("evt_again"+r.intentOf(r.first), "payment_intent.succeeded", intent)
	return func(i int) {
		switch i % 3 {
		case 0:
			r.hears(succeeded)
		case 1:
			r.hears(again)
		case 2:
			_, _ = r.Reconcile(r.t.Context(), r.channels[0], checkout)
		}
	}
}

func paidOnce(r *raceway) string {
	return firstOf(unlike("paid orders", r.paidOrders(), 1), unlike("records of the payment", r.moves("paid"), 1),
		unlike("receipts", int64(len(r.receipts)), 1), unlike("changes of what is held", r.version(), 1))
}

// payCarelessly looks whether an order is open and pays it then.
func payCarelessly(r *raceway) (looks func() bool, acts func() error) {
	return func() bool {
			return r.count("SELECT count(*) FROM orders WHERE id = ? AND status = 'created'", r.first) == 1
		}, func() error {
			if err := r.do("UPDATE orders SET status = 'paid' WHERE id = ?", r.first); err != nil {
				return err
			}
			return r.record("paid")
		}
}

// record writes what happened to the order's money, under a name of its own.
func (r *raceway) record(status string) error {
	return r.do(`INSERT INTO transactions (channel_id, order_id, status, amount, currency, ref, created_ms)
		SELECT channel_id, id, ?, amount, currency, ?, 0 FROM orders WHERE id = ?`, status, rand.Text(), r.first)
}

func hearOne(r *raceway) func(int) {
	r.begun("pm_card_authenticationRequired", "")
	event := r.event("customer.created", map[string]any{"id": r.intentOf(r.first), "object": "customer"})
	return func(int) { r.hears(event) }
}

func heardOne(r *raceway) string { return unlike("events heard twice", int64(r.twice()), 0) }

// confirmTooLate has the buyer's bank say yes when nobody waits for it any more.
func confirmTooLate(r *raceway) func(int) {
	secret := r.begun("pm_card_authenticationRequired", "").ClientSecret
	checkout := r.looks[0]
	r.clock.Advance(tooLate)
	return func(i int) {
		if i%2 == 0 {
			r.answerBank(secret, true)
			return
		}
		_, _ = r.Reconcile(r.t.Context(), r.channels[0], checkout)
	}
}

func chargedIsPaid(r *raceway) string {
	return firstOf(unlike("charges", r.took(), r.paidOrders()),
		unlike("open checkouts", r.count("SELECT count(*) FROM checkouts WHERE user_id = ? AND status = 'created'", r.buyer.UserID), 0))
}

// giveUpCarelessly gives a purchase up without a word to the provider, who is asked to charge then.
func giveUpCarelessly(r *raceway) (looks func() bool, acts func() error) {
	secret, _ := r.intent()["client_secret"].(string)
	return func() bool { return true }, func() error {
		if err := r.do("UPDATE checkouts SET status = 'failed' WHERE user_id = ?", r.buyer.UserID); err != nil {
			return err
		}
		r.answerBank(secret, true)
		return nil
	}
}

func refundOne(r *raceway) func(int) {
	r.begun("pm_card_visa", "")
	return func(int) { _ = r.Refund(r.t.Context(), r.operator(), r.channels[0], r.first) }
}

func refundedOnce(r *raceway) string {
	return firstOf(unlike("paid orders", r.paidOrders(), 0), unlike("jobs that send money back", int64(len(r.refunds)), 1),
		unlike("changes of what is held", r.version(), 2))
}

// refundCarelessly looks whether an order is paid and ends it then.
func refundCarelessly(r *raceway) (looks func() bool, acts func() error) {
	return func() bool { return r.paidOrders() == 1 }, func() error {
		if err := r.do("UPDATE orders SET status = 'refunded', live = FALSE WHERE id = ?", r.first); err != nil {
			return err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.refunds = append(r.refunds, r.first)
		return nil
	}
}

// payBackHalf sends the money of one of two orders back, of which the provider would give back both.
func payBackHalf(r *raceway) func(int) {
	bought, err := r.buys("pm_card_visa", "", r.passes[0], r.passes[1])
	if err != nil {
		r.t.Fatal(err)
	}
	r.first = bought.Orders[0].ID
	if err := r.Refund(r.t.Context(), r.operator(), r.channels[0], r.first); err != nil {
		r.t.Fatal(err)
	}
	return func(int) { _ = r.PayBack(r.t.Context(), r.channels[0], r.first) }
}

func halfIsBack(r *raceway) string {
	if err := r.PayBack(r.t.Context(), r.channels[0], r.first); err != nil { // as its job does, until it succeeds
		return err.Error()
	}
	charge := r.charge()
	back, _ := charge["amount_refunded"].(int64)
	return firstOf(unlike("records of the refund", r.moves("refunded"), 1), unlike("cents sent back", back, 7900))
}

// payBackCarelessly looks whether the money is back and notes then that it is.
func payBackCarelessly(r *raceway) (looks func() bool, acts func() error) {
	return func() bool { return r.moves("refunded") == 0 }, func() error { return r.record("refunded") }
}

func refundBesideDesk(r *raceway) func(int) {
	r.begun("pm_card_visa", "")
	r.form("/v1/refunds", url.Values{"payment_intent": {r.intentOf(r.first)}})
	event := r.event("charge.refunded", r.charge())
	return func(i int) {
		if i%2 == 0 {
			r.hears(event)
			return
		}
		_ = r.Refund(r.t.Context(), r.operator(), r.channels[0], r.first)
		_ = r.PayBack(r.t.Context(), r.channels[0], r.first)
	}
}

func allIsBack(r *raceway) string {
	return firstOf(unlike("paid orders", r.paidOrders(), 0), unlike("records of the refund", r.moves("refunded"), 1), unlike("charges", r.took(), 0),
		unlike("changes of what is held", r.version(), 2))
}

// refundBesidePayment has the provider tell of a payment and of its refund at once, while the till knows neither.
func refundBesidePayment(r *raceway) func(int) {
	r.order("/_simulator/faults", map[string]any{"kind": "unclear", "method": "POST", "path": "/v1/payment_intents"})
	r.begun("pm_card_visa", "")
	intent, checkout := r.intent(), r.looks[0]
	id, _ := intent["id"].(string)
	r.form("/v1/refunds", url.Values{"payment_intent": {id}})
	succeeded, refunded := r.event("payment_intent.succeeded", intent), r.event("charge.refunded", r.charge())
	return func(i int) {
		switch i % 3 {
		case 0:
			r.hears(succeeded)
		case 1:
			r.hears(refunded)
		case 2:
			_, _ = r.Reconcile(r.t.Context(), r.channels[0], checkout)
		}
	}
}

func refundedAfterAll(r *raceway) string {
	r.hears(r.event("charge.refunded", r.charge())) // whoever refused it is told again
	o, err := r.FindOrder(r.t.Context(), r.channels[0], r.buyer.UserID, r.first)
	if err != nil {
		return err.Error()
	}
	if o.Status != commerce.OrderRefunded {
		return "the order is " + string(o.Status)
	}
	return firstOf(unlike("records of the payment", r.moves("paid"), 1), unlike("records of the refund", r.moves("refunded"), 1))
}
