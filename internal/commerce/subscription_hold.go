package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// hold is what the deletion of an account does to a subscription's renewal.
type hold string

const (
	holdNone     hold = ""
	holdHeld     hold = "held"     // the account is being deleted: no renewal
	holdResuming hold = "resuming" // the account was kept: the provider is to renew again
)

// HeldRenewal is a subscription whose renewal stops or resumes with the account.
type HeldRenewal struct {
	Name  text.Text
	Until time.Time // end of what is paid, or of the trial; of one that is over, its end if that is known
	Trial bool      // nothing was charged yet
	Over  bool      // it does not renew again: it ended, or its next period has begun and is not paid
}

// StopRenewals stops the renewal of the user's subscriptions in the transaction that confirms
// the deletion of their account. The provider is told by the job that runs ApplyHolds. A
// subscription that the user has cancelled before is not among them.
func (t *Till) StopRenewals(ctx context.Context, tx bun.Tx, channelID, userID int64) ([]HeldRenewal, error) {
	rows, err := t.subscriptionsOf(ctx, tx, channelID, userID, "s.ended_ms = 0 AND s.hold <> ? AND (s.auto_renew = TRUE OR s.period_end_ms = 0 OR s.hold = ?)", holdHeld, holdResuming)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var stopped []HeldRenewal
	now := clock.Millis(t.Clock.Now())
	for i := range rows {
		if err := holdRenewal(ctx, tx, &rows[i], now); err != nil {
			return nil, err
		}
		if rows[i].PeriodEndMS == 0 {
			continue // its first payment is under way
		}
		renewal, err := t.renewal(ctx, &rows[i])
		if err != nil {
			return nil, err
		}
		renewal.Over = rows[i].isRenewalUnpaid(t.Clock.Now())
		stopped = append(stopped, renewal)
	}
	return stopped, t.Queue.EnqueueHolds(ctx, tx, channelID, userID)
}

// ResumeRenewals takes StopRenewals back in the transaction that keeps the account. A
// subscription that ended meanwhile is not bought again: nothing is charged that the user did
// not ask for.
func (t *Till) ResumeRenewals(ctx context.Context, tx bun.Tx, channelID, userID int64) ([]HeldRenewal, error) {
	rows, err := t.subscriptionsOf(ctx, tx, channelID, userID, "s.hold = ?", holdHeld)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var resumed []HeldRenewal
	now := clock.Millis(t.Clock.Now())
	for i := range rows {
		row := &rows[i]
		over := row.EndedMS != 0 || row.PeriodEndMS != 0 && !row.AutoRenew && row.PeriodEndMS <= now
		next := holdResuming
		if over {
			next = holdNone
		}
		changed, err := changeHold(ctx, tx, row, next)
		if err != nil {
			return nil, err
		}
		if !changed || row.PeriodEndMS == 0 {
			continue
		}
		renewal, err := t.renewal(ctx, row)
		if err != nil {
			return nil, err
		}
		renewal.Over = over
		if over && row.EndedMS != 0 {
			renewal.Until = clock.FromMillis(row.EndedMS)
		}
		resumed = append(resumed, renewal)
	}
	return resumed, t.Queue.EnqueueHolds(ctx, tx, channelID, userID)
}

func (t *Till) subscriptionsOf(ctx context.Context, idb bun.IDB, channelID, userID int64, where string, values ...any) ([]subscriptionRow, error) {
	var rows []subscriptionRow
	err := idb.NewSelect().Model(&rows).Where("s.channel_id = ?", channelID).Where("s.user_id = ?", userID).Where(where, values...).Order("s.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the subscriptions of user %d: %w", userID, err)
	}
	return rows, nil
}

func holdRenewal(ctx context.Context, idb bun.IDB, row *subscriptionRow, at int64) error {
	_, err := idb.NewUpdate().Model((*subscriptionRow)(nil)).Set("hold = ?", holdHeld).Set("held_ms = ?", at).
		Where("channel_id = ?", row.ChannelID).Where("id = ?", row.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("hold subscription %d: %w", row.ID, err)
	}
	return nil
}

// changeHold changes the hold that row has; false where another has changed it since.
func changeHold(ctx context.Context, idb bun.IDB, row *subscriptionRow, to hold) (bool, error) {
	changed, err := db.Changed(idb.NewUpdate().Model((*subscriptionRow)(nil)).Set("hold = ?", to).
		Where("channel_id = ?", row.ChannelID).Where("id = ?", row.ID).Where("hold = ?", row.Hold).Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("change the hold of subscription %d: %w", row.ID, err)
	}
	return changed, nil
}

func (t *Till) renewal(ctx context.Context, r *subscriptionRow) (HeldRenewal, error) {
	renewal := HeldRenewal{Until: clock.FromMillis(r.PeriodEndMS), Trial: r.TrialUntilMS != 0 && r.PeriodEndMS <= r.TrialUntilMS}
	o, err := t.order(ctx, r.ChannelID, r.OrderID)
	if err != nil {
		return renewal, err
	}
	if renewal.Name, err = t.OrderName(ctx, o.order()); fault.KindOf(err) == fault.NotFound {
		renewal.Name, err = text.Text{"en": r.ProductName}, nil // it is offered no more
	}
	return renewal, err
}
