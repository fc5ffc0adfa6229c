package commerce

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// OffReason returns the reason why an event with this schedule status is not for sale, or "".
func OffReason(scheduleStatus string) Reason {
	switch scheduleStatus {
	case "cancelled":
		return ReasonCancelled
	case "postponed":
		return ReasonPostponed
	}
	return ""
}

// refundUseless refunds the orders of a checkout that give no access once they are paid: tickets of events that are
// cancelled or removed, the orders in ended, whose access ended before the payment, and add-ons that extend only these.
func (t *Till) refundUseless(ctx context.Context, c *checkoutRow, orders []orderRow, ended []OrderID) error {
	var refunded []OrderID
	for _, o := range orders {
		useless := slices.Contains(ended, o.ID)
		if o.Type == OrderOfEvent {
			cancelled, err := t.isCancelled(ctx, c.ChannelID, o.EventID)
			if err != nil {
				return err
			}
			useless = useless || cancelled
		}
		if !useless {
			continue
		}
		if err := t.Refund(ctx, actor.ForSystem(c.ChannelID), c.ChannelID, o.ID); err != nil {
			return fmt.Errorf("refund order %d, which opens nothing: %w", o.ID, err)
		}
		refunded = append(refunded, o.ID)
	}
	if len(refunded) == 0 {
		return nil
	}
	return t.refundUselessAdditions(ctx, orders, refunded)
}

// isCancelled reports whether an event is cancelled or removed.
func (t *Till) isCancelled(ctx context.Context, channelID, eventID int64) (bool, error) {
	e, err := t.Offers.events.ForSale(ctx, channelID, eventID)
	if fault.KindOf(err) == fault.NotFound {
		return true, nil
	}
	return e.Off == ReasonCancelled, err
}

// EventBuyer is a user who held a paid ticket of an event at a given time.
type EventBuyer struct {
	UserID   int64
	Refunded bool // the ticket is refunded, or a refund is requested
}

// BuyersOf returns the users who held a paid ticket of an event at a time.
func (t *Till) BuyersOf(ctx context.Context, channelID, eventID int64, at time.Time) ([]EventBuyer, error) {
	var orders []struct {
		UserID int64
		Status OrderStatus
		Asked  bool
	}
	err := t.DB.From(ctx).NewRaw(`SELECT user_id, status, EXISTS (SELECT 1 FROM event_refunds AS r WHERE r.event_id = o.event_id) AS asked
		FROM orders AS o WHERE channel_id = ? AND event_id = ? AND type = ? AND paid_ms > 0 AND paid_ms <= ?
			AND (status = ? OR status = ? AND refunded_ms >= ?) ORDER BY user_id, id`,
		channelID, eventID, OrderOfEvent, clock.Millis(at), OrderPaid, OrderRefunded, clock.Millis(at)).Scan(ctx, &orders)
	if err != nil {
		return nil, fmt.Errorf("list the buyers of event %d: %w", eventID, err)
	}
	var buyers []EventBuyer
	for _, o := range orders {
		if n := len(buyers); n > 0 && buyers[n-1].UserID == o.UserID {
			continue
		}
		buyers = append(buyers, EventBuyer{UserID: o.UserID, Refunded: o.Asked || o.Status == OrderRefunded})
	}
	return buyers, nil
}

// IsSold reports whether an event has a ticket that is paid, being paid or refunded. Refunded tickets count, because
// their receipts name the event.
func (t *Till) IsSold(ctx context.Context, channelID, eventID int64) (bool, error) {
	sold, err := t.DB.From(ctx).NewSelect().Model((*orderRow)(nil)).
		Where("o.channel_id = ?", channelID).Where("o.event_id = ?", eventID).
		Where("o.status IN (?)", bun.List([]OrderStatus{OrderCreated, OrderPaid, OrderRefunded, OrderQuarantined})).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("look for orders of event %d: %w", eventID, err)
	}
	return sold, nil
}

// RequestEventRefund records that all tickets of an event must be refunded, including tickets that
// are paid later. RefundRequestedEvents makes the refunds. The time of the first request is kept.
func (t *Till) RequestEventRefund(ctx context.Context, by actor.Actor, channelID, eventID int64) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	_, err := t.DB.From(ctx).NewRaw("INSERT INTO event_refunds (event_id, channel_id, requested_ms) VALUES (?, ?, ?) ON CONFLICT (event_id) DO NOTHING",
		eventID, channelID, clock.Millis(t.Clock.Now())).Exec(ctx)
	if err != nil {
		return fmt.Errorf("request the refund of event %d: %w", eventID, err)
	}
	return nil
}

