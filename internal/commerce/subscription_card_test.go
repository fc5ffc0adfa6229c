package commerce_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// answerTheBank answers the bank's question about the payment with a secret.
func (r *register) answerTheBank(secret, answer string) {
	r.t.Helper()
	intent, _, _ := strings.Cut(secret, "_secret")
	response, err := http.PostForm(r.url+"/3d_secure/one/"+intent, url.Values{"answer": {answer}, "client_secret": {secret}})
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusMultipleChoices {
		r.t.Fatal(response.Status)
	}
}

// followUp asks as the queue does how a renewal stands that somebody pays by themselves.
func (r *register) followUp(since time.Time) time.Duration {
	r.t.Helper()
	again, err := r.FollowRenewal(r.t.Context(), r.channels[0], r.followed[len(r.followed)-1], since)
	if err != nil {
		r.t.Fatal(err)
	}
	return again
}

// A renewal whose card has a bank that wants to be asked is paid once its user has answered, also
// when no webhook tells of it.
func TestARenewalIsConfirmedWithTheBank(t *testing.T) {
	eachCase(t, []string{"pm_card_authenticationRequiredOnSetup", "pm_card_authenticationRequired"}, func(t *testing.T, d *db.DB, card string) {
		r := openRegister(t, d)
		change := func(card string) commerce.CardChange {
			t.Helper()
			changed, err := r.ChangeCard(t.Context(), r.channels[0], r.buyer.UserID, r.monthly, card)
			if err != nil || changed.PublishableKey != "pk_sim_one" || !changed.TestPayments {
				t.Fatalf("changed %+v, %v", changed, err)
			}
			return changed
		}
		r.subscribe("pm_card_visa")
		asked := r.saved(card)
		if changed := change(asked); changed.ClientSecret != "" || changed.PastDue || len(r.followed) != 0 {
			t.Fatalf("nothing is open: %+v", changed)
		}
		r.wait(month + 2*time.Hour)
		if s := r.latest(); !s.PastDue || kinds(s) != "created payment_failed" {
			t.Fatalf("past due: %s, %+v", kinds(s), s)
		}
		if changed := change(r.saved("pm_card_chargeCustomerFail")); changed.ClientSecret != "" || !changed.PastDue {
			t.Errorf("a card that is declined: %+v", changed)
		}
		began := r.clock.Now()
		for _, answer := range []string{"fail", "complete"} {
			changed := change(asked)
			if changed.ClientSecret == "" || !changed.PastDue || r.followUp(began) == 0 {
				t.Fatalf("the bank is not asked: %+v", changed)
			}
			r.answerTheBank(changed.ClientSecret, answer)
		}
		if again := r.followUp(began); again != 0 || r.charged() != 2 || r.holds() != 1 {
			t.Errorf("again in %s, %d charges", again, r.charged())
		}
		if s := r.latest(); s.PastDue || s.Card != asked || kinds(s) != "created payment_failed updated" {
			t.Errorf("paid: %s, %+v", kinds(s), s)
		}
		r.checkNoDifferences()
	})
}

// Whoever does not answer is waited for half an hour, and the provider being away is no end.
func TestARenewalIsFollowedForAWhile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.subscribe("pm_card_visa")
		asked := r.saved("pm_card_authenticationRequired")
		for range 2 {
			if _, err := r.ChangeCard(t.Context(), r.channels[0], r.buyer.UserID, r.monthly, asked); err != nil {
				t.Fatal(err)
			}
			if len(r.followed) == 0 {
				r.wait(month + 2*time.Hour)
			}
		}
		began := r.clock.Now()
		r.down = true
		if again := r.followUp(began); again == 0 {
			t.Error("the provider is away, and nobody asks again")
		}
		r.down = false
		for _, step := range []struct {
			wait time.Duration
			more bool
		}{{0, true}, {29 * time.Minute, true}, {time.Minute, false}} {
			r.clock.Advance(step.wait)
			if again := r.followUp(began); (again > 0) != step.more {
				t.Errorf("%s later: again in %s", step.wait, again)
			}
		}
	})
}
