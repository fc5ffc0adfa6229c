package commerce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/payment"
)

// compareSubscription says how a subscription that was paid and the provider's differ, "" for
// not at all. It asks first, and says what that recorded. A renewal that was paid in the meantime is no difference.
func (t *Till) compareSubscription(ctx context.Context, account Account, c *checkoutRow, refunded refundTotals) string {
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
	if difference := t.refreshAndCompare(ctx, account, c, refunded); difference != "" {
		return difference
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
	return "at the provider " + strings.Join(notes, " and ") + "; this is now recorded"
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
		if h.Reason == reasonAmount {
			return fmt.Sprintf("invoice %s was paid with %s instead of %s", h.Ref, money("en", h.Amount, h.Currency), money("en", h.UsualAmount, h.Currency))
		}
		if h.Reason == reasonPeriod {
			return fmt.Sprintf("invoice %s of another period was paid: %s", h.Ref, money("en", h.Amount, h.Currency))
		}
	case HappenedPrice:
		return h.describePrice()
	case HappenedPending:
		return fmt.Sprintf("its next payment includes %s for a change within a period", money("en", h.Amount, h.Currency))
	case HappenedExtra:
		return fmt.Sprintf("invoice %s outside any period was paid: %s", h.Ref, money("en", h.Amount, h.Currency))
	case HappenedCanceled:
		return "the subscription ends with its period"
	case HappenedResumed:
		return "the subscription will renew again"
	case HappenedEnded:
		return "the subscription has ended (" + string(h.Reason) + ")"
	case HappenedPaused:
		return "its collection is paused"
	case HappenedUnpaused:
		return "its collection has resumed"
	case HappenedUncharged:
		return "invoice " + h.Ref + " is void or uncollectible"
	case HappenedCardRemoved:
		return "its card was detached"
	case HappenedCreated, happenedTrial, happenedCardNeeded:
	}
	return ""
}

func (h *happeningRow) describePrice() string {
	now, was := money("en", h.Amount, h.Currency), money("en", h.UsualAmount, h.Currency)
	if h.Interval.Unit == "" {
		return "its price is " + now + " instead of " + was
	}
	return "it renews " + h.Interval.every("en") + " for " + now + " instead of " + h.UsualInterval.every("en") + " for " + was
}

// refreshAndCompare refreshes a subscription, and returns a description of its difference from the provider's, or "".
func (t *Till) refreshAndCompare(ctx context.Context, account Account, c *checkoutRow, refunded refundTotals) string {
	found, err := t.refreshSubscription(ctx, account, c, nil)
	if err != nil {
		return err.Error()
	}
	if !found {
		return "the provider has no such subscription"
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
		return "the subscription at the provider is not the one that was requested"
	}
	if (row.EndedMS != 0) != s.Over() {
		return "the provider says " + s.Status
	}
	if row.Hold == holdHeld && !s.Ends && !s.Over() {
		return "it renews although its account is being deleted"
	}
	if err := readOlderInvoices(ctx, account, &s); err != nil {
		return err.Error()
	}
	if difference := t.comparePeriods(ctx, row, s); difference != "" {
		return difference
	}
	differences := []string{t.compareRefunds(ctx, account, c, row, s.Invoices, refunded), t.describeUncompared(ctx, row, s)}
	return strings.Join(slices.DeleteFunc(differences, func(text string) bool { return text == "" }), "; ")
}

// maxAudited limits the older invoices of a subscription that are compared.
const maxAudited = 10_000

// readOlderInvoices adds the older invoices of a subscription, which only an audit needs.
func readOlderInvoices(ctx context.Context, account Account, s *payment.Subscription) error {
	if !s.MoreInvoices {
		return nil
	}
	older, more, err := account.OlderInvoices(ctx, s.ID, s.Invoices[len(s.Invoices)-1].ID, maxAudited)
	s.Invoices, s.MoreInvoices = append(s.Invoices, older...), more
	return err
}

// describeUncompared reports the recorded payments of a subscription that are older than the compared invoices; "" if all were compared.
func (t *Till) describeUncompared(ctx context.Context, r *subscriptionRow, s payment.Subscription) string {
	if !s.MoreInvoices {
		return ""
	}
	rows, err := t.paidTransactions(ctx, &orderRow{ID: r.OrderID, ChannelID: r.ChannelID})
	if err != nil {
		return err.Error()
	}
	rows = slices.DeleteFunc(rows, func(m transactionRow) bool {
		return slices.ContainsFunc(s.Invoices, func(invoice payment.Invoice) bool { return invoice.ID == m.Ref })
	})
	return fmt.Sprintf("subscription %s has more invoices than the latest %d, which were compared; %d recorded payments are older", r.Ref, len(s.Invoices), len(rows))
}

