package commerce

import (
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/letter"
)

// watching says until when the subscription can be watched, or that it cannot be for now.
func (n news) watching(language string) string {
	open := n.access.After(n.now)
	switch {
	case open && language == "fr":
		return "Vous pouvez regarder jusqu’au " + n.until(language, n.access) + "."
	case open:
		return "You can watch until " + n.until(language, n.access) + "."
	case language == "fr":
		return "Votre abonnement ne vous donne plus accès pour le moment."
	}
	return "You can’t watch for now."
}

// paused says that the channel collects nothing for a subscription for now.
func (n news) paused(language string) letter.Letter {
	name := n.name.In(language)
	return bilingual{letter.Letter{
		Subject: "We have paused the payments for your subscription",
		Lines:   []string{"We will not charge anything for " + name + " until payments resume.", n.watching("en")},
		After:   []string{"We will email you when payments resume. You can cancel at any time on your subscriptions page."},
	}, letter.Letter{
		Subject: "Nous avons suspendu les paiements de votre abonnement",
		Lines:   []string{"Nous ne débiterons rien pour " + name + " jusqu’à la reprise des paiements.", n.watching("fr")},
		After:   []string{"Nous vous écrirons à la reprise des paiements. Vous pouvez annuler à tout moment sur la page de vos abonnements."},
	}}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// unpaused says that payments go on, and when the next one is.
func (n news) unpaused(language string) letter.Letter {
	name := n.name.In(language)
	next := func(language string) string {
		if n.happened.UntilMS == 0 {
			return ""
		}
		return n.at(language, clock.FromMillis(n.happened.UntilMS))
	}
	return bilingual{letter.Letter{
		Subject: "Payments for your subscription have resumed",
		Lines:   []string{"We are charging your card for " + name + " again.", n.watching("en")},
		Facts: facts(letter.Fact{Label: "Next charge", Value: next("en")}, letter.Fact{Label: "Amount", Value: n.price("en")},
			letter.Fact{Label: "Card", Value: n.card()}),
	}, letter.Letter{
		Subject: "Les paiements de votre abonnement ont repris",
		Lines:   []string{"Nous débitons de nouveau votre carte pour " + name + ".", n.watching("fr")},
		Facts: facts(letter.Fact{Label: "Prochain paiement", Value: next("fr")}, letter.Fact{Label: "Montant", Value: n.price("fr")},
			letter.Fact{Label: "Carte", Value: n.card()}),
	}}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// uncharged says that a period is not charged, that it opens nothing therefore, and when the next one begins.
func (n news) uncharged(language string) letter.Letter {
	h, name := n.happened, n.name.In(language)
	return bilingual{letter.Letter{
		Subject: "A payment for your subscription was cancelled",
		Lines: []string{
			"We will not charge " + money("en", h.Amount, h.Currency) + " for " + name + " for the period from " + n.day("en", h.FromMS) + " to " + n.lastDay("en", h.UntilMS) + ".",
			n.watching("en"),
		},
		After: []string{"The next payment is on " + n.day("en", h.UntilMS) + ". You can watch again after that. You can cancel before then on your subscriptions page."},
	}, letter.Letter{
		Subject: "Un paiement de votre abonnement a été annulé",
		Lines: []string{
			"Nous ne débiterons pas " + money("fr", h.Amount, h.Currency) + " pour " + name + " pour la période du " + n.day("fr", h.FromMS) + " au " + n.lastDay("fr", h.UntilMS) + ".",
			n.watching("fr"),
		},
		After: []string{"Le prochain paiement est le " + n.day("fr", h.UntilMS) + ". Vous pourrez regarder de nouveau ensuite. Vous pouvez annuler d’ici là sur la page de vos abonnements."},
	}}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// cardRemoved asks for another card before the next payment.
func (n news) cardRemoved(language string) letter.Letter {
	name := n.name.In(language)
	return bilingual{letter.Letter{
		Subject: "Your subscription needs a card",
		Lines: []string{
			"The card that pays for " + name + " is no longer saved with us.",
			"Please choose another card before the next payment on " + n.day("en", n.PeriodEndMS) + ". Without a card, that payment cannot go through.",
		},
	}, letter.Letter{
		Subject: "Votre abonnement a besoin d’une carte",
		Lines: []string{
			"La carte qui paie " + name + " n’est plus enregistrée chez nous.",
			"Choisissez une autre carte avant le prochain paiement, le " + n.day("fr", n.PeriodEndMS) + ". Sans carte, ce paiement ne peut pas passer.",
		},
	}}.in(language, ownSubscriptions, "Choose a card", "Choisir une carte")
}

// unpaidByUs says that a renewal waits because the account may charge no card for now. The reader's card is not to blame.
func (n news) unpaidByUs(language string) letter.Letter {
	name, amount := n.name.In(language), money(language, n.happened.Amount, n.happened.Currency)
	return bilingual{letter.Letter{
		Subject: "Your payment is delayed",
		Lines: []string{
			"We cannot take payments right now, so we could not charge " + amount + " for your subscription " + name + ". There is nothing wrong with your card.",
			n.watching("en"),
		},
		After: []string{"You do not need to do anything. We will charge your card as soon as we can take payments again."},
	}, letter.Letter{
		Subject: "Votre paiement est retardé",
		Lines: []string{
			"Nous ne pouvons pas accepter de paiements pour le moment\u00a0: nous n’avons pas pu débiter " + amount + " pour votre abonnement " + name +
				". Votre carte n’est pas en cause.",
			n.watching("fr"),
		},
		After: []string{"Vous n’avez rien à faire. Nous débiterons votre carte dès que nous pourrons de nouveau accepter des paiements."},
	}}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// why returns the reason for the end of a subscription as the last clause of a sentence, "" if no reason is recorded.
func (n news) why(language string) string {
	texts := map[reason][2]string{
		reasonPayment:  {"its last payment did not go through.", "son dernier paiement n’est pas passé."},
		reasonNoCard:   {"its free trial is over, and there was no card to charge.", "son essai gratuit est terminé, et il n’y avait pas de carte à débiter."},
		reasonCustomer: {"your payment details were deleted at our payment provider.", "vos données de paiement ont été supprimées chez notre fournisseur de paiement."},
		reasonDispute:  {"your bank is disputing one of its payments.", "votre banque conteste un de ses paiements."},
		reasonCanceled: {"we cancelled it.", "nous l’avons annulé."},
	}[n.happened.Reason]
	if language == "fr" {
		return texts[1]
	}
	return texts[0]
}

// because joins what happened with its reason; between is what stands before a reason.
func because(happened, between, why string) string {
	if why == "" {
		return happened + "."
	}
	return happened + between + why
}
