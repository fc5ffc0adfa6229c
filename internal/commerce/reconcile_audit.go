package commerce

import (
	"context"
	"fmt"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/payment"
)

// Audit is the result of a comparison with the payment provider.
type Audit struct {
	Compared    int
	Differences []string // a line each, for operators
	// Waiting are payments without a difference that an operator has to handle: open disputes,
	// paused subscriptions, restricted accounts, refunds that the provider holds no money for.
	Waiting []string
}

// auditBatch is how many checkouts are read at once.
const auditBatch = 200

// Audit compares every checkout of the installation with the provider, after finding out
// about those that are open; only the owner may.
func (t *Till) Audit(ctx context.Context, by actor.Actor) (Audit, error) {
	if err := by.RequireOwner(); err != nil {
		return Audit{}, err
	}
	var out Audit
	accounts, err := t.accountsPaid(ctx)
	if err != nil {
		return Audit{}, err
	}
	unusable, err := t.auditAccounts(ctx, accounts, &out)
	if err != nil {
		return Audit{}, err
	}
	refunded, err := t.auditRefundsAndDisputes(ctx, accounts, unusable, &out)
	if err != nil {
		return Audit{}, err
	}
	for after := CheckoutID(0); ; {
		var rows []checkoutRow
		err := t.DB.Read().NewSelect().Model(&rows).Where("id > ?", after).Where("(amount > 0 OR subscribes = TRUE)").Order("id").Limit(auditBatch).Scan(ctx)
		if err != nil {
			return Audit{}, fmt.Errorf("list checkouts: %w", err)
		}
		for i := range rows {
			after = rows[i].ID
			if unusable[channelAccount{rows[i].ChannelID, rows[i].Account}] {
				continue
			}
			out.Compared++
			if problem := t.compare(ctx, &rows[i], refunded); problem != "" {
				out.Differences = append(out.Differences, fmt.Sprintf("checkout %d of channel %d (%s): %s", rows[i].ID, rows[i].ChannelID, rows[i].Status, problem))
			}
		}
		if len(rows) < auditBatch {
			break
		}
	}
	if err := t.auditCustomers(ctx, &out); err != nil {
		return Audit{}, err
	}
	return out, t.listPausedSubscriptions(ctx, &out)
}

// compare returns a description of the difference between a checkout and its payment, or "".
func (t *Till) compare(ctx context.Context, c *checkoutRow, refunded refundTotals) string {
	if c.Status == OrderCreated {
		again, err := t.Reconcile(ctx, c.ChannelID, c.ID)
		switch {
		case err != nil:
			return err.Error()
		case again > 0:
			return "its outcome is not known yet"
		}
		fresh, err := t.checkout(ctx, c.ChannelID, c.ID)
		if err != nil {
			return err.Error()
		}
		if c = fresh; c.Status == OrderFailed && c.FailureCode == FailureCanceled {
			return "the payment was canceled at the provider; this is now recorded"
		}
	}
	account, err := t.accountOf(ctx, c)
	if err != nil {
		return err.Error()
	}
	if c.Subscribes && (c.Status == OrderPaid || c.Status == OrderRefunded) {
		return t.compareSubscription(ctx, account, c, refunded)
	}
	o, found, err := t.findOutcome(ctx, account, c)
	i := o.intent
	switch bought := c.Status == OrderPaid || c.Status == OrderRefunded; {
	case err != nil:
		return err.Error()
	case c.Status == OrderQuarantined:
		return "is quarantined: an operator must check payment " + i.ID
	case !found && bought:
		return "the provider has no such payment"
	case !found:
		return ""
	case bought && i.Status != payment.Succeeded:
		return "the provider says " + string(i.Status)
	case !bought && i.Status == payment.Succeeded:
		return "the provider received the payment"
	case bought && !c.fits(i):
		return "the payment at the provider is not the one that was requested"
	case bought:
		return t.recordMissingRefunds(ctx, account, c, period{Amount: c.Amount}, i)
	}
	return ""
}
