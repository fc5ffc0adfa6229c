package commerce

import (
	"context"
	"fmt"
	"strings"

	"github.com/grandstand/grandstand/internal/payment"
)

// compareSubscription says how a subscription that was paid and the provider's differ, "" for
// not at all. It asks first, and says what that recorded. A renewal that was paid in the meantime is no difference.
func (t *Till) compareSubscription(ctx context.Context, account Account, c *checkoutRow) string {
	was, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return err.Error()
	}
	var known int64
	err = t.DB.From(ctx).NewSelect().Model((*happeningRow)(nil)).ColumnExpr("COALESCE(MAX(id), 0)").Where("channel_id = ?", c.ChannelID).
		Where("subscription_id = ?", was.ID).Scan(ctx, &known)
	if err != nil {
		return err.Error()
	}
	if said := t.compareSettled(ctx, account, c); said != "" {
		return said
	}
	return t.describeRecorded(ctx, was, known)
}

// describeRecorded says what happened to a subscription at the provider since an entry of its history.
func (t *Till) describeRecorded(ctx context.Context, was *subscriptionRow, known int64) string {
	is, err := t.subscriptionBy(ctx, was.ChannelID, "id", was.ID)
	if err != nil {
		return err.Error()
	}
	var rows []happeningRow
	err = t.DB.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", was.ChannelID).Where("subscription_id = ?", was.ID).Where("id > ?", known).
		Order("id").Scan(ctx)
	if err != nil {
		return err.Error()
	}
	var notes []string
	for i := range rows {
		if note := rows[i].describe(); note != "" {
			notes = append(notes, note)
		}
	}
	if was.Card != "" && is.Card != "" && (was.Card != is.Card || was.CardLast4 != is.CardLast4) {
		notes = append(notes, "its card is "+payment.Card{Brand: is.CardBrand, Last4: is.CardLast4}.Label())
	}
	if len(notes) == 0 {
		return ""
	}
	return "at the provider " + strings.Join(notes, " and ") + ", which is recorded now"
}

// describe says to an operator what the provider did; "" for what is as it should be.
func (h *happeningRow) describe() string {
	switch h.Kind {
	case HappenedFailed:
		return "the payment of invoice " + h.Ref + " failed"
	case HappenedUpdated:
		if h.Reason == reasonOutside {
			return "invoice " + h.Ref + " is marked as paid"
		}
	case HappenedCanceled:
		return "the subscription is canceled with the end of its period"
	case HappenedResumed:
		return "the subscription renews again"
	case HappenedEnded:
		return "the subscription has ended (" + string(h.Reason) + ")"
	case HappenedPaused:
		return "its collection is paused"
	case HappenedUnpaused:
		return "its collection goes on"
	case HappenedUncharged:
		return "invoice " + h.Ref + " is void or uncollectible"
	case HappenedCardRemoved:
		return "its card is detached"
	case HappenedCreated, happenedTrial:
	}
	return ""
}

// compareSettled asks about a subscription, and says how the two differ after that.
func (t *Till) compareSettled(ctx context.Context, account Account, c *checkoutRow) string {
	found, err := t.settleSubscription(ctx, account, c, nil)
	if err != nil {
		return err.Error()
	}
	if !found {
		return "the provider knows no subscription"
	}
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return err.Error()
	}
	s, err := account.RetrieveSubscription(ctx, row.Ref)
	if err != nil {
		return err.Error()
	}
	if !row.fits(c, s) {
		return "the subscription is another than was asked for"
	}
	if (row.EndedMS != 0) != s.Over() {
		return "the provider says " + s.Status
	}
	if row.Hold == holdHeld && !s.Ends && !s.Over() {
		return "it renews, though its account is being deleted"
	}
	return t.comparePeriods(ctx, c, row, s.Invoices)
}

// comparePeriods compares what the provider was paid with the transactions of the order.
func (t *Till) comparePeriods(ctx context.Context, c *checkoutRow, r *subscriptionRow, invoices []payment.Invoice) string {
	var rows []transactionRow
	err := t.DB.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", r.ChannelID).Where("order_id = ?", r.OrderID).Where("status = ?", OrderPaid).Scan(ctx)
	if err != nil {
		return err.Error()
	}
	known := make(map[string]int64, len(rows))
	for _, row := range rows {
		known[row.Ref] = row.Amount
	}
	paid := 0
	for _, invoice := range invoices {
		if invoice.Status != payment.InvoicePaid {
			continue
		}
		paid++
		switch amount, ok := known[invoice.ID]; {
		case !r.owes(c, invoice):
			return fmt.Sprintf("period %s was paid otherwise than was asked for", invoice.ID)
		case !ok && c.Status == OrderPaid:
			return fmt.Sprintf("period %s was paid, and is not recorded", invoice.ID)
		case ok && amount != invoice.Paid:
			return fmt.Sprintf("period %s is recorded with another amount", invoice.ID)
		}
	}
	if paid < len(rows) && len(invoices) < maxAudited {
		return "a period is recorded that was not paid"
	}
	return ""
}

// maxAudited is how many invoices of a subscription are known to be all of them.
const maxAudited = 100
