package commerce

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

const (
	// recheckOverlap is the overlap of two rechecks. It allows for clock skew, and for the provider's lists, which may be a moment behind.
	recheckOverlap = time.Hour
	// refundsFail is the time after which a refund does not fail any more. A bank returns a refund within 30 days (Stripe documentation,
	// "Failed refunds"). A refund that needs the buyer's bank details (requires_action) expires later, at its expires_at.
	refundsFail = 60 * 24 * time.Hour
)

type refundLookRow struct {
	bun.BaseModel `bun:"table:refund_looks,alias:l"`

	ChannelID int64
	Account   string
	LookedMS  int64
}

// accountsPaid lists the accounts that were ever paid, each with the time of its last recheck.
func (t *Till) accountsPaid(ctx context.Context) ([]refundLookRow, error) {
	var rows []refundLookRow
	err := t.DB.Read().NewSelect().TableExpr("checkouts AS c").
		Join("LEFT JOIN refund_looks AS l ON l.channel_id = c.channel_id AND l.account = c.account").
		ColumnExpr("c.channel_id, c.account, COALESCE(MAX(l.looked_ms), MIN(c.created_ms)) AS looked_ms").
		Where("(c.amount > 0 OR c.subscribes = TRUE)").GroupExpr("c.channel_id, c.account").OrderExpr("c.channel_id, c.account").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list accounts that were paid: %w", err)
	}
	return rows, nil
}

