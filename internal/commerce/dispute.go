package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// DisputeState is what the disputes of a payment make of its orders.
type DisputeState string

// States. An inquiry moves no money and holds nothing. An open dispute holds the access, a lost one ends the order, and one
// that was won leaves it as it was. A dispute that was prevented is lost if the provider refunded the buyer with the seller's
// money (case type "resolution"), and otherwise won.
const (
	DisputeNone    DisputeState = ""
	DisputeInquiry DisputeState = "inquiry"
	DisputeOpen    DisputeState = "open"
	DisputeWon     DisputeState = "won"
	DisputeLost    DisputeState = "lost"
)

type disputeRow struct {
	bun.BaseModel `bun:"table:disputes,alias:d"`

	ID         int64 `bun:",pk,autoincrement"`
	ChannelID  int64
	CheckoutID CheckoutID
	Account    string
	Ref        string
	Intent     string
	Status     string
	Reason     string
	Amount     int64
	Currency   string
	Withdrawn  bool
	Open       bool
	DueMS      int64
	LookedMS   int64
	CreatedMS  int64
	UpdatedMS  int64
}

// state is what one dispute makes of its orders.
func (r *disputeRow) state() DisputeState {
	switch d := (payment.Dispute{Status: r.Status}); {
	case r.Status == payment.DisputeLost, r.Status == payment.DisputePrevented && r.Withdrawn:
		return DisputeLost
	case d.IsOpen() && !d.IsInquiry():
		return DisputeOpen
	case d.IsOpen():
		return DisputeInquiry
	}
	return DisputeWon
}

// stateOf is what several disputes of one payment make of its orders: the gravest counts.
func stateOf(rows []disputeRow) DisputeState {
	gravest := map[DisputeState]int{DisputeNone: 0, DisputeWon: 1, DisputeInquiry: 2, DisputeOpen: 3, DisputeLost: 4}
	state := DisputeNone
	for i := range rows {
		if s := rows[i].state(); gravest[s] > gravest[state] {
			state = s
		}
	}
	return state
}

func errPaymentDisputed() error {
	return fault.New(fault.Conflict, "payment_disputed",
		"The buyer's bank is disputing this payment and has taken it back for now. Respond to the dispute at the payment provider first.")
}

// recordDisputes writes what the provider says of the disputes of a charge, with the money that they moved, and returns what
// they make of the checkout's orders.
func (t *Till) recordDisputes(ctx context.Context, tx bun.Tx, r *chargeState, orders []orderRow) (DisputeState, error) {
	c := r.checkout
	for _, d := range r.charge.Disputes {
		row := &disputeRow{
			ChannelID: c.ChannelID, CheckoutID: c.ID, Account: c.Account, Ref: d.ID, Intent: r.charge.Intent, Status: d.Status, Reason: d.Reason,
			Amount: d.Amount, Currency: c.Currency, Withdrawn: d.Withdrawn, Open: d.IsOpen(), DueMS: millisOrZero(d.DueBy), LookedMS: clock.Millis(r.asked),
			CreatedMS: clock.Millis(t.Clock.Now()), UpdatedMS: clock.Millis(t.Clock.Now()),
		}
		latest, err := db.Changed(tx.NewInsert().Model(row).On("CONFLICT (channel_id, ref) DO UPDATE").Set("status = EXCLUDED.status").
			Set("withdrawn = EXCLUDED.withdrawn").Set("open = EXCLUDED.open").Set("due_ms = EXCLUDED.due_ms").Set("looked_ms = EXCLUDED.looked_ms").
			Set("amount = EXCLUDED.amount").Set("updated_ms = EXCLUDED.updated_ms").Where("d.looked_ms <= EXCLUDED.looked_ms").Returning("NULL").Exec(ctx))
		if err != nil {
			return DisputeNone, fmt.Errorf("record dispute %s: %w", d.ID, err)
		}
		if !latest { // a later answer is written already
			continue
		}
		if err := t.recordDisputedMoney(ctx, tx, r, orders, d); err != nil {
			return DisputeNone, err
		}
	}
	var rows []disputeRow
	if err := tx.NewSelect().Model(&rows).Where("d.channel_id = ?", c.ChannelID).Where("d.checkout_id = ?", c.ID).Scan(ctx); err != nil {
		return DisputeNone, fmt.Errorf("list the disputes of checkout %d: %w", c.ID, err)
	}
	return stateOf(rows), nil
}

// recordDisputedMoney writes that a bank took the money of a dispute, or gave it back: each once.
func (t *Till) recordDisputedMoney(ctx context.Context, tx bun.Tx, r *chargeState, orders []orderRow, d payment.Dispute) error {
	taken, err := t.movesOf(ctx, tx, orders, TransactionDisputed, d.ID)
	switch {
	case err != nil:
		return err
	case d.Withdrawn && len(taken) == 0:
		shares, err := t.shareDisputed(ctx, r, orders, d.Amount)
		if err != nil {
			return err
		}
		for i := range orders {
			if err := t.recordMove(ctx, tx, r, &orders[i], TransactionDisputed, d.ID, shares[i]); err != nil {
				return err
			}
		}
	case !d.Withdrawn:
		fresh, err := t.undo(ctx, tx, taken, TransactionReinstated)
		r.decided = r.decided || fresh
		return err
	}
	return nil
}

