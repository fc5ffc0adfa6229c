package commerce

import (
	"cmp"
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
)

// writeToBuyer writes to the buyer of an order, in their own language or else in that in which they bought. A buyer without an
// account is written nothing.
func (t *Till) writeToBuyer(ctx context.Context, tx bun.Tx, c *checkoutRow, o *orderRow, write func(language string, name text.Text) letter.Letter) error {
	to, found, err := t.Buyers.Recipient(ctx, c.ChannelID, c.UserID)
	if err != nil || !found || to.Email == "" {
		return err
	}
	name, err := t.OrderName(ctx, o.order())
	if err != nil && fault.KindOf(err) != fault.NotFound { // it may be sold no more
		return err
	}
	language := to.Language
	if !to.Chosen {
		language = cmp.Or(c.Language, language)
	}
	return t.Letters.Post(ctx, tx, c.ChannelID, to.Email, write(language, name))
}

// tellRefund writes to the buyer of an order that money went back to their card, did not arrive there, or goes another way.
func (t *Till) tellRefund(ctx context.Context, tx bun.Tx, c *checkoutRow, m orderRefund) error {
	receipt, err := t.receiptOf(ctx, m.order, m.paid)
	if err != nil {
		return err
	}
	facts := func(language string) []letter.Fact { return refundFacts(language, m, receipt) }
	return t.writeToBuyer(ctx, tx, c, m.order, func(language string, name text.Text) letter.Letter {
		switch {
		case m.outcome == refundBounced:
			return refundFailed(language, name, facts(language))
		case m.outcome == refundOwedOutside:
			return refundOwed(language, name, facts(language))
		case m.outcome == refundPaidOutside:
			return refundPaid(language, name, facts(language))
		case m.order.Status == OrderRefunded:
			return refunded(language, name, facts(language))
		}
		return partRefunded(language, name, facts(language))
	})
}

// refundFacts are the lines of a letter about a refund.
func refundFacts(language string, m orderRefund, receipt string) []letter.Fact {
	return orderFacts(language, letter.Fact{Label: pick(language, "Refund", "Remboursement"), Value: money(language, m.amount, m.order.Currency)}, receipt)
}

// orderFacts are the lines of a letter about an order: what it is about, and the receipt.
func orderFacts(language string, about letter.Fact, receipt string) []letter.Fact {
	return facts(about, letter.Fact{Label: pick(language, "Receipt number", "Numéro de reçu"), Value: receipt})
}

func pick(language, en, fr string) string {
	if language == "fr" {
		return fr
	}
	return en
}

// about is what a heading names, empty for what is sold no more.
func about(language string, name text.Text, of string) string {
	if called := name.In(language); called != "" {
		return of + called
	}
	return ""
}

// tellOfOrder is a letter about an order, in one of two languages, that leads to the buyer's transactions.
func tellOfOrder(language string, facts []letter.Fact, en, fr letter.Letter) letter.Letter {
	l := bilingual{en, fr}.in(language, transactionsPath, "See my transactions", "Voir mes transactions")
	l.Facts = facts
	return l
}

// refunded says what went back. How long it takes is Stripe's (Stripe documentation, "Refund and
// cancel payments": 5 to 10 business days).
func refunded(language string, name text.Text, facts []letter.Fact) letter.Letter {
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your refund is on its way", Heading: "We refunded you" + about(language, name, " for "),
		Lines: []string{"It will appear on your card statement within 5 to 10 business days. This order no longer gives you access."},
	}, letter.Letter{
		Subject: "Votre remboursement est en route", Heading: "Remboursement" + about(language, name, "\u00a0: "),
		Lines: []string{"La somme figurera sur le relevé de votre carte d’ici 5 à 10 jours ouvrables. Cette commande ne vous donne plus accès à son contenu."},
	})
}

// partRefunded says that a part of a payment went back, and that the order stays open.
func partRefunded(language string, name text.Text, facts []letter.Fact) letter.Letter {
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Part of your payment is being refunded", Heading: "We refunded part of your payment" + about(language, name, " for "),
		Lines: []string{"It will appear on your card statement within 5 to 10 business days. You can keep watching what you bought."},
	}, letter.Letter{
		Subject: "Une partie de votre paiement vous est remboursée", Heading: "Nous vous avons remboursé une partie de votre paiement" + about(language, name, "\u00a0: "),
		Lines: []string{"La somme figurera sur le relevé de votre carte d’ici 5 à 10 jours ouvrables. Vous pouvez continuer à regarder ce que vous avez acheté."},
	})
}

// refundFailed says that a card did not take a refund.
func refundFailed(language string, name text.Text, facts []letter.Fact) letter.Letter {
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your refund did not go through", Heading: "Your bank rejected your refund" + about(language, name, " for "),
		Lines: []string{"We could not refund your card. Please contact us so that we can refund you another way."},
	}, letter.Letter{
		Subject: "Votre remboursement n’est pas passé", Heading: "Votre banque a refusé votre remboursement" + about(language, name, "\u00a0: "),
		Lines: []string{"Nous n’avons pas pu rembourser cette somme sur votre carte. Écrivez-nous pour que nous puissions vous rembourser autrement."},
	})
}

// refundOwed says that the money cannot go to a card, since the payment came from none.
func refundOwed(language string, name text.Text, facts []letter.Fact) letter.Letter {
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "We owe you a refund", Heading: "We owe you a refund" + about(language, name, " for "),
		Lines: []string{
			"We cannot send this refund to your card. Please contact us so that we can refund you another way.",
			"This order no longer gives you access.",
		},
	}, letter.Letter{
		Subject: "Nous vous devons un remboursement", Heading: "Nous vous devons un remboursement" + about(language, name, "\u00a0: "),
		Lines: []string{
			"Nous ne pouvons pas rembourser cette somme sur votre carte. Écrivez-nous pour que nous puissions vous rembourser autrement.",
			"Cette commande ne vous donne plus accès à son contenu.",
		},
	})
}

// refundPaid says that an operator paid the money back by other means.
func refundPaid(language string, name text.Text, facts []letter.Fact) letter.Letter {
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "We have refunded you", Heading: "We have refunded you" + about(language, name, " for "),
		Lines: []string{"We refunded you by another method, not to your card. If you have not received it, please contact us."},
	}, letter.Letter{
		Subject: "Nous vous avons remboursé", Heading: "Remboursement" + about(language, name, "\u00a0: "),
		Lines: []string{"Nous vous avons remboursé cette somme autrement que sur votre carte. Si vous ne l’avez pas reçue, écrivez-nous."},
	})
}

const transactionsPath = "/profile/transactions"
