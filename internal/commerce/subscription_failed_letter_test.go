package commerce_test

import (
	"testing"
	"time"
)

// The letter about a renewal that failed, in both languages: while access goes on, after it has ended, and with its reason.
func TestLettersAboutAFailedRenewal(t *testing.T) {
	for name, test := range map[string]struct {
		before func(r *register)
		late   time.Duration
		en, fr []string
	}{
		"while access goes on": {
			(*register).failing, 0,
			[]string{"You can keep watching until ", "To avoid an interruption, choose another card before then."},
			[]string{"Vous pouvez continuer à regarder jusqu’au ", "Pour éviter une interruption, choisissez une autre carte d’ici là."},
		},
		"after access has ended": {
			(*register).failing, 4 * day,
			[]string{"You can’t watch for now. Choose another card, and you can watch again right away."},
			[]string{"Votre abonnement ne vous donne plus accès pour le moment. Choisissez une autre carte, et l’accès reprendra aussitôt."},
		},
		"with an expired card": {
			func(r *register) { r.becomes(r.card(), "expired") }, 0,
			[]string{"Your card has expired."},
			[]string{"Votre carte est expirée."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
				r.subscribe("pm_card_visa")
				test.before(r)
				r.turns(month + 2*time.Hour + test.late)
				r.learns(byReconcile)
				l := r.tells(say("Your payment did not go through", "Votre paiement n’est pas passé"),
					say("We could not charge CAD $79.00 for your subscription ", "Nous n’avons pas pu débiter 79,00 $ CAD pour votre abonnement "),
					say("If no payment goes through, the subscription will end and you will not be charged.", "Si aucun paiement ne passe, l’abonnement prendra fin et rien ne sera débité."))
				for i, line := range test.en {
					r.says(l, say(line, test.fr[i]))
				}
				if l.Button.Label != say("Use another card", "Utiliser une autre carte") {
					t.Errorf("button %q", l.Button.Label)
				}
			})
		})
	}
}