// isRefundRequested reports whether the next RefundRequestedEvents will refund an order.
func (t *Till) isRefundRequested(ctx context.Context, o *orderRow) (bool, error) {
	if o.Type == OrderOfAddition {
		return t.isAdditionRefundRequested(ctx, o)
	}
	return t.isTicketRefundRequested(ctx, o)
}

// isTicketRefundRequested reports whether there is a request to refund the event of a ticket, and the event is still cancelled.
func (t *Till) isTicketRefundRequested(ctx context.Context, o *orderRow) (bool, error) {
	if o.Type != OrderOfEvent {
		return false, nil
	}
	requested, err := t.DB.From(ctx).NewSelect().TableExpr("event_refunds").Where("event_id = ?", o.EventID).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("look for a refund of event %d: %w", o.EventID, err)
	}
	if !requested {
		return false, nil
	}
	return t.isCancelled(ctx, o.ChannelID, o.EventID)
}

// StopEventRefund removes the request of RequestEventRefund, because the event is for sale again.
func (t *Till) StopEventRefund(ctx context.Context, channelID, eventID int64) error {
	_, err := t.DB.From(ctx).NewRaw("DELETE FROM event_refunds WHERE event_id = ? AND channel_id = ?", eventID, channelID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("stop the refund of event %d: %w", eventID, err)
	}
	return nil
}

// RefundRequestedEvents refunds the paid tickets of the events that RequestEventRefund named, and the add-ons of the same checkouts
// that extend nothing else. It returns the number of refunded orders. Each refund is a separate transaction, so the call may be
// interrupted and repeated. An order that a bank disputes waits for the bank's decision.
//
// A schedule file may have reinstated an event. If it has paid tickets, its request is removed: the tickets are valid.
func (t *Till) RefundRequestedEvents(ctx context.Context) (int, error) {
	var orders []orderRow
	err := t.DB.Read().NewSelect().Model(&orders).Column("id", "channel_id", "event_id").
		Where("o.type = ?", OrderOfEvent).Where("o.status = ?", OrderPaid).Where("o.dispute <> ?", DisputeOpen).
		Where("o.event_id IN (SELECT event_id FROM event_refunds)").OrderExpr("o.event_id, o.id").Scan(ctx)
	if err != nil {
		return 0, fmt.Errorf("list tickets to refund: %w", err)
	}
	refunded := 0
	var failed []error
	for len(orders) > 0 {
		event := orders[0].EventID
		end := slices.IndexFunc(orders, func(o orderRow) bool { return o.EventID != event })
		if end < 0 {
			end = len(orders)
		}
		n, err := t.refundTickets(ctx, orders[:end])
		refunded += n
		failed = append(failed, err) // the tickets of other events need not wait
		orders = orders[end:]
	}
	n, err := t.refundAdditions(ctx)
	return refunded + n, errors.Join(append(failed, err)...)
}

// refundTickets refunds tickets of one event, and returns how many. For an event that is not cancelled it removes the request.
func (t *Till) refundTickets(ctx context.Context, tickets []orderRow) (refunded int, err error) {
	channelID, eventID := tickets[0].ChannelID, tickets[0].EventID
	cancelled := false
	err = t.DB.InTx(ctx, func(ctx context.Context, _ bun.Tx) error {
		if cancelled, err = t.isCancelled(ctx, channelID, eventID); err != nil || cancelled {
			return err
		}
		return t.StopEventRefund(ctx, channelID, eventID)
	})
	if err != nil || !cancelled {
		return 0, err
	}
	var failed []error
	for _, o := range tickets {
		err := t.Refund(ctx, actor.ForSystem(channelID), channelID, o.ID)
		switch fault.CodeOf(err) {
		case "not_refundable", "payment_disputed": // refunded by another node, or disputed, meanwhile
			continue
		}
		if err != nil { // the other tickets need not wait
			failed = append(failed, fmt.Errorf("refund order %d: %w", o.ID, err))
			continue
		}
		refunded++
	}
	return refunded, errors.Join(failed...)
}
