package commerce

import (
	"slices"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/letter"
)

// trialBegan is the receipt of a free trial: nothing was paid, and when something will be.
func (n news) trialBegan(language string) letter.Letter {
	name := n.name.In(language)
	begunFacts := func(language string, labels [5]string, date string) []letter.Fact {
		return slices.Insert(n.trialFacts(language, labels, n.receipt), 1, letter.Fact{Label: date, Value: n.day(language, n.CreatedMS)})
	}
	return bilingual{letter.Letter{
		Subject: "Your free trial has begun",
		Lines:   []string{"You can now watch with " + name + ". Nothing was charged."},
		Facts:   begunFacts("en", [...]string{"Receipt number", "Free until", "Amount due then", "Including taxes", "Card"}, "Date"),
		After:   []string{"After that, it renews " + n.every("en") + " until you cancel. We will email you before the trial ends."},
	}, letter.Letter{
		Subject: "Votre essai gratuit a commencé",
		Lines:   []string{"Vous pouvez maintenant regarder avec " + name + ". Rien n’a été débité."},
		Facts:   begunFacts("fr", [...]string{"Numéro de reçu", "Gratuit jusqu’au", "Montant débité ensuite", "Dont taxes", "Carte"}, "Date"),
		After:   []string{"L’abonnement se renouvelle ensuite " + n.every("fr") + " jusqu’à ce que vous l’annuliez. Nous vous écrirons avant la fin de l’essai."},
	}}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// trialEnds says what a trial turns into, and how to prevent that.
func (n news) trialEnds(language string) letter.Letter {
	name, end := n.name.In(language), n.until(language, clock.FromMillis(n.TrialUntilMS))
	en := letter.Letter{
		Subject: "Your free trial ends on " + n.lastDay("en", n.TrialUntilMS),
		Lines: []string{
			"Your free trial of " + name + " ends on " + end + ". Your card will be charged on " + n.day("en", n.TrialUntilMS) + ", then " + n.every("en") + " until you cancel.",
			"If you do not want to continue, cancel before that day on your subscriptions page. You will not be charged, and you can watch until the trial ends.",
		},
		Facts: n.trialFacts("en", [...]string{"Subscription", "Free until", "Amount due then", "Including taxes", "Card"}, name),
	}
	fr := letter.Letter{
		Subject: "Votre essai gratuit se termine le " + n.lastDay("fr", n.TrialUntilMS),
		Lines: []string{
			"L’essai gratuit de votre abonnement " + name + " se termine le " + end + ". Votre carte sera débitée le " + n.day("fr", n.TrialUntilMS) + ", puis " + n.every("fr") + " jusqu’à ce que vous annuliez.",
			"Vous ne voulez pas continuer? Annulez avant cette date sur la page de vos abonnements\u00a0: rien ne sera débité, et vous pourrez regarder jusqu’à la fin de l’essai.",
		},
		Facts: n.trialFacts("fr", [...]string{"Abonnement", "Gratuit jusqu’au", "Montant débité ensuite", "Dont taxes", "Carte"}, name),
	}
	if n.Card == "" && n.nextAmount() > 0 {
		en.Lines[0] = "Your free trial of " + name + " ends on " + end + ", and no card is on file for the payment that follows. Please choose one before that day. The subscription renews " + n.every("en") + " until you cancel."
		fr.Lines[0] = "L’essai gratuit de votre abonnement " + name + " se termine le " + end + ", et aucune carte n’est enregistrée pour le paiement qui suit. Choisissez-en une avant cette date. L’abonnement se renouvelle " + n.every("fr") + " jusqu’à ce que vous annuliez."
	}
	return bilingual{en, fr}.in(language, ownSubscriptions, "See or cancel my subscription", "Voir ou annuler mon abonnement")
}

func (n news) trialFacts(language string, labels [5]string, first string) []letter.Fact {
	of := "Including "
	if language == "fr" {
		of = "Dont "
	}
	list := []letter.Fact{
		{Label: labels[0], Value: first},
		{Label: labels[1], Value: n.until(language, clock.FromMillis(n.TrialUntilMS))},
		{Label: labels[2], Value: n.price(language)},
	}
	list = append(list, taxFacts(language, labels[3], of, n.taxes, n.taxesIn(n.nextAmount()), n.Currency)...)
	return facts(append(list, letter.Fact{Label: labels[4], Value: n.card()})...)
}
