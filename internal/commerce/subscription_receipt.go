package commerce

import (
	"context"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// firstRenewal says on the first receipt of a subscription when it renews and for how much. It is empty for other
// receipts and for a subscription that does not renew.
func (t *Till) firstRenewal(ctx context.Context, language string, c *checkoutRow) ([]string, error) {
	if !c.Subscribes {
		return nil, nil
	}
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil || !row.AutoRenew {
		return nil, err
	}
	if row.PeriodEndMS == 0 { // the provider has not sent the period yet
		row.PeriodEndMS = clock.Millis(row.firstEnd(clock.FromMillis(c.CreatedMS)))
	}
	n, err := t.newsOf(ctx, row, nil)
	if err != nil {
		return nil, err
	}
	return []string{n.renewsOn(language)}, nil
}

// renewsOn says when a subscription renews, for how much, and how to cancel it.
func (n news) renewsOn(language string) string {
	day, price := n.day(language, n.PeriodEndMS), n.price(language)+n.including(language)
	if language == "fr" {
		return "Votre abonnement se renouvelle le " + day + " pour " + price + ". Vous pouvez annuler à tout moment sur la page de vos abonnements et regarder jusqu’à la fin de la période payée."
	}
	return "Your subscription renews on " + day + " for " + price + ". You can cancel at any time on your subscriptions page and watch until the end of the paid period."
}