// RecheckCharges asks each account that was ever paid for the refunds and disputes since its last recheck, and syncs their charges. This
// compensates for lost webhooks. It returns the number of checkouts of which an order ended. After an error the next recheck of the account begins at
// the same time.
func (t *Till) RecheckCharges(ctx context.Context) (int, error) {
	rows, err := t.accountsPaid(ctx)
	if err != nil {
		return 0, err
	}
	ended := 0
	for _, row := range rows {
		began := t.Clock.Now()
		found, err := t.recheckAccount(ctx, row)
		for _, f := range found {
			if len(f.ended) > 0 {
				ended++
			}
			t.Log.WarnContext(ctx, "money went back at the provider without a webhook", "checkout", f.checkout.ID, "channel", row.ChannelID, "what", f.notes)
		}
		if err == nil {
			err = t.recordRecheck(ctx, row, began)
		}
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

func (t *Till) recordRecheck(ctx context.Context, row refundLookRow, at time.Time) error {
	row.LookedMS = clock.Millis(at)
	_, err := t.DB.Write().NewInsert().Model(&row).On("CONFLICT (channel_id, account) DO UPDATE").Set("looked_ms = EXCLUDED.looked_ms").
		Returning("NULL").Exec(ctx)
	if err != nil {
		return fmt.Errorf("record the recheck of channel %d: %w", row.ChannelID, err)
	}
	return nil
}

// checkoutChanges are the chargeChanges of one checkout.
type checkoutChanges struct {
	chargeChanges

	checkout *checkoutRow
}

// recheckAccount syncs each charge of an account with a refund or a dispute that is not recorded as the provider has it.
func (t *Till) recheckAccount(ctx context.Context, row refundLookRow) ([]checkoutChanges, error) {
	account, err := t.Payments.AccountNamed(ctx, row.ChannelID, row.Account)
	if err != nil {
		return nil, err
	}
	since := clock.FromMillis(row.LookedMS)
	due, err := t.findChangedRefunds(ctx, account, row, since)
	if err != nil {
		return nil, err
	}
	if err := t.findChangedDisputes(ctx, account, row, since.Add(-recheckOverlap), due); err != nil {
		return nil, err
	}
	var out []checkoutChanges
	var unclear []error
	for intent, charge := range due {
		f, err := t.syncFoundCharge(ctx, account, row.ChannelID, charge)
		if err != nil { // the others need not wait
			unclear = append(unclear, fmt.Errorf("payment %s: %w", intent, err))
		}
		if !f.isEmpty() {
			out = append(out, f)
		}
	}
	return out, errors.Join(unclear...)
}

// findChangedRefunds returns the charges, by payment, whose refunds may be recorded differently from the provider's.
func (t *Till) findChangedRefunds(ctx context.Context, account Account, row refundLookRow, since time.Time) (map[string]payment.Charge, error) {
	refunds := map[string][]payment.RefundState{} // by payment
	err := account.EachRefund(ctx, since.Add(-refundsFail), func(r payment.RefundState) error {
		refunds[r.Intent] = append(refunds[r.Intent], r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	due := map[string]payment.Charge{}
	for intent, ofPayment := range refunds {
		for _, r := range ofPayment {
			changed, err := t.hasChanged(ctx, row.ChannelID, r, since.Add(-recheckOverlap), ofPayment)
			if err != nil {
				return nil, err
			}
			if changed {
				due[intent] = payment.Charge{ID: r.Charge, Intent: intent}
			}
		}
	}
	return due, nil
}

// findChangedDisputes adds the payments whose disputes are not recorded as the provider has them. Those that are open here are
// compared however old they are.
func (t *Till) findChangedDisputes(ctx context.Context, account Account, row refundLookRow, since time.Time, due map[string]payment.Charge) error {
	open, err := t.openDisputes(ctx, row.ChannelID, row.Account)
	if err != nil {
		return err
	}
	for _, d := range open {
		due[d.Intent] = payment.Charge{Intent: d.Intent}
	}
	return account.EachDispute(ctx, since, func(d payment.Dispute) error {
		known, err := t.DB.From(ctx).NewSelect().Model((*disputeRow)(nil)).Where("d.channel_id = ?", row.ChannelID).Where("d.ref = ?", d.ID).
			Where("d.status = ?", d.Status).Where("d.withdrawn = ?", d.Withdrawn).Exists(ctx)
		if err == nil && !known {
			due[d.Intent] = payment.Charge{ID: d.Charge, Intent: d.Intent}
		}
		return err
	})
}

func (t *Till) syncFoundCharge(ctx context.Context, account Account, channelID int64, charge payment.Charge) (checkoutChanges, error) {
	c, err := t.checkoutOfCharge(ctx, account, channelID, charge)
	if err != nil || c == nil {
		return checkoutChanges{}, err
	}
	done, err := t.syncCharge(ctx, account, c, charge.Intent, nil)
	return checkoutChanges{done, c}, err
}

// hasChanged reports whether a refund may be recorded differently from the provider's, or is not recorded and was made since a time. A
// refund that failed before it was recorded moved no money. ofPayment are all refunds of its payment.
func (t *Till) hasChanged(ctx context.Context, channelID int64, r payment.RefundState, since time.Time, ofPayment []payment.RefundState) (bool, error) {
	var statuses []OrderStatus
	err := t.DB.From(ctx).NewSelect().Model((*transactionRow)(nil)).Column("status").Where("channel_id = ?", channelID).Where("ref = ?", r.ID).Scan(ctx, &statuses)
	if err != nil {
		return false, fmt.Errorf("look for refund %s: %w", r.ID, err)
	}
	if len(statuses) == 0 {
		return !r.Failed && !r.Created.Before(since), nil
	}
	if r.Failed != slices.Contains(statuses, TransactionRefundFailed) {
		return true, nil
	}
	return t.changesNamedOrder(ctx, channelID, r, ofPayment)
}

// changesNamedOrder reports whether syncCharge would move a recorded refund to the order that it names, or end that order. The dashboard
// may have named the order since the refund was recorded.
func (t *Till) changesNamedOrder(ctx context.Context, channelID int64, refund payment.RefundState, ofPayment []payment.RefundState) (bool, error) {
	id := namedOrder(refund)
	if refund.Failed || id == 0 {
		return false, nil
	}
	named, err := t.order(ctx, channelID, id)
	if fault.KindOf(err) == fault.NotFound || err == nil && named.Status != OrderPaid {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	r, orders, err := t.chargeOf(ctx, named)
	if err != nil || r == nil {
		return false, err
	}
	r.charge.Refunds = ofPayment
	known, err := t.movesOf(ctx, t.DB.From(ctx), orders, OrderRefunded, refund.ID)
	if err != nil {
		return false, err
	}
	if to, err := t.orderToMoveTo(ctx, r, orders, refund, known); err != nil || to != nil {
		return to != nil, err
	}
	if !slices.ContainsFunc(known, func(m transactionRow) bool { return m.OrderID == id }) {
		return false, nil
	}
	return t.isFullyRefunded(ctx, t.DB.From(ctx), r, orders, named)
}
