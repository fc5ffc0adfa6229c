package commerce

import (
	"cmp"
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

// refundAdditions refunds add-ons that extend nothing any more: each was in the same checkout as a ticket that RefundRequestedEvents
// refunded, and its buyer has had no other pass, subscription or ticket since that the add-on extends. It returns the number of
// refunds. An add-on that a bank disputes waits for the bank's decision. An add-on of another checkout stays: its buyer can
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

// refundAddition refunds an add-on if a ticket of its checkout was refunded by request, and the add-on has extended nothing since. It
// decides and refunds in one transaction, so that no purchase comes between.
func (t *Till) refundAddition(ctx context.Context, o *orderRow) (refunded bool, err error) {
	err = t.DB.InTx(ctx, func(ctx context.Context, _ bun.Tx) error {
		refunded = false
		since, found, err := t.ticketRefundedAt(ctx, o)
		if err != nil || !found {
			return err
		}
		useful, err := t.wasUseful(ctx, o, since)
		if err != nil || useful {
			return err
		}
		err = t.Refund(ctx, actor.ForSystem(o.ChannelID), o.ChannelID, o.ID)
		refunded = err == nil
		return err
	})
	switch fault.CodeOf(err) {
	case "not_refundable", "payment_disputed": // refunded by another node, or disputed, meanwhile
		return false, nil
	}
	return refunded && err == nil, err
}

// ticketRefundedAt returns the time when a ticket in the checkout of an order was last refunded after a request to refund its event. Only
// events that are still cancelled count, and only refunds after the request: an operator may have refunded a ticket before.
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

// refundUselessAdditions refunds the add-ons of a checkout that extend nothing any more, after other orders of it were refunded.
func (t *Till) refundUselessAdditions(ctx context.Context, orders []orderRow, refunded []OrderID) error {
	for i := range orders {
		o := &orders[i]
		if o.Type != OrderOfAddition || slices.Contains(refunded, o.ID) {
			continue
		}
		useful, err := t.wasUseful(ctx, o, t.Clock.Now())
		if err != nil {
			return err
		}
		if useful {
			continue
		}
		if err := t.Refund(ctx, actor.ForSystem(o.ChannelID), o.ChannelID, o.ID); err != nil {
			return fmt.Errorf("refund add-on %d, which extends nothing: %w", o.ID, err)
		}
	}
	return nil
}

// wasUseful reports whether, at any moment since a time, the buyer of an add-on had a pass, subscription or ticket that the add-on
// extends. Purchases that ended or were refunded in the meantime count too.
func (t *Till) wasUseful(ctx context.Context, addition *orderRow, since time.Time) (bool, error) {
	packages, err := t.Offers.all(ctx, addition.ChannelID)
	if err != nil {
		return false, err
	}
	byID := make(map[PackageID]*Package, len(packages))
	for _, p := range packages {
		byID[p.ID] = p
	}
	adds := Grant{Package: byID[addition.PackageID], Chosen: cmp.Or(addition.EventCategoryID, addition.ParticipantID)}
	var others []orderRow
	err = t.DB.From(ctx).NewSelect().Model(&others).Where("o.channel_id = ?", addition.ChannelID).Where("o.user_id = ?", addition.UserID).
		Where("o.id <> ?", addition.ID).Where("o.paid_ms > 0").Where("(o.until_ms = 0 OR o.until_ms > ?)", clock.Millis(since)).
		Where("(o.status = ? OR o.status = ? AND o.refunded_ms > ?)", OrderPaid, OrderRefunded, clock.Millis(since)).Scan(ctx)
	if err != nil {
		return false, fmt.Errorf("list the purchases that add-on %d extends: %w", addition.ID, err)
	}
	for i := range others {
		extends, err := t.isExtendedBy(ctx, &others[i], byID[others[i].PackageID], adds)
		if err != nil || extends {
			return extends, err
		}
	}
	return false, nil
}

// isExtendedBy reports whether an add-on extends an order: a pass, a subscription, or the ticket of an event that the add-on
// covers. A ticket whose refund is requested does not count. p is the package of the order, nil if it no longer exists.
func (t *Till) isExtendedBy(ctx context.Context, o *orderRow, p *Package, adds Grant) (bool, error) {
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

// isAdditionRefundRequested reports whether RefundRequestedEvents will refund an add-on after the tickets of its checkout.
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
			useful, err := t.wasUseful(ctx, addition, t.Clock.Now())
			return !useful, err
		}
	}
	return false, nil
}
