package stripesim

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stripe/stripe-go/v85"
)

func TestAccountsDoNotSeeEachOther(t *testing.T) {
	w := newWorld(t, Options{})
	ctx := context.Background()
	intent := w.paid("pm_card_visa")
	other := w.client("sk_sim_other")
	expect(t, second(other.V1PaymentIntents.Retrieve(ctx, intent.ID, nil)), 404, "resource_missing")
	expect(t, second(other.V1Charges.Retrieve(ctx, intent.LatestCharge.ID, nil)), 404, "resource_missing")
	expect(t, second(other.V1Refunds.Create(ctx, &stripe.RefundCreateParams{PaymentIntent: stripe.String(intent.ID)})), 404, "resource_missing")
	for event, err := range other.V1Events.List(ctx, nil).All(ctx) {
		t.Fatalf("the other account has %v %v", event, err)
	}
}

func TestKeysThatAreNotTheSimulatorsAreRefused(t *testing.T) {
	w := newWorld(t, Options{})
	for _, key := range []string{"sk_live_0123456789abcdef", "sk_test_0123456789abcdef", "sk_sim_", "nonsense"} {
		e := problem(t, second(w.client(key).V1Customers.Retrieve(context.Background(), "cus_1", nil)))
		if e.HTTPStatusCode != http.StatusUnauthorized || e.Type != stripe.ErrorTypeInvalidRequest {
			t.Errorf("%s: %v", key, e)
		}
	}
	resp := do(t, http.MethodGet, w.http.URL+"/v1/customers", "", nil)
	if resp.StatusCode != http.StatusUnauthorized || resp.Header.Get("Request-Id") == "" {
		t.Errorf("without a key: %d", resp.StatusCode)
	}
}

func TestAPublishableKeyDoesOnlyWhatABrowserNeeds(t *testing.T) {
	w := newWorld(t, Options{})
	ctx := context.Background()
	public := w.client("pk_sim_ours")
	intent, err := w.secret().V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{
		Amount: stripe.Int64(900), Currency: stripe.String("usd"),
		Metadata: map[string]string{"inner": "matter"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if e := problem(t, second(public.V1PaymentIntents.Create(ctx, payParams("pm_card_visa")))); e.HTTPStatusCode != http.StatusUnauthorized {
		t.Errorf("creating: %v", e)
	}
	expect(t, second(public.V1PaymentIntents.Retrieve(ctx, intent.ID, nil)), 400, "parameter_missing")
	expect(t, second(public.V1PaymentIntents.Retrieve(ctx, intent.ID,
		&stripe.PaymentIntentRetrieveParams{ClientSecret: stripe.String("pi_x_secret_y")})), 404, "resource_missing")
	seen, err := public.V1PaymentIntents.Retrieve(ctx, intent.ID, &stripe.PaymentIntentRetrieveParams{ClientSecret: stripe.String(intent.ClientSecret)})
	if err != nil || len(seen.Metadata) != 0 || seen.Amount != 900 {
		t.Errorf("%+v %v", seen, err)
	}
	confirm := &stripe.PaymentIntentConfirmParams{PaymentMethod: stripe.String("pm_card_visa")}
	expect(t, second(public.V1PaymentIntents.Confirm(ctx, intent.ID, confirm)), 400, "parameter_missing")
	confirm.AddExtra("client_secret", intent.ClientSecret)
	if done, err := public.V1PaymentIntents.Confirm(ctx, intent.ID, confirm); err != nil || done.Status != succeeded {
		t.Errorf("%+v %v", done, err)
	}
}

func TestTheBrowsersSideHasNoSecretCalls(t *testing.T) {
	w := newWorld(t, Options{Base: "/stripe-simulator"})
	browser := httptest.NewServer(w.sim.Browser())
	defer browser.Close()
	for path, want := range map[string]int{
		"/_simulator/ledger":                   http.StatusUnauthorized,
		"/v1/customers":                        http.StatusNotFound,
		"/v1/events":                           http.StatusNotFound,
		"/stripe-simulator/v1/customers":       http.StatusNotFound,
		"/stripe-simulator/pages/page.css":     http.StatusOK,
		"/stripe-simulator/../_simulator/x":    http.StatusUnauthorized,
		"/v1/payment_intents/pi_1?expand[]=a":  http.StatusNotFound,
		"/stripe-simulator/v1/payment_intents": http.StatusNotFound,
	} {
		key := "pk_sim_ours"
		if want == http.StatusUnauthorized {
			key = ""
		}
		if got := do(t, http.MethodGet, browser.URL+path, key, nil).StatusCode; got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	if got := do(t, http.MethodGet, browser.URL+"/v1/payment_intents/pi_1", "sk_sim_ours", nil).StatusCode; got != http.StatusUnauthorized {
		t.Errorf("a secret key from a browser: %d", got)
	}
}

func TestListsHavePages(t *testing.T) {
	w := newWorld(t, Options{})
	ctx := context.Background()
	var made []string
	for range 7 {
		made = append([]string{w.paid("pm_card_visa").ID}, made...)
	}
	var seen []string
	params := &stripe.PaymentIntentListParams{}
	params.Limit = stripe.Int64(3)
	for intent, err := range w.secret().V1PaymentIntents.List(ctx, params).All(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, intent.ID)
	}
	if len(seen) != 7 {
		t.Fatalf("saw %d of 7", len(seen))
	}
	back := &stripe.PaymentIntentListParams{}
	back.Limit, back.EndingBefore = stripe.Int64(2), stripe.String(made[5])
	back.Single = true
	var before []string
	for intent, err := range w.secret().V1PaymentIntents.List(ctx, back).All(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		before = append(before, intent.ID)
	}
	if len(before) != 2 || (before[0] != made[3] && before[0] != made[4]) {
		t.Fatalf("before %s: %v of %v", made[5], before, made)
	}
	expect(t, second(w.secret().V1Refunds.Retrieve(ctx, "re_none", nil)), 404, "resource_missing")
}
