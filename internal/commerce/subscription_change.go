package commerce

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
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
	if g.checkout, err = t.checkout(ctx, channelID, g.CheckoutID); err != nil {
		return going{}, err
	}
	g.account, err = t.accountOf(ctx, g.checkout)
	return g, err
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
// "subscription_over", "renewal_resuming" and "payments_unavailable".
func (t *Till) Unsubscribe(ctx context.Context, channelID, userID int64, offer PackageID) (*Subscription, error) {
	g, err := t.going(ctx, channelID, userID, offer)
	if err != nil {
		return nil, err
	}
	if g.Hold == holdResuming { // the job that makes it renew again must not come after this
		return nil, errRenewalResuming()
	}
	ctx = context.WithoutCancel(ctx)
	if g.owing(t.Clock.Now()) {
		return t.changed(ctx, g, g.account.CancelSubscription(ctx, g.Ref, commentUnpaid))
	}
	return t.changed(ctx, g, g.account.EndSubscription(ctx, g.Ref, true))
}

// Resume undoes Unsubscribe before the end of the paid period. Errors are "subscription_not_found", "subscription_over",
// "renewal_held" and "payments_unavailable".
func (t *Till) Resume(ctx context.Context, channelID, userID int64, offer PackageID) (*Subscription, error) {
	g, err := t.going(ctx, channelID, userID, offer)
	if err != nil {
		return nil, err
	}
	if g.Hold == holdHeld { // the account is being deleted
		return nil, errRenewalHeld()
	}
	ctx = context.WithoutCancel(ctx)
	return t.changed(ctx, g, g.account.EndSubscription(ctx, g.Ref, false))
}

// Portal returns the address of the provider's page where a user manages cards and subscriptions. The page leads back to the user's
// subscriptions on the channel's own domain. The page belongs to the account of the user's newest subscription that has not ended and whose
// account has known keys, or else to the account for new payments.
func (t *Till) Portal(ctx context.Context, channelID, userID int64, language string) (string, error) {
	site, err := t.Sites.Site(ctx, channelID)
	if err != nil {
		return "", err
	}
	account, err := t.portalAccount(ctx, channelID, userID)
	if err != nil {
		return "", err
	}
	address := ""
	err = t.withCustomer(ctx, account, channelID, userID, func(customer string) (err error) {
		address, err = account.Portal(ctx, customer, site+"/profile/subscriptions", language)
		return err
	})
	if err != nil {
		return "", unavailable(err)
	}
	return address, nil
}

func (t *Till) portalAccount(ctx context.Context, channelID, userID int64) (Account, error) {
	rows, err := t.subscriptionsOf(ctx, t.DB.From(ctx), channelID, userID, "s.ended_ms = 0 AND s.ref <> ''")
	if err != nil {
		return nil, err
	}
	for _, row := range slices.Backward(rows) {
		account, err := t.Payments.AccountNamed(ctx, channelID, row.Account)
		if !errors.Is(err, errAccountUnknown) {
			return account, err
		}
	}
	return t.Payments.Account(ctx, channelID)
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
			Where("(s.period_end_ms <= ? OR s.past_due = TRUE OR s.looked_ms <= ? OR s.hold = 'resuming' OR (s.hold = 'held' AND s.auto_renew = TRUE) OR ?)", clock.Millis(now), clock.Millis(now.Add(-lookEvery)), unannounced(now)).
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
				t.Log.WarnContext(ctx, "subscription state still unknown", "subscription", rows[i].ID, "channel", rows[i].ChannelID, "error", err)
			}
			n++
		}
		if len(rows) < lookBatch {
			return n, nil
		}
	}
}

// LookAtSubscription asks the provider how a subscription stands. That of an account that is
// gone ends with what is paid: its user cannot end it any more. That of an account that is
// being deleted is held.
func (t *Till) LookAtSubscription(ctx context.Context, channelID int64, id SubscriptionID) error {
	row, err := t.subscriptionBy(ctx, channelID, "id", id)
	if err != nil {
		return err
	}
	c, err := t.checkout(ctx, channelID, row.CheckoutID)
	if err != nil {
		return err
	}
	account, err := t.accountOf(ctx, c)
	if err != nil {
		return err
	}
	user, found, err := t.Buyers.Recipient(ctx, channelID, row.UserID)
	if err != nil {
		return err
	}
	// Settle first: the provider refuses to change a subscription that has ended.
	if row, err = t.askAgain(ctx, account, c); err != nil {
		return err
	}
	if !found && row.AutoRenew {
		if err := account.EndSubscription(ctx, row.Ref, true); err != nil {
			return err
		}
		if row, err = t.askAgain(ctx, account, c); err != nil {
			return err
		}
	}
	return t.seeToHold(ctx, row, user.Leaving)
}
