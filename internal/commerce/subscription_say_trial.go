package commerce

import (
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/letter"
)

// trialBegan is the receipt of a free trial: nothing was paid, and when something will be.
func (n news) trialBegan(language string) letter.Letter {
	name := n.name.In(language)
	return saying{letter.Letter{
		Subject: "Your free trial has begun",
		Lines:   []string{name + " is open to you now, and nothing was charged."},
		Facts:   n.trialFacts("en", [...]string{"Receipt number", "Free until", "Charged then", "Of which taxes", "Card"}, n.receipt),
		After:   []string{"After that it renews " + n.every("en") + " until you cancel. We write to you before the trial ends."},
	}, letter.Letter{
		Subject: "Votre essai gratuit a commencé",
		Lines:   []string{name + " vous est maintenant ouvert, et rien n’a été débité."},
		Facts:   n.trialFacts("fr", [...]string{"Numéro de reçu", "Gratuit jusqu’au", "Débité ensuite", "Dont taxes", "Carte"}, n.receipt),
		After:   []string{"Il se renouvelle ensuite " + n.every("fr") + " jusqu’à ce que vous l’annuliez. Nous vous écrirons avant la fin de l’essai."},
	}}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// trialEnds says what a trial turns into, and how to prevent that.
func (n news) trialEnds(language string) letter.Letter {
	name, end := n.name.In(language), n.at(language, clock.FromMillis(n.TrialUntilMS))
	return saying{letter.Letter{
		Subject: "Your free trial ends on " + n.day("en", n.TrialUntilMS),
		Lines: []string{
			"Your free trial of " + name + " ends on " + end + ". Your card is charged then, and " + n.every("en") + " from then on until you cancel.",
			"You do not want to go on? Cancel before that on the page of your subscriptions: nothing is charged, and you watch on until the trial ends.",
		},
		Facts: n.trialFacts("en", [...]string{"Subscription", "Free until", "Charged then", "Of which taxes", "Card"}, name),
	}, letter.Letter{
		Subject: "Votre essai gratuit se termine le " + n.day("fr", n.TrialUntilMS),
		Lines: []string{
			"Votre essai gratuit de " + name + " se termine le " + end + ". Votre carte est alors débitée, puis " + n.every("fr") + " jusqu’à ce que vous annuliez.",
			"Vous ne voulez pas continuer? Annulez avant sur la page de vos abonnements : rien n’est débité, et vous regardez jusqu’à la fin de l’essai.",
		},
		Facts: n.trialFacts("fr", [...]string{"Abonnement", "Gratuit jusqu’au", "Débité ensuite", "Dont taxes", "Carte"}, name),
	}}.in(language, ownSubscriptions, "See or cancel my subscription", "Voir ou annuler mon abonnement")
}

func (n news) trialFacts(language string, labels [5]string, first string) []letter.Fact {
	return facts(
		letter.Fact{Label: labels[0], Value: first},
		letter.Fact{Label: labels[1], Value: n.at(language, clock.FromMillis(n.TrialUntilMS))},
		letter.Fact{Label: labels[2], Value: n.price(language)},
		letter.Fact{Label: labels[3], Value: money(language, n.ServiceFee, n.Currency)},
		letter.Fact{Label: labels[4], Value: n.card()},
	)
}
