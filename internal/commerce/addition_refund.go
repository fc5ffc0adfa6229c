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

// refundAdditions refunds the add-ons that were paid with a ticket which RefundRequested refunded, if they add to nothing else. It
// returns how many. An add-on that a bank disputes waits for the bank's decision. An add-on of another payment stays: its buyer can
// ask for a refund.
func (t *Till) refundAdditions(ctx context.Context) (refunded int, err error) {
	var additions []orderRow
	err = t.DB.Read().NewSelect().Model(&additions).Where("o.type = ?", OrderOfAddition).Where("o.status = ?", OrderPaid).Where("o.dispute <> ?", DisputeOpen).
		Where("o.checkout_id IN (SELECT checkout_id FROM orders AS ticket JOIN event_refunds AS r ON r.event_id = ticket.event_id WHERE ticket.type = ?)", OrderOfEvent).
		Order("o.id").Scan(ctx)
	if err != nil {
		return 0, fmt.Errorf("list add-ons to refund: %w", err)
	}
	var failed []error
	for i := range additions {
		ok, err := t.refundAddition(ctx, &additions[i])
		if err != nil { // the other add-ons need not wait
			failed = append(failed, fmt.Errorf("refund add-on %d: %w", additions[i].ID, err))
		}
		if ok {
			refunded++
		}
	}
	return refunded, errors.Join(failed...)
}

// refundAddition refunds an add-on if a ticket of its payment was refunded by request, and the add-on has added to nothing since. One
// transaction decides and refunds, so that no purchase comes between.
func (t *Till) refundAddition(ctx context.Context, o *orderRow) (refunded bool, err error) {
	err = t.DB.InTx(ctx, func(ctx context.Context, _ bun.Tx) error {
		refunded = false
		since, found, err := t.ticketRefundedAt(ctx, o)
		if err != nil || !found {
			return err
		}
		useless, err := t.addsToNothing(ctx, o, since)
		if err != nil || !useless {
			return err
		}
		refunded = true
		return t.Refund(ctx, actor.ForSystem(o.ChannelID), o.ChannelID, o.ID)
	})
	switch fault.CodeOf(err) {
	case "not_refundable", "payment_disputed": // refunded by another node, or disputed, meanwhile
		return false, nil
	}
	return refunded && err == nil, err
}

// ticketRefundedAt returns the time of the latest refund by RequestEventRefund of a ticket that was paid with an order. Tickets that
// an operator refunded before the request do not count.
func (t *Till) ticketRefundedAt(ctx context.Context, o *orderRow) (at time.Time, found bool, err error) {
	var tickets []orderRow
	err = t.DB.From(ctx).NewSelect().Model(&tickets).Join("JOIN event_refunds AS r ON r.event_id = o.event_id").
		Where("o.checkout_id = ?", o.CheckoutID).Where("o.type = ?", OrderOfEvent).Where("o.status = ?", OrderRefunded).
		Where("o.refunded_ms >= r.requested_ms").OrderExpr("o.refunded_ms DESC").Scan(ctx)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("list the refunded tickets of checkout %d: %w", o.CheckoutID, err)
	}
	for i := range tickets {
		cancelled, err := t.isCancelled(ctx, o.ChannelID, tickets[i].EventID)
		if err != nil {
			return time.Time{}, false, err
		}
		if cancelled {
			return clock.FromMillis(tickets[i].RefundedMS), true, nil
		}
	}
	return time.Time{}, false, nil
}

// refundUselessAdditions refunds the add-ons of a checkout, one of whose orders was just refunded, if they add to nothing else.
func (t *Till) refundUselessAdditions(ctx context.Context, orders []orderRow, refunded []OrderID) error {
	for i := range orders {
		o := &orders[i]
		if o.Type != OrderOfAddition || slices.Contains(refunded, o.ID) {
			continue
		}
		useless, err := t.addsToNothing(ctx, o, t.Clock.Now())
		if err != nil {
			return err
		}
		if !useless {
			continue
		}
		if err := t.Refund(ctx, actor.ForSystem(o.ChannelID), o.ChannelID, o.ID); err != nil {
			return fmt.Errorf("refund add-on %d, which adds to nothing: %w", o.ID, err)
		}
	}
	return nil
}

// addsToNothing reports whether the buyer of an add-on has held nothing since a time that the add-on adds to. The add-on counts as used
// if the buyer has had another pass, subscription or ticket since then, also if it has ended or was refunded meanwhile.
func (t *Till) addsToNothing(ctx context.Context, addition *orderRow, since time.Time) (bool, error) {
	packages, err := t.Offers.all(ctx, addition.ChannelID)
	if err != nil {
		return false, err
	}
	byID := make(map[PackageID]*Package, len(packages))
	for _, p := range packages {
		byID[p.ID] = p
	}
	adds := Grant{Package: byID[addition.PackageID], Chosen: max(addition.EventCategoryID, addition.ParticipantID)}
	var others []orderRow
	err = t.DB.From(ctx).NewSelect().Model(&others).Where("o.channel_id = ?", addition.ChannelID).Where("o.user_id = ?", addition.UserID).
		Where("o.id <> ?", addition.ID).Where("o.paid_ms > 0").Where("(o.until_ms = 0 OR o.until_ms > ?)", clock.Millis(since)).
		Where("(o.status = ? OR o.status = ? AND o.refunded_ms > ?)", OrderPaid, OrderRefunded, clock.Millis(since)).Scan(ctx)
	if err != nil {
		return false, fmt.Errorf("list what add-on %d adds to: %w", addition.ID, err)
	}
	for i := range others {
		base, err := t.isBase(ctx, &others[i], byID[others[i].PackageID], adds)
		if err != nil || base {
			return false, err
		}
	}
	return true, nil
}

// isBase reports whether an add-on can add to what an order opens: a pass, a subscription, or the ticket of an event that the add-on
// covers. Tickets of cancelled events whose refund is requested are none.
func (t *Till) isBase(ctx context.Context, o *orderRow, p *Package, adds Grant) (bool, error) {
	if o.Type != OrderOfEvent {
		return o.Type != OrderOfAddition && (p == nil || !p.IsAddition()), nil
	}
	requested, err := t.isTicketRefundRequested(ctx, o)
	if err != nil || requested {
		return false, err
	}
	sale, err := t.Offers.events.ForSale(ctx, o.ChannelID, o.EventID)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil && (adds.Package == nil || adds.covers(sale.Event)), err
}

// isAdditionRefundRequested reports whether RefundRequested refunds an add-on once it has refunded the tickets of its payment.
func (t *Till) isAdditionRefundRequested(ctx context.Context, addition *orderRow) (bool, error) {
	var tickets []orderRow
	err := t.DB.From(ctx).NewSelect().Model(&tickets).Where("o.checkout_id = ?", addition.CheckoutID).Where("o.type = ?", OrderOfEvent).
		Where("o.event_id IN (SELECT event_id FROM event_refunds)").Scan(ctx)
	if err != nil {
		return false, fmt.Errorf("list the tickets of checkout %d: %w", addition.CheckoutID, err)
	}
	for i := range tickets {
		requested, err := t.isTicketRefundRequested(ctx, &tickets[i])
		if err != nil {
			return false, err
		}
		if requested {
			return t.addsToNothing(ctx, addition, t.Clock.Now())
		}
	}
	return false, nil
}
