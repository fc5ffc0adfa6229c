package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// going is a user's subscription that the provider asks money for.
type going struct {
	*subscriptionRow

	account  Account
	checkout *checkoutRow
}

// going finds the user's newest subscription of an offer. NotFound, "subscription_not_found",
// where there is none that was ever paid; Conflict, "subscription_over", where it has ended.
func (t *Till) going(ctx context.Context, channelID, userID int64, offer PackageID) (going, error) {
	var rows []subscriptionRow
	if err := t.Offers.begun(ctx, &rows, channelID, userID).Where("s.package_id = ?", offer).Limit(1).Scan(ctx); err != nil {
		return going{}, fmt.Errorf("find the subscription of user %d: %w", userID, err)
	}
	if len(rows) == 0 {
		return going{}, ErrSubscriptionNotFound()
	}
	g := going{subscriptionRow: &rows[0]}
	if g.EndedMS != 0 {
		return going{}, errSubscriptionOver()
	}
	var err error
	if g.account, err = t.Payments.Account(ctx, channelID); err != nil {
		return going{}, err
	}
	if g.checkout, err = t.checkout(ctx, channelID, g.CheckoutID); err != nil {
		return going{}, err
	}
	if g.checkout.belongsTo(g.account) != nil {
		return going{}, ErrPaymentsUnavailable()
	}
	return g, nil
}

// changed makes our rows what the provider has after it was asked to change something; err is
// what it said. What it refuses has often been done already, or the subscription has ended:
// then the rows tell.
func (t *Till) changed(ctx context.Context, g going, err error) (*Subscription, error) {
	if err != nil && payment.OutcomeOf(err) == payment.Unclear {
		return nil, unavailable(err)
	}
	if _, looked := t.settleSubscription(ctx, g.account, g.checkout, nil); looked != nil {
		return nil, unavailable(looked)
	}
	now, found := t.Offers.LatestSubscription(ctx, g.ChannelID, g.UserID, g.PackageID)
	if found != nil || err == nil {
		return now, found
	}
	if !now.EndedAt.IsZero() {
		return nil, errSubscriptionOver()
	}
	return nil, unavailable(err)
}

// Unsubscribe has a user's subscription end with what is paid. One whose renewal is not paid
// ends at once: nothing of it is left. Errors are "subscription_not_found",
// "subscription_over" and "payments_unavailable".
func (t *Till) Unsubscribe(ctx context.Context, channelID, userID int64, offer PackageID) (*Subscription, error) {
	g, err := t.going(ctx, channelID, userID, offer)
	if err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	if g.PastDue {
		return t.changed(ctx, g, g.account.CancelSubscription(ctx, g.Ref))
	}
	return t.changed(ctx, g, g.account.EndSubscription(ctx, g.Ref, true))
}

// Resume takes an Unsubscribe back, while the period that is paid goes on.
func (t *Till) Resume(ctx context.Context, channelID, userID int64, offer PackageID) (*Subscription, error) {
	g, err := t.going(ctx, channelID, userID, offer)
	if err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	return t.changed(ctx, g, g.account.EndSubscription(ctx, g.Ref, false))
}

// ChangeCard has a subscription paid by another saved card from now on, and a renewal that
// failed at once. NotFound, "card_not_found": the card is not the user's. A card that does not
// do leaves the subscription past due.
func (t *Till) ChangeCard(ctx context.Context, channelID, userID int64, offer PackageID, card string) (*Subscription, error) {
	g, err := t.going(ctx, channelID, userID, offer)
	if err != nil {
		return nil, err
	}
	if err := t.requireOwnCard(ctx, g.account, channelID, userID, card); err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	if err := g.account.ChangeCard(ctx, g.Ref, card); err != nil {
		return t.changed(ctx, g, err)
	}
	return t.changed(ctx, g, t.payOpen(ctx, g))
}

// payOpen has the renewal that waits for its money paid, if there is one. A declined card is
// no error.
func (t *Till) payOpen(ctx context.Context, g going) error {
	s, err := g.account.RetrieveSubscription(ctx, g.Ref)
	if err != nil || s.Status != payment.SubscriptionPastDue {
		return err
	}
	for _, invoice := range s.Invoices {
		if invoice.Status != payment.InvoiceOpen {
			continue
		}
		if err := g.account.PayInvoice(ctx, invoice.ID); err != nil && payment.OutcomeOf(err) == payment.Unclear {
			return err
		}
	}
	return nil
}

