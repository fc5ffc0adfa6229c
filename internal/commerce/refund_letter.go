package commerce

import (
	"cmp"
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
)

// tellRefund writes to the buyer of an order that an amount went back to their card. Who is
// gone is told nothing.
func (t *Till) tellRefund(ctx context.Context, tx bun.Tx, c *checkoutRow, o *orderRow, amount int64) error {
	to, found, err := t.Buyers.Recipient(ctx, c.ChannelID, c.UserID)
	if err != nil || !found || to.Email == "" {
		return err
	}
	name, err := t.nameOf(ctx, o.order())
	if err != nil && fault.KindOf(err) != fault.NotFound { // it may be sold no more
		return err
	}
	language := to.Language
	if !to.Chosen {
		language = cmp.Or(c.Language, language)
	}
	return t.Letters.Post(ctx, tx, c.ChannelID, to.Email, refunded(language, name, o, amount))
}

// refunded says what went back. How long it takes is Stripe's (Stripe documentation, "Refund and
// cancel payments": 5 to 10 business days).
func refunded(language string, name text.Text, o *orderRow, amount int64) letter.Letter {
	facts := func(sum, number string) []letter.Fact {
		return []letter.Fact{
			{Label: sum, Value: money(language, amount, o.Currency)},
			{Label: number, Value: o.order().Receipt()},
		}
	}
	about := func(of string) string {
		if called := name.In(language); called != "" {
			return of + called
		}
		return ""
	}
	return letter.In(language, letter.Letter{
		Language: "en", Subject: "Your refund is on its way", Heading: "We gave your money back" + about(" for "),
		Lines: []string{"It goes to the card that you paid with, and shows there within 5 to 10 business days. What your order opened has ended."},
		Facts: facts("Refund", "Receipt number"), Button: letter.Button{Label: "See my transactions", Path: transactionsPath},
	}, letter.Letter{
		Subject: "Votre remboursement est en route", Heading: "Nous vous avons remboursé" + about(" : "),
		Lines: []string{"La somme revient sur la carte avec laquelle vous avez payé et y paraît dans les 5 à 10 jours ouvrables. Ce que votre commande ouvrait a pris fin."},
		Facts: facts("Remboursement", "Numéro de reçu"), Button: letter.Button{Label: "Voir mes transactions", Path: transactionsPath},
	})
}

const transactionsPath = "/profile/transactions"
