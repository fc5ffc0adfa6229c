package commerce

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

// runningSubscription is a user's paid subscription that has not ended, with its checkout and payment account.
type runningSubscription struct {
	*subscriptionRow

	account  Account
	checkout *checkoutRow
}

// findRunningSubscription returns the user's newest subscription of an offer. NotFound, "subscription_not_found", if none was ever paid;
// Conflict, "subscription_over", if it has ended.
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
	return account.EndSubscription(ctx, row.Ref, true)
}

// Unsubscribe cancels at the end of the paid period. If the current period is unpaid, the subscription ends at once. Errors are
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
	return t.refreshAfterChange(ctx, running, running.account.EndSubscription(ctx, running.Ref, false))
}

// Portal returns the address of the provider's page where a user manages cards and subscriptions. The page leads back to the user's
// subscriptions on the channel's own domain. The page belongs to the account of the user's newest subscription that has not ended and whose
// account is not isUnreachable, or else to the account for new payments.
func (t *Till) Portal(ctx context.Context, channelID, userID int64, language string) (string, error) {
	site, err := t.Sites.Site(ctx, channelID)
	if err != nil {
		return "", err
	}
	rows, err := t.subscriptionsOf(ctx, t.DB.From(ctx), channelID, userID, "s.ended_ms = 0 AND s.ref <> ''")
	if err != nil {
		return "", err
	}
	var tried []string
	for _, row := range slices.Backward(rows) {
		if slices.Contains(tried, row.Account) {
			continue
		}
		tried = append(tried, row.Account)
		address, err := t.portalOfNamed(ctx, channelID, userID, row.Account, site, language)
		if err == nil || !t.isUnreachable(ctx, channelAccount{channelID, row.Account}, err) {
			return address, err
		}
	}
	account, err := t.Payments.Account(ctx, channelID)
	if err != nil {
		return "", err
	}
	return t.portalOf(ctx, account, channelID, userID, site, language)
}

func (t *Till) portalOfNamed(ctx context.Context, channelID, userID int64, name, site, language string) (string, error) {
	account, err := t.Payments.AccountNamed(ctx, channelID, name)
	if err != nil {
		return "", err
	}
	return t.portalOf(ctx, account, channelID, userID, site, language)
}

func (t *Till) portalOf(ctx context.Context, account Account, channelID, userID int64, site, language string) (address string, err error) {
	err = t.withCustomer(ctx, account, channelID, userID, func(customer string) (err error) {
		address, err = account.Portal(ctx, customer, site+"/profile/subscriptions", language)
		return err
	})
	if err != nil {
		return "", unavailable(err)
	}
	return address, nil
}

// recheckInterval is the maximum age of our copy of a subscription.
const recheckInterval = 24 * time.Hour

// recheckBatch is the maximum number of rows per query.
const recheckBatch = 200

// whereRecheckDue selects the subscriptions that RecheckSubscriptions checks at a time: those whose period is over, whose renewal failed,
// that were not checked for recheckInterval, whose hold is not applied yet, or whose trial's end must be announced.
func whereRecheckDue(now time.Time) func(*bun.SelectQuery) *bun.SelectQuery {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.WhereOr("s.period_end_ms <= ?", clock.Millis(now)).WhereOr("s.past_due = TRUE").
			WhereOr("s.looked_ms <= ?", clock.Millis(now.Add(-recheckInterval))).WhereOr("s.hold = ?", holdResuming).
			WhereOr("s.hold = ? AND s.auto_renew = TRUE", holdHeld).WhereOr("?", unannounced(now))
	}
}

// RecheckSubscriptions refreshes the subscriptions of whereRecheckDue from the provider. Returns the number of subscriptions checked. This
// compensates for lost webhooks.
func (t *Till) RecheckSubscriptions(ctx context.Context) (int, error) {
	n, now := 0, t.Clock.Now()
	for after := SubscriptionID(0); ; {
		var rows []subscriptionRow
		err := t.DB.Read().NewSelect().Model(&rows).Where("s.id > ?", after).Where("s.ended_ms = 0").Where("s.period_end_ms > 0").
			WhereGroup(" AND ", whereRecheckDue(now)).Order("s.id").Limit(recheckBatch).Scan(ctx)
		if err != nil {
			return n, fmt.Errorf("list subscriptions: %w", err)
		}
		for i := range rows {
			after = rows[i].ID
			if err := t.RecheckSubscription(ctx, rows[i].ChannelID, rows[i].ID); err != nil {
				if ctx.Err() != nil {
					return n, err
				}
				t.Log.WarnContext(ctx, "subscription state still unknown", "subscription", rows[i].ID, "channel", rows[i].ChannelID, "error", err)
			}
			n++
		}
		if len(rows) < recheckBatch {
			return n, nil
		}
	}
}

// RecheckSubscription refreshes a subscription from the provider. The subscription of an erased user is cancelled at the period end. The
// renewal of a user who is being deleted is stopped.
func (t *Till) RecheckSubscription(ctx context.Context, channelID int64, id SubscriptionID) error {
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
	// Refresh first: the provider refuses to change a subscription that has ended.
	if row, err = t.reloadSubscription(ctx, account, c); err != nil {
		return err
	}
	if !found && row.AutoRenew {
		if err := account.EndSubscription(ctx, row.Ref, true); err != nil {
			return err
		}
		if row, err = t.reloadSubscription(ctx, account, c); err != nil {
			return err
		}
	}
	return t.ensureHoldApplied(ctx, row, user.Leaving)
}
