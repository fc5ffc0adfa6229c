package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
)

// RefundedOrder is what became of the money of a refunded order.
type RefundedOrder struct {
	// Sent is false where the provider has not answered yet and a server goes on trying.
	Sent bool
	// Owed is what the provider holds no money for, in words; empty for nothing.
	Owed string
}

// RefundOrder ends what an order opened and gives its money back.
func (a *App) RefundOrder(ctx context.Context, order int64) (RefundedOrder, error) {
	by, id := actor.Actor{Role: actor.System}, commerce.OrderID(order)
	channelID, err := a.Till.ChannelOfOrder(ctx, by, id)
	if err != nil {
		return RefundedOrder{}, err
	}
	if err := a.Till.Refund(ctx, by, channelID, id); err != nil {
		return RefundedOrder{}, err
	}
	if err := a.Till.PayBack(ctx, channelID, id); err != nil {
		a.Log.WarnContext(ctx, "the money is not sent back yet", "order", order, "error", err)
		return RefundedOrder{}, nil
	}
	owed, err := a.Till.OwedOutside(ctx, by, channelID, id)
	return RefundedOrder{Sent: true, Owed: owed}, err
}

// RecordPaidBack records that an operator paid the buyer of a refunded order by other means, and returns the amount in words.
func (a *App) RecordPaidBack(ctx context.Context, order int64) (string, error) {
	by, id := actor.Actor{Role: actor.System}, commerce.OrderID(order)
	channelID, err := a.Till.ChannelOfOrder(ctx, by, id)
	if err != nil {
		return "", err
	}
	return a.Till.RecordPaidBack(ctx, by, channelID, id)
}

// AuditPayments compares every payment with the provider.
func (a *App) AuditPayments(ctx context.Context) (commerce.Audit, error) {
	return a.Till.Audit(ctx, actor.Actor{Role: actor.System})
}
