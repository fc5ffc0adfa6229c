package stripesim

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"
)

// receiver is a webhook endpoint that checks signatures as production does.
type receiver struct {
	*httptest.Server
	mu      sync.Mutex
	secret  string
	refuse  int // how many deliveries are answered with 500
	arrived chan stripe.Event
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{arrived: make(chan stripe.Event, 100)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			t.Error(err)
		}
		r.mu.Lock()
		secret := r.secret
		refused := r.refuse > 0
		if refused {
			r.refuse--
		}
		r.mu.Unlock()
		event, err := webhook.ConstructEvent(body, req.Header.Get("Stripe-Signature"), secret)
		if err != nil {
			t.Errorf("the signature: %v", err)
		}
		if refused {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		r.arrived <- event
	}))
	t.Cleanup(r.Close)
	return r
}

// listen registers the receiver with the account.
func (w *world) listen(r *receiver, events ...string) *stripe.WebhookEndpoint {
	w.t.Helper()
	endpoint, err := w.secret().V1WebhookEndpoints.Create(context.Background(), &stripe.WebhookEndpointCreateParams{
		URL: stripe.String(r.URL), EnabledEvents: stripe.StringSlice(events),
	})
	if err != nil {
		w.t.Fatal(err)
	}
	r.mu.Lock()
	r.secret = endpoint.Secret
	r.mu.Unlock()
	return endpoint
}

func (r *receiver) next(n int) []string {
	var out []string
	for range n {
		event := <-r.arrived
		out = append(out, string(event.Type)+" "+event.GetObjectValue("name"))
	}
	return out
}

func (w *world) named(names ...string) {
	w.t.Helper()
	for _, name := range names {
		if _, err := w.secret().V1Customers.Create(context.Background(), &stripe.CustomerCreateParams{Name: stripe.String(name)}); err != nil {
			w.t.Fatal(err)
		}
	}
}

func TestEventsAreDeliveredSigned(t *testing.T) {
	w, r := newWorld(t, Options{}), newReceiver(t)
	endpoint := w.listen(r, "customer.created")
	if again, err := w.secret().V1WebhookEndpoints.Retrieve(context.Background(), endpoint.ID, nil); err != nil || again.Secret != "" {
		t.Errorf("the secret is told twice: %v %v", again, err)
	}
	w.paid("pm_card_visa") // events that the endpoint does not listen to
	w.named("ann", "bea")
	if diff := cmp.Diff([]string{"customer.created ann", "customer.created bea"}, r.next(2)); diff != "" {
		t.Error(diff)
	}
}

func TestAnEndpointWithAChosenSecretIsKeptOnce(t *testing.T) {
	w, r := newWorld(t, Options{}), newReceiver(t)
	for _, secret := range []string{"whsec_sim_old", "whsec_sim_ours"} {
		if err := w.sim.Endpoint("ours", r.URL, secret); err != nil {
			t.Fatal(err)
		}
	}
	r.mu.Lock()
	r.secret = "whsec_sim_ours"
	r.mu.Unlock()
	w.named("ann")
	if diff := cmp.Diff([]string{"customer.created ann"}, r.next(1)); diff != "" {
		t.Error(diff)
	}
	if err := w.sim.Endpoint("ours", "not an address", "whsec_x"); err == nil {
		t.Error("an endpoint without an address was taken")
	}
}

func TestADeliveryIsTriedUntilItIsTaken(t *testing.T) {
	w, r := newWorld(t, Options{}), newReceiver(t)
	w.listen(r, "*")
	r.refuse = 2
	w.named("ann")
	for {
		w.order("/_simulator/flush", "")
		select {
		case event := <-r.arrived:
			if event.Type != "customer.created" {
				t.Fatalf("got %s", event.Type)
			}
			return
		default:
		}
	}
}

func TestOrderedFaultsOfDeliveries(t *testing.T) {
	for name, c := range map[string]struct {
		fault string
		make  []string
		want  []string
	}{
		"duplicate": {`{"kind":"duplicate","event":"customer."}`, []string{"a", "b"}, []string{"a", "a", "b"}},
		"drop":      {`{"kind":"drop","event":"customer.created"}`, []string{"a", "b"}, []string{"b"}},
		"disorder":  {`{"kind":"disorder","count":3}`, []string{"a", "b", "c"}, []string{"c", "b", "a"}},
	} {
		w, r := newWorld(t, Options{}), newReceiver(t)
		w.listen(r, "customer.created")
		w.fault(c.fault)
		w.named(c.make...)
		var got []string
		for range c.want {
			event := <-r.arrived
			got = append(got, event.GetObjectValue("name"))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestWhatWasNotDeliveredIsDeliveredAfterARestart(t *testing.T) {
	folder, r := t.TempDir(), newReceiver(t)
	w := newWorld(t, Options{Folder: folder})
	w.fault(`{"kind":"disorder","count":100}`) // holds everything
	w.listen(r, "*")
	w.named("ann")
	reopen(t, folder)
	if diff := cmp.Diff([]string{"customer.created ann"}, r.next(1)); diff != "" {
		t.Error(diff)
	}
}
