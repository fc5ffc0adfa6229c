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
		Customer: stripe.String(b.customer), ReturnURL: stripe.String("https://shop.example/profile"),
	})
	if err != nil {
		t.Fatal(err)
	}
	status, text, _ := b.visit(session.URL + "?lang=fr")
	for _, want := range []string{"visa •••• 4242", "Season", "2027-04-01", "Résilier", `href="https://shop.example/profile"`} {
		if status != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("the page lacks %q: %d %s", want, status, text)
		}
	}
	if status, _, _ := b.visit(session.URL + "x"); status != http.StatusNotFound {
		t.Errorf("another address: %d", status)
	}
	for answer, want := range map[string]bool{"cancel": true, "resume": false} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, session.URL, strings.NewReader(url.Values{
			"subscription": {sub.ID}, "answer": {answer}, "lang": {"en"},
		}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK || strings.Contains(string(shown), "(ends then)") != want {
			t.Errorf("%s: %d %s %v", answer, resp.StatusCode, shown, err)
		}
		if got := b.is(sub.ID); got.CancelAtPeriodEnd != want {
			t.Errorf("%s: cancel_at_period_end %v", answer, got.CancelAtPeriodEnd)
		}
	}
	readSpec(t).fits(t, b.sim)
}
