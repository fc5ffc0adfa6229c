package commerce_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// told is an event of the provider about a payment.
func told(id, kind string, intent map[string]any) []byte {
	text, err := json.Marshal(map[string]any{
		"id": id, "object": "event", "type": kind, "data": map[string]any{"object": intent}, "created": 1, "livemode": false,
	})
	if err != nil {
		panic(err)
	}
	return text
}

func signed(body []byte, secret string, at time.Time) string {
	return webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: secret, Timestamp: at}).Header
}

func (r *register) hear(channel int, body []byte) error {
	return r.Hear(r.t.Context(), r.channels[channel], body, signed(body, webhookSecret, time.Now()))
}

// with is a payment that is otherwise.
func with(intent, change map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range intent {
		out[k] = v
	}
	for k, v := range change {
		out[k] = v
	}
	return out
}

// waiting begins a purchase that waits for its buyer, and returns the provider's payment.
func (r *register) waiting() map[string]any {
	r.t.Helper()
	r.buy("pm_card_authenticationRequired")
	return r.ledger().Intents[0]
}

var wentThrough = map[string]any{"status": "succeeded", "amount_received": 7900, "next_action": nil}

func TestWebhooksPayOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		intent := r.waiting()
		succeeded := told("evt_1", "payment_intent.succeeded", with(intent, wentThrough))
		for range 3 {
			if err := r.hear(0, succeeded); err != nil {
				t.Fatal(err)
			}
		}
		// The provider tells late, and again under another name, what was before.
		late := [][]byte{
			told("evt_2", "payment_intent.created", intent),
			told("evt_3", "payment_intent.payment_failed", with(intent, map[string]any{"status": "requires_payment_method"})),
			told("evt_4", "payment_intent.canceled", with(intent, map[string]any{"status": "canceled"})),
			told("evt_5", "payment_intent.succeeded", with(intent, wentThrough)),
			told("evt_6", "customer.created", map[string]any{"object": "customer"}),
		}
		for _, body := range late {
			if err := r.hear(0, body); err != nil {
				t.Errorf("%s: %v", body, err)
			}
		}
		if r.status() != commerce.OrderPaid || len(r.receipts) != 1 {
			t.Errorf("%s, %d receipts", r.status(), len(r.receipts))
		}
	})
}

func TestForgedWebhooksChangeNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		body := told("evt_1", "payment_intent.succeeded", with(r.waiting(), wentThrough))
		fresh := signed(body, webhookSecret, time.Now())
		for name, try := range map[string]struct {
			body      []byte
			signature string
		}{
			"unsigned":       {body, ""},
			"another secret": {body, signed(body, "whsec_other", time.Now())},
			"altered":        {[]byte(strings.Replace(string(body), "7900", "7901", 1)), fresh},
			"stale":          {body, signed(body, webhookSecret, time.Now().Add(-6*time.Minute))},
			"not an event":   {[]byte("{}"), signed([]byte("{}"), webhookSecret, time.Now())},
		} {
			if err := r.Hear(t.Context(), r.channels[0], try.body, try.signature); fault.CodeOf(err) != "invalid_signature" {
				t.Errorf("%s: %v", name, err)
			}
		}
		// Another channel's provider knows nothing of this channel's payments.
		if err := r.Hear(t.Context(), r.channels[1], body, fresh); err != nil {
			t.Errorf("another channel: %v", err)
		}
		if r.status() != commerce.OrderCreated {
			t.Errorf("the order is %s", r.status())
		}
	})
}

func TestPaymentsThatDoNotFitAreSetAside(t *testing.T) {
	tests := map[string]map[string]any{
		"less money":       {"amount": 100, "amount_received": 100},
		"less received":    {"amount_received": 100},
		"other money":      {"currency": "usd"},
		"another customer": {"customer": "cus_other"},
		"another payment":  {"id": "pi_other"},
		"another channel":  {"metadata": map[string]any{"channel": "999"}},
	}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, name string) {
		change := tests[name]
		r := openRegister(t, d)
		intent := r.waiting()
		other := with(with(intent, wentThrough), change)
		if meta, ok := change["metadata"].(map[string]any); ok {
			of, _ := intent["metadata"].(map[string]any)
			other["metadata"] = with(of, meta)
		}
		if err := r.hear(0, told("evt_1", "payment_intent.succeeded", other)); err != nil {
			t.Fatal(err)
		}
		held, err := r.Grants(t.Context(), r.channels[0], r.buyer.UserID)
		if r.status() != commerce.OrderQuarantined || err != nil || len(held) != 0 {
			t.Errorf("%s, holds %v, %v", r.status(), held, err)
		}
	})
}

func TestARefundAtTheProvidersDeskEndsAccess(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.buy("pm_card_visa")
		charge := r.ledger().Charges[0]
		r.atTheDesk(charge.Intent, 100)
		part := map[string]any{"id": charge.ID, "object": "charge", "amount": 7900, "amount_refunded": 100, "payment_intent": charge.Intent}
		if err := r.hear(0, told("evt_p", "charge.refunded", part)); err != nil || r.status() != commerce.OrderPaid {
			t.Errorf("a part: %s, %v", r.status(), err)
		}
		r.atTheDesk(charge.Intent, 7800)
		if err := r.hear(0, told("evt_w", "charge.refunded", with(part, map[string]any{"amount_refunded": 7900}))); err != nil || r.status() != commerce.OrderRefunded {
			t.Errorf("all of it: %s, %v", r.status(), err)
		}
	})
}
