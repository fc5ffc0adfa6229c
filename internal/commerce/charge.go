package commerce

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// chargeState is the provider's answer about a charge of a checkout: the charge with all its refunds and disputes.
type chargeState struct {
	checkout *checkoutRow
	charge   payment.Charge
	paid     period // that the charge paid
	latest   bool   // the period is the order's latest
	alone    bool   // no other payment belongs to the period
	asked    time.Time
	// decided reports whether a bank decided about a dispute, or gave money back to us that it had taken.
	decided bool
}

// chargeChanges are the changes of a charge that were recorded: its new refunds and disputes, and the orders that they ended.
type chargeChanges struct {
	ended []string // receipt numbers of orders
	notes []string // descriptions of the refunds and disputes, for operators
}

func (c chargeChanges) isEmpty() bool { return len(c.notes)+len(c.ended) == 0 }

// amountOf returns the amount that a charge paid for one of its orders.
func (r *chargeState) amountOf(o *orderRow) int64 {
	if r.checkout.Subscribes {
		return r.paid.Amount
	}
	return o.Amount
}

// syncCharge retrieves a charge with its refunds and disputes from the provider, and updates the checkout's orders. All refunds and
// disputes pass it, whether they were made here or in the provider's dashboard. It is one transaction, with the webhook's event if any.
func (t *Till) syncCharge(ctx context.Context, account Account, c *checkoutRow, intent string, e *payment.Event) (chargeChanges, error) {
	r := &chargeState{checkout: c, asked: t.Clock.Now()}
	charge, found, err := account.RetrieveCharge(ctx, intent)
	if err != nil {
		return chargeChanges{}, err
	}
	r.charge = charge
	if found {
		found, err = t.findPeriod(ctx, account, r)
	}
	if err != nil {
		return chargeChanges{}, err
	}
	if !found {
		if e == nil {
			return chargeChanges{}, nil
		}
		return chargeChanges{}, t.setAside(ctx, c.ChannelID, *e, eventUnknown)
	}
	var out chargeChanges
	err = t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		out = chargeChanges{}
		if e != nil {
			fresh, err := t.noteEvent(ctx, tx, c.ChannelID, *e, eventFollowed)
			if err != nil || !fresh {
				return err
			}
		}
		return t.applyChargeState(ctx, tx, r, &out)
	})
	return out, err
}

// findPeriod sets the period that a charge paid: for a subscription the period of its invoice. It returns false if the period is not
// recorded.
func (t *Till) findPeriod(ctx context.Context, account Account, r *chargeState) (bool, error) {
	c := r.checkout
	if !c.Subscribes {
		r.paid, r.latest, r.alone = period{Amount: c.Amount}, true, true
		return true, nil
	}
	invoice, err := account.InvoiceOfIntent(ctx, r.charge.Intent)
	if err != nil || invoice == "" {
		return false, err
	}
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return false, err
	}
	o := &orderRow{ID: row.OrderID, ChannelID: c.ChannelID}
	paid, found, err := t.periodOf(ctx, o, invoice)
	if err != nil || !found {
		return false, err
	}
	r.paid = paid
	latest, err := t.latestPeriods(ctx, c, o)
	r.latest = len(latest) > 0 && latest[0].invoice == invoice
	r.alone = len(latest) == 1
	return true, err
}

func (t *Till) applyChargeState(ctx context.Context, tx bun.Tx, r *chargeState, out *chargeChanges) error {
	c := r.checkout
	r.decided = false
	// The row is locked: two answers of the provider are written one after the other.
	if _, err := tx.NewUpdate().Model((*checkoutRow)(nil)).Set("updated_ms = ?", clock.Millis(t.Clock.Now())).
		Where("channel_id = ?", c.ChannelID).Where("id = ?", c.ID).Exec(ctx); err != nil {
		return fmt.Errorf("lock checkout %d: %w", c.ID, err)
	}
	fresh, err := t.checkout(ctx, c.ChannelID, c.ID)
	if err != nil || fresh.Status != OrderPaid && fresh.Status != OrderRefunded {
		return err
	}
	r.checkout = fresh
	orders, err := ordersOf(ctx, tx, fresh)
	if err != nil {
		return err
	}
	moves, err := t.recordRefunds(ctx, tx, r, orders, out)
	if err != nil {
		return err
	}
	state, err := t.recordDisputes(ctx, tx, r, orders)
	if err != nil {
		return err
	}
	if out.ended, err = t.endRefunded(ctx, tx, r, orders, moves); err != nil {
		return err
	}
	for _, m := range moves {
		if err := t.tellRefund(ctx, tx, fresh, m); err != nil {
			return err
		}
	}
	if state != orders[0].Dispute {
		out.notes = append(out.notes, "dispute: "+cmp.Or(string(state), "none"))
	}
	ended, err := t.applyDispute(ctx, tx, r, orders, state)
	out.ended = append(out.ended, ended...)
	if err != nil || !r.decided {
		return err
	}
	return t.sendDecided(ctx, tx, r, orders)
}

