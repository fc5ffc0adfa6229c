package commerce_test

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/letter"
)

// doesNotSay checks that a letter has none of some sentences.
func (r *register) doesNotSay(l letter.Letter, sentences ...string) {
	r.t.Helper()
	_, text, err := l.Render(letter.Brand{Name: "Northline", Site: "https://fans.example"})
	if err != nil {
		r.t.Fatal(err)
	}
	for _, s := range sentences {
		if strings.Contains(text, s) {
			r.t.Errorf("it says %q:\n%s", s, text)
		}
	}
}

// heardLetter has the till hear of a dispute, and returns the one letter that it writes.
func (r *register) heardLetter() letter.Letter {
	r.t.Helper()
	r.post()
	r.letters = nil
	r.hearAll()
	r.work()
	if len(r.letters) != 1 {
		r.t.Fatalf("letters %q", r.letterSubjects())
	}
	return r.letters[0]
}

// The letters about a dispute promise that an order opens again only where it does.
func TestLettersAboutDisputesOfWhatIsOver(t *testing.T) {
	for name, test := range map[string]struct {
		begin, later func(r *register)
	}{
		"a pass": {func(r *register) { r.buy("pm_card_visa") }, func(r *register) { r.wait(2 * time.Hour) }},
		"a cancelled subscription": {func(r *register) { r.subscribe("pm_card_visa") }, func(r *register) {
			if _, err := r.Unsubscribe(r.t.Context(), r.channels[0], r.buyer.UserID, r.monthly); err != nil {
				r.t.Fatal(err)
			}
			r.wait(month + 2*time.Hour)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
				test.begin(r)
				dispute := r.disputes(r.payment(), 0, false)
				r.says(r.heardLetter(), say("so this order does not give you access for now.", "elle ne vous donne plus accès à son contenu pour le moment."))
				test.later(r)
				r.becomes(dispute, "won")
				l := r.heardLetter()
				r.says(l, say("The period you paid for has ended.", "La période que vous avez payée est terminée."))
				r.doesNotSay(l, say("becomes active again", "redeviendra active"), say("You can watch", "Vous pouvez de nouveau regarder"))
			})
			eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
				test.begin(r)
				intent := r.payment()
				test.later(r)
				r.disputes(intent, 0, false)
				l := r.heardLetter()
				r.says(l, say("Your bank has asked us to return your payment for this order.", "Votre banque nous demande de vous rembourser cette commande."))
				r.doesNotSay(l, say("active again", "redeviendra active"), say("cannot watch", "ne vous donne plus accès"))
			})
		})
	}
}
