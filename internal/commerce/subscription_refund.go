package commerce

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

// period is money that an order was paid once: by the checkout's own payment, or of a
// subscription by an invoice.
type period struct {
	Amount          int64
	invoice         string
	fromMS, untilMS int64 // 0 for what is no subscription
	extra           bool  // it was paid within a period that another invoice opened
}

func newPeriod(row *transactionRow) period {
	return period{Amount: row.Amount, invoice: row.Ref, fromMS: row.FromMS, untilMS: row.UntilMS}
}

// covers reports whether a movement of money is of this payment. A movement that names no payment has its period.
func (p period) covers(m *transactionRow) bool {
	if p.invoice == "" || m.PaidRef == "" {
		return m.FromMS == p.fromMS && m.UntilMS == p.untilMS
	}
	return m.PaidRef == p.invoice
}

// of has a movement of money name this payment.
func (p period) of(m transactionRow) transactionRow {
	m.FromMS, m.UntilMS, m.PaidRef = p.fromMS, p.untilMS, p.invoice
	return m
}

// periodOf is the period of an order that an invoice paid; false for none that is recorded.
func (t *Till) periodOf(ctx context.Context, o *orderRow, invoice string) (period, bool, error) {
	var rows []transactionRow
	err := t.DB.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", o.ChannelID).Where("order_id = ?", o.ID).Where("status = ?", OrderPaid).
		Where("ref = ?", invoice).Scan(ctx)
	if err != nil || len(rows) == 0 {
		return period{}, false, err
	}
	return newPeriod(&rows[0]), true, nil
}

// refundablePeriods returns the payments whose money a refunded order sends back: those of the latest period before the refund, and all
// that were charged after the refund.
func (t *Till) refundablePeriods(ctx context.Context, c *checkoutRow, o *orderRow) ([]period, error) {
	periods, err := t.latestPeriods(ctx, c, o)
	if err != nil || !c.Subscribes {
		return periods, err
	}
	rows, err := t.paidTransactions(ctx, o)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if o.isRefundedBefore(&rows[i]) {
			p := newPeriod(&rows[i])
			p.extra = true // its refund has its own key
			periods = append(periods, p)
		}
	}
	return periods, nil
}

// isRefundedBefore reports whether an order was refunded before a payment was charged.
func (o *orderRow) isRefundedBefore(paid *transactionRow) bool {
	return o.RefundedMS > 0 && paid.CreatedMS > o.RefundedMS
}

// paidTransactions returns the payments of an order, the one with the latest end of its period first.
func (t *Till) paidTransactions(ctx context.Context, o *orderRow) ([]transactionRow, error) {
	var rows []transactionRow
	err := t.DB.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", o.ChannelID).Where("order_id = ?", o.ID).Where("status = ?", OrderPaid).
		Order("until_ms DESC", "from_ms", "id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the payments of order %d: %w", o.ID, err)
	}
	return rows, nil
}

// latestPeriods returns the payments of an order's latest period, which began before the order's refund if there was one: the payment that
// opened the period, and those that the dashboard made within it. An order without a subscription has one payment.
func (t *Till) latestPeriods(ctx context.Context, c *checkoutRow, o *orderRow) ([]period, error) {
	if !c.Subscribes {
		return []period{{Amount: o.Amount}}, nil
	}
	row, err := t.subscriptionBy(ctx, o.ChannelID, "order_id", o.ID)
	if err != nil {
		return nil, err
	}
	rows, err := t.paidTransactions(ctx, o)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(m transactionRow) bool { return o.isRefundedBefore(&m) })
	// A period can end before an earlier one, because the dashboard can change its length.
	opens := max(0, slices.IndexFunc(rows, func(m transactionRow) bool { return m.FromMS == row.PeriodStartMS && m.UntilMS == row.PeriodEndMS }))
	var latest []period
	for i := range rows {
		if rows[i].UntilMS == rows[opens].UntilMS && rows[i].FromMS >= rows[opens].FromMS {
			p := newPeriod(&rows[i])
			p.extra = i != opens
			latest = append(latest, p)
		}
	}
	return latest, nil
}