// endRefunded ends all orders of a charge that was refunded in full, and the orders of which a new refund covers all that was left of the
// orders it can be for. Otherwise it ends an order that was refunded in full by refunds of its own (see isFullyRefunded). A refund
// that names no order and is meant for a part of one order, but equals what is left of another, ends the other: nothing tells the two
// apart.
func (t *Till) endRefunded(ctx context.Context, tx bun.Tx, r *chargeState, orders []orderRow, moves []orderRefund) (ended []string, err error) {
	back := int64(0)
	for _, refund := range r.charge.Refunds {
		if !refund.Failed {
			back += refund.Amount
		}
	}
	for i := range orders {
		o := &orders[i]
		if !r.latest || o.Status != OrderPaid {
			continue
		}
		whole := back >= r.charge.Amount || slices.ContainsFunc(moves, func(m orderRefund) bool { return m.order == o && m.last })
		if !whole {
			if whole, err = t.isFullyRefunded(ctx, tx, r, orders, o); err != nil {
				return nil, err
			}
		}
		if !whole {
			continue
		}
		if err := t.endOrder(ctx, tx, r, o); err != nil {
			return nil, err
		}
		ended = append(ended, o.order().Receipt())
	}
	return ended, nil
}

// endOrder ends an order whose money went back by a refund or a lost dispute. PayBack then ends its subscription at the provider, and
// refunds later periods.
func (t *Till) endOrder(ctx context.Context, tx bun.Tx, r *chargeState, o *orderRow) error {
	now := clock.Millis(t.Clock.Now())
	q := tx.NewUpdate().Model((*orderRow)(nil)).Set("status = ?", OrderRefunded).Set("live = FALSE").Set("refunded_ms = ?", now).Set("updated_ms = ?", now).
		Where("channel_id = ?", o.ChannelID).Where("id = ?", o.ID).Where("status = ?", OrderPaid)
	if r.latest && r.alone {
		q.Set("paid_back_ms = ?", now)
	}
	if _, err := q.Exec(ctx); err != nil {
		return fmt.Errorf("end order %d: %w", o.ID, err)
	}
	o.Status = OrderRefunded
	if r.checkout.Subscribes {
		if err := t.Queue.EnqueueRefund(ctx, tx, o.ChannelID, o.ID); err != nil {
			return err
		}
	}
	return t.closeRefunded(ctx, tx, o)
}

// checkoutOfCharge finds the checkout of a charge, nil for none of ours. Unavailable, "payment_in_progress": the outcome of the payment is
// not known yet; ask again later.
func (t *Till) checkoutOfCharge(ctx context.Context, account Account, channelID int64, charge payment.Charge) (*checkoutRow, error) {
	found, err := t.checkoutsBy(ctx, channelID, "intent", charge.Intent)
	if err == nil && len(found) == 0 {
		found, err = t.checkoutsBy(ctx, channelID, "key", charge.Metadata[metaCheckout])
	}
	if err == nil && len(found) == 0 {
		found, err = t.checkoutsOfRenewal(ctx, account, channelID, charge.Intent)
	}
	if err == nil && len(found) == 0 && charge.Metadata == nil && charge.Intent != "" {
		var intent payment.Intent
		if intent, err = account.RetrieveIntent(ctx, charge.Intent); err == nil {
			found, err = t.checkoutsBy(ctx, channelID, "key", intent.Metadata[metaCheckout])
		}
	}
	if err != nil || len(found) == 0 || found[0].belongsTo(account) != nil {
		return nil, err
	}
	if found[0].Status == OrderCreated {
		return nil, fault.New(fault.Unavailable, "payment_in_progress", errInProgress().Detail)
	}
	return found[0], nil
}