// compareRefunds compares the refunds of each payment of a subscription with the provider's totals. It asks the provider about those that
// differ. All of these are recorded first, because a refund that is recorded for the wrong payment makes two payments differ.
func (t *Till) compareRefunds(ctx context.Context, account Account, c *checkoutRow, r *subscriptionRow, invoices []payment.Invoice, totals refundTotals) string {
	refunded, known := totals[channelAccount{c.ChannelID, c.Account}]
	if !known {
		return ""
	}
	differing, err := t.differingRefunds(ctx, c, r, invoices, refunded)
	if err != nil {
		return err.Error()
	}
	for _, invoice := range differing {
		found, err := t.syncCharge(ctx, account, c, invoice.Intent, nil)
		if err != nil {
			return err.Error()
		}
		if !found.isEmpty() {
			return found.describe()
		}
	}
	var differences []string
	for _, invoice := range differing {
		text, err := t.compareRefundsOf(ctx, account, c, r, invoice)
		if err != nil {
			return err.Error()
		}
		if text != "" {
			differences = append(differences, "invoice "+invoice.ID+": "+text)
		}
	}
	return strings.Join(differences, "; ")
}

// differingRefunds lists the paid invoices whose recorded refunds are not those that the provider made.
func (t *Till) differingRefunds(ctx context.Context, c *checkoutRow, r *subscriptionRow, invoices []payment.Invoice, refunded map[string]int64) ([]payment.Invoice, error) {
	rows, err := t.paidTransactions(ctx, &orderRow{ID: r.OrderID, ChannelID: r.ChannelID})
	if err != nil {
		return nil, err
	}
	moves, err := t.refundMoves(ctx, c)
	if err != nil {
		return nil, err
	}
	var differing []payment.Invoice
	for i := range rows {
		at := slices.IndexFunc(invoices, func(invoice payment.Invoice) bool { return invoice.ID == rows[i].Ref })
		if at >= 0 && sumRefunds(moves, newPeriod(&rows[i])).provider != refunded[invoices[at].Intent] {
			differing = append(differing, invoices[at])
		}
	}
	return differing, nil
}

// compareRefundsOf compares the refunds of one payment of a subscription. The provider refunds nothing of a payment by other means.
func (t *Till) compareRefundsOf(ctx context.Context, account Account, c *checkoutRow, r *subscriptionRow, invoice payment.Invoice) (string, error) {
	paid, _, err := t.periodOf(ctx, &orderRow{ID: r.OrderID, ChannelID: r.ChannelID}, invoice.ID)
	if err != nil {
		return "", err
	}
	if invoice.Intent == "" {
		recorded, err := t.recordedRefunds(ctx, c, paid)
		return recorded.describe(paid, 0, c.Currency), err
	}
	intent, err := account.RetrieveIntent(ctx, invoice.Intent)
	if err != nil {
		return "", err
	}
	return t.recordMissingRefunds(ctx, account, c, paid, intent), nil
}

// comparePeriods compares what the provider was paid with the transactions of the order.
func (t *Till) comparePeriods(ctx context.Context, r *subscriptionRow, s payment.Subscription) string {
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
	for _, invoice := range s.Invoices {
		if invoice.Status != payment.InvoicePaid || invoice.IsCredit() {
			continue
		}
		paid++
		switch amount, ok := known[invoice.ID]; {
		case !r.matchesInvoice(invoice):
			return fmt.Sprintf("period %s was paid in another currency or by another customer, and opens nothing", invoice.ID)
		case !ok:
			return fmt.Sprintf("period %s was paid, and is not recorded", invoice.ID)
		case ok && amount != invoice.Paid:
			return fmt.Sprintf("period %s is recorded with another amount", invoice.ID)
		}
	}
	if paid < len(rows) && !s.MoreInvoices {
		return "a period is recorded that was not paid"
	}
	return ""
}

// listPausedSubscriptions lists the subscriptions whose collection the dashboard has paused. They charge nothing until the pause ends.
func (t *Till) listPausedSubscriptions(ctx context.Context, out *Audit) error {
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
