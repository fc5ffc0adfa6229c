package commerce

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

// refundOverlap is how much of the time that was looked at is looked at again: the provider's
// clock is not ours, and what it lists may be a moment behind.
const refundOverlap = time.Hour

type refundLookRow struct {
	bun.BaseModel `bun:"table:refund_looks,alias:l"`

	ChannelID int64
	Account   string
	LookedMS  int64
}

// LookAtRefunds asks each account that was ever paid what it gave back since it was asked last,
// and ends what that opened. Without any webhook a refund at the provider's own desk so counts
// at the next look. It returns how many checkouts ended. Where something is not clear the next
// look begins where this one did.
func (t *Till) LookAtRefunds(ctx context.Context) (int, error) {
	var rows []refundLookRow
	err := t.DB.Read().NewSelect().TableExpr("checkouts AS c").
		Join("LEFT JOIN refund_looks AS l ON l.channel_id = c.channel_id AND l.account = c.account").
		ColumnExpr("c.channel_id, c.account, COALESCE(MAX(l.looked_ms), MIN(c.created_ms)) AS looked_ms").
		Where("(c.amount > 0 OR c.subscribes = TRUE)").GroupExpr("c.channel_id, c.account").OrderExpr("c.channel_id, c.account").Scan(ctx, &rows)
	if err != nil {
		return 0, fmt.Errorf("list accounts that were paid: %w", err)
	}
	ended := 0
	for _, row := range rows {
		n, err := t.lookAtRefundsOf(ctx, row)
		ended += n
		if err == nil {
			continue
		}
		if ctx.Err() != nil {
			return ended, err
		}
		t.Log.WarnContext(ctx, "what was given back is not clear yet", "channel", row.ChannelID, "account", row.Account, "error", err)
	}
	return ended, nil
}

func (t *Till) lookAtRefundsOf(ctx context.Context, row refundLookRow) (ended int, err error) {
	account, err := t.Payments.Account(ctx, row.ChannelID)
	if err != nil || string(account.Mode()) != row.Account { // one of before is asked nothing any more
		return 0, err
	}
	began := t.Clock.Now()
	var unclear []error
	err = account.EachRefund(ctx, clock.FromMillis(row.LookedMS).Add(-refundOverlap), func(charge payment.Charge) error {
		c, ends, err := t.givenBack(ctx, account, row.ChannelID, charge)
		if err == nil && ends && c.Status == OrderPaid {
			if err = t.followRefund(ctx, c, charge.ID); err == nil {
				t.Log.WarnContext(ctx, "a payment was given back at the provider, and nobody told", "checkout", c.ID, "channel", c.ChannelID)
				ended++
			}
		}
		if err != nil { // the others need not wait
			unclear = append(unclear, fmt.Errorf("charge %s: %w", charge.ID, err))
		}
		return ctx.Err()
	})
	if err = errors.Join(append(unclear, err)...); err != nil {
		return ended, err
	}
	row.LookedMS = clock.Millis(began)
	_, err = t.DB.Write().NewInsert().Model(&row).On("CONFLICT (channel_id, account) DO UPDATE").Set("looked_ms = EXCLUDED.looked_ms").
		Returning("NULL").Exec(ctx)
	if err != nil {
		return ended, fmt.Errorf("note a look at the refunds of channel %d: %w", row.ChannelID, err)
	}
	return ended, nil
}

// followRefund ends what was opened by a charge that went back at the provider's own desk
// without a word of it having come.
func (t *Till) followRefund(ctx context.Context, c *checkoutRow, charge string) error {
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return t.endRefunded(ctx, tx, c, charge) })
}
