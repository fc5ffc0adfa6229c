package app

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// provider makes a call of the payment provider that is not the till's. into may be nil.
func (l *life) provider(method, path string, fields map[string]any, into any) {
	l.t.Helper()
	text, err := json.Marshal(fields)
	if err != nil {
		l.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(l.t.Context(), method, l.payments.url+path, bytes.NewReader(text))
	if err != nil {
		l.t.Fatal(err)
	}
	request.SetBasicAuth("sk_sim_north", "")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		l.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		l.t.Fatalf("%s %s: %s", method, path, answer.Status)
	}
	if into == nil {
		return
	}
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		l.t.Fatal(err)
	}
}

// renew lets the provider do what is due by the clock, and the till learn of it.
func (l *life) renew() {
	l.t.Helper()
	l.provider(http.MethodPost, "/_simulator/flush", nil, nil)
	if _, err := l.Till.RecheckSubscriptions(l.t.Context()); err != nil {
		l.t.Fatal(err)
	}
}

// hear tells the till all events of the provider, and does the jobs of refunds and renewals that follow from them.
func (l *life) hear() {
	l.t.Helper()
	ctx := l.t.Context()
	account, err := l.payments.simulatorOptions(ctx, "north")
	if err != nil {
		l.t.Fatal(err)
	}
	var events struct{ Data []json.RawMessage }
	l.provider(http.MethodGet, "/v1/events?limit=100", nil, &events)
	for _, event := range events.Data {
		signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: event, Secret: account.WebhookSecret, Timestamp: time.Now()})
		if err := l.Till.Hear(ctx, l.channel, event, signed.Header); err != nil {
			l.t.Fatalf("%s: %v", event, err)
		}
	}
	l.payBack()
	for _, text := range l.jobs(followRenewalArgs{}.Kind()) {
		var job followRenewalArgs
		if err := json.Unmarshal([]byte(text), &job); err != nil {
			l.t.Fatal(err)
		}
		if _, err := l.Till.FollowRenewal(ctx, job.ChannelID, job.Subscription, time.Now()); err != nil {
			l.t.Fatal(err)
		}
	}
}

// payBack does the jobs of refunds.
func (l *life) payBack() {
	l.t.Helper()
	for _, text := range l.jobs(refundArgs{}.Kind()) {
		var job refundArgs
		if err := json.Unmarshal([]byte(text), &job); err != nil {
			l.t.Fatal(err)
		}
		if err := l.Till.PayBack(l.t.Context(), job.ChannelID, job.Order); err != nil {
			l.t.Fatal(err)
		}
	}
}

// disputes has the fan's bank dispute the payment of an order, and returns the dispute.
func (l *life) disputes(order commerce.OrderID) string {
	l.t.Helper()
	var charges struct {
		Data []struct {
			Intent string `json:"payment_intent"`
			Amount int64
		}
	}
	l.provider(http.MethodGet, "/v1/charges", nil, &charges)
	paid := l.number("SELECT amount FROM orders WHERE id = ?", order)
	for _, c := range charges.Data {
		if c.Amount == paid {
			var made struct{ ID string }
			l.provider(http.MethodPost, "/_simulator/disputes", map[string]any{"account": "north", "payment_intent": c.Intent}, &made)
			return made.ID
		}
	}
	l.t.Fatalf("no charge of %d", paid)
	return ""
}

// decides has the bank decide a dispute.
func (l *life) decides(dispute, decision string) {
	l.t.Helper()
	l.provider(http.MethodPost, "/_simulator/changes", map[string]any{"account": "north", "id": dispute, "status": decision}, &struct{}{})
}

// subscription is the order of the fan's subscription.
func (l *life) subscription() commerce.OrderID {
	l.t.Helper()
	return commerce.OrderID(l.number("SELECT order_id FROM subscriptions WHERE user_id = ?", l.session.UserID))
}

// buys has the fan buy something, and returns the code of the refusal.
func (l *life) buys(card string, item commerce.Item) string {
	l.t.Helper()
	_, err := l.Till.Buy(l.t.Context(), commerce.Purchase{
		ChannelID: l.channel, Buyer: commerce.Buyer{UserID: int64(l.session.UserID), Viewer: commerce.Viewer{LoggedIn: true}}, Language: "en",
		Items: []commerce.Item{item}, PaymentMethod: card,
	})
	return fault.CodeOf(err)
}

// letterCount counts the fan's letters with a subject.
func (l *life) letterCount(subject string) (n int) {
	l.t.Helper()
	for _, one := range l.letters(lifeMail) {
		if one.Subject == subject {
			n++
		}
	}
	return n
}

