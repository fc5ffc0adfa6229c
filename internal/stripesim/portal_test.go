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

func TestThePortalEndsASubscription(t *testing.T) {
	b := newBilling(t, "2027-03-01 10:00", "pm_card_visa", "month", 900)
	sub := b.subscribe(b.params())
	session, err := b.secret().V1BillingPortalSessions.Create(context.Background(), &stripe.BillingPortalSessionCreateParams{
		Customer: stripe.String(b.customer), ReturnURL: stripe.String("https://shop.example/profile"), Locale: stripe.String("fr"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, text, _ := b.visit(session.URL); !strings.Contains(text, `<html lang="fr">`) {
		t.Errorf("without a word it is not in the session's language: %s", text)
	}
	status, text, _ := b.visit(session.URL)
	for _, want := range []string{"visa •••• 4242", "Season", "2027-04-01", "Résilier", `href="https://shop.example/profile"`} {
		if status != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("the page lacks %q: %d %s", want, status, text)
		}
	}
	if status, _, _ := b.visit(session.URL + "x"); status != http.StatusNotFound {
		t.Errorf("another address: %d", status)
	}
	for answer, want := range map[string]bool{"cancel": true, "resume": false} {
		shown := b.submit(session.URL, url.Values{"subscription": {sub.ID}, "answer": {answer}})
		if strings.Contains(shown, "(ends then)") != want {
			t.Errorf("%s: %s", answer, shown)
		}
		if got := b.is(sub.ID); got.CancelAtPeriodEnd != want {
			t.Errorf("%s: cancel_at_period_end %v", answer, got.CancelAtPeriodEnd)
		}
	}
	readSpec(t).fits(t, b.sim)
}

// submit sends one of the portal's forms and returns the page that is shown then.
func (w *world) submit(address string, form url.Values) string {
	w.t.Helper()
	form.Set("lang", "en")
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	shown, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		w.t.Fatalf("%v: %d %s %v", form, resp.StatusCode, shown, err)
	}
	return string(shown)
}

func (w *world) portal(customer string) string {
	w.t.Helper()
	session, err := w.secret().V1BillingPortalSessions.Create(context.Background(), &stripe.BillingPortalSessionCreateParams{Customer: stripe.String(customer)})
	if err != nil {
		w.t.Fatal(err)
	}
	return session.URL
}

// saved is the customer's card that ends so.
func (b *billing) saved(last4 string) string {
	b.t.Helper()
	for method, err := range b.secret().V1PaymentMethods.List(b.t.Context(), &stripe.PaymentMethodListParams{Customer: stripe.String(b.customer)}).All(b.t.Context()) {
		if err != nil {
			b.t.Fatal(err)
		}
		if method.Card.Last4 == last4 {
			return method.ID
		}
	}
	b.t.Fatalf("no card that ends in %s", last4)
	return ""
}

func TestThePortalTakesCards(t *testing.T) {
	b := newBilling(t, "2027-03-01 10:00", "pm_card_visa", "month", 900)
	sub, address := b.subscribe(b.params()), b.portal(b.customer)
	for number, want := range map[string]string{
		"4000 0000 0000 0002": `role="alert">Your card was declined.`, "1": `role="alert">Your card was declined. Your request`, "5555-5555-5555-4444": "mastercard •••• 4444",
	} {
		if shown := b.submit(address, url.Values{"answer": {"add"}, "number": {number}}); !strings.Contains(shown, want) {
			t.Errorf("%s: the page lacks %q: %s", number, want, shown)
		}
	}
	added := b.world.card("4242424242424242") // of nobody
	chosen := b.saved("4444")
	b.submit(address, url.Values{"answer": {"card"}, "subscription": {sub.ID}, "card": {chosen}})
	if got := b.is(sub.ID).DefaultPaymentMethod; got.ID != chosen {
		t.Errorf("paid by %s", got.ID)
	}
	if status := b.send(address, url.Values{"answer": {"card"}, "subscription": {sub.ID}, "card": {added.ID}}); status != http.StatusNotFound {
		t.Errorf("another's card: %d", status)
	}
	if status := b.send(b.portal(b.world.customer().ID), url.Values{"answer": {"wait"}, "subscription": {sub.ID}}); status != http.StatusNotFound {
		t.Errorf("another's subscription: %d", status)
	}
	readSpec(t).fits(t, b.sim)
}

func (w *world) send(address string, form url.Values) int {
	w.t.Helper()
	resp, err := http.PostForm(address, form)
	if err != nil {
		w.t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

// A customer without a test clock is given one when their time is to pass, and their subscription goes on by it.
func TestThePortalLetsTimePass(t *testing.T) {
	w := newWorld(t, Options{})
	customer := w.customer()
	card, err := w.secret().V1PaymentMethods.Attach(t.Context(), "pm_card_chargeCustomerFail", &stripe.PaymentMethodAttachParams{Customer: stripe.String(customer.ID)})
	if err != nil {
		t.Fatal(err)
	}
	price, err := w.secret().V1Prices.Create(t.Context(), &stripe.PriceCreateParams{
		Currency: stripe.String("usd"), UnitAmount: stripe.Int64(900), ProductData: &stripe.PriceCreateProductDataParams{Name: stripe.String("Season")},
		Recurring: &stripe.PriceCreateRecurringParams{Interval: stripe.String("month")},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &billing{world: w, customer: customer.ID, card: card.ID, price: price.ID}
	params := b.params()
	params.TrialPeriodDays = stripe.Int64(7)
	sub, address := b.subscribe(params), b.portal(customer.ID)
	pass := func(want stripe.SubscriptionStatus) {
		t.Helper()
		shown := b.submit(address, url.Values{"answer": {"wait"}, "subscription": {sub.ID}})
		if got := b.is(sub.ID).Status; got != want || !strings.Contains(shown, string(want)) || !strings.Contains(shown, "Your test clock shows") {
			t.Errorf("it is %s, want %s: %s", got, want, shown)
		}
	}
	pass(stripe.SubscriptionStatusPastDue)
	b.submit(address, url.Values{"answer": {"add"}, "number": {"4242424242424242"}})
	b.submit(address, url.Values{"answer": {"card"}, "subscription": {sub.ID}, "card": {b.saved("4242")}})
	pass(stripe.SubscriptionStatusActive) // by the next attempt
	ends := b.is(sub.ID).Items.Data[0].CurrentPeriodEnd
	pass(stripe.SubscriptionStatusActive) // renewed
	if later := b.is(sub.ID).Items.Data[0].CurrentPeriodEnd; later <= ends {
		t.Errorf("the period ends %d, and ended %d before", later, ends)
	}
	b.submit(address, url.Values{"answer": {"cancel"}, "subscription": {sub.ID}})
	pass(stripe.SubscriptionStatusCanceled)
	readSpec(t).fits(t, w.sim)
}
