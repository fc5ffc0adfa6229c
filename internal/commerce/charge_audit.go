package commerce

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/payment"
)

// auditRefundsAndDisputes compares the refunds and disputes of the accounts over the whole life of each account, records what is new, and
// lists the open disputes and the refunds that buyers do not have. It also sends the refunds that are overdue. It leaves out the unusable
// accounts, which auditAccounts reports.
//
// recordMissingRefunds compares the total of each payment as well. Both are needed: the provider's lists include the refunds of renewals,
// which the comparison of payments leaves out, and the totals show a recorded amount that is wrong.
func (t *Till) auditRefundsAndDisputes(ctx context.Context, accounts []refundLookRow, unusable map[channelAccount]bool, out *Audit) (refundTotals, error) {
	totals := refundTotals{}
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
		return nil, err
	}
	if err := t.sendOverdueRefunds(ctx, out); err != nil {
		return nil, err
	}
	for _, row := range accounts {
		if unusable[channelAccount{row.ChannelID, row.Account}] {
			continue
		}
		if err := t.readRefundTotals(ctx, row, totals, out); err != nil {
			out.Differences = append(out.Differences, fmt.Sprintf("refunds of channel %d (%s): %v", row.ChannelID, row.Account, err))
		}
	}
	return totals, t.listUnpaidRefunds(ctx, out)
}

// refundTotals are the amounts that the provider refunded of each payment of an account, without failed refunds. An account whose refunds
// could not be read is missing.
type refundTotals map[channelAccount]map[string]int64

// readRefundTotals reads the refunds of an account. It lists those that wait for their buyers, those that can be for one of several orders,
// and those that name another order than the recorded one. One list costs less than a call for each payment of each subscription.
func (t *Till) readRefundTotals(ctx context.Context, row refundLookRow, totals refundTotals, out *Audit) error {
	account, err := t.Payments.AccountNamed(ctx, row.ChannelID, row.Account)
	if err != nil {
		return err
	}
	refunded := map[string]int64{}
	err = account.EachRefund(ctx, time.Unix(0, 0), func(r payment.RefundState) error {
		if !r.Failed && r.Intent != "" {
			refunded[r.Intent] += r.Amount
		}
		return t.auditRefund(ctx, row.ChannelID, r, out)
	})
	if err == nil {
		totals[channelAccount{row.ChannelID, row.Account}] = refunded
	}
	return err
}

// auditRefund lists a refund if it waits for its buyer, can be for one of several orders, or names another order than the recorded one.
func (t *Till) auditRefund(ctx context.Context, channelID int64, r payment.RefundState, out *Audit) error {
	if r.Failed {
		return nil
	}
	var entries []transactionRow // one for each order on which the refund is recorded
	err := t.DB.From(ctx).NewSelect().Model(&entries).Where("channel_id = ?", channelID).Where("ref = ?", r.ID).Where("status = ?", OrderRefunded).Order("id").Scan(ctx)
	if err != nil {
		return fmt.Errorf("look for refund %s: %w", r.ID, err)
	}
	if len(entries) == 1 {
		if err := t.listUndecidedRefund(ctx, r, &entries[0], out); err != nil {
			return err
		}
	}
	if r.NeedsBuyer {
		listWaitingRefund(r, entries, out)
	}
	return t.compareOrderOfRefund(ctx, r, entries, out)
}

