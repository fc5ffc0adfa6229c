package commerce

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/letter"
)

// cardNotice is the time between the letter about a missing card and the payment. In a period of less than twice that, the letter is sent when
// half of the period is left.
const cardNotice = 7 * 24 * time.Hour

// needsCard reports whether the subscriber is to be asked for a card at a time. The end of a trial has a letter that asks for it.
func (r *subscriptionRow) needsCard(now time.Time) bool {
	left := r.PeriodEndMS - clock.Millis(now)
	charged := r.AutoRenew && !r.PastDue && r.Hold != holdHeld && r.PausedMS == 0 && r.UnchargedMS == 0 && r.nextAmount() > 0
	soon := left > 0 && left <= cardNotice.Milliseconds() && 2*left <= r.PeriodEndMS-r.PeriodStartMS
	return charged && soon && r.Card == "" && r.PeriodEndMS != r.TrialUntilMS
}

// askForCard writes to a subscriber whose next payment has no card: one letter for each payment, and none where the letter about a removed card
// was sent within cardNotice. A first period that was paid by a credit or a promo code leaves no card.
func (t *Till) askForCard(ctx context.Context, tx bun.Tx, o *orderRow, r *subscriptionRow) error {
	if o.Dispute == DisputeOpen || !r.needsCard(t.Clock.Now()) {
		return nil
	}
	asked, err := tx.NewSelect().Model((*happeningRow)(nil)).Where("channel_id = ?", r.ChannelID).Where("subscription_id = ?", r.ID).
		Where("kind = ?", HappenedCardRemoved).Where("at_ms >= ?", r.PeriodEndMS-cardNotice.Milliseconds()).Exists(ctx)
	if err != nil {
		return fmt.Errorf("look for a removed card of subscription %d: %w", r.ID, err)
	}
	if asked {
		return nil
	}
	return t.recordAndNotify(ctx, tx, r, happeningRow{Kind: happenedCardNeeded, Ref: cardNeededRef(r), Amount: r.nextAmount()})
}

func cardNeededRef(r *subscriptionRow) string { return strconv.FormatInt(r.PeriodEndMS, 10) }

// cardNeeded asks for the card of the next payment.
func (n news) cardNeeded(language string) letter.Letter {
	name := n.name.In(language)
	return bilingual{letter.Letter{
		Subject: "Your subscription needs a card",
		Lines: []string{
			name + " renews on " + n.day("en", n.PeriodEndMS) + " for " + n.price("en") + ", and no card is on file for this payment.",
			"Please choose a card before that day. Without a card, the payment cannot go through.",
		},
		After: []string{"If you do not want to continue, cancel on your subscriptions page, and nothing will be charged."},
		Facts: n.cardNeededFacts("en", [...]string{"Subscription", "Next charge", "Amount"}),
	}, letter.Letter{
		Subject: "Votre abonnement a besoin d’une carte",
		Lines: []string{
			name + " se renouvelle le " + n.day("fr", n.PeriodEndMS) + " pour " + n.price("fr") + ", et aucune carte n’est enregistrée pour ce paiement.",
			"Choisissez une carte avant ce jour. Sans carte, le paiement ne peut pas passer.",
		},
		After: []string{"Vous ne voulez pas continuer? Annulez sur la page de vos abonnements\u00a0: rien ne sera débité."},
		Facts: n.cardNeededFacts("fr", [...]string{"Abonnement", "Prochain paiement", "Montant"}),
	}}.in(language, ownSubscriptions, "Choose a card", "Choisir une carte")
}

func (n news) cardNeededFacts(language string, labels [3]string) []letter.Fact {
	return facts(letter.Fact{Label: labels[0], Value: n.name.In(language)}, letter.Fact{Label: labels[1], Value: n.day(language, n.PeriodEndMS)},
		letter.Fact{Label: labels[2], Value: n.price(language)})
}
