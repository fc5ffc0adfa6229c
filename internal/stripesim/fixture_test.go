package stripesim

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// clock is the simulator's time in a test: it moves when it is told to.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func newClock() *clock { return &clock{now: time.Date(2026, time.March, 2, 15, 0, 0, 0, time.UTC)} }

// world is a simulator that listens, and stripe-go in front of it.
type world struct {
	sim   *Server
	http  *httptest.Server
	clock *clock
	t     *testing.T
}

func newWorld(t *testing.T, options Options) *world {
	t.Helper()
	w := &world{t: t, clock: newClock()}
	if options.Now == nil {
		options.Now = w.clock.Now
	}
	sim, err := Open(options)
	if err != nil {
		t.Fatal(err)
	}
	w.sim, w.http = sim, httptest.NewServer(sim)
	// On a connection that was used before, net/http repeats a request with an Idempotency-Key by itself.
	w.http.Client().Transport.(*http.Transport).DisableKeepAlives = true
	t.Cleanup(func() {
		w.http.Close()
		if err := sim.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// client is stripe-go with a key and without retries of its own.
func (w *world) client(key string) *stripe.Client {
	backends := stripe.NewBackendsWithConfig(&stripe.BackendConfig{
		URL: stripe.String(w.http.URL), HTTPClient: w.http.Client(), MaxNetworkRetries: stripe.Int64(0),
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull},
	})
	return stripe.NewClient(key, stripe.WithBackends(backends))
}

func (w *world) secret() *stripe.Client { return w.client("sk_sim_ours") }

// card makes a payment method of a number with the publishable key, as the card form does.
func (w *world) card(number string) *stripe.PaymentMethod {
	w.t.Helper()
	method, err := w.client("pk_sim_ours").V1PaymentMethods.Create(context.Background(), cardParams(number))
	if err != nil {
		w.t.Fatalf("card %s: %v", number, err)
	}
	return method
}

func cardParams(number string) *stripe.PaymentMethodCreateParams {
	return &stripe.PaymentMethodCreateParams{
		Type: stripe.String("card"),
		Card: &stripe.PaymentMethodCreateCardParams{
			Number: stripe.String(number), ExpMonth: stripe.Int64(12), ExpYear: stripe.Int64(2031), CVC: stripe.String("123"),
		},
	}
}

func (w *world) customer() *stripe.Customer {
	w.t.Helper()
	customer, err := w.secret().V1Customers.Create(context.Background(), &stripe.CustomerCreateParams{Email: stripe.String("pat@example.com")})
	if err != nil {
		w.t.Fatal(err)
	}
	return customer
}

// payParams pay 10 dollars at once.
func payParams(method string) *stripe.PaymentIntentCreateParams {
	return &stripe.PaymentIntentCreateParams{
		Amount: stripe.Int64(1000), Currency: stripe.String("usd"), PaymentMethod: stripe.String(method), Confirm: stripe.Bool(true),
		PaymentMethodTypes: stripe.StringSlice([]string{"card"}),
	}
}

func (w *world) pay(params *stripe.PaymentIntentCreateParams) (*stripe.PaymentIntent, error) {
	w.t.Helper()
	return w.secret().V1PaymentIntents.Create(context.Background(), params)
}

// paid is pay that must succeed.
func (w *world) paid(method string) *stripe.PaymentIntent {
	w.t.Helper()
	intent, err := w.pay(payParams(method))
	if err != nil {
		w.t.Fatal(err)
	}
	if intent.Status != stripe.PaymentIntentStatusSucceeded {
		w.t.Fatalf("the payment is %s", intent.Status)
	}
	return intent
}

// problem is the error as Stripe's library reads it.
func problem(t *testing.T, err error) *stripe.Error {
	t.Helper()
	var found *stripe.Error
	if !errors.As(err, &found) {
		t.Fatalf("got %v, want an error of the API", err)
	}
	return found
}

func isProblem(t *testing.T, err error, status int, code stripe.ErrorCode) *stripe.Error {
	t.Helper()
	found := problem(t, err)
	if found.HTTPStatusCode != status || found.Code != code {
		t.Fatalf("got %d %q (%s), want %d %q", found.HTTPStatusCode, found.Code, found.Msg, status, code)
	}
	return found
}

func expect(t *testing.T, err error, status int, code stripe.ErrorCode) {
	t.Helper()
	_ = isProblem(t, err, status, code)
}

// events are the types of an account's events, oldest first.
func (w *world) events() []string {
	w.t.Helper()
	var out []string
	for event, err := range w.secret().V1Events.List(context.Background(), &stripe.EventListParams{}).All(context.Background()) {
		if err != nil {
			w.t.Fatal(err)
		}
		out = append([]string{string(event.Type)}, out...)
	}
	return out
}

func do(t *testing.T, method, url, key string, header http.Header) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		req.Header = header
	}
	if key != "" {
		req.SetBasicAuth(key, "")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}
