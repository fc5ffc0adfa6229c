package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
)

// RefundOrder ends what an order opened and gives its money back; false where the provider
// has not answered yet and a server goes on trying.
func (a *App) RefundOrder(ctx context.Context, order int64) (sent bool, err error) {
	by, id := actor.Actor{Role: actor.System}, commerce.OrderID(order)
	channelID, err := a.Till.ChannelOfOrder(ctx, by, id)
	if err != nil {
		return false, err
	}
	if err := a.Till.Refund(ctx, by, channelID, id); err != nil {
		return false, err
	}
	if err := a.Till.PayBack(ctx, channelID, id); err != nil {
		a.Log.WarnContext(ctx, "the money is not sent back yet", "order", order, "error", err)
		return false, nil
	}
	return true, nil
}

// AuditPayments compares every payment with the provider.
func (a *App) AuditPayments(ctx context.Context) (commerce.Audit, error) {
	return a.Till.Audit(ctx, actor.Actor{Role: actor.System})
}
