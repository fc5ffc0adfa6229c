package commerce

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
)

// tellDispute writes to the buyer that their bank's dispute holds their order, has ended it, or is over so that it is open
// again. An inquiry changes nothing for them. Where a refund follows, its letter tells the buyer of it.
func (t *Till) tellDispute(ctx context.Context, tx bun.Tx, c *checkoutRow, o *orderRow, was, is DisputeState) error {
	says, err := t.disputeLetter(ctx, c, o, was, is)
	if err != nil || says == nil {
		return err
	}
	return t.writeToBuyer(ctx, tx, c, o, func(language string, name text.Text) letter.Letter { return says(language, name, o) })
}

type orderLetter func(language string, name text.Text, o *orderRow) letter.Letter

// disputeLetter chooses the letter about a dispute's change, nil for none.
func (t *Till) disputeLetter(ctx context.Context, c *checkoutRow, o *orderRow, was, is DisputeState) (orderLetter, error) {
	if is == DisputeLost {
		part, err := t.isPartlyDisputed(ctx, c, o)
		if part {
			return disputePartLost, err
		}
		return disputeLost, err
	}
	if o.Status != OrderPaid || is != DisputeOpen && (is != DisputeWon || was != DisputeOpen && was != DisputeLost) {
		return nil, nil
	}
	over, renews, err := t.isPaidTimeOver(ctx, c, o)
	switch {
	case err != nil:
		return nil, err
	case is == DisputeOpen && over && !renews:
		return disputeOpenedAccessEnded, nil
	case is == DisputeOpen:
		return disputeOpened, nil
	case over && renews:
		return disputeWonRenewalDue, nil
	case over:
		return disputeWonAccessEnded, nil
	}
	requested, err := t.isRefundRequested(ctx, o)
	if err != nil || requested {
		return nil, err
	}
	return disputeWon, nil
}

// isPaidTimeOver reports whether what an order was paid for has passed, and whether a subscription goes on with its next
// payment. Nothing is charged while a dispute is open.
func (t *Till) isPaidTimeOver(ctx context.Context, c *checkoutRow, o *orderRow) (over, renews bool, err error) {
	now := clock.Millis(t.Clock.Now())
	if !c.Subscribes {
		return o.UntilMS != 0 && o.UntilMS <= now, false, nil
	}
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return false, false, err
	}
	return row.PeriodEndMS <= now, row.AutoRenew, nil
}

// disputeFacts are the lines of a letter about a dispute.
func disputeFacts(language string, name text.Text, o *orderRow) []letter.Fact {
	return orderFacts(language, letter.Fact{Label: pick(language, "Order", "Commande"), Value: name.In(language)}, o.order().Receipt())
}

func disputeOpened(language string, name text.Text, o *orderRow) letter.Letter {
	facts := disputeFacts(language, name, o)
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your bank is disputing your payment", Heading: "Your order is on hold",
		Lines: []string{
			"Your bank has asked us to return your payment for this order, so this order does not give you access for now.",
			"If you did not open this dispute, please contact your bank. If the bank drops it, your order becomes active again.",
		},
	}, letter.Letter{
		Subject: "Votre banque conteste votre paiement", Heading: "Votre commande est en suspens",
		Lines: []string{
			"Votre banque nous demande de vous rembourser cette commande\u00a0: elle ne vous donne plus accès à son contenu pour le moment.",
			"Si cette contestation ne vient pas de vous, communiquez avec votre banque. Si elle la retire, votre commande redeviendra active.",
		},
	})
}

// disputeOpenedAccessEnded is about an order whose time was over before.
func disputeOpenedAccessEnded(language string, name text.Text, o *orderRow) letter.Letter {
	facts := disputeFacts(language, name, o)
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your bank is disputing your payment", Heading: "Your bank is disputing your payment",
		Lines: []string{
			"Your bank has asked us to return your payment for this order.",
			"If you did not open this dispute, please contact your bank.",
		},
	}, letter.Letter{
		Subject: "Votre banque conteste votre paiement", Heading: "Votre banque conteste votre paiement",
		Lines: []string{
			"Votre banque nous demande de vous rembourser cette commande.",
			"Si cette contestation ne vient pas de vous, communiquez avec votre banque.",
		},
	})
}

func disputeLost(language string, name text.Text, o *orderRow) letter.Letter {
	return disputeEnded(language, name, o,
		"Your bank decided the dispute in your favour and refunded your payment. This order no longer gives you access.",
		"Votre banque vous a donné raison et vous a remboursé votre paiement. Cette commande ne vous donne plus accès à son contenu.")
}

// disputePartLost is about a dispute of a part of what was paid.
func disputePartLost(language string, name text.Text, o *orderRow) letter.Letter {
	return disputeEnded(language, name, o,
		"Your bank decided the dispute in your favour and refunded part of your payment. This order no longer gives you access.",
		"Votre banque vous a donné raison et vous a remboursé une partie de votre paiement. Cette commande ne vous donne plus accès à son contenu.")
}

func disputeEnded(language string, name text.Text, o *orderRow, en, fr string) letter.Letter {
	facts := disputeFacts(language, name, o)
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your bank refunded you", Heading: "Your order has ended", Lines: []string{en},
	}, letter.Letter{
		Subject: "Votre banque vous a remboursé", Heading: "Votre commande a pris fin", Lines: []string{fr},
	})
}

func disputeWon(language string, name text.Text, o *orderRow) letter.Letter {
	facts := disputeFacts(language, name, o)
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your order is active again", Heading: "Your order is active again",
		Lines: []string{"Your bank has closed the dispute, and your payment stands. You can watch what you bought again."},
	}, letter.Letter{
		Subject: "Votre commande est de nouveau active", Heading: "Votre commande est de nouveau active",
		Lines: []string{"Votre banque a clos la contestation, et votre paiement est maintenu. Vous pouvez de nouveau regarder ce que vous avez acheté."},
	})
}

// disputeWonRenewalDue is about a subscription that goes on with its next payment.
func disputeWonRenewalDue(language string, name text.Text, o *orderRow) letter.Letter {
	return tellDisputeWon(language, name, o,
		"The period you paid for has ended. Your subscription resumes with your next payment.",
		"La période que vous avez payée est terminée. Votre abonnement reprendra à votre prochain paiement.")
}

// disputeWonAccessEnded is about an order whose time is over.
func disputeWonAccessEnded(language string, name text.Text, o *orderRow) letter.Letter {
	return tellDisputeWon(language, name, o, "The period you paid for has ended.", "La période que vous avez payée est terminée.")
}

func tellDisputeWon(language string, name text.Text, o *orderRow, en, fr string) letter.Letter {
	facts := disputeFacts(language, name, o)
	return tellOfOrder(language, facts, letter.Letter{
		Subject: "Your bank has closed the dispute", Heading: "Your payment stands",
		Lines: []string{"Your bank has closed the dispute, and your payment stands.", en},
	}, letter.Letter{
		Subject: "Votre banque a clos la contestation", Heading: "Votre paiement est maintenu",
		Lines: []string{"Votre banque a clos la contestation, et votre paiement est maintenu.", fr},
	})
}