// checkoutsOfRenewal are those of the subscription of which a payment paid a later period: none
// or one.
func (t *Till) checkoutsOfRenewal(ctx context.Context, account Account, channelID int64, intent string) ([]*checkoutRow, error) {
	if intent == "" {
		return nil, nil
	}
	invoice, err := account.InvoiceOfIntent(ctx, intent)
	if err != nil || invoice == "" {
		return nil, err
	}
	var rows []*checkoutRow
	err = t.DB.From(ctx).NewSelect().Model(&rows).Where("c.channel_id = ?", channelID).
		Where(`EXISTS (SELECT 1 FROM orders AS o JOIN transactions AS t ON t.order_id = o.id WHERE o.checkout_id = c.id AND t.status = ? AND t.ref = ?)`, OrderPaid, invoice).
		Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("find the checkout of a renewal: %w", err)
	}
	return rows, nil
}

// closeSubscription ends in the transaction that refunds an order what it began. The provider
// is told by PayBack.
func (t *Till) closeSubscription(ctx context.Context, tx bun.Tx, o *orderRow) error {
	row, err := t.subscriptionBy(ctx, o.ChannelID, "order_id", o.ID)
	if err != nil {
		return err
	}
	now := clock.Millis(t.Clock.Now())
	_, err = tx.NewUpdate().Model((*subscriptionRow)(nil)).Set("status = ?", SubscriptionExpired).Set("auto_renew = FALSE").Set("past_due = FALSE").
		Set("canceled_ms = ?", now).Set("ended_ms = ?", now).Set("updated_ms = ?", now).
		Where("channel_id = ?", o.ChannelID).Where("id = ?", row.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end subscription %d: %w", row.ID, err)
	}
	h := happeningRow{Kind: HappenedEnded, Reason: reasonRefund}
	if o.Dispute == DisputeLost {
		h.Reason = reasonDispute
	}
	return t.recordHistory(ctx, tx, row, h)
}

// learnPayments records what was paid of a subscription without our having heard of it, so that a refund gives back the latest payment. A
// provider that does not answer does not keep access from ending.
func (t *Till) learnPayments(ctx context.Context, channelID int64, id OrderID) {
	o, err := t.order(ctx, channelID, id)
	if err != nil || o.Type != OrderOfSubscription || o.Status != OrderPaid {
		return
	}
	c, err := t.checkout(ctx, channelID, o.CheckoutID)
	if err == nil {
		var account Account
		if account, err = t.accountOf(ctx, c); err == nil {
			_, err = t.refreshSubscription(ctx, account, c, nil)
		}
	}
	if err != nil {
		t.Log.WarnContext(ctx, "payments of a subscription not compared before its refund", "order", id, "channel", channelID, "error", err)
	}
}

// recordUnknownCharges records the charges of a refunded subscription that were not known at its refund, and has their money sent back:
// the provider did not answer at the refund, or renewed the subscription before PayBack ended it there.
func (t *Till) recordUnknownCharges(ctx context.Context, tx bun.Tx, o *orderRow, r *subscriptionRow, s payment.Subscription) error {
	rows, err := t.paidTransactions(ctx, o)
	if err != nil {
		return err
	}
	found := false
	for _, invoice := range slices.Backward(s.Invoices) { // the oldest first
		known := slices.ContainsFunc(rows, func(m transactionRow) bool { return m.Ref == invoice.ID })
		if known || invoice.Status != payment.InvoicePaid || invoice.IsCredit() || !r.matchesInvoice(invoice) {
			continue
		}
		if err := t.recordPaid(ctx, tx, o, r, invoice); err != nil {
			return err
		}
		if from := clock.Millis(invoice.From); !invoice.Extra && from >= r.PeriodStartMS && clock.Millis(invoice.At) <= o.RefundedMS {
			r.PeriodStartMS, r.PeriodEndMS = from, clock.Millis(invoice.Until) // it was the latest period at the refund
		}
		t.Log.WarnContext(ctx, "charge of a refunded subscription recorded late", "order", o.ID, "channel", o.ChannelID, "invoice", invoice.ID, "paid", invoice.Paid)
		found = true
	}
	if !found {
		return nil
	}
	if err := t.markPaidBack(ctx, tx, o, 0); err != nil {
		return err
	}
	return t.Queue.EnqueueRefund(ctx, tx, o.ChannelID, o.ID)
}

// endRefundedSubscription has the provider ask for no more money for what was given back.
func (t *Till) endRefundedSubscription(ctx context.Context, c *checkoutRow) error {
	account, err := t.accountOf(ctx, c)
	if err != nil {
		return err
	}
	_, err = t.refreshSubscription(ctx, account, c, nil)
	return err
}
