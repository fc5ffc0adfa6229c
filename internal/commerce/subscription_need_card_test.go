package commerce_test

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/letter"
)

// cardLetters counts the letters that ask for a card.
func cardLetters(letters []letter.Letter) (n int) {
	for _, l := range letters {
		if strings.Contains(l.Subject, "needs a card") || strings.Contains(l.Subject, "besoin d’une carte") {
			n++
		}
	}
	return n
}

// A first period that a credit paid leaves no card. A letter asks for one a week before the first charge, once.
func TestACardIsAskedForBeforeTheFirstCharge(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.saved("pm_card_visa")
		r.credits(7900)
		r.subscribe("pm_card_visa")
		r.reconcile()
		end := r.latest().PeriodEnd
		r.post()
		if s := r.latest(); s.Card != "" || s.NextAmount != 7900 {
			t.Fatalf("%+v", s)
		}
		r.waitUntil(end.Add(-7*day - time.Hour))
		r.posts("too soon", "")
		r.waitUntil(end.Add(-6 * day))
		r.tells(say("Your subscription needs a card", "Votre abonnement a besoin d’une carte"),
			say("renews on December 21, 2026 for CAD $79.00, and no card is on file for this payment.", "se renouvelle le 21 décembre 2026 pour 79,00 $ CAD, et aucune carte n’est enregistrée pour ce paiement."))
		r.repeat()
		r.waitUntil(end.Add(-time.Hour))
		r.posts("again", "")
		if got := kinds(r.latest()); got != "created" {
			t.Errorf("the history shows %q", got)
		}
	})
}

// The letter is not written where there is a card by then, nothing is charged, or another letter asks.
func TestACardIsNotAskedFor(t *testing.T) {
	tests := map[string]func(r *register){
		"a card was chosen": func(r *register) {
			if _, err := r.ChangeCard(r.t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.saved("pm_card_mastercard")); err != nil {
				r.t.Fatal(err)
			}
		},
		"the customer has a default card": func(r *register) {
			card, customer := r.saved("pm_card_mastercard"), r.customer()
			r.ask("/v1/customers/"+customer, url.Values{"invoice_settings[default_payment_method]": {card}})
		},
		"the credit pays the next period, too": func(r *register) { r.credits(20000) },
		"it was cancelled": func(r *register) {
			if _, err := r.Unsubscribe(r.t.Context(), r.channels[0], r.buyer.UserID, r.monthly); err != nil {
				r.t.Fatal(err)
			}
		},
		"it is paused": func(r *register) {
			r.ask("/v1/subscriptions/"+r.ref(), url.Values{"pause_collection[behavior]": {"void"}})
		},
		"a price of nothing": func(r *register) { r.costs(0, "none") },
	}
	eachCase(t, slices.Sorted(maps.Keys(tests)), func(t *testing.T, d *db.DB, name string) {
		r := openRegister(t, d)
		r.saved("pm_card_visa")
		r.credits(7900)
		r.subscribe("pm_card_visa")
		r.reconcile()
		end := r.latest().PeriodEnd
		tests[name](r)
		r.waitUntil(end.Add(-6 * day))
		r.repeat()
		if n := cardLetters(r.post()); n != 0 {
			t.Errorf("%d letters", n)
		}
	})
}

// A card that was removed shortly before the payment was asked for by that letter. One that was removed long before is asked for again.
func TestACardThatWasRemovedIsAskedForOnceAWeekBefore(t *testing.T) {
	for before, want := range map[time.Duration]int{20 * day: 2, 3 * day: 1} {
		eachDatabase(t, func(t *testing.T, r *register) {
			r.subscribe("pm_card_visa")
			end := r.latest().PeriodEnd
			r.waitUntil(end.Add(-before))
			r.ask("/v1/payment_methods/"+r.card()+"/detach", url.Values{})
			n := 0
			for _, at := range []time.Duration{before - time.Hour, 2 * day, time.Hour} {
				r.waitUntil(end.Add(-at))
				r.repeat()
				n += cardLetters(r.post())
			}
			if n != want {
				t.Errorf("%d letters ask for a card, want %d", n, want)
			}
		})
	}
}

// The letter about the end of a trial asks for a card where there is none, and no other letter does.
func TestTheEndOfATrialWithoutACard(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		end := r.tries(30)
		r.ask("/v1/payment_methods/"+r.card()+"/detach", url.Values{})
		r.learns(byReconcile)
		r.post()
		r.waitUntil(end.Add(-6 * day))
		r.posts("a week before", "")
		r.waitUntil(end.Add(-2 * day))
		letters := r.post()
		if len(letters) != 1 {
			t.Fatalf("letters %q", subjects(letters))
		}
		r.says(letters[0], say("no card is on file for the payment that follows. Please choose one", "aucune carte n’est enregistrée pour le paiement qui suit. Choisissez-en une"))
	})
}