// hearOfCharge syncs the charge of a webhook about a refund or a dispute. The event itself may be out of date.
func (t *Till) hearOfCharge(ctx context.Context, account Account, channelID int64, e payment.Event) error {
	c, err := t.checkoutOfCharge(ctx, account, channelID, *e.Charge)
	if err != nil {
		return err
	}
	if c == nil {
		return t.setAside(ctx, channelID, e, eventUnknown)
	}
	_, err = t.syncCharge(ctx, account, c, e.Charge.Intent, &e)
	return err
}

// movesOf are the movements of some orders' money with a status and a reference.
func (t *Till) movesOf(ctx context.Context, tx bun.IDB, orders []orderRow, status OrderStatus, ref string) ([]transactionRow, error) {
	ids := make([]OrderID, len(orders))
	for i := range orders {
		ids[i] = orders[i].ID
	}
	var rows []transactionRow
	err := tx.NewSelect().Model(&rows).Where("order_id IN (?)", bun.List(ids)).Where("status = ?", status).Where("ref = ?", ref).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list movements of %s: %w", ref, err)
	}
	return rows, nil
}

// recordMove writes a movement of an order's money, once.
func (t *Till) recordMove(ctx context.Context, tx bun.Tx, r *chargeState, o *orderRow, status OrderStatus, ref string, amount int64) error {
	if amount <= 0 {
		return nil
	}
	row := r.paid.of(t.transaction(o, status, ref))
	row.Amount = amount
	if _, err := tx.NewInsert().Model(&row).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
		return fmt.Errorf("record a movement of order %d: %w", o.ID, err)
	}
	return nil
}

// undo writes that movements were taken back, each once, and reports whether that was new.
func (t *Till) undo(ctx context.Context, tx bun.Tx, moves []transactionRow, status OrderStatus) (bool, error) {
	fresh := false
	for _, m := range moves {
		m.ID, m.Status, m.CreatedMS = 0, status, clock.Millis(t.Clock.Now())
		first, err := db.Changed(tx.NewInsert().Model(&m).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
		if err != nil {
			return false, fmt.Errorf("record that money of order %d came back: %w", m.OrderID, err)
		}
		fresh = fresh || first
	}
	return fresh, nil
}

// owed is what of a period's payment has not gone back for an order, by a refund or to a bank.
func (t *Till) owed(ctx context.Context, o *orderRow, paid period) (int64, error) {
	var rows []transactionRow
	err := t.DB.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", o.ChannelID).Where("order_id = ?", o.ID).Scan(ctx)
	if err != nil {
		return 0, fmt.Errorf("add up what went back of order %d: %w", o.ID, err)
	}
	left := paid.Amount
	for i := range rows {
		row := &rows[i]
		if !paid.covers(row) {
			continue
		}
		switch row.Status {
		case OrderRefunded, TransactionDisputed:
			left -= row.Amount
		case TransactionRefundFailed, TransactionReinstated:
			left += row.Amount
		case OrderCreated, OrderPaid, OrderFailed, OrderQuarantined, TransactionRefundOwed:
		}
	}
	return max(left, 0), nil
}

// owedOfCharge is owed for the payment of a charge.
func (t *Till) owedOfCharge(ctx context.Context, r *chargeState, o *orderRow) (int64, error) {
	paid := r.paid
	paid.Amount = r.amountOf(o)
	return t.owed(ctx, o, paid)
}

// orderNumber is the number of an order in the metadata of its refunds.
func orderNumber(id OrderID) string { return strconv.FormatInt(int64(id), 10) }

// namedOrder returns the order that the metadata of a refund names, 0 for none. Any other text than orderNumber's, such as "07", names
// none.
func namedOrder(r payment.RefundState) OrderID {
	id, err := strconv.ParseInt(r.Order, 10, 64)
	if err != nil || id <= 0 || orderNumber(OrderID(id)) != r.Order {
		return 0
	}
	return OrderID(id)
}
