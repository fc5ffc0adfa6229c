package commerce

import (
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/letter"
)

// Paths of the links in letters about subscriptions.
const (
	ownSubscriptions = "/profile/subscriptions"
	offersOnSale     = "/packages"
)

// bilingual is one letter in both languages.
type bilingual struct{ en, fr letter.Letter }

// in returns the letter in one language with a button. The heading defaults to the subject.
func (s bilingual) in(language, path, labelEN, labelFR string) letter.Letter {
	l := letter.In(language, s.en, s.fr)
	l.Button = letter.Button{Label: labelEN, Path: path}
	if l.Language == "fr" {
		l.Button.Label = labelFR
	}
	if l.Heading == "" {
		l.Heading = l.Subject
	}
	return l
}

// receiptLetter returns the receipt of a renewal. order_letter.go writes the receipt of the first period.
func (n news) receiptLetter(language string) letter.Letter {
	h, name := n.happened, n.name.In(language)
	en := letter.Letter{
		Subject: "Your receipt " + n.receipt, Heading: "Your subscription was renewed", Lines: []string{"Your payment for " + name + " went through."},
		Facts: n.paidFacts("en", [...]string{"Receipt number", "Paid on", "Period", "Card", "Taxes", "Total"},
			n.day("en", h.FromMS)+" to "+n.lastDay("en", h.UntilMS)),
	}
	fr := letter.Letter{
		Subject: "Votre reçu " + n.receipt, Heading: "Votre abonnement a été renouvelé", Lines: []string{"Votre paiement pour " + name + " est passé."},
		Facts: n.paidFacts("fr", [...]string{"Numéro de reçu", "Payé le", "Période", "Carte", "Taxes", "Total"},
			"du "+n.day("fr", h.FromMS)+" au "+n.lastDay("fr", h.UntilMS)),
	}
	if n.TrialUntilMS != 0 && h.FromMS == n.TrialUntilMS {
		en.Heading, fr.Heading = "Your subscription has begun", "Votre abonnement a commencé"
		en.Lines = []string{"Your free trial is over, and your first payment for " + name + " went through."}
		fr.Lines = []string{"Votre essai gratuit est terminé, et votre premier paiement pour " + name + " est passé."}
	}
	if h.Reason == reasonOutside {
		en.Lines = []string{"We recorded your payment for " + name + " as received. Your card was not charged."}
		fr.Lines = []string{"Nous avons noté votre paiement pour " + name + " comme reçu. Votre carte n’a pas été débitée."}
	}
	n.sayAmount(&en, &fr)
	if n.AutoRenew {
		en.Facts = append(en.Facts, letter.Fact{Label: "Renews", Value: n.every("en")})
		fr.Facts = append(fr.Facts, letter.Fact{Label: "Se renouvelle", Value: n.every("fr")})
		en.After, fr.After = []string{n.renewsOn("en")}, []string{n.renewsOn("fr")}
	}
	return bilingual{en, fr}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// paidFacts returns the rows of a receipt, in the same sequence as on the receipt of the first period.
func (n news) paidFacts(language string, labels [6]string, period string) []letter.Fact {
	h := n.happened
	taxes := n.taxesIn(h.Amount)
	list := facts(
		letter.Fact{Label: n.name.In(language), Value: money(language, h.Amount-taxes, h.Currency)},
		letter.Fact{Label: labels[0], Value: n.receipt},
		letter.Fact{Label: labels[1], Value: n.day(language, h.AtMS)},
		letter.Fact{Label: labels[2], Value: period},
		letter.Fact{Label: labels[3], Value: n.paidBy()},
	)
	list = append(list, taxFacts(language, labels[4], "", n.taxes, taxes, h.Currency)...)
	return append(list, letter.Fact{Label: labels[5], Value: money(language, h.Amount, h.Currency)})
}

// unpaidLetter reports a failed renewal, once for each invoice and not for each retry of the provider. A later payment and the
// end of the subscription have letters of their own.
func (n news) unpaidLetter(language string) letter.Letter {
	if n.happened.Reason == reasonAccount {
		return n.unpaidByUs(language)
	}
	name, amount := n.name.In(language), money(language, n.happened.Amount, n.happened.Currency)
	en := letter.Letter{
		Subject: "Your payment did not go through",
		Lines:   []string{"We could not charge " + amount + " for your subscription " + name + "."},
		After:   []string{"We will try the same card again in the coming days. If no payment goes through, the subscription will end and you will not be charged."},
	}
	fr := letter.Letter{
		Subject: "Votre paiement n’est pas passé",
		Lines:   []string{"Nous n’avons pas pu débiter " + amount + " pour votre abonnement " + name + "."},
		After:   []string{"Nous ferons un nouvel essai avec la même carte au cours des prochains jours. Si aucun paiement ne passe, l’abonnement prendra fin et rien ne sera débité."},
	}
	if n.happened.Reason == reasonExpired {
		en.Lines, fr.Lines = append(en.Lines, "Your card has expired."), append(fr.Lines, "Votre carte est expirée.")
	}
	until := ""
	if n.access.After(n.now) {
		until = n.until(language, n.access)
		en.Lines = append(en.Lines, "You can keep watching until "+until+". To avoid an interruption, choose another card before then.")
		fr.Lines = append(fr.Lines, "Vous pouvez continuer à regarder jusqu’au "+until+". Pour éviter une interruption, choisissez une autre carte d’ici là.")
	} else {
		en.Lines = append(en.Lines, "You can’t watch for now. Choose another card, and you can watch again right away.")
		fr.Lines = append(fr.Lines, "Votre abonnement ne vous donne plus accès pour le moment. Choisissez une autre carte, et l’accès reprendra aussitôt.")
	}
	en.Facts = facts(letter.Fact{Label: "Subscription", Value: name}, letter.Fact{Label: "Amount", Value: amount},
		letter.Fact{Label: "Card", Value: n.card()}, letter.Fact{Label: "Access until", Value: until})
	fr.Facts = facts(letter.Fact{Label: "Abonnement", Value: name}, letter.Fact{Label: "Montant", Value: amount},
		letter.Fact{Label: "Carte", Value: n.card()}, letter.Fact{Label: "Accès jusqu’au", Value: until})
	return bilingual{en, fr}.in(language, ownSubscriptions, "Use another card", "Utiliser une autre carte")
}

// canceledLetter states how long a cancelled subscription still gives access.
func (n news) canceledLetter(language string) letter.Letter {
	name, until := n.name.In(language), n.until(language, n.access)
	en := letter.Letter{
		Subject: "Your subscription is cancelled",
		Lines:   []string{because(name+" will no longer renew, and your card will not be charged again for it", ": ", n.why("en")), "You can watch until " + until + "."},
		Facts:   facts(letter.Fact{Label: "Subscription", Value: name}, letter.Fact{Label: "Access until", Value: until}),
	}
	fr := letter.Letter{
		Subject: "Votre abonnement est annulé",
		Lines:   []string{because(name+" ne se renouvellera plus, et votre carte ne sera plus débitée pour cet abonnement", "\u00a0: ", n.why("fr")), "Vous pouvez regarder jusqu’au " + until + "."},
		Facts:   facts(letter.Fact{Label: "Abonnement", Value: name}, letter.Fact{Label: "Accès jusqu’au", Value: until}),
	}
	if n.EndedMS == 0 {
		en.After = []string{"Changed your mind? You can turn the renewal back on until then on your subscriptions page."}
		fr.After = []string{"Vous avez changé d’idée? D’ici là, vous pouvez rétablir le renouvellement sur la page de vos abonnements."}
	}
	return bilingual{en, fr}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// resumedLetter confirms that a cancelled subscription renews again, with the date of the next charge.
func (n news) resumedLetter(language string) letter.Letter {
	name, next := n.name.In(language), n.at(language, clock.FromMillis(n.PeriodEndMS))
	return bilingual{letter.Letter{
		Subject: "Your subscription continues",
		Lines:   []string{name + " will renew as before, without interruption."},
		Facts: facts(letter.Fact{Label: "Next charge", Value: next}, letter.Fact{Label: "Amount", Value: n.price("en")},
			letter.Fact{Label: "Card", Value: n.card()}),
	}, letter.Letter{
		Subject: "Votre abonnement continue",
		Lines:   []string{name + " se renouvellera comme avant, sans interruption."},
		Facts: facts(letter.Fact{Label: "Prochain paiement", Value: next}, letter.Fact{Label: "Montant", Value: n.price("fr")},
			letter.Fact{Label: "Carte", Value: n.card()}),
	}}.in(language, ownSubscriptions, "See my subscriptions", "Voir mes abonnements")
}

// endedLetter reports the end of access and its reason. If the subscriber cancelled while a payment was missing, the reason is
// the missing payment.
func (n news) endedLetter(language string) letter.Letter {
	name := n.name.In(language)
	return bilingual{letter.Letter{
		Subject: "Your subscription has ended",
		Lines:   []string{because(name+" has ended", ": ", n.why("en")), "Your card will not be charged for it again. You can subscribe again at any time."},
	}, letter.Letter{
		Subject: "Votre abonnement a pris fin",
		Lines:   []string{because(name+" a pris fin", "\u00a0: ", n.why("fr")), "Votre carte ne sera plus débitée pour cet abonnement. Vous pouvez vous abonner de nouveau à tout moment."},
	}}.in(language, offersOnSale, "See passes and subscriptions", "Voir les offres")
}
