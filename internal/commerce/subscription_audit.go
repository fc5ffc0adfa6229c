package commerce

import (
	"context"
	"fmt"

	"github.com/grandstand/grandstand/internal/payment"
)

// compareSubscription says how a subscription that was paid and the provider's differ, "" for
// not at all. What only one of them has heard of yet is no difference: it asks first.
func (t *Till) compareSubscription(ctx context.Context, account Account, c *checkoutRow) string {
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
