package commerce

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/payment"
)

// auditReversals compares the refunds and disputes of all accounts since they were first paid,
// records what is new, and lists what an operator has to handle: open disputes, and refunds that
// buyers do not have.
func (t *Till) auditReversals(ctx context.Context, accounts []refundLookRow, silent map[channelAccount]bool, out *Audit) error {
	for _, row := range accounts {
		if silent[channelAccount{row.ChannelID, row.Account}] {
			continue
		}
		row.LookedMS = 0
		found, err := t.lookAtReversalsOf(ctx, row)
		for _, f := range found {
			out.Differences = append(out.Differences, fmt.Sprintf("checkout %d of channel %d (%s): %s", f.checkout.ID, row.ChannelID, f.checkout.Status, f.describe()))
		}
		if err != nil {
			out.Differences = append(out.Differences, fmt.Sprintf("refunds and disputes of channel %d (%s): %v", row.ChannelID, row.Account, err))
		}
	}
	if err := t.listOpenDisputes(ctx, out); err != nil {
		return err
	}
	if err := t.sendOverdueRefunds(ctx, out); err != nil {
		return err
	}
	return t.listOwed(ctx, out)
}

// describe says to an operator what was recorded.
func (r reversed) describe() string {
	said := "the provider has " + strings.Join(r.notes, " and ") + "; this is now recorded"
	if r.ended {
		said = "was refunded at the provider, and its access has now ended: " + strings.Join(r.notes, ", ")
	}
	return said
}

func (t *Till) listOpenDisputes(ctx context.Context, out *Audit) error {
	var rows []disputeRow
	if err := t.DB.From(ctx).NewSelect().Model(&rows).Where("d.open = TRUE").Order("d.id").Scan(ctx); err != nil {
		return fmt.Errorf("list open disputes: %w", err)
	}
	for i := range rows {
		held := "its access is on hold"
		if rows[i].state() == DisputeInquiry {
			held = "its access continues"
		}
		out.Waiting = append(out.Waiting, fmt.Sprintf("checkout %d of channel %d: %s; %s", rows[i].CheckoutID, rows[i].ChannelID, rows[i].describe(), held))
	}
	return nil
}

// maxAuditReads limits how often an audit reads a payment that changes meanwhile before it reports a difference.
const maxAuditReads = 3

// compareReversals records the refunds and disputes of a payment that are missing here, and returns a description of them, or "".
// It reads both sides again while they differ: a refund that is being sent is recorded a moment after the provider made it.
func (t *Till) compareReversals(ctx context.Context, account Account, c *checkoutRow, i payment.Intent) string {
	for range maxAuditReads {
		agree, err := t.isReversalRecorded(ctx, c, i)
		if err != nil {
			return err.Error()
		}
		if agree {
			return ""
		}
		found, err := t.followCharge(ctx, account, c, i.ID, nil)
		if err != nil {
			return err.Error()
		}
		if len(found.notes) > 0 || found.ended {
			return found.describe()
		}
		if i, err = account.RetrieveIntent(ctx, i.ID); err != nil {
			return err.Error()
		}
	}
	recorded, err := t.recordedBack(ctx, c)
	switch {
	case err != nil:
		return err.Error()
	case recorded < i.Refunded:
		return fmt.Sprintf("the provider refunded %s, but %s is recorded", money("en", i.Refunded, i.Currency), money("en", recorded, i.Currency))
	case recorded > i.Refunded && c.Status == OrderPaid:
		return fmt.Sprintf("%s is recorded as refunded, but the provider refunded %s", money("en", recorded, i.Currency), money("en", i.Refunded, i.Currency))
	}
	return ""
}

// isReversalRecorded reports whether the refunds of a payment are recorded as the provider has them, and its dispute if it has one.
func (t *Till) isReversalRecorded(ctx context.Context, c *checkoutRow, i payment.Intent) (bool, error) {
	recorded, err := t.recordedBack(ctx, c)
	if err != nil || recorded != i.Refunded {
		return false, err
	}
	disputed, err := t.DB.From(ctx).NewSelect().Model((*disputeRow)(nil)).Where("d.checkout_id = ?", c.ID).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("find disputes of checkout %d: %w", c.ID, err)
	}
	return disputed || !i.Disputed, nil
}

// recordedBack is how much of a checkout is recorded as refunded, minus failed refunds.
func (t *Till) recordedBack(ctx context.Context, c *checkoutRow) (int64, error) {
	var moves []transactionRow
	err := t.DB.From(ctx).NewSelect().Model(&moves).Where("channel_id = ?", c.ChannelID).
		Where("order_id IN (SELECT o.id FROM orders AS o WHERE o.checkout_id = ?)", c.ID).
		Where("status IN (?)", bun.List([]OrderStatus{OrderRefunded, TransactionRefundFailed})).Where("ref NOT LIKE ?", outsidePrefix+"%").Scan(ctx)
	if err != nil {
		return 0, fmt.Errorf("list what went back of checkout %d: %w", c.ID, err)
	}
	back := int64(0)
	for _, m := range moves {
		if m.Status == OrderRefunded {
			back += m.Amount
		} else {
			back -= m.Amount
		}
	}
	return back, nil
}

// listPaused lists the subscriptions that the dashboard has paused: their subscribers pay nothing until it takes that back.
func (t *Till) listPaused(ctx context.Context, out *Audit) error {
	var rows []subscriptionRow
	if err := t.DB.From(ctx).NewSelect().Model(&rows).Where("s.paused_ms > 0").Where("s.ended_ms = 0").Order("s.id").Scan(ctx); err != nil {
		return fmt.Errorf("list paused subscriptions: %w", err)
	}
	for i := range rows {
		out.Waiting = append(out.Waiting, fmt.Sprintf("checkout %d of channel %d: the collection of subscription %s is paused in the dashboard", rows[i].CheckoutID,
			rows[i].ChannelID, rows[i].Ref))
	}
	return nil
}
