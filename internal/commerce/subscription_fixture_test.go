package commerce_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/tax"
)

// Site is part of commerce.Sites.
func (r *register) Site(context.Context, int64) (string, error) { return "https://fans.example", nil }

// Zone is part of commerce.Sites.
func (r *register) Zone(context.Context, int64) (*time.Location, error) {
	return time.LoadLocation("America/Toronto")
}

// Taxes is part of commerce.Sites.
func (r *register) Taxes(context.Context, int64) (tax.List, error) {
	r.beforeOrder.Wait()
	return r.taxes, nil
}

// ask makes a call of the provider's API besides the till.
func (r *register) ask(path string, fields url.Values) string {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, r.url+path, strings.NewReader(fields.Encode()))
	if err != nil {
		r.t.Fatal(err)
	}
	request.SetBasicAuth("sk_sim_one", "")
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	var made struct {
		ID string `json:"id"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil || answer.StatusCode >= http.StatusMultipleChoices {
		r.t.Fatalf("%s: %s, %v", path, answer.Status, err)
	}
	return made.ID
}

// saved is a card that the buyer has saved.
func (r *register) saved(card string) string {
	r.t.Helper()
	if _, err := r.SetUp(r.t.Context(), r.channels[0], r.buyer.UserID); err != nil {
		r.t.Fatal(err)
	}
	var customer string
	if err := r.TillDeps.DB.Read().NewRaw("SELECT ref FROM payment_customers WHERE channel_id = ?", r.channels[0]).Scan(r.t.Context(), &customer); err != nil {
		r.t.Fatal(err)
	}
	return r.ask("/v1/payment_methods/"+card+"/attach", url.Values{"customer": {customer}})
}

// onClock puts the buyer on a test clock of the provider's that shows the till's time.
func (r *register) onClock() {
	r.t.Helper()
	at := fmt.Sprint(r.clock.Now().Unix())
	r.turned = r.ask("/v1/test_helpers/test_clocks", url.Values{"frozen_time": {at}})
	customer := r.ask("/v1/customers", url.Values{"test_clock": {r.turned}})
	_, err := r.TillDeps.DB.Write().NewRaw("INSERT INTO payment_customers (channel_id, user_id, account, ref, created_ms) VALUES (?, ?, 'simulated', ?, 0)",
		r.channels[0], r.buyer.UserID, customer).Exec(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
}

// wait lets time pass, here and at the provider, and what falls due happen; no webhook comes.
func (r *register) wait(d time.Duration) {
	r.t.Helper()
	r.clock.Advance(d)
	if r.turned != "" {
		r.ask("/v1/test_helpers/test_clocks/"+r.turned+"/advance", url.Values{"frozen_time": {fmt.Sprint(r.clock.Now().Unix())}})
	} else {
		r.order("/_simulator/flush", nil)
	}
	if _, err := r.RecheckSubscriptions(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
}

// latest is the buyer's newest subscription.
func (r *register) latest() *commerce.Subscription {
	r.t.Helper()
	all, err := r.Subscriptions(r.t.Context(), r.channels[0], r.buyer.UserID)
	if err != nil || len(all) == 0 {
		r.t.Fatalf("subscriptions %v, %v", all, err)
	}
	return all[0]
}

// kinds is a history, the oldest first.
func kinds(s *commerce.Subscription) string {
	var out []string
	for _, h := range s.History {
		out = append([]string{string(h.Kind)}, out...)
	}
	return strings.Join(out, " ")
}

func (r *register) trial(offer commerce.PackageID, card string) (commerce.PurchaseResult, error) {
	return r.StartTrial(r.t.Context(), commerce.Trial{
		ChannelID: r.channels[0], Buyer: r.buyer, Language: "en", SubscriptionID: offer, PaymentMethod: card,
	})
}

func unix(t time.Time) string { return fmt.Sprint(t.Unix()) }
