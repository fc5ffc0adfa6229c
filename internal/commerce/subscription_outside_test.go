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
	"github.com/grandstand/grandstand/internal/letter"
)

// differs checks what `commerce reconcile` says of one thing that happened, and that it says nothing of it the next time.
func (r *register) differs(want string) {
	r.t.Helper()
	if got := r.audit().Differences; len(got) != 1 || !strings.Contains(got[0], want) || !strings.Contains(got[0], "this is now recorded") {
		r.t.Errorf("reconcile says %q, and not %q", got, want)
	}
	if got := r.audit().Differences; len(got) != 0 {
		r.t.Errorf("reconcile says again %q", got)
	}
}

// waitsFor checks what `commerce reconcile` lists for an operator to act on.
func (r *register) waitsFor(want string) {
	r.t.Helper()
	if got := strings.Join(r.audit().Waiting, "\n"); !strings.Contains(got, want) || (want == "") != (got == "") {
		r.t.Errorf("reconcile lists %q, and not %q", got, want)
	}
}

// is checks how the buyer's subscription stands, whether it opens anything, and the kinds of its history.
func (r *register) is(status commerce.SubscriptionStatus, opens bool, history string) *commerce.Subscription {
	r.t.Helper()
	s := r.latest()
	if s.Status != status || (r.holds() == 1) != opens || kinds(s) != history {
		r.t.Errorf("the subscription is %s, opens %v, %q; want %s, %v, %q", s.Status, r.holds() == 1, kinds(s), status, opens, history)
	}
	return s
}

// tells checks that one letter was written, and what it says.
func (r *register) tells(subject string, lines ...string) letter.Letter {
	r.t.Helper()
	written := r.posts("what happened at the provider", subject)
	if len(written) != 1 {
		r.t.FailNow()
	}
	r.says(written[0], lines...)
	return written[0]
}

// invoice is the provider's id of the newest invoice.
func (r *register) invoice() string {
	r.t.Helper()
	var list struct{ Data []struct{ ID string } }
	r.fetch("/v1/invoices?subscription="+r.ref(), &list)
	return list.Data[0].ID
}

// card is the provider's id of the card that pays the subscription.
func (r *register) card() string {
	r.t.Helper()
	var s struct {
		Card string `json:"default_payment_method"`
	}
	r.fetch("/v1/subscriptions/"+r.ref(), &s)
	return s.Card
}

// eachLanguage runs a test in both languages of the letters.
func eachLanguage(t *testing.T, run func(t *testing.T, r *register, say func(en, fr string) string)) {
	t.Helper()
	eachCase(t, []string{"en", "fr"}, func(t *testing.T, d *db.DB, language string) {
		r := openRegister(t, d)
		r.speaks = language
		run(t, r, func(en, fr string) string { return map[string]string{"en": en, "fr": fr}[language] })
	})
}

// eachDatabase runs a test that reads no letters on both databases.
func eachDatabase(t *testing.T, run func(t *testing.T, r *register)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { run(t, openRegister(t, d)) })
}

// failsToRenew has the buyer subscribe, and their renewal fail.
func (r *register) failsToRenew() {
	r.t.Helper()
	r.subscribe("pm_card_visa")
	if _, err := r.ChangeCard(r.t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.saved("pm_card_chargeCustomerFail")); err != nil {
		r.t.Fatal(err)
	}
	r.wait(month + 2*time.Hour)
	r.post()
	r.is(commerce.SubscriptionActive, true, "created payment_failed")
}