// applyDispute makes the state of a checkout's disputes that of the orders whose money a bank took: an open one holds them, a
// lost one ends them. It returns the receipt numbers of the orders that ended.
func (t *Till) applyDispute(ctx context.Context, tx bun.Tx, r *chargeState, orders []orderRow, state DisputeState) (ended []string, err error) {
	concerned, err := t.disputedOrders(ctx, tx, orders)
	if err != nil {
		return nil, err
	}
	for i := range orders {
		o, state := &orders[i], state
		was := o.Dispute
		if concerned != nil && !concerned[o.ID] {
			if was != DisputeOpen { // the bank took nothing of it
				continue
			}
			state = DisputeWon // it was held until the bank had taken the money of another
		}
		if was == state {
			continue
		}
		if err := t.setDispute(ctx, tx, o, state); err != nil {
			return nil, err
		}
		r.decided = r.decided || was == DisputeOpen
		t.Log.WarnContext(ctx, "dispute changed", "order", o.ID, "channel", o.ChannelID, "intent", r.charge.Intent, "was", was, "is", state)
		switch {
		case state == DisputeLost && o.Status == OrderPaid:
			if err := t.endOrder(ctx, tx, r, o); err != nil {
				return nil, err
			}
			ended = append(ended, o.order().Receipt())
		case was == DisputeLost && state == DisputeWon && o.Status == OrderRefunded && !r.checkout.Subscribes:
			if err := t.restore(ctx, tx, o); err != nil {
				return nil, err
			}
		}
		if r.checkout.Subscribes {
			if err := t.followDisputed(ctx, tx, o); err != nil {
				return nil, err
			}
		}
		if err := t.tellDispute(ctx, tx, r.checkout, o, was, state); err != nil {
			return nil, err
		}
	}
	return ended, nil
}

func (t *Till) setDispute(ctx context.Context, tx bun.Tx, o *orderRow, state DisputeState) error {
	_, err := tx.NewUpdate().Model((*orderRow)(nil)).Set("dispute = ?", state).Set("updated_ms = ?", clock.Millis(t.Clock.Now())).
		Where("channel_id = ?", o.ChannelID).Where("id = ?", o.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note the dispute of order %d: %w", o.ID, err)
	}
	o.Dispute = state
	return t.Offers.bumpEntitlement(ctx, tx, o.ChannelID, o.UserID)
}

// restore opens an order again whose dispute the bank decided otherwise after all. Where the product was bought again since,
// that order opens it.
func (t *Till) restore(ctx context.Context, tx bun.Tx, o *orderRow) error {
	now := clock.Millis(t.Clock.Now())
	_, err := tx.NewUpdate().Model((*orderRow)(nil)).Set("status = ?", OrderPaid).Set("refunded_ms = 0").Set("paid_back_ms = 0").Set("updated_ms = ?", now).
		Set(`live = NOT EXISTS (SELECT 1 FROM orders AS other WHERE other.channel_id = o.channel_id AND other.user_id = o.user_id
			AND other.product_key = o.product_key AND other.live = TRUE)`).
		Where("channel_id = ?", o.ChannelID).Where("id = ?", o.ID).Where("status = ?", OrderRefunded).Exec(ctx)
	if err != nil {
		return fmt.Errorf("restore order %d: %w", o.ID, err)
	}
	o.Status = OrderPaid
	_, err = tx.NewUpdate().Model((*checkoutRow)(nil)).Set("status = ?", OrderPaid).Set("updated_ms = ?", now).
		Where("channel_id = ?", o.ChannelID).Where("id = ?", o.CheckoutID).Where("status = ?", OrderRefunded).Exec(ctx)
	if err != nil {
		return fmt.Errorf("restore checkout %d: %w", o.CheckoutID, err)
	}
	return nil
}

// sendDecided sends the buyer what refunded orders are owed, after a bank has decided or gave money back to us. While it decided,
// no refund was possible.
func (t *Till) sendDecided(ctx context.Context, tx bun.Tx, r *chargeState, orders []orderRow) error {
	for i := range orders {
		o := &orders[i]
		if o.Status != OrderRefunded || o.Dispute == DisputeLost {
			continue
		}
		owed, err := t.owedNow(ctx, r.checkout, o)
		if err != nil {
			return err
		}
		if owed == 0 {
			continue
		}
		if err := t.markPaidBack(ctx, tx, o, 0); err != nil {
			return err
		}
		if err := t.Queue.EnqueueRefund(ctx, tx, o.ChannelID, o.ID); err != nil {
			return err
		}
	}
	return nil
}

// followDisputed has the provider's collection of a subscription follow its order: nothing is charged to a card whose holder
// disputes a payment. A period that was charged after the deletion of the account is refunded once the bank has decided.
func (t *Till) followDisputed(ctx context.Context, tx bun.Tx, o *orderRow) error {
	row, err := t.subscriptionBy(ctx, o.ChannelID, "order_id", o.ID)
	if err != nil {
		return err
	}
	if row.Hold == holdHeld {
		if err := t.Queue.EnqueueHolds(ctx, tx, o.ChannelID, row.UserID); err != nil {
			return err
		}
	}
	return t.Queue.EnqueueRenewal(ctx, tx, o.ChannelID, row.ID, 0)
}

// openDisputes counts the disputes of the installation that wait for a bank, and lists the checkouts of those of one channel's
// account whose state the provider may have changed.
func (t *Till) openDisputes(ctx context.Context, channelID int64, account string) ([]disputeRow, error) {
	var rows []disputeRow
	err := t.DB.Read().NewSelect().Model(&rows).Where("d.channel_id = ?", channelID).Where("d.account = ?", account).Where("d.open = TRUE").Order("d.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list open disputes: %w", err)
	}
	return rows, nil
}

// describe says a dispute to an operator.
func (r *disputeRow) describe() string {
	due := ""
	if r.DueMS > 0 && r.Open {
		due = ", evidence is due by " + clock.FromMillis(r.DueMS).UTC().Format(time.DateOnly)
	}
	return fmt.Sprintf("dispute %s (%s, %s, %s)%s", r.Ref, money("en", r.Amount, r.Currency), r.Reason, r.Status, due)
}
