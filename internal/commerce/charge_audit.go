package commerce

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/payment"
)

// auditRefundsAndDisputes compares the refunds and disputes of the accounts over the whole life of each account, records what is new, and
// lists the open disputes and the refunds that buyers do not have. It also sends the refunds that are overdue. It leaves out the unusable
// accounts, which auditAccounts reports.
//
// recordMissingRefunds compares the total of each payment as well. Both are needed: the provider's lists include the refunds of renewals,
// which the comparison of payments leaves out, and the totals show a recorded amount that is wrong.
func (t *Till) auditRefundsAndDisputes(ctx context.Context, accounts []refundLookRow, unusable map[channelAccount]bool, out *Audit) error {
	for _, row := range accounts {
		if unusable[channelAccount{row.ChannelID, row.Account}] {
			continue
		}
		row.LookedMS = 0 // compare from the beginning
		found, err := t.recheckAccount(ctx, row)
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
	return t.listUnpaidRefunds(ctx, out)
}

// describe tells an operator which refunds and disputes were recorded.
func (c chargeChanges) describe() string {
	description := "the provider has " + strings.Join(c.notes, " and ") + "; this is now recorded"
	if c.ended {
		description = "was refunded at the provider, and its access has now ended: " + strings.Join(c.notes, ", ")
	}
	return description
}

func (t *Till) listOpenDisputes(ctx context.Context, out *Audit) error {
	var rows []disputeRow
	if err := t.DB.From(ctx).NewSelect().Model(&rows).Where("d.open = TRUE").Order("d.id").Scan(ctx); err != nil {
		return fmt.Errorf("list open disputes: %w", err)
	}
	for i := range rows {
		access := "its access is on hold"
		if rows[i].state() == DisputeInquiry {
			access = "its access continues"
		}
		out.Waiting = append(out.Waiting, fmt.Sprintf("checkout %d of channel %d: %s; %s", rows[i].CheckoutID, rows[i].ChannelID, rows[i].describe(), access))
	}
	return nil
}

// maxAuditReads limits the reads of a payment that changes during an audit, before the audit reports a difference.
const maxAuditReads = 3

// recordMissingRefunds records the refunds and disputes of a payment that are missing here, and returns a description of them, or "".
// While the two sides differ it reads both again, because a refund is recorded a moment after the provider made it.
func (t *Till) recordMissingRefunds(ctx context.Context, account Account, c *checkoutRow, i payment.Intent) string {
	for range maxAuditReads {
		recorded, err := t.isRecordedAlike(ctx, c, i)
		if err != nil {
			return err.Error()
		}
		if recorded {
			return ""
		}
		found, err := t.syncCharge(ctx, account, c, i.ID, nil)
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
	recorded, err := t.recordedRefunds(ctx, c)
	switch {
	case err != nil:
		return err.Error()
	case recorded < i.Refunded:
		return fmt.Sprintf("the provider refunded %s, but %s is recorded", money("en", i.Refunded, i.Currency), money("en", recorded, i.Currency))
	case recorded > i.Refunded:
		return fmt.Sprintf("%s is recorded as refunded, but the provider refunded %s", money("en", recorded, i.Currency), money("en", i.Refunded, i.Currency))
	}
	return ""
}

// isRecordedAlike reports whether the recorded refunds of a payment equal the provider's, and whether its dispute is recorded.
func (t *Till) isRecordedAlike(ctx context.Context, c *checkoutRow, i payment.Intent) (bool, error) {
	recorded, err := t.recordedRefunds(ctx, c)
	if err != nil || recorded != i.Refunded {
		return false, err
	}
	disputed, err := t.DB.From(ctx).NewSelect().Model((*disputeRow)(nil)).Where("d.checkout_id = ?", c.ID).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("find disputes of checkout %d: %w", c.ID, err)
	}
	return disputed || !i.Disputed, nil
}

// recordedRefunds returns the recorded refunds of a checkout minus the failed ones. It leaves out refunds by other means than the provider.
func (t *Till) recordedRefunds(ctx context.Context, c *checkoutRow) (int64, error) {
	var moves []transactionRow
	err := t.DB.From(ctx).NewSelect().Model(&moves).Where("channel_id = ?", c.ChannelID).
		Where("order_id IN (SELECT o.id FROM orders AS o WHERE o.checkout_id = ?)", c.ID).
		Where("status IN (?)", bun.List([]OrderStatus{OrderRefunded, TransactionRefundFailed})).Where("ref NOT LIKE ?", outsidePrefix+"%").Scan(ctx)
	if err != nil {
		return 0, fmt.Errorf("list the refunds of checkout %d: %w", c.ID, err)
	}
	refunded := int64(0)
	for _, m := range moves {
		if m.Status == OrderRefunded {
			refunded += m.Amount
		} else {
			refunded -= m.Amount
		}
	}
	return refunded, nil
}
