package commerce_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// ref is the provider's id of the buyer's subscription.
func (r *register) ref() string {
	r.t.Helper()
	var ref string
	if err := r.TillDeps.DB.Read().NewRaw("SELECT ref FROM subscriptions ORDER BY id DESC LIMIT 1").Scan(r.t.Context(), &ref); err != nil {
		r.t.Fatal(err)
	}
	return ref
}

// authenticate has the buyer confirm their latest payment with their bank.
func (r *register) authenticate(secret string) {
	r.t.Helper()
	intent, _ := r.ledger().Intents[0]["id"].(string)
	answer, err := http.PostForm(r.url+"/3d_secure/one/"+intent, url.Values{"answer": {"complete"}, "client_secret": {secret}})
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
}

// What an event says is not believed: whatever comes, in whatever order, the provider is asked.
func TestEventsOfSubscriptionsInAnyOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		bought := r.subscribe("pm_card_authenticationRequired")
		invoice := map[string]any{"object": "invoice", "id": "in_1", "status": "paid", "amount_paid": 1, "parent": map[string]any{
			"type": "subscription_details", "subscription_details": map[string]any{"subscription": r.ref()},
		}}
		deleted := map[string]any{"object": "subscription", "id": r.ref(), "status": "canceled"}
		for id, body := range map[string][]byte{
			"a lie":     told("evt_1", "invoice.paid", invoice),
			"another":   told("evt_2", "customer.subscription.deleted", deleted),
			"not ours":  told("evt_3", "customer.subscription.updated", with(deleted, map[string]any{"id": "sub_unknown"})),
			"one thing": told("evt_4", "invoice.paid", map[string]any{"object": "invoice", "id": "in_2"}),
		} {
			if err := r.hear(0, body); err != nil || r.holds() != 0 || r.status() != commerce.OrderCreated {
				t.Fatalf("%s: %s, %v", id, r.status(), err)
			}
		}
		r.authenticate(bought.ClientSecret)
		for range 2 {
			if err := r.hear(0, told("evt_5", "invoice.paid", invoice)); err != nil {
				t.Fatal(err)
			}
		}
		if r.status() != commerce.OrderPaid || r.holds() != 1 || r.charged() != 1 || len(r.receipts) != 1 {
			t.Fatalf("%s, %d charges, %d receipts", r.status(), r.charged(), len(r.receipts))
		}
		for id, body := range map[string][]byte{
			"late":       told("evt_6", "customer.subscription.deleted", deleted),
			"failed":     told("evt_7", "invoice.payment_failed", invoice),
			"incomplete": told("evt_8", "customer.subscription.updated", with(deleted, map[string]any{"status": "incomplete"})),
		} {
			if err := r.hear(0, body); err != nil || r.holds() != 1 || r.latest().Status != commerce.SubscriptionActive {
				t.Errorf("%s: %+v, %v", id, r.latest(), err)
			}
		}
		if err := r.hear(1, told("evt_9", "customer.subscription.deleted", deleted)); err != nil || r.holds() != 1 {
			t.Errorf("another channel's: %v", err)
		}
	})
}

// What the provider says of something else opens nothing, and is found by the audit.
func TestASubscriptionThatIsAnotherIsSetAside(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		audit := func() []string {
			t.Helper()
			found, err := r.Audit(t.Context(), actor.Actor{Role: actor.System})
			if err != nil || found.Compared != 1 {
				t.Fatalf("audit %+v, %v", found, err)
			}
			return found.Differences
		}
		r.subscribe("pm_card_visa")
		r.clock.Advance(month + 2*time.Hour)
		r.order("/_simulator/flush", nil)
		if got := audit(); len(got) != 0 || r.charged() != 2 || len(r.latest().History) != 2 {
			t.Errorf("after a renewal that nobody told: %q", got)
		}
		r.ask("/v1/subscriptions/"+r.ref(), url.Values{"metadata[checkout]": {"another"}})
		r.wait(month + 2*time.Hour)
		if s := r.latest(); len(s.History) != 2 || len(audit()) != 1 {
			t.Errorf("set aside: %+v", s)
		}
		r.wait(3 * day)
		if r.holds() != 0 {
			t.Error("it opens something")
		}
	})
}
