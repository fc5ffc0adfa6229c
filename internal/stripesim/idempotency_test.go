package stripesim

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// post sends a form with an Idempotency-Key past stripe-go, to see the headers.
func (w *world) post(path, key, form string) *http.Response {
	w.t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, w.http.URL+path, strings.NewReader(form))
	if err != nil {
		w.t.Fatal(err)
	}
	req.SetBasicAuth("sk_sim_ours", "")
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Idempotency-Key", key)
	resp, err := w.http.Client().Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	resp.Body.Close()
	return resp
}

func (w *world) charges() int {
	w.sim.mu.Lock()
	defer w.sim.mu.Unlock()
	return len(w.sim.account("ours").order[kindCharge])
}

func TestTheSameKeyChargesOnce(t *testing.T) {
	w := newWorld(t, Options{})
	pay := func(key string, amount int64) (*stripe.PaymentIntent, error) {
		params := payParams("pm_card_visa")
		params.Amount = stripe.Int64(amount)
		params.SetIdempotencyKey(key)
		return w.pay(params)
	}
	first, err := pay("checkout-1", 1000)
	if err != nil {
		t.Fatal(err)
	}
	again, err := pay("checkout-1", 1000)
	if err != nil || again.ID != first.ID {
		t.Fatalf("again: %v %v", again, err)
	}
	if again.LastResponse.Header.Get("Idempotent-Replayed") != "true" || again.LastResponse.RequestID != first.LastResponse.RequestID {
		t.Errorf("the repetition does not say so: %v", again.LastResponse.Header)
	}
	if e := isProblem(t, second(pay("checkout-1", 2000)), 400, ""); e.Type != stripe.ErrorTypeIdempotency {
		t.Errorf("other parameters: %v", e)
	}
	w.clock.advance(25 * time.Hour)
	if later, err := pay("checkout-1", 1000); err != nil || later.ID == first.ID {
		t.Errorf("after a day: %v %v", later, err)
	}
	if w.charges() != 2 {
		t.Errorf("%d charges", w.charges())
	}
}

func TestADeclineIsKeptAndARefusedRequestIsNot(t *testing.T) {
	w := newWorld(t, Options{})
	params := payParams("pm_card_chargeDeclined")
	params.SetIdempotencyKey("declined")
	expect(t, second(w.pay(params)), 402, "card_declined")
	expect(t, second(w.pay(params)), 402, "card_declined")
	if w.charges() != 1 {
		t.Errorf("the decline came %d times", w.charges())
	}
	params = payParams("pm_none")
	params.SetIdempotencyKey("refused")
	expect(t, second(w.pay(params)), 404, "resource_missing")
	params.PaymentMethod = stripe.String("pm_card_visa")
	if _, err := w.pay(params); err != nil {
		t.Errorf("the key of a request that never began: %v", err)
	}
}

func TestAKeyInUseIsAConflict(t *testing.T) {
	w := newWorld(t, Options{})
	w.fault(`{"kind":"slow","path":"/v1/customers","milliseconds":60000}`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	started := make(chan struct{})
	go func() {
		defer close(started)
		params := &stripe.CustomerCreateParams{}
		params.SetIdempotencyKey("busy")
		params.Context = ctx
		_, _ = w.secret().V1Customers.Create(ctx, params)
	}()
	for !w.busy("busy") {
		// the first request is on its way
	}
	if got := w.post("/v1/customers", "busy", "").StatusCode; got != http.StatusConflict {
		t.Errorf("got %d", got)
	}
	cancel()
	<-started
	for w.busy("busy") {
		// its handler is ending
	}
	if got := w.post("/v1/customers", "busy", ""); got.StatusCode != http.StatusOK || got.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("afterwards: %d", got.StatusCode)
	}
}

func (w *world) busy(key string) bool {
	w.sim.mu.Lock()
	defer w.sim.mu.Unlock()
	return w.sim.account("ours").busy[key]
}

func TestFiftyAtOnceWithOneKeyChargeOnce(t *testing.T) {
	for name, c := range map[string]struct {
		key  func(int) string
		want int
	}{
		"one key":                          {func(int) string { return "same" }, 1},
		"without a common key, as control": {func(i int) string { return "key" + strconv.Itoa(i) }, 50},
	} {
		w := newWorld(t, Options{Folder: t.TempDir()})
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				params := payParams("pm_card_visa")
				params.SetIdempotencyKey(c.key(i))
				_, _ = w.secret().V1PaymentIntents.Create(context.Background(), params) // the late ones conflict
			})
		}
		all.Wait()
		if w.charges() != c.want {
			t.Errorf("%s: %d charges", name, w.charges())
		}
	}
}
