package commerce

import (
	"context"

	"github.com/grandstand/grandstand/internal/fault"
)

// requireCard refuses a payment without a card. A subscription that charges nothing at first needs a saved card of the buyer; requireCard
// returns its fingerprint. A trial refuses the card of a wallet: a wallet uses another card number on each device, so that the fingerprint
// does not identify the card.
func (t *Till) requireCard(ctx context.Context, account Account, p Purchase, q Quote) (fingerprint string, err error) {
	if q.Amount > 0 || !q.subscribes() {
		if q.Amount > 0 && p.PaymentMethod == "" {
			return "", errCardRequired()
		}
		return "", nil
	}
	card, err := t.ownCard(ctx, account, p.ChannelID, p.Buyer.UserID, p.PaymentMethod)
	if fault.KindOf(err) == fault.NotFound {
		return "", errCardRequired()
	}
	if err == nil && q.TrialDays > 0 && !card.IdentifiesNumber() {
		return "", errTrialCardRequired()
	}
	return card.Fingerprint, err
}

// refuseOtherCurrency returns Conflict, "other_currency", if the user has a subscription in another currency at the same account. Stripe
// bills a customer in one currency (Stripe API, Customer.currency).
func (t *Till) refuseOtherCurrency(ctx context.Context, account Account, p Purchase, currency string) error {
	rows, err := t.unendedSubscriptions(ctx, account, p.ChannelID, p.Buyer.UserID)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.Currency == currency {
			continue
		}
		if err := t.refreshSubscriptionOf(ctx, account, p.ChannelID, row.CheckoutID); err != nil {
			return unavailable(err)
		}
		refreshed, err := t.subscriptionBy(ctx, p.ChannelID, "id", row.ID)
		if err != nil {
			return err
		}
		if refreshed.EndedMS == 0 {
			return fault.New(fault.Conflict, "other_currency", "Your current subscription is in another currency, and the payment provider bills each customer in one currency only. You can subscribe again once that subscription has ended.")
		}
	}
	return nil
}
