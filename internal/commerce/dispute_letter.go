package commerce

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
)

// tellDispute writes to the buyer that their bank's dispute holds their order, has ended it, or is settled so that it is open
// again. An inquiry changes nothing for them.
func (t *Till) tellDispute(ctx context.Context, tx bun.Tx, c *checkoutRow, o *orderRow, was, is DisputeState) error {
	var says func(language string, name text.Text, o *orderRow) letter.Letter
	switch {
	case is == DisputeOpen && o.Status == OrderPaid:
		says = disputeOpened
	case is == DisputeLost:
		says = disputeLost
	case is == DisputeWon && (was == DisputeOpen && o.Status == OrderPaid || was == DisputeLost):
		says = disputeWon
	default:
		return nil
	}
	return t.writeToBuyer(ctx, tx, c, o, func(language string, name text.Text) letter.Letter { return says(language, name, o) })
}

// orderFacts are the lines of a letter about an order.
func orderFacts(language string, name text.Text, o *orderRow) []letter.Fact {
	order, number := "Order", "Receipt number"
	if language == "fr" {
		order, number = "Commande", "Numéro de reçu"
	}
	return facts(letter.Fact{Label: order, Value: name.In(language)}, letter.Fact{Label: number, Value: o.order().Receipt()})
}

func disputeOpened(language string, name text.Text, o *orderRow) letter.Letter {
	facts := orderFacts(language, name, o)
	return letter.In(language, letter.Letter{
		Language: "en", Subject: "Your bank disputes your payment", Heading: "Your order is on hold",
		Lines: []string{
			"Your bank has asked for the money of this order back, so you cannot watch with it for now.",
			"If you did not ask your bank to do so, please tell your bank. As soon as it drops the dispute, your order opens again.",
		},
		Facts: facts, Button: transactionsButton[0],
	}, letter.Letter{
		Subject: "Votre banque conteste votre paiement", Heading: "Votre commande est en suspens",
		Lines: []string{
			"Votre banque a redemandé l’argent de cette commande : pour le moment, elle ne vous donne plus accès.",
			"Si vous ne l’avez pas demandé à votre banque, dites-le-lui. Dès qu’elle retire la contestation, votre commande est rouverte.",
		},
		Facts: facts, Button: transactionsButton[1],
	})
}

func disputeLost(language string, name text.Text, o *orderRow) letter.Letter {
	facts := orderFacts(language, name, o)
	return letter.In(language, letter.Letter{
		Language: "en", Subject: "Your bank gave your money back", Heading: "Your order has ended",
		Lines: []string{"Your bank decided your dispute for you and gave you the money of this order back. What the order opened has ended."},
		Facts: facts, Button: transactionsButton[0],
	}, letter.Letter{
		Subject: "Votre banque vous a remboursé", Heading: "Votre commande a pris fin",
		Lines: []string{"Votre banque vous a donné raison et vous a rendu l’argent de cette commande. Ce que la commande ouvrait a pris fin."},
		Facts: facts, Button: transactionsButton[1],
	})
}

func disputeWon(language string, name text.Text, o *orderRow) letter.Letter {
	facts := orderFacts(language, name, o)
	return letter.In(language, letter.Letter{
		Language: "en", Subject: "Your order is open again", Heading: "Your order is open again",
		Lines: []string{"Your bank has closed the dispute, and your payment stands. You can watch what you bought again."},
		Facts: facts, Button: transactionsButton[0],
	}, letter.Letter{
		Subject: "Votre commande est rouverte", Heading: "Votre commande est rouverte",
		Lines: []string{"Votre banque a clos la contestation, et votre paiement est maintenu. Vous pouvez de nouveau regarder ce que vous avez acheté."},
		Facts: facts, Button: transactionsButton[1],
	})
}
