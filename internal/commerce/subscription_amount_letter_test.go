package commerce_test

import (
	"net/url"
	"testing"
	"time"
)

// A renewal with another amount is told in its receipt: what was charged, what the price is, and what comes next.
func TestTheReceiptOfAChangedAmount(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		r.takesOff(url.Values{"percent_off": {"50"}, "duration": {"forever"}})
		r.wait(month + 2*time.Hour)
		r.tells(say("Your receipt GS-000001-2", "Votre reçu GS-000001-2"), say("CAD $39.50", "39,50 $ CAD"), say("Taxes: CAD $4.55", "Taxes\u00a0: 4,55 $ CAD"),
			say("The price of a period is CAD $79.00. We changed the amount of this payment", "Le prix d’une période est de 79,00 $ CAD. Nous avons modifié le montant de ce paiement"),
			say("for CAD $39.50. You can cancel", "pour 39,50 $ CAD. Vous pouvez annuler"))
		if s := r.latest(); s.NextAmount != 3950 || s.Price != 7900 {
			t.Errorf("the next payment is %d of %d", s.NextAmount, s.Price)
		}
		r.letters = nil
		r.takesOff(url.Values{"percent_off": {"100"}, "duration": {"once"}})
		r.wait(month)
		r.tells(say("Your receipt GS-000001-3", "Votre reçu GS-000001-3"), say("We did not charge anything for this period", "Nous n’avons rien débité pour cette période"))
	})
}

// A price that the dashboard changed is told before it is charged, with the way to prevent that where it is higher.
func TestAChangedPriceIsTold(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		r.costs(9900, "none")
		r.learns(byReconcile)
		r.tells(say("The price of your subscription has changed", "Le prix de votre abonnement a changé"),
			say("from CAD $79.00 to CAD $99.00.", "il passe de 79,00 $ CAD à 99,00 $ CAD."),
			say("The change applies from the period that begins on December 21, 2026.", "Ce changement s’applique à partir de la période qui commence le 21 décembre 2026."),
			say("If this does not work for you, cancel", "Si cela ne vous convient pas, annulez"))
		if s := r.latest(); s.Price != 9900 || s.NextAmount != 9900 {
			t.Errorf("%+v", s)
		}
		r.letters = nil
		r.costs(2500, "none")
		r.learns(byReconcile)
		l := r.tells(say("The price of your subscription has changed", "Le prix de votre abonnement a changé"), say("to CAD $25.00.", "à 25,00 $ CAD."))
		r.doesNotSay(l, say("If this does not work for you", "Si cela ne vous convient pas"))
	})
}

// An increase that is charged within a period is a payment in addition to the renewals.
func TestAnIncreaseThatIsChargedAtOnce(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		r.turns(15 * day)
		r.costs(9900, "always_invoice")
		r.learns(byReconcile)
		for _, l := range r.post() {
			if l.Subject == say("Your receipt GS-000001-2", "Votre reçu GS-000001-2") {
				r.says(l, say("An additional payment for your subscription", "Un paiement supplémentaire pour votre abonnement"), say("CAD $10.00", "10,00 $ CAD"))
				return
			}
		}
		t.Error("no receipt")
	})
}
