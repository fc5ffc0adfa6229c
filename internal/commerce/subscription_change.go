package commerce

import (
	"context"
	"fmt"

	"github.com/grandstand/grandstand/internal/payment"
)

// runningSubscription is a user's paid subscription that has not ended, with its checkout and payment account.
type runningSubscription struct {
	*subscriptionRow

	account  Account
	checkout *checkoutRow
}

// findRunningSubscription returns the user's newest subscription of an offer. It returns NotFound ("subscription_not_found") if no
// subscription of the offer was ever paid, and Conflict ("subscription_over") if the newest has ended.
func (t *Till) findRunningSubscription(ctx context.Context, channelID, userID int64, offer PackageID) (runningSubscription, error) {
	var rows []subscriptionRow
	if err := t.Offers.begun(ctx, &rows, channelID, userID).Where("s.package_id = ?", offer).Limit(1).Scan(ctx); err != nil {
		return runningSubscription{}, fmt.Errorf("find the subscription of user %d: %w", userID, err)
	}
	if len(rows) == 0 {
		return runningSubscription{}, ErrSubscriptionNotFound()
	}
	running := runningSubscription{subscriptionRow: &rows[0]}
	if running.EndedMS != 0 {
		return runningSubscription{}, errSubscriptionOver()
	}
	var err error
	if running.checkout, err = t.checkout(ctx, channelID, running.CheckoutID); err != nil {
		return runningSubscription{}, err
	}
	running.account, err = t.accountOf(ctx, running.checkout)
	return running, err
}

// refreshAfterChange updates our rows after a change request and returns the subscription. changeErr is the provider's answer. A refusal
// often means that the change was already made or the subscription has ended.
func (t *Till) refreshAfterChange(ctx context.Context, running runningSubscription, changeErr error) (*Subscription, error) {
	if changeErr != nil && payment.FailureKindOf(changeErr) == payment.Unclear {
		return nil, unavailable(changeErr)
	}
	if _, refreshErr := t.refreshSubscription(ctx, running.account, running.checkout, nil); refreshErr != nil {
		return nil, unavailable(refreshErr)
	}
	latest, findErr := t.Offers.LatestSubscription(ctx, running.ChannelID, running.UserID, running.PackageID)
	if findErr != nil || changeErr == nil {
		return latest, findErr
	}
	if !latest.EndedAt.IsZero() {
		return nil, errSubscriptionOver()
	}
	return nil, unavailable(changeErr)
}

// cancelRenewal cancels a subscription at the end of the paid period. If the current period is unpaid, it cancels the subscription at
// once, because its card would be charged.
func (t *Till) cancelRenewal(ctx context.Context, account Account, row *subscriptionRow) error {
	if row.isRenewalUnpaid(t.Clock.Now()) {
		return account.CancelSubscription(ctx, row.Ref, commentUnpaid)
	}
	return account.SetCancelAtPeriodEnd(ctx, row.Ref, true)
}

// Unsubscribe cancels a subscription at the end of the paid period. If the current period is unpaid, the subscription ends at once. Errors are
// "subscription_not_found", "subscription_over", "renewal_resuming" and "payments_unavailable".
func (t *Till) Unsubscribe(ctx context.Context, channelID, userID int64, offer PackageID) (*Subscription, error) {
	running, err := t.findRunningSubscription(ctx, channelID, userID, offer)
	if err != nil {
		return nil, err
	}
	if running.Hold == holdResuming { // the resume job would undo this
		return nil, errRenewalResuming()
	}
	ctx = context.WithoutCancel(ctx)
	return t.refreshAfterChange(ctx, running, t.cancelRenewal(ctx, running.account, running.subscriptionRow))
}

// Resume undoes Unsubscribe before the end of the paid period. Errors are "subscription_not_found", "subscription_over",
// "renewal_held" and "payments_unavailable".
func (t *Till) Resume(ctx context.Context, channelID, userID int64, offer PackageID) (*Subscription, error) {
	running, err := t.findRunningSubscription(ctx, channelID, userID, offer)
	if err != nil {
		return nil, err
	}
	if running.Hold == holdHeld { // the account is being deleted
		return nil, errRenewalHeld()
	}
	ctx = context.WithoutCancel(ctx)
	return t.refreshAfterChange(ctx, running, running.account.SetCancelAtPeriodEnd(ctx, running.Ref, false))
}
