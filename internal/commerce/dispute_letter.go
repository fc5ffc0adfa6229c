package commerce

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
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
		over, err := t.isPaidTimeOver(ctx, c)
		if err != nil {
			return err
		}
		if over {
			says = disputeWonLate
		}
	default:
		return nil
	}
	return t.writeToBuyer(ctx, tx, c, o, func(language string, name text.Text) letter.Letter { return says(language, name, o) })
}

// isPaidTimeOver reports whether what a subscription was paid for has passed. Nothing is charged while a dispute is open.
func (t *Till) isPaidTimeOver(ctx context.Context, c *checkoutRow) (bool, error) {
	if !c.Subscribes {
		return false, nil
	}
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	return err == nil && row.PeriodEndMS <= clock.Millis(t.Clock.Now()), err
}

// disputeFacts are the lines of a letter about a dispute.
func disputeFacts(language string, name text.Text, o *orderRow) []letter.Fact {
	return orderFacts(language, letter.Fact{Label: pick(language, "Order", "Commande"), Value: name.In(language)}, o)
}

func disputeOpened(language string, name text.Text, o *orderRow) letter.Letter {
	facts := disputeFacts(language, name, o)
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your bank disputes your payment", Heading: "Your order is on hold",
		Lines: []string{
			"Your bank has asked for the money of this order back, so you cannot watch with it for now.",
			"If you did not ask your bank to do so, please tell your bank. As soon as it drops the dispute, your order opens again.",
		},
	}, letter.Letter{
		Subject: "Votre banque conteste votre paiement", Heading: "Votre commande est en suspens",
		Lines: []string{
			"Votre banque a redemandé l’argent de cette commande : pour le moment, elle ne vous donne plus accès.",
			"Si vous ne l’avez pas demandé à votre banque, dites-le-lui. Dès qu’elle retire la contestation, votre commande est rouverte.",
		},
	})
}

func disputeLost(language string, name text.Text, o *orderRow) letter.Letter {
	facts := disputeFacts(language, name, o)
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your bank gave your money back", Heading: "Your order has ended",
		Lines: []string{"Your bank decided your dispute for you and gave you the money of this order back. What the order opened has ended."},
	}, letter.Letter{
		Subject: "Votre banque vous a remboursé", Heading: "Votre commande a pris fin",
		Lines: []string{"Votre banque vous a donné raison et vous a rendu l’argent de cette commande. Ce que la commande ouvrait a pris fin."},
	})
}

func disputeWon(language string, name text.Text, o *orderRow) letter.Letter {
	facts := disputeFacts(language, name, o)
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your order is open again", Heading: "Your order is open again",
		Lines: []string{"Your bank has closed the dispute, and your payment stands. You can watch what you bought again."},
	}, letter.Letter{
		Subject: "Votre commande est rouverte", Heading: "Votre commande est rouverte",
		Lines: []string{"Votre banque a clos la contestation, et votre paiement est maintenu. Vous pouvez de nouveau regarder ce que vous avez acheté."},
	})
}

func disputeWonLate(language string, name text.Text, o *orderRow) letter.Letter {
	facts := disputeFacts(language, name, o)
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your bank has closed the dispute", Heading: "Your payment stands",
		Lines: []string{
			"Your bank has closed the dispute, and your payment stands.",
			"The time that you paid for is over. The subscription opens again with your next payment.",
		},
	}, letter.Letter{
		Subject: "Votre banque a clos la contestation", Heading: "Votre paiement est maintenu",
		Lines: []string{
			"Votre banque a clos la contestation, et votre paiement est maintenu.",
			"La période que vous avez payée est terminée. L’abonnement est rouvert à votre prochain paiement.",
		},
	})
}