// describe tells an operator which refunds and disputes were recorded.
func (c chargeChanges) describe() string {
	if len(c.ended) == 0 {
		return "the provider has " + strings.Join(c.notes, " and ") + "; this is now recorded"
	}
	described := "the money went back at the provider, and the access of " + strings.Join(c.ended, " and ") + " has now ended"
	if len(c.notes) > 0 {
		described += ": " + strings.Join(c.notes, ", ")
	}
	return described
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

// listWaitingRefund lists the orders of a refund for which the buyer has to give the provider their bank details.
func listWaitingRefund(r payment.RefundState, entries []transactionRow, out *Audit) {
	for i := range entries {
		o := Order{ID: entries[i].OrderID}
		out.Waiting = append(out.Waiting, fmt.Sprintf("order %s of channel %d: refund %s (%s) waits for the buyer, whom the provider asked by e-mail for their bank details",
			o.Receipt(), entries[i].ChannelID, r.ID, money("en", entries[i].Amount, entries[i].Currency)))
	}
}

// maxAuditReads limits the reads of a payment that changes during an audit, before the audit reports a difference.
const maxAuditReads = 3

// recordMissingRefunds records the refunds and disputes of a payment that are missing here, and returns a description of them, or "".
// While the two sides differ it reads both again, because a refund is recorded a moment after the provider made it.
func (t *Till) recordMissingRefunds(ctx context.Context, account Account, c *checkoutRow, paid period, i payment.Intent) string {
	for range maxAuditReads {
		recorded, err := t.isRecordedAlike(ctx, c, paid, i)
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
		if !found.isEmpty() {
			return found.describe()
		}
		if i, err = account.RetrieveIntent(ctx, i.ID); err != nil {
			return err.Error()
		}
	}
	recorded, err := t.recordedRefunds(ctx, c, paid)
	if err != nil {
		return err.Error()
	}
	return recorded.describe(paid, i.Refunded, c.Currency)
}

// isRecordedAlike reports whether the recorded refunds of a payment equal the provider's, and whether its dispute is recorded.
func (t *Till) isRecordedAlike(ctx context.Context, c *checkoutRow, paid period, i payment.Intent) (bool, error) {
	recorded, err := t.recordedRefunds(ctx, c, paid)
	if err != nil || recorded.provider != i.Refunded {
		return false, err
	}
	disputed, err := t.DB.From(ctx).NewSelect().Model((*disputeRow)(nil)).Where("d.checkout_id = ?", c.ID).Where("d.intent = ?", i.ID).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("find disputes of checkout %d: %w", c.ID, err)
	}
	return disputed || !i.Disputed, nil
}

// recordedRefunds are the recorded refunds of a payment without the failed ones: by the provider, and by other means.
type recordedRefunds struct{ provider, outside int64 }

func (t *Till) recordedRefunds(ctx context.Context, c *checkoutRow, paid period) (recordedRefunds, error) {
	moves, err := t.refundMoves(ctx, c)
	return sumRefunds(moves, paid), err
}

// refundMoves lists the refunds of a checkout's orders, also those that failed.
func (t *Till) refundMoves(ctx context.Context, c *checkoutRow) ([]transactionRow, error) {
	var moves []transactionRow
	err := t.DB.From(ctx).NewSelect().Model(&moves).Where("channel_id = ?", c.ChannelID).
		Where("order_id IN (SELECT o.id FROM orders AS o WHERE o.checkout_id = ?)", c.ID).
		Where("status IN (?)", bun.List([]OrderStatus{OrderRefunded, TransactionRefundFailed})).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the refunds of checkout %d: %w", c.ID, err)
	}
	return moves, nil
}

func sumRefunds(moves []transactionRow, paid period) recordedRefunds {
	var sum recordedRefunds
	for i := range moves {
		m := &moves[i]
		switch {
		case !paid.covers(m):
		case strings.HasPrefix(m.Ref, outsidePrefix):
			sum.outside += m.Amount
		case m.Status == OrderRefunded:
			sum.provider += m.Amount
		default:
			sum.provider -= m.Amount
		}
	}
	return sum
}

// describe tells an operator how the recorded refunds of a payment and the provider's differ, "" for not at all.
func (r recordedRefunds) describe(paid period, refunded int64, currency string) string {
	if r.provider == refunded {
		return ""
	}
	if twice := r.outside + refunded - paid.Amount; r.outside > 0 && refunded > r.provider && twice > 0 {
		return fmt.Sprintf("the buyer has %s twice: %s was paid by other means, and the provider refunded %s too; ask the buyer to return it",
			money("en", twice, currency), money("en", r.outside, currency), money("en", refunded, currency))
	}
	if r.provider < refunded {
		return fmt.Sprintf("the provider refunded %s, but %s is recorded", money("en", refunded, currency), money("en", r.provider, currency))
	}
	return fmt.Sprintf("%s is recorded as refunded, but the provider refunded %s", money("en", r.provider, currency), money("en", refunded, currency))
}