// The dashboard gives an invoice up: nothing is tried any more, its period opens nothing, and the next one is paid.
func TestAnInvoiceIsVoidedOrWrittenOff(t *testing.T) {
	for _, call := range []string{"void", "mark_uncollectible"} {
		t.Run(call, func(t *testing.T) {
			eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
				r.failsToRenew()
				r.ask("/v1/invoices/"+r.invoice()+"/"+call, nil)
				r.differs("is void or uncollectible")
				s := r.is(commerce.SubscriptionInactive, false, "created payment_failed not_charged")
				if s.PastDue || !s.UnchargedUntil.After(r.clock.Now()) {
					t.Errorf("%+v", s)
				}
				r.tells(say("A payment for your subscription was cancelled", "Un paiement de votre abonnement a été annulé"),
					say("We will not charge ", "Nous ne débiterons pas "), say("You can’t watch for now.", "Votre abonnement ne vous donne plus accès pour le moment."),
					say("You can watch again after that.", "Vous pourrez regarder de nouveau ensuite."))
				if _, err := r.ChangeCard(t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.saved("pm_card_visa")); err != nil {
					t.Fatal(err)
				}
				r.wait(month + 2*time.Hour)
				if s := r.is(commerce.SubscriptionActive, true, "created payment_failed not_charged updated"); !s.UnchargedUntil.IsZero() {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

// An invoice is marked as paid in the dashboard, the first one too: its period is paid, and no card is named.
func TestAnInvoiceIsPaidByOtherMeans(t *testing.T) {
	t.Run("a renewal", func(t *testing.T) {
		eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
			r.failsToRenew()
			r.ask("/v1/invoices/"+r.invoice()+"/pay", url.Values{"paid_out_of_band": {"true"}})
			r.differs("is marked as paid")
			r.is(commerce.SubscriptionActive, true, "created payment_failed updated")
			l := r.tells(say("Your receipt GS-000001-2", "Votre reçu GS-000001-2"), say("Your card was not charged.", "Votre carte n’a pas été débitée."))
			for _, f := range l.Facts {
				if f.Label == "Card" || f.Label == "Carte" {
					t.Errorf("it names the card %q", f.Value)
				}
			}
		})
	})
	t.Run("the first", func(t *testing.T) {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			r := openRegister(t, d)
			r.subscribe("pm_card_authenticationRequired")
			r.ask("/v1/invoices/"+r.invoice()+"/pay", url.Values{"paid_out_of_band": {"true"}})
			if got := r.audit().Differences; len(got) != 0 {
				t.Errorf("reconcile says %q", got)
			}
			r.is(commerce.SubscriptionActive, true, "created")
		})
	})
}

// The dashboard pauses the collection and takes it up again: what is paid goes on, what is not opens nothing, and both are told.
func TestTheCollectionIsPaused(t *testing.T) {
	for _, behavior := range []string{"void", "mark_uncollectible", "keep_as_draft"} {
		t.Run(behavior, func(t *testing.T) {
			eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
				r.subscribe("pm_card_visa")
				r.ask("/v1/subscriptions/"+r.ref(), url.Values{"pause_collection[behavior]": {behavior}})
				r.differs("its collection is paused")
				r.waitsFor("is paused in the dashboard")
				if s := r.is(commerce.SubscriptionActive, true, "created payments_paused"); !s.Paused {
					t.Errorf("%+v", s)
				}
				r.tells(say("We have paused the payments for your subscription", "Nous avons suspendu les paiements de votre abonnement"),
					say("We will not charge anything for ", "Nous ne débiterons rien pour "), say("You can watch until ", "Vous pouvez regarder jusqu’au "))
				r.wait(month + 2*time.Hour)
				dropped := " not_charged"
				if behavior == "keep_as_draft" {
					dropped = ""
				}
				r.is(commerce.SubscriptionInactive, false, "created payments_paused"+dropped)
				r.posts("a period is not charged", "")
				r.ask("/v1/subscriptions/"+r.ref(), url.Values{"pause_collection": {""}})
				r.differs("its collection has resumed")
				r.waitsFor("")
				r.is(commerce.SubscriptionInactive, false, "created payments_paused"+dropped+" payments_resumed")
				r.tells(say("Payments for your subscription have resumed", "Les paiements de votre abonnement ont repris"), say("Next charge: ", "Prochain paiement\u00a0: "))
				r.wait(month + 2*time.Hour)
				r.is(commerce.SubscriptionActive, true, "created payments_paused"+dropped+" payments_resumed updated")
			})
		})
	}
}