// A dispute about the ticket holds what the ticket opened: the game and the clip. Won, both are open again. Lost, both have
// ended, and the ticket is for sale again. All else stays: the game plays on by the subscription.
func TestWhatADisputeDoes(t *testing.T) {
	for _, decision := range []string{"won", "lost"} {
		t.Run(decision, func(t *testing.T) {
			eachLife(t, func(t *testing.T, l *life) {
				ticket := commerce.Item{EventID: int64(l.game), SingleEventPackageID: l.single}
				l.hear()
				l.expect("before", whole())
				dispute := l.disputes(l.ticket)
				l.hear()
				held := whole()
				held.watches, held.shared = commerce.ReasonSubscription, false
				l.expect("open", held)
				if n := l.letterCount("Your bank is disputing your payment"); n != 1 {
					t.Errorf("%d letters", n)
				}
				if code := l.buys("pm_card_visa", ticket); code != "payment_disputed" {
					t.Errorf("the ticket is sold again: %q", code)
				}
				l.decides(dispute, decision)
				for range 2 {
					l.hear()
				}
				if decision == "won" {
					l.expect("won", whole())
					if code := l.buys("pm_card_visa", ticket); code != "already_bought" {
						t.Errorf("the ticket is sold again: %q", code)
					}
					l.reminds(lifeMail, 1, 1)
					return
				}
				held.paid = 1
				l.expect("lost", held)
				if n := l.letterCount("Your bank refunded you"); n != 1 {
					t.Errorf("%d letters", n)
				}
				if _, err := l.Commerce.Quote(t.Context(), l.channel, commerce.Buyer{UserID: int64(l.session.UserID)}, []commerce.Item{ticket}, lifeCode); fault.CodeOf(err) != "promo_code_wrong" {
					t.Errorf("the promo code: %v", err)
				}
				l.buyTicket("")
				held.paid, held.watches = 2, commerce.ReasonOrder // the clip stays with the order that made it
				l.expect("bought again", held)
				l.reminds(lifeMail, 1, 1)
			})
		})
	}
}

// A dispute about the subscription pauses it, and leaves the ticket alone. With both disputed, addresses that were signed before
// stop.
func TestWhatADisputeOfASubscriptionDoes(t *testing.T) {
	for _, decision := range []string{"won", "lost"} {
		t.Run(decision, func(t *testing.T) {
			eachLife(t, func(t *testing.T, l *life) {
				dispute := l.disputes(l.subscription())
				l.hear()
				l.expect("open", whole())
				l.clips("open", false)
				second := l.disputes(l.ticket)
				l.hear()
				both := whole()
				both.watches, both.shared = "", false
				l.expect("both open", both)
				l.decides(second, "won")
				l.hear()
				l.expect("the ticket's is won", whole())
				l.decides(dispute, decision)
				for range 2 {
					l.hear()
				}
				want := whole()
				if decision == "lost" {
					want.renews, want.paid = false, 1
				}
				l.expect(decision, want)
				l.clips(decision, decision == "won")
				if code := l.buys("pm_card_visa", commerce.Item{SubscriptionID: l.offer}); (code == "") != (decision == "lost") {
					t.Errorf("it is sold again: %q", code)
				}
			})
		})
	}
}

// The account is deleted while a bank decides about the ticket, and erased before it has decided.
func TestWhatADeletionDuringADisputeDoes(t *testing.T) {
	for _, decision := range []string{"won", "lost"} {
		t.Run(decision, func(t *testing.T) {
			eachLife(t, func(t *testing.T, l *life) {
				dispute := l.disputes(l.ticket)
				l.hear()
				l.leave()
				l.applyHolds()
				l.expect("deleted", state{paid: 2, follows: true, member: true})
				l.exec("UPDATE users SET deleting_ms = 1 WHERE id = ?", l.session.UserID)
				if n, err := l.Accounts.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
					t.Fatalf("erased %d, %v", n, err)
				}
				if again, err := l.Till.ForgetCustomer(t.Context(), l.channel, int64(l.session.UserID)); again != 0 || err != nil {
					t.Fatalf("again in %s, %v", again, err)
				}
				letters := len(l.letters(lifeMail))
				l.decides(dispute, decision)
				for range 2 {
					l.hear()
				}
				l.expect("erased", state{paid: map[string]int64{"won": 2, "lost": 1}[decision]})
				if n := len(l.letters(lifeMail)); n != letters {
					t.Errorf("%d letters to a person who is erased", n-letters)
				}
			})
		})
	}
}

// A customer who is deleted at the provider takes cards and renewals along. What is paid goes on, and the next purchase makes
// another customer.
func TestWhatADeletedCustomerDoes(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		cards, err := l.Till.Cards(t.Context(), l.channel, int64(l.session.UserID))
		if err != nil || len(cards) != 1 {
			t.Fatalf("cards %v, %v", cards, err)
		}
		var customers struct{ Data []struct{ ID string } }
		l.provider(http.MethodGet, "/v1/customers", nil, &customers)
		for _, c := range customers.Data {
			l.provider(http.MethodDelete, "/v1/customers/"+c.ID, nil, &struct{}{})
		}
		for range 2 {
			l.hear()
		}
		want := whole()
		want.renews = false
		l.expect("deleted", want)
		l.clips("deleted", true) // what is paid goes on
		another := l.sellTicket(l.addGame())
		if code := l.buys(cards[0].ID, another); code != "" {
			t.Errorf("the card of before: %q", code)
		}
		if n := l.number("SELECT count(*) FROM orders WHERE user_id = ? AND status = 'failed'", l.session.UserID); n != 1 {
			t.Errorf("%d orders failed", n)
		}
		if code := l.buys("pm_card_visa", another); code != "" {
			t.Errorf("another card: %q", code)
		}
		want.paid = 3
		l.expect("bought another game", want)
		if err := l.Till.Refund(t.Context(), l.system(), l.channel, l.ticket); err != nil {
			t.Fatal(err)
		}
		l.payBack()
		want.paid, want.watches, want.shared = 2, commerce.ReasonSubscription, false
		l.expect("the ticket's money", want)
		if n := l.number("SELECT count(*) FROM transactions WHERE order_id = ? AND status = 'refunded'", l.ticket); n != 1 {
			t.Errorf("%d refunds", n)
		}
		l.reminds(lifeMail, 1, 1)
		if !strings.Contains(strings.Join(l.subjects(), "\n"), "refund") {
			t.Errorf("letters %q", l.subjects())
		}
	})
}
