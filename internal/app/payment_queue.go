package app

import (
	"context"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/commerce"
)

// cashbox puts what the till has done later into the queue.
type cashbox struct{ app *App }

// waiting are the states of a job that is still to be done: of those one is enough.
func waiting() river.UniqueOpts {
	return river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
	}}
}

// EnqueueReconcile is part of commerce.Queue.
func (q cashbox) EnqueueReconcile(ctx context.Context, tx bun.Tx, channelID int64, id commerce.CheckoutID, after time.Duration) error {
	return q.app.queue.InsertTx(ctx, tx, reconcileArgs{channelID, id}, &river.InsertOpts{
		ScheduledAt: q.app.Clock.Now().Add(after), UniqueOpts: waiting(),
	})
}

// EnqueueReceipt is part of commerce.Queue.
func (q cashbox) EnqueueReceipt(ctx context.Context, tx bun.Tx, channelID int64, id commerce.CheckoutID) error {
	return q.app.queue.InsertTx(ctx, tx, receiptArgs{channelID, id}, nil)
}

// EnqueueSubscriptionLetter is part of commerce.Queue.
func (q cashbox) EnqueueSubscriptionLetter(ctx context.Context, tx bun.Tx, channelID, happening int64) error {
	return q.app.queue.InsertTx(ctx, tx, subscriptionLetterArgs{channelID, happening}, nil)
}

// EnqueueRefund is part of commerce.Queue.
func (q cashbox) EnqueueRefund(ctx context.Context, tx bun.Tx, channelID int64, id commerce.OrderID) error {
	return q.app.queue.InsertTx(ctx, tx, refundArgs{channelID, id}, &river.InsertOpts{UniqueOpts: waiting()})
}

// EnqueueCards is part of commerce.Queue.
func (q cashbox) EnqueueCards(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	return q.app.queue.InsertTx(ctx, tx, tidyCardsArgs{channelID, userID}, &river.InsertOpts{UniqueOpts: waiting()})
}

// EnqueueHolds is part of commerce.Queue. Two at once would undo each other's work, so one that
// waits or works is enough: commerce.RecheckSubscriptions makes up for one that ended too soon.
func (q cashbox) EnqueueHolds(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	return q.app.queue.InsertTx(ctx, tx, applyHoldsArgs{channelID, userID}, &river.InsertOpts{UniqueOpts: waiting()})
}

// EnqueueRenewal is part of commerce.Queue.
func (q cashbox) EnqueueRenewal(ctx context.Context, tx bun.Tx, channelID int64, id commerce.SubscriptionID, after time.Duration) error {
	return q.app.queue.InsertTx(ctx, tx, followRenewalArgs{channelID, id}, &river.InsertOpts{
		ScheduledAt: q.app.Clock.Now().Add(after), UniqueOpts: waiting(),
	})
}

// EnqueueForget is part of commerce.Queue.
func (q cashbox) EnqueueForget(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	return q.app.queue.InsertTx(ctx, tx, forgetCustomerArgs{channelID, userID}, &river.InsertOpts{UniqueOpts: waiting()})
}
