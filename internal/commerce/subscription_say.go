package commerce

import (
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/letter"
)

// What letters about subscriptions say. Each leads to where its reader can change something.
const (
	ownSubscriptions = "/profile/subscriptions"
	offersOnSale     = "/packages"
)

// saying is one letter in both languages.
type saying struct{ en, fr letter.Letter }

// in is a letter whose heading is its subject, unless it has another, with a button.
func (s saying) in(language, path, en, fr string) letter.Letter {
	l := letter.In(language, s.en, s.fr)
	l.Button = letter.Button{Label: en, Path: path}
	if l.Language == "fr" {
		l.Button.Label = fr
	}
	if l.Heading == "" {
		l.Heading = l.Subject
	}
	return l
}

// renewed is the receipt of a period but the first, whose receipt is the checkout's.
func (n news) renewed(language string) letter.Letter {
	h, name := n.happened, n.name.In(language)
	en := letter.Letter{
		Subject: "Your receipt " + n.receipt, Heading: "Your subscription was renewed", Lines: []string{"Your payment for " + name + " went through."},
		Facts: n.paidFacts("en", [...]string{"Receipt number", "Paid on", "Period", "Card", "Taxes", "Total"},
			n.day("en", h.FromMS)+" to "+n.day("en", h.UntilMS)),
	}
	fr := letter.Letter{
		Subject: "Votre reçu " + n.receipt, Heading: "Votre abonnement a été renouvelé", Lines: []string{"Votre paiement pour " + name + " est passé."},
		Facts: n.paidFacts("fr", [...]string{"Numéro de reçu", "Payé le", "Période", "Carte", "Taxes", "Total"},
			"du "+n.day("fr", h.FromMS)+" au "+n.day("fr", h.UntilMS)),
	}
	if n.TrialUntilMS != 0 && h.FromMS == n.TrialUntilMS {
		en.Heading, fr.Heading = "Your subscription has begun", "Votre abonnement a commencé"
		en.Lines = []string{"Your free trial is over, and your first payment for " + name + " went through."}
		fr.Lines = []string{"Votre essai gratuit est terminé, et votre premier paiement pour " + name + " est passé."}
	}
	if h.Reason == reasonOutside {
		en.Lines = []string{"We have marked your payment for " + name + " as received. Your card was not charged."}
		fr.Lines = []string{"Nous avons noté votre paiement pour " + name + " comme reçu. Votre carte n’a pas été débitée."}
	}
	if n.AutoRenew {
		en.After = []string{"It renews on " + n.day("en", n.PeriodEndMS) + ". Cancel at any time on the page of your subscriptions: you watch on until the end of what is paid."}
		fr.After = []string{"Il se renouvelle le " + n.day("fr", n.PeriodEndMS) +
			". Annulez à tout moment sur la page de vos abonnements : vous continuez à regarder jusqu’à la fin de ce qui est payé."}
	}
	return saying{en, fr}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// paidFacts are the lines of a receipt, as that of the first period has them.
func (n news) paidFacts(language string, labels [6]string, period string) []letter.Fact {
	h := n.happened
	fee := min(n.ServiceFee, h.Amount)
	return facts(
		letter.Fact{Label: n.name.In(language), Value: money(language, h.Amount-fee, h.Currency)},
		letter.Fact{Label: labels[0], Value: n.receipt},
		letter.Fact{Label: labels[1], Value: n.day(language, h.AtMS)},
		letter.Fact{Label: labels[2], Value: period},
		letter.Fact{Label: labels[3], Value: n.paidBy()},
		letter.Fact{Label: labels[4], Value: money(language, fee, h.Currency)},
		letter.Fact{Label: labels[5], Value: money(language, h.Amount, h.Currency)},
	)
}

// unpaid says that a renewal failed. It is written once for an invoice, not for each time that
// the provider tries it: what the reader can do about it is the same for all of them, and what
// changes, that it was paid or has ended, has a letter of its own.
func (n news) unpaid(language string) letter.Letter {
	if n.happened.Reason == reasonAccount {
		return n.unpaidByUs(language)
	}
	name, amount := n.name.In(language), money(language, n.happened.Amount, n.happened.Currency)
	en := letter.Letter{
		Subject: "Your payment did not go through",
		Lines:   []string{"We could not charge " + amount + " for your subscription " + name + "."},
		After:   []string{"We try the same card again in the coming days. If no payment goes through, the subscription ends, and nothing is charged."},
	}
	fr := letter.Letter{
		Subject: "Votre paiement n’est pas passé",
		Lines:   []string{"Nous n’avons pas pu débiter " + amount + " pour votre abonnement " + name + "."},
		After:   []string{"Nous ferons un nouvel essai avec la même carte au cours des prochains jours. Si aucun paiement ne passe, l’abonnement prendra fin, et rien ne sera débité."},
	}
	if n.happened.Reason == reasonExpired {
		en.Lines, fr.Lines = append(en.Lines, "Your card has expired."), append(fr.Lines, "Votre carte est expirée.")
	}
	until := ""
	if n.access.After(n.now) {
		until = n.at(language, n.access)
		en.Lines = append(en.Lines, "You can go on watching until "+until+". Use another card by then, and nothing is interrupted.")
		fr.Lines = append(fr.Lines, "Vous pouvez continuer à regarder jusqu’au "+until+". Utilisez une autre carte d’ici là, et rien ne sera interrompu.")
	} else {
		en.Lines = append(en.Lines, "You cannot watch with it for now. Use another card, and it opens again at once.")
		fr.Lines = append(fr.Lines, "Il ne vous donne plus accès pour le moment. Utilisez une autre carte, et l’accès reprendra aussitôt.")
	}
	en.Facts = facts(letter.Fact{Label: "Subscription", Value: name}, letter.Fact{Label: "Amount", Value: amount},
		letter.Fact{Label: "Card", Value: n.card()}, letter.Fact{Label: "Access until", Value: until})
	fr.Facts = facts(letter.Fact{Label: "Abonnement", Value: name}, letter.Fact{Label: "Montant", Value: amount},
		letter.Fact{Label: "Carte", Value: n.card()}, letter.Fact{Label: "Accès jusqu’au", Value: until})
	return saying{en, fr}.in(language, ownSubscriptions, "Use another card", "Utiliser une autre carte")
}

// canceled says until when what does not renew any more can be watched.
func (n news) canceled(language string) letter.Letter {
	name, until := n.name.In(language), n.at(language, n.access)
	en := letter.Letter{
		Subject: "Your subscription is cancelled",
		Lines:   []string{because(name+" does not renew any more, and your card is not charged again for it", ": ", n.why("en")), "You can watch until " + until + "."},
		Facts:   facts(letter.Fact{Label: "Subscription", Value: name}, letter.Fact{Label: "Access until", Value: until}),
	}
	fr := letter.Letter{
		Subject: "Votre abonnement est annulé",
		Lines:   []string{because(name+" ne se renouvelle plus, et votre carte n’est plus débitée", " : ", n.why("fr")), "Vous pouvez regarder jusqu’au " + until + "."},
		Facts:   facts(letter.Fact{Label: "Abonnement", Value: name}, letter.Fact{Label: "Accès jusqu’au", Value: until}),
	}
	if n.EndedMS == 0 {
		en.After = []string{"You changed your mind? Until then you can take this back on the page of your subscriptions."}
		fr.After = []string{"Vous avez changé d’avis? D’ici là, vous pouvez revenir sur ce choix sur la page de vos abonnements."}
	}
	return saying{en, fr}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// resumed says that what was to end goes on, and when it is charged for.
func (n news) resumed(language string) letter.Letter {
	name, next := n.name.In(language), n.at(language, clock.FromMillis(n.PeriodEndMS))
	return saying{letter.Letter{
		Subject: "Your subscription goes on",
		Lines:   []string{name + " renews again, and nothing is interrupted."},
		Facts: facts(letter.Fact{Label: "Next charge", Value: next}, letter.Fact{Label: "Amount", Value: n.price("en")},
			letter.Fact{Label: "Card", Value: n.card()}),
	}, letter.Letter{
		Subject: "Votre abonnement continue",
		Lines:   []string{name + " se renouvelle de nouveau, et rien n’est interrompu."},
		Facts: facts(letter.Fact{Label: "Prochain paiement", Value: next}, letter.Fact{Label: "Montant", Value: n.price("fr")},
			letter.Fact{Label: "Carte", Value: n.card()}),
	}}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// ended says that a subscription opens nothing any more, and why. One that its subscriber ended while a payment was missing has
// ended because of that.
func (n news) ended(language string) letter.Letter {
	name := n.name.In(language)
	return saying{letter.Letter{
		Subject: "Your subscription has ended",
		Lines:   []string{because(name+" has ended", ": ", n.why("en")), "Your card is not charged for it any more. You can subscribe again at any time."},
	}, letter.Letter{
		Subject: "Votre abonnement a pris fin",
		Lines:   []string{because(name+" a pris fin", " : ", n.why("fr")), "Votre carte n’est plus débitée. Vous pouvez vous abonner de nouveau à tout moment."},
	}}.in(language, offersOnSale, "See what is on offer", "Voir les offres")
}
