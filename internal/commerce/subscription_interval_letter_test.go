package commerce_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/letter"
)

// letterOf is the letter with a subject among those written about what happened since the last time.
func (r *register) letterOf(letters []letter.Letter, subject string) letter.Letter {
	r.t.Helper()
	for _, l := range letters {
		if l.Subject == subject {
			return l
		}
	}
	r.t.Fatalf("no letter %q among %q", subject, subjects(letters))
	return letter.Letter{}
}

// The subscriber is told how often the subscription renews now, and the receipt of the new period says what was paid and what comes next.
func TestAChangedPeriodIsTold(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		r.turns(10 * day)
		r.recurs(79000, "year", 1, "create_prorations")
		r.learns(byReconcile)
		letters := r.post()
		told := r.letterOf(letters, say("Your subscription now renews every 12 months", "Votre abonnement se renouvelle maintenant tous les 12 mois"))
		r.says(told, say("now renews every 12 months for CAD $790.00, instead of every 30 days for CAD $79.00.", "se renouvelle maintenant tous les 12 mois pour 790,00 $ CAD, au lieu de 79,00 $ CAD tous les 30 jours."),
			say("from the period that begins on December 1, 2026.", "à partir de la période qui commence le 1er décembre 2026."),
			say("Next charge: December 1, 2027", "Prochain paiement\u00a0: 1er décembre 2027"))
		r.doesNotSay(told, say("If this does not work for you", "Si cela ne vous convient pas"))
		receipt := r.letterOf(letters, say("Your receipt GS-000001-2", "Votre reçu GS-000001-2"))
		r.says(receipt, say("A new period of your subscription has begun", "Une nouvelle période de votre abonnement a commencé"), say("CAD $737.33", "737,33 $ CAD"), say("Taxes: CAD $84.84", "Taxes\u00a0: 84,84 $ CAD"),
			say("The price of the period is CAD $790.00.", "Le prix de la période est de 790,00 $ CAD."),
			say("Renews: every 12 months", "Se renouvelle\u00a0: tous les 12 mois"), say("Your subscription renews on December 1, 2027 for CAD $790.00. You can cancel", "Votre abonnement se renouvelle le 1er décembre 2027 pour 790,00 $ CAD. Vous pouvez annuler"))
		if len(letters) != 2 {
			t.Errorf("letters %q", subjects(letters))
		}
		r.learns(byReconcile)
		r.posts("nothing new", "")
	})
}

// In a trial nothing is paid yet: the letter says how to prevent the payment, and the letter about the end of the trial has the new terms.
func TestAChangedPeriodOfATrialIsTold(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		end := r.tries(7)
		r.post()
		r.recurs(20000, "month", 3, "none")
		r.learns(byReconcile)
		r.tells(say("Your subscription now renews every 3 months", "Votre abonnement se renouvelle maintenant tous les 3 mois"), say("If this does not work for you, cancel", "Si cela ne vous convient pas, annulez"))
		r.waitUntil(end.Add(-2 * day))
		for _, l := range r.post() {
			r.says(l, say("then every 3 months", "puis tous les 3 mois"), say("Amount due then: CAD $200.00", "Montant débité ensuite\u00a0: 200,00 $ CAD"))
		}
	})
}

// Changed back before the letter was written: only what holds is told.
func TestAChangedPeriodThatIsTakenBackIsNotTold(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.tries(7)
		r.post()
		r.recurs(20000, "month", 3, "none")
		r.learns(byReconcile)
		r.recurs(7900, "day", 30, "none")
		r.learns(byReconcile)
		r.tells(say("Your subscription now renews every 30 days", "Votre abonnement se renouvelle maintenant tous les 30 jours"))
	})
}

// What a change within a period adds to the next payment is told before that: with the change of the price, in the receipt before, and
// alone where nothing else is told.
func TestAPendingAmountIsTold(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		r.turns(15 * day)
		r.costs(9900, "create_prorations")
		r.learns(byReconcile)
		r.tells(say("The price of your subscription has changed", "Le prix de votre abonnement a changé"),
			say("Your next payment is CAD $109.00, which includes CAD $10.00 for a change on December 6, 2026.", "Votre prochain paiement est de 109,00 $ CAD, dont 10,00 $ CAD pour un changement du 6 décembre 2026."))
		if s := r.latest(); s.NextAmount != 10900 || s.PendingAmount != 1000 || s.PendingFrom.IsZero() || !s.PendingFrom.Equal(s.PendingThrough) {
			t.Errorf("%+v", s)
		}
		r.turns(15*day + 2*time.Hour)
		r.learns(byReconcile)
		r.doesNotSay(r.tells(say("Your receipt GS-000001-2", "Votre reçu GS-000001-2"), say("for CAD $99.00. You can cancel", "pour 99,00 $ CAD. Vous pouvez annuler")), say("which includes", ", dont"))
		if s := r.latest(); s.NextAmount != 9900 || s.PendingAmount != 0 || !s.PendingFrom.IsZero() {
			t.Errorf("after it was paid: %+v", s)
		}
	})
}

// The dashboard makes a change and takes the price back on the same day: the price is the same, and the next payment is not.
func TestAPendingAmountWithoutAChangedPriceIsTold(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		r.turns(15 * day)
		r.costs(9900, "create_prorations")
		r.turns(2 * day)
		r.costs(7900, "none")
		r.differs("its next payment includes CAD $10.00 for a change within a period")
		r.tells(say("Your next payment includes an additional amount", "Votre prochain paiement comprend un montant supplémentaire"),
			say("Your next payment is CAD $89.00, which includes CAD $10.00 for a change on December 6, 2026.", "Votre prochain paiement est de 89,00 $ CAD, dont 10,00 $ CAD pour un changement du 6 décembre 2026."))
	})
}

