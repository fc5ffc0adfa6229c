package commerce

import (
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/letter"
)

// repriced says what the subscription costs from the next payment on and how often it renews, and how to prevent a payment that costs more.
func (n news) repriced(language string) letter.Letter {
	h := n.happened
	en := letter.Letter{Subject: "The price of your subscription has changed", Facts: n.repricedFacts("en", [...]string{"Subscription", "Renews", "Next charge", "Amount", "Card"})}
	fr := letter.Letter{Subject: "Le prix de votre abonnement a changé", Facts: n.repricedFacts("fr", [...]string{"Abonnement", "Se renouvelle", "Prochain paiement", "Montant", "Carte"})}
	if h.Interval.Unit != "" {
		en.Subject, fr.Subject = "Your subscription now renews "+h.every("en"), "Votre abonnement se renouvelle maintenant "+h.every("fr")
	}
	en.Lines, fr.Lines = []string{n.newTerms("en"), n.termsBegin("en")}, []string{n.newTerms("fr"), n.termsBegin("fr")}
	if n.pendingCharge() {
		en.Lines = append(en.Lines, "Your next payment is "+n.price("en")+n.including("en")+".")
		fr.Lines = append(fr.Lines, "Votre prochain paiement est de "+n.price("fr")+n.including("fr")+".")
	}
	if h.FromMS > clock.Millis(n.now) && (h.Amount > h.UsualAmount || h.Interval.Unit != "") {
		en.After = []string{"If this does not work for you, cancel before that day on your subscriptions page. You can watch until the end of the paid period."}
		fr.After = []string{"Si cela ne vous convient pas, annulez avant cette date sur la page de vos abonnements. Vous pourrez regarder jusqu’à la fin de la période payée."}
	}
	return bilingual{en, fr}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// newTerms says what changed: the price, the length of a period, or both.
func (n news) newTerms(language string) string {
	h, name := n.happened, n.name.In(language)
	is, was := money(language, h.Amount, h.Currency), money(language, h.UsualAmount, h.Currency)
	switch french, period := language == "fr", h.Interval.Unit != ""; {
	case french && period:
		return name + " se renouvelle maintenant " + h.every("fr") + " pour " + is + ", au lieu de " + was + " " + h.UsualInterval.every("fr") + "."
	case period:
		return name + " now renews " + h.every("en") + " for " + is + ", instead of " + h.UsualInterval.every("en") + " for " + was + "."
	case french:
		return "Nous avons changé le prix de votre abonnement " + name + "\u00a0: il passe de " + was + " à " + is + "."
	}
	return "We changed the price of " + name + " from " + was + " to " + is + "."
}

// termsBegin says from which period on the new price or interval applies.
func (n news) termsBegin(language string) string {
	day := n.day(language, n.happened.FromMS)
	if language == "fr" {
		return "Ce changement s’applique à partir de la période qui commence le " + day + "."
	}
	return "The change applies from the period that begins on " + day + "."
}

func (n news) repricedFacts(language string, labels [5]string) []letter.Fact {
	return facts(letter.Fact{Label: labels[0], Value: n.name.In(language)}, letter.Fact{Label: labels[1], Value: n.every(language)},
		letter.Fact{Label: labels[2], Value: n.day(language, n.PeriodEndMS)}, letter.Fact{Label: labels[3], Value: n.price(language)},
		letter.Fact{Label: labels[4], Value: n.card()})
}

// sayPeriod rewrites a receipt for a period of another length that the dashboard began.
func (n news) sayPeriod(en, fr *letter.Letter) {
	h, nameEN, nameFR := n.happened, n.name.In("en"), n.name.In("fr")
	en.Heading, fr.Heading = "A new period of your subscription has begun", "Une nouvelle période de votre abonnement a commencé"
	en.Lines = []string{"We changed how often " + nameEN + " renews. A new period has begun, and your payment for it went through."}
	fr.Lines = []string{"Nous avons changé la fréquence de renouvellement de votre abonnement " + nameFR + ". Une nouvelle période a commencé, et votre paiement est passé."}
	if h.Amount == 0 {
		en.Lines = []string{"We changed how often " + nameEN + " renews. A new period has begun, and we did not charge anything for it."}
		fr.Lines = []string{"Nous avons changé la fréquence de renouvellement de votre abonnement " + nameFR + ". Une nouvelle période a commencé, et nous n’avons rien débité."}
	}
	if h.UsualAmount > 0 {
		en.Lines = append(en.Lines, "The price of the period is "+money("en", h.UsualAmount, h.Currency)+". We took into account what you had already paid, or gave a discount.")
		fr.Lines = append(fr.Lines, "Le prix de la période est de "+money("fr", h.UsualAmount, h.Currency)+". Nous avons tenu compte de ce que vous aviez déjà payé, ou accordé un rabais.")
	}
}

// pending announces what the next payment charges in addition.
func (n news) pending(language string) letter.Letter {
	nameEN, nameFR := n.name.In("en"), n.name.In("fr")
	labels := [2][3]string{{"Subscription", "Next charge", "Amount"}, {"Abonnement", "Prochain paiement", "Montant"}}
	list := func(language string, labels [3]string) []letter.Fact {
		return facts(letter.Fact{Label: labels[0], Value: n.name.In(language)}, letter.Fact{Label: labels[1], Value: n.day(language, n.PeriodEndMS)},
			letter.Fact{Label: labels[2], Value: n.price(language)})
	}
	en := letter.Letter{
		Subject: "Your next payment includes an additional amount",
		Lines: []string{
			"We changed your subscription " + nameEN + " and will charge " + n.pendingPart("en") + " with the next payment.",
			"Your next payment is " + n.price("en") + n.including("en") + ".",
		},
		Facts: list("en", labels[0]),
	}
	fr := letter.Letter{
		Subject: "Votre prochain paiement comprend un montant supplémentaire",
		Lines: []string{
			"Nous avons modifié votre abonnement " + nameFR + " et débiterons " + n.pendingPart("fr") + " de plus au prochain paiement.",
			"Votre prochain paiement est de " + n.price("fr") + n.including("fr") + ".",
		},
		Facts: list("fr", labels[1]),
	}
	if !n.AutoRenew {
		en.Subject, fr.Subject = "One last payment for your subscription", "Un dernier paiement pour votre abonnement"
		en.Lines = []string{"We changed your subscription " + nameEN + " and will charge " + n.price("en") + n.including("en") + " when it ends. Nothing will be charged after that."}
		fr.Lines = []string{"Nous avons modifié votre abonnement " + nameFR + " et débiterons " + n.price("fr") + n.including("fr") + " à la fin de l’abonnement. Rien ne sera débité ensuite."}
	}
	return bilingual{en, fr}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

func (n news) pendingPart(language string) string {
	return money(language, n.PendingAmount, n.Currency)
}

// pendingCharge reports whether the next payment contains an amount for a change within a period. What a credit pays is not in it.
func (n news) pendingCharge() bool {
	return n.PendingAmount > 0 && n.nextAmount() >= n.PendingAmount
}

// including says which part of the next payment is for a change within a period; empty for none.
func (n news) including(language string) string {
	if !n.pendingCharge() {
		return ""
	}
	part, from, through := n.pendingPart(language), n.day(language, n.PendingFromMS), n.day(language, n.PendingThroughMS)
	switch once, whole := from == through, n.PendingAmount == n.nextAmount(); {
	case whole && language == "fr" && once:
		return " pour un changement du " + from
	case whole && language == "fr":
		return " pour des changements depuis le " + from
	case whole && once:
		return " for a change on " + from
	case whole:
		return " for changes since " + from
	case language == "fr" && once:
		return ", dont " + part + " pour un changement du " + from
	case language == "fr":
		return ", dont " + part + " pour des changements depuis le " + from
	case once:
		return ", which includes " + part + " for a change on " + from
	}
	return ", which includes " + part + " for changes since " + from
}