// RemoveCard forgets a saved card. NotFound, "card_not_found": it is not the user's; Conflict,
// "card_in_use": a subscription renews by it.
func (t *Till) RemoveCard(ctx context.Context, channelID, userID int64, card string) error {
	account, err := t.Payments.Account(ctx, channelID)
	if err != nil {
		return err
	}
	if err := t.requireOwnCard(ctx, account, channelID, userID, card); err != nil {
		return err
	}
	used, err := t.DB.From(ctx).NewSelect().Model((*subscriptionRow)(nil)).Where("s.channel_id = ?", channelID).Where("s.user_id = ?", userID).
		Where("s.card = ?", card).Where("s.ended_ms = 0").Where("s.auto_renew = TRUE").Exists(ctx)
	if err != nil {
		return fmt.Errorf("look for what card renews: %w", err)
	}
	if used {
		return fault.New(fault.Conflict, "card_in_use", "A subscription is paid by this card. Please choose another one for it first.")
	}
	if err := account.Detach(ctx, card); err != nil && payment.OutcomeOf(err) != payment.Refused {
		return unavailable(err) // what is refused is gone already
	}
	return nil
}

// Portal is the address of the provider's page on which a user sees to their cards and
// subscriptions; it leads back to the user's subscriptions on the channel's own domain.
func (t *Till) Portal(ctx context.Context, channelID, userID int64, language string) (string, error) {
	site, err := t.Sites.Site(ctx, channelID)
	if err != nil {
		return "", err
	}
	account, err := t.Payments.Account(ctx, channelID)
	if err != nil {
		return "", err
	}
	customer, err := t.customer(ctx, account, channelID, userID)
	if err != nil {
		return "", err
	}
	address, err := account.Portal(ctx, customer, site+"/profile/subscriptions", language)
	if err != nil {
		return "", unavailable(err)
	}
	return address, nil
}

// lookEvery is how long what stands here of a subscription is believed.
const lookEvery = 24 * time.Hour

// lookBatch bounds how many subscriptions are read at once.
const lookBatch = 200

// LookAtSubscriptions asks the provider about every subscription whose period is over, whose
// renewal failed, whose trial's end is to be announced, or that nobody asked about for a day,
// and returns how many. A webhook that never came is made up for by it.
func (t *Till) LookAtSubscriptions(ctx context.Context) (int, error) {
	n, now := 0, t.Clock.Now()
	for after := SubscriptionID(0); ; {
		var rows []subscriptionRow
		err := t.DB.Read().NewSelect().Model(&rows).Where("s.id > ?", after).Where("s.ended_ms = 0").Where("s.period_end_ms > 0").
			Where("(s.period_end_ms <= ? OR s.past_due = TRUE OR s.looked_ms <= ? OR ?)", clock.Millis(now), clock.Millis(now.Add(-lookEvery)), unannounced(now)).
			Order("s.id").Limit(lookBatch).Scan(ctx)
		if err != nil {
			return n, fmt.Errorf("list subscriptions: %w", err)
		}
		for i := range rows {
			after = rows[i].ID
			if err := t.LookAtSubscription(ctx, rows[i].ChannelID, rows[i].ID); err != nil {
				if ctx.Err() != nil {
					return n, err
				}
				t.Log.WarnContext(ctx, "a subscription is not clear yet", "subscription", rows[i].ID, "channel", rows[i].ChannelID, "error", err)
			}
			n++
		}
		if len(rows) < lookBatch {
			return n, nil
		}
	}
}

// LookAtSubscription asks the provider how a subscription stands. That of an account that is
// gone ends with what is paid: nobody could end it any more.
func (t *Till) LookAtSubscription(ctx context.Context, channelID int64, id SubscriptionID) error {
	row, err := t.subscriptionBy(ctx, channelID, "id", id)
	if err != nil {
		return err
	}
	c, err := t.checkout(ctx, channelID, row.CheckoutID)
	if err != nil {
		return err
	}
	account, err := t.Payments.Account(ctx, channelID)
	if err != nil {
		return err
	}
	if err := c.belongsTo(account); err != nil {
		return err
	}
	_, found, err := t.Buyers.Recipient(ctx, channelID, row.UserID)
	if err != nil {
		return err
	}
	if !found && row.AutoRenew {
		if err := account.EndSubscription(ctx, row.Ref, true); err != nil {
			return err
		}
	}
	_, err = t.settleSubscription(ctx, account, c, nil)
	return err
}