// A change that makes the rest of the period cheaper is a credit: the next payment is lower, and needs no letter of its own.
func TestAPendingCredit(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		r.turns(15 * day)
		r.costs(5900, "create_prorations")
		r.learns(byReconcile)
		l := r.tells(say("The price of your subscription has changed", "Le prix de votre abonnement a changé"), say("Amount: CAD $49.00", "Montant\u00a0: 49,00 $ CAD"))
		r.doesNotSay(l, say("which includes", ", dont"))
		if s := r.latest(); s.NextAmount != 4900 || s.PendingAmount != -1000 {
			t.Errorf("%+v", s)
		}
	})
}

// What is pending when a subscription ends is charged with its end. Its page has it, and the receipt says it.
func TestAPendingAmountOfWhatEnds(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		r.turns(15 * day)
		if _, err := r.Unsubscribe(t.Context(), r.channels[0], r.buyer.UserID, r.monthly); err != nil {
			t.Fatal(err)
		}
		r.post()
		r.costs(9900, "create_prorations")
		r.costs(7900, "none")
		r.learns(byReconcile)
		r.tells(say("One last payment for your subscription", "Un dernier paiement pour votre abonnement"),
			say("charge CAD $10.00 for a change on December 6, 2026 when it ends.", "débiterons 10,00 $ CAD pour un changement du 6 décembre 2026 à la fin de l’abonnement."))
		if s := r.latest(); s.NextAmount != 1000 || s.PendingAmount != 1000 || s.Renews {
			t.Errorf("%+v", s)
		}
		r.turns(15*day + 2*time.Hour)
		r.learns(byReconcile)
		r.tells(say("Your receipt GS-000001-2", "Votre reçu GS-000001-2"), say("An additional payment for your subscription", "Un paiement supplémentaire pour votre abonnement"), say("CAD $10.00", "10,00 $ CAD"))
		if got := r.audit(); len(got.Differences) != 0 || r.holds() != 0 {
			t.Errorf("reconcile says %q, it opens %d", got.Differences, r.holds())
		}
	})
}

// A discount makes what is pending smaller, too.
func TestAPendingAmountWithADiscount(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		r.subscribe("pm_card_visa")
		r.turns(15 * day)
		r.costs(9900, "create_prorations")
		r.takesOff(url.Values{"percent_off": {"50"}, "duration": {"forever"}})
		r.learns(byReconcile)
		if s := r.latest(); s.NextAmount != 5450 || s.PendingAmount != 500 {
			t.Errorf("the next payment is %d, of which %d", s.NextAmount, s.PendingAmount)
		}
	})
}

// The provider does not say what the next payment is: what it said before stays, until that is paid. Everything else is recorded.
func TestAPreviewThatFails(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		r.subscribe("pm_card_visa")
		r.turns(15 * day)
		r.costs(9900, "create_prorations")
		r.learns(byReconcile)
		r.post()
		r.order("/_simulator/faults", map[string]any{"kind": "error", "method": "POST", "path": "/v1/invoices/create_preview", "count": 1000})
		r.repeat()
		if s := r.latest(); s.NextAmount != 10900 || s.PendingAmount != 1000 {
			t.Errorf("while the provider is away the next payment is %d, of which %d", s.NextAmount, s.PendingAmount)
		}
		r.turns(15*day + 2*time.Hour)
		r.repeat()
		if s := r.latest(); s.NextAmount != 9900 || s.PendingAmount != 0 || kinds(s) != "created price_changed updated" {
			t.Errorf("after that was paid the next payment is %d, of which %d: %s", s.NextAmount, s.PendingAmount, kinds(s))
		}
		r.turns(5 * day)
		r.costs(12900, "create_prorations")
		r.repeat()
		if s := r.latest(); s.NextAmount != 12900 || s.PendingAmount != 0 {
			t.Errorf("after a change of the price the next payment is %d, of which %d", s.NextAmount, s.PendingAmount)
		}
	})
}

// The dashboard adds an amount to the next invoice, of the subscription or of the customer: the webhook about it is enough.
func TestAnInvoiceItemIsLearntByWebhook(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		r.turns(15 * day)
		for i, parent := range []any{map[string]any{"type": "subscription_details", "subscription_details": map[string]any{"subscription": r.ref()}}, nil} {
			r.costs(9900, "create_prorations")
			r.costs(7900, "none")
			event := told(fmt.Sprint("evt_item_", i), "invoiceitem.created", map[string]any{"object": "invoiceitem", "id": "ii_1", "customer": r.customer(), "parent": parent})
			for range 2 {
				if err := r.hear(0, event); err != nil {
					t.Fatal(err)
				}
			}
			r.tells(say("Your next payment includes an additional amount", "Votre prochain paiement comprend un montant supplémentaire"))
			if s, want := r.latest(), int64(1000*(i+1)); s.PendingAmount != want || s.NextAmount != 7900+want {
				t.Errorf("the next payment is %d, of which %d", s.NextAmount, s.PendingAmount)
			}
		}
	})
}

// customer is the provider's id of the buyer.
func (r *register) customer() (ref string) {
	r.t.Helper()
	if err := r.TillDeps.DB.Read().NewRaw("SELECT ref FROM payment_customers").Scan(r.t.Context(), &ref); err != nil {
		r.t.Fatal(err)
	}
	return ref
}