// A subscription ends at the provider while a renewal is missing: the letter gives the reason that the provider has.
func TestWhyASubscriptionHasEnded(t *testing.T) {
	for name, test := range map[string]struct {
		end            func(r *register)
		reason, en, fr string
	}{
		"unpaid":             {func(r *register) { r.becomes(r.ref(), "unpaid") }, "payment", "its last payment did not go through.", "son dernier paiement n’est pas passé."},
		"paused":             {func(r *register) { r.becomes(r.ref(), "paused") }, "no_card", "there was no card to charge.", "il n’y avait pas de carte à débiter."},
		"canceled":           {(*register).cancelInTheDashboard, "canceled", "we cancelled it.", "nous l’avons annulé."},
		"customer deleted":   {(*register).deleteCustomer, "customer", "your payment details were deleted at our payment provider.", "vos données de paiement ont été supprimées chez notre fournisseur de paiement."},
		"given up by Stripe": {func(r *register) { r.clock.Advance(10 * day); r.order("/_simulator/flush", nil) }, "payment", "its last payment did not go through.", "son dernier paiement n’est pas passé."},
		"ended by its subscriber": {func(r *register) {
			if _, err := r.Unsubscribe(r.t.Context(), r.channels[0], r.buyer.UserID, r.monthly); err != nil {
				r.t.Fatal(err)
			}
		}, "", "its last payment did not go through.", "son dernier paiement n’est pas passé."},
	} {
		t.Run(name, func(t *testing.T) {
			eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
				r.failsToRenew()
				test.end(r)
				if test.reason != "" {
					r.differs("the subscription has ended (" + test.reason + ")")
				}
				r.is(commerce.SubscriptionExpired, false, "created payment_failed ended")
				l := r.tells(say("Your subscription has ended", "Votre abonnement a pris fin"), say(test.en, test.fr))
				if strings.Contains(strings.Join(l.Lines, " "), say("payment did not", "paiement n’est pas")) != (test.en == "its last payment did not go through.") {
					t.Errorf("it says %q", l.Lines)
				}
			})
		})
	}
}

// cancelInTheDashboard ends the subscription at once.
func (r *register) cancelInTheDashboard() { r.remove("/v1/subscriptions/" + r.ref()) }

// remove makes a DELETE call of the provider's API.
func (r *register) remove(path string) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodDelete, r.url+path, http.NoBody)
	if err != nil {
		r.t.Fatal(err)
	}
	request.SetBasicAuth("sk_sim_one", "")
	r.do(request, new(struct{}))
}

// What is paid goes on where a subscription is canceled in the dashboard, or its customer deleted; the letter gives the reason.
func TestASubscriptionIsCanceledWhileItIsPaid(t *testing.T) {
	for name, test := range map[string]struct {
		end            func(r *register)
		says           string
		en, fr, status string
	}{
		"at once":                  {(*register).cancelInTheDashboard, "has ended (canceled)", "we cancelled it.", "nous l’avons annulé.", "ended"},
		"the customer was deleted": {(*register).deleteCustomer, "has ended (customer)", "your payment details were deleted", "vos données de paiement ont été supprimées", "ended"},
		"with its period": {func(r *register) {
			r.ask("/v1/subscriptions/"+r.ref(), url.Values{"cancel_at_period_end": {"true"}})
		}, "ends with its period", "will no longer renew", "ne se renouvellera plus", "canceled"},
	} {
		t.Run(name, func(t *testing.T) {
			eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
				r.subscribe("pm_card_visa")
				test.end(r)
				r.differs(test.says)
				r.is(commerce.SubscriptionCanceled, true, "created "+test.status)
				r.tells(say("Your subscription is cancelled", "Votre abonnement est annulé"), say(test.en, test.fr), say("You can watch until ", "Vous pouvez regarder jusqu’au "))
			})
		})
	}
}

// A cancellation that is taken back in the dashboard is noticed, and the subscriber reads so.
func TestACancellationIsTakenBackInTheDashboard(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		endWithPeriod := func(ends string) {
			r.ask("/v1/subscriptions/"+r.ref(), url.Values{"cancel_at_period_end": {ends}})
		}
		endWithPeriod("true")
		r.differs("the subscription ends with its period")
		r.tells(say("Your subscription is cancelled", "Votre abonnement est annulé"))
		endWithPeriod("false")
		r.differs("the subscription will renew again")
		r.is(commerce.SubscriptionActive, true, "created canceled resumed")
		r.tells(say("Your subscription continues", "Votre abonnement continue"))
	})
}
