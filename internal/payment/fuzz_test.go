package payment_test

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/payment"
)

// Whatever a webhook says that the provider signed, it is refused or one event about one thing at
// most; and what it did not sign is never one.
func FuzzWebhook(f *testing.F) {
	for _, seed := range []string{
		`{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","amount":100,"customer":{"id":"cus_1"},"latest_charge":"ch_1","metadata":{"order":"1"}}}}`,
		`{"id":"evt_1","type":"charge.refunded","data":{"object":{"id":"ch_1","payment_intent":"pi_1","amount":100,"amount_refunded":-1}}}`,
		`{"id":"evt_1","type":"invoice.paid","data":{"object":{"id":"in_1","parent":{"subscription_details":{"subscription":"sub_1"}}}}}`,
		`{"id":"evt_1","type":"customer.subscription.updated","data":{"object":{"id":"sub_1"}}}`, `{"id":"evt_1","type":"payment_method.attached","data":{"object":{"customer":"cus_1"}}}`,
		`{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":null}}`, `{"id":"evt_1","type":"payment_intent.succeeded","data":null}`, `{"id":7}`, `[]`, `{}`, ``, `{"id":"evt_1","type":"invoice.paid","data":{"object":{"parent":{"subscription_details":null}}}}`,
	} {
		f.Add(seed, "t=1,v1=00")
	}
	f.Add(`{"id":"evt_1"}`, "")
	f.Add(`{"id":"evt_1"}`, "t=9999999999,v1="+strings.Repeat("0", 64)+",v0=x")
	account, err := payment.Open(payment.Options{SecretKey: "sk_test_1", WebhookSecret: secret})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body, signature string) {
		if e, err := account.ReadEvent([]byte(body), signature); err == nil {
			t.Fatalf("%q is signed by %q: %+v", body, signature, e)
		}
		e, err := account.ReadEvent([]byte(body), sign(body, secret, time.Now()))
		if err != nil {
			return
		}
		about := 0
		for _, is := range []bool{e.Intent != nil, e.Charge != nil, e.Subscription != "", e.Customer != ""} {
			if is {
				about++
			}
		}
		if e.ID == "" || about > 1 || e.Intent != nil && !strings.HasPrefix(e.Type, "payment_intent.") || e.Charge != nil && e.Type != "charge.refunded" {
			t.Fatalf("%q is %+v", body, e)
		}
	})
}
