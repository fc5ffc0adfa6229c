package stripesim

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stripe/stripe-go/v85"
)

// visit opens a challenge page and returns its text.
func (w *world) visit(address string) (int, string, http.Header) {
	w.t.Helper()
	resp := do(w.t, http.MethodGet, address, "", nil)
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return resp.StatusCode, string(text), resp.Header
}

// press answers a challenge and returns where it leads, or the page's text.
func (w *world) press(address, secret, answer string) (location, text string) {
	w.t.Helper()
	page, _, _ := strings.Cut(address, "?")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, page,
		strings.NewReader(url.Values{"client_secret": {secret}, "answer": {answer}, "lang": {"fr"}}.Encode()))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := client.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return resp.Header.Get("Location"), string(body)
}

func (w *world) intent(id string) *stripe.PaymentIntent {
	w.t.Helper()
	intent, err := w.secret().V1PaymentIntents.Retrieve(context.Background(), id, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return intent
}

func TestAChallengeDecidesThePayment(t *testing.T) {
	for _, c := range []struct {
		card, answer, status, redirect string
		code                           stripe.ErrorCode
	}{
		{"4000002760003184", "complete", "succeeded", "succeeded", ""},
		{"4000002500003155", "complete", "succeeded", "succeeded", ""},
		{"4000002760003184", "fail", needsMethod, "failed", "payment_intent_authentication_failure"},
		{"4000008260003178", "complete", needsMethod, "failed", "card_declined"},
		{"4000008400001629", "complete", needsMethod, "failed", "card_declined"},
	} {
		w := newWorld(t, Options{})
		params := payParams(w.card(c.card).ID)
		params.ReturnURL = stripe.String("https://shop.example/done?order=7")
		intent, err := w.pay(params)
		if err != nil || intent.Status != needsAction || intent.NextAction.Type != "redirect_to_url" {
			t.Fatalf("%s: %+v %v", c.card, intent, err)
		}
		page := intent.NextAction.RedirectToURL.URL
		status, text, header := w.visit(page + "&lang=fr")
		if status != http.StatusOK || !strings.Contains(text, "Paiements d’essai") || !strings.Contains(text, "10.00 USD") {
			t.Fatalf("page %d %s", status, text)
		}
		if policy := header.Get("Content-Security-Policy"); strings.Contains(policy, "unsafe") || !strings.HasSuffix(policy, "https://shop.example") {
			t.Errorf("policy %s", policy)
		}
		if status, _, _ := w.visit(strings.Replace(page, "_secret_", "_secret_x", 1)); status != http.StatusNotFound {
			t.Errorf("with another secret: %d", status)
		}
		location, _ := w.press(page, intent.ClientSecret, c.answer)
		back, err := url.Parse(location)
		if err != nil || back.Query().Get("redirect_status") != c.redirect || back.Query().Get("order") != "7" || back.Query().Get("payment_intent") != intent.ID {
			t.Errorf("%s: back to %s", c.card, location)
		}
		after := w.intent(intent.ID)
		if string(after.Status) != c.status {
			t.Errorf("%s %s: %s", c.card, c.answer, after.Status)
		}
		if c.code != "" && after.LastPaymentError.Code != c.code {
			t.Errorf("%s %s: %+v", c.card, c.answer, after.LastPaymentError)
		}
		charges := w.charges()
		if _, _ = w.press(page, intent.ClientSecret, "complete"); w.charges() != charges {
			t.Errorf("%s: a second answer charged again", c.card)
		}
	}
}

func TestAChallengeInAFrameTellsItsPage(t *testing.T) {
	w := newWorld(t, Options{Base: "/stripe-simulator"})
	intent, err := w.pay(payParams("pm_card_authenticationRequired"))
	if err != nil || intent.Status != needsAction || intent.NextAction.Type != "use_stripe_sdk" {
		t.Fatalf("%+v %v", intent, err)
	}
	page := "/stripe-simulator/3d_secure/ours/" + intent.ID
	_, text := w.press(w.http.URL+page, intent.ClientSecret, "complete")
	for _, want := range []string{`data-intent="` + intent.ID + `"`, `data-outcome="succeeded"`, `src="../../pages/done.js"`, `lang="fr"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s: %s", want, text)
		}
	}
	if strings.Contains(text, "<script>") || strings.Contains(text, "style=") {
		t.Error("the page has inline script or style")
	}
	if status, _, _ := w.visit(w.http.URL + "/stripe-simulator/pages/done.js"); status != http.StatusOK {
		t.Errorf("script: %d", status)
	}
	if got := w.intent(intent.ID); got.Status != succeeded {
		t.Errorf("the payment is %s", got.Status)
	}
}

func TestACardThatIsSetUpPaysWithoutItsOwner(t *testing.T) {
	w := newWorld(t, Options{})
	ctx := context.Background()
	customer := w.customer()
	setup, err := w.secret().V1SetupIntents.Create(ctx, &stripe.SetupIntentCreateParams{
		Customer: stripe.String(customer.ID), PaymentMethod: stripe.String(w.card("4000002500003155").ID), Confirm: stripe.Bool(true),
		PaymentMethodTypes: stripe.StringSlice([]string{"card"}), Usage: stripe.String("off_session"),
	})
	if err != nil || setup.Status != needsAction {
		t.Fatalf("%+v %v", setup, err)
	}
	w.press(w.http.URL+"/3d_secure/ours/"+setup.ID, setup.ClientSecret, "complete")
	if setup, err = w.secret().V1SetupIntents.Retrieve(ctx, setup.ID, nil); err != nil || setup.Status != succeeded {
		t.Fatalf("%+v %v", setup, err)
	}
	away := func(method string) error {
		params := payParams(method)
		params.Customer, params.OffSession = stripe.String(customer.ID), stripe.Bool(true)
		return second(w.pay(params))
	}
	if err := away(setup.PaymentMethod.ID); err != nil {
		t.Errorf("the card that is set up: %v", err)
	}
	e := isProblem(t, away("pm_card_authenticationRequired"), 402, "authentication_required")
	if e.DeclineCode != "authentication_required" || e.PaymentIntent.Status != needsMethod {
		t.Errorf("%+v", e)
	}
}
