package app

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/commerce"
)

type reconcileArgs struct {
	ChannelID int64               `json:"channel_id"`
	Checkout  commerce.CheckoutID `json:"checkout"`
}

// Kind names the job in the queue.
func (reconcileArgs) Kind() string { return "commerce.reconcile" }

type reconcile struct {
	river.WorkerDefaults[reconcileArgs]
	till *commerce.Till
}

// paymentTimeout bounds a job that asks the payment provider, a few times at most.
const paymentTimeout = 2 * time.Minute

// Timeout is part of river.Worker.
func (w *reconcile) Timeout(*river.Job[reconcileArgs]) time.Duration { return paymentTimeout }

// Work finds out what became of a payment, and comes back until that is known.
func (w *reconcile) Work(ctx context.Context, job *river.Job[reconcileArgs]) error {
	return comeBack(w.till.Reconcile(ctx, job.Args.ChannelID, job.Args.Checkout))
}

// comeBack ends a job that is done, and has one come back that is told when to; 0 is for not at all.
func comeBack(again time.Duration, err error) error {
	if err == nil && again > 0 {
		return river.JobSnooze(again)
	}
	return err
}

type receiptArgs struct {
	ChannelID int64               `json:"channel_id"`
	Checkout  commerce.CheckoutID `json:"checkout"`
}

// Kind names the job in the queue.
func (receiptArgs) Kind() string { return "commerce.receipt" }

type sendReceipt struct {
	river.WorkerDefaults[receiptArgs]
	till *commerce.Till
}

// Work writes to a buyer what they paid for.
func (w *sendReceipt) Work(ctx context.Context, job *river.Job[receiptArgs]) error {
	return w.till.SendReceipt(ctx, job.Args.ChannelID, job.Args.Checkout)
}

type subscriptionLetterArgs struct {
	ChannelID int64 `json:"channel_id"`
	Happening int64 `json:"happening"`
}

// Kind names the job in the queue.
func (subscriptionLetterArgs) Kind() string { return "commerce.subscription_letter" }

type sendSubscriptionLetter struct {
	river.WorkerDefaults[subscriptionLetterArgs]
	till *commerce.Till
}

// Work writes to a subscriber what happened to their subscription.
func (w *sendSubscriptionLetter) Work(ctx context.Context, job *river.Job[subscriptionLetterArgs]) error {
	return w.till.SendSubscriptionLetter(ctx, job.Args.ChannelID, job.Args.Happening)
}

type refundArgs struct {
	ChannelID int64            `json:"channel_id"`
	Order     commerce.OrderID `json:"order"`
}

// Kind names the job in the queue.
func (refundArgs) Kind() string { return "commerce.refund" }

type payBack struct {
	river.WorkerDefaults[refundArgs]
	till *commerce.Till
}

// Timeout is part of river.Worker.
func (w *payBack) Timeout(*river.Job[refundArgs]) time.Duration { return paymentTimeout }

// Work gives the money of an order back.
func (w *payBack) Work(ctx context.Context, job *river.Job[refundArgs]) error {
	return w.till.PayBack(ctx, job.Args.ChannelID, job.Args.Order)
}

type sweepPaymentsArgs struct{}

// Kind names the job in the queue.
func (sweepPaymentsArgs) Kind() string { return "commerce.sweep" }

type sweepPayments struct {
	river.WorkerDefaults[sweepPaymentsArgs]
	till *commerce.Till
}

// Work sees to payments that nobody looks after.
func (w *sweepPayments) Work(ctx context.Context, _ *river.Job[sweepPaymentsArgs]) error {
	_, err := w.till.Sweep(ctx)
	return err
}

type lookSubscriptionsArgs struct{}

// Kind names the job in the queue.
func (lookSubscriptionsArgs) Kind() string { return "commerce.subscriptions" }

type lookSubscriptions struct {
	river.WorkerDefaults[lookSubscriptionsArgs]
	till *commerce.Till
}

// Timeout is part of river.Worker.
func (w *lookSubscriptions) Timeout(*river.Job[lookSubscriptionsArgs]) time.Duration {
	return time.Hour
}

// Work asks the provider about subscriptions of which it should have told something.
func (w *lookSubscriptions) Work(ctx context.Context, _ *river.Job[lookSubscriptionsArgs]) error {
	_, err := w.till.LookAtSubscriptions(ctx)
	return err
}

type lookRefundsArgs struct{}

// Kind names the job in the queue.
func (lookRefundsArgs) Kind() string { return "commerce.refunds" }

type lookRefunds struct {
	river.WorkerDefaults[lookRefundsArgs]
	till *commerce.Till
}

// Timeout is part of river.Worker.
func (w *lookRefunds) Timeout(*river.Job[lookRefundsArgs]) time.Duration { return time.Hour }

// Work asks the provider what it gave back without our having heard of it.
func (w *lookRefunds) Work(ctx context.Context, _ *river.Job[lookRefundsArgs]) error {
	_, err := w.till.LookAtRefunds(ctx)
	return err
}
