package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

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

// RecheckSubscriptions refreshes the subscriptions of whereRecheckDue from the provider and returns their number. It makes up for lost
// webhooks.
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
		if err := account.SetCancelAtPeriodEnd(ctx, row.Ref, true); err != nil {
			return err
		}
		if row, err = t.reloadSubscription(ctx, account, c); err != nil {
			return err
		}
	}
	return t.ensureHoldApplied(ctx, row, user.Leaving)
}
