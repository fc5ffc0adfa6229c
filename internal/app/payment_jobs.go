package app

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/commerce"
)

const (
	// paymentTimeout bounds a job that asks the payment provider, a few times at most.
	paymentTimeout = 2 * time.Minute
	// lookTimeout bounds one that asks about everything that is open.
	lookTimeout = time.Hour
)

// reconcileArgs asks what became of a payment, again and again until that is known.
type reconcileArgs struct {
	ChannelID int64               `json:"channel_id"`
	Checkout  commerce.CheckoutID `json:"checkout"`
}

// Kind names the job in the queue.
func (reconcileArgs) Kind() string { return "commerce.reconcile" }

// receiptArgs writes to a buyer what they paid for.
type receiptArgs struct {
	ChannelID int64               `json:"channel_id"`
	Checkout  commerce.CheckoutID `json:"checkout"`
}

// Kind names the job in the queue.
func (receiptArgs) Kind() string { return "commerce.receipt" }

// subscriptionLetterArgs writes to a subscriber what happened to their subscription.
type subscriptionLetterArgs struct {
	ChannelID int64 `json:"channel_id"`
	Happening int64 `json:"happening"`
}

// Kind names the job in the queue.
func (subscriptionLetterArgs) Kind() string { return "commerce.subscription_letter" }

// refundArgs gives the money of an order back.
type refundArgs struct {
	ChannelID int64            `json:"channel_id"`
	Order     commerce.OrderID `json:"order"`
}

// Kind names the job in the queue.
func (refundArgs) Kind() string { return "commerce.refund" }

// sweepPaymentsArgs sees to payments that nobody looks after.
type sweepPaymentsArgs struct{}

// Kind names the job in the queue.
func (sweepPaymentsArgs) Kind() string { return "commerce.sweep" }

// lookSubscriptionsArgs asks the provider about subscriptions of which it should have told something.
type lookSubscriptionsArgs struct{}

// Kind names the job in the queue.
func (lookSubscriptionsArgs) Kind() string { return "commerce.subscriptions" }

// lookRefundsArgs asks the provider what it gave back without our having heard of it.
type lookRefundsArgs struct{}

// Kind names the job in the queue.
func (lookRefundsArgs) Kind() string { return "commerce.refunds" }

// tidyCardsArgs has every number of a card be saved once.
type tidyCardsArgs struct {
	ChannelID int64 `json:"channel_id"`
	UserID    int64 `json:"user_id"`
}

// Kind names the job in the queue.
func (tidyCardsArgs) Kind() string { return "commerce.cards" }

// tellEmailArgs tells the payment provider another address of a user.
type tellEmailArgs struct {
	ChannelID int64 `json:"channel_id"`
	UserID    int64 `json:"user_id"`
}

// Kind names the job in the queue.
func (tellEmailArgs) Kind() string { return "commerce.email" }

// applyHoldsArgs has a user's subscriptions renew no more, or again, as their account stands.
type applyHoldsArgs struct {
	ChannelID int64 `json:"channel_id"`
	UserID    int64 `json:"user_id"`
}

// Kind names the job in the queue.
func (applyHoldsArgs) Kind() string { return "commerce.holds" }

// followRenewalArgs finds out whether a renewal that somebody is paying by themselves was paid.
type followRenewalArgs struct {
	ChannelID    int64                   `json:"channel_id"`
	Subscription commerce.SubscriptionID `json:"subscription"`
}

// Kind names the job in the queue.
func (followRenewalArgs) Kind() string { return "commerce.renewal" }

// forgetCustomerArgs has the provider forget somebody whose account is erased.
type forgetCustomerArgs struct {
	ChannelID int64 `json:"channel_id"`
	UserID    int64 `json:"user_id"`
}

// Kind names the job in the queue.
func (forgetCustomerArgs) Kind() string { return "commerce.forget" }

// paymentDuties are the jobs of the till.
func (a *App) paymentDuties(workers *river.Workers) {
	onDuty(workers, paymentTimeout, func(ctx context.Context, job *river.Job[reconcileArgs]) error {
		return comeBack(a.Till.Reconcile(ctx, job.Args.ChannelID, job.Args.Checkout))
	})
	onDuty(workers, 0, func(ctx context.Context, job *river.Job[receiptArgs]) error {
		return a.Till.SendReceipt(ctx, job.Args.ChannelID, job.Args.Checkout)
	})
	onDuty(workers, 0, func(ctx context.Context, job *river.Job[subscriptionLetterArgs]) error {
		return a.Till.SendSubscriptionLetter(ctx, job.Args.ChannelID, job.Args.Happening)
	})
	onDuty(workers, paymentTimeout, func(ctx context.Context, job *river.Job[refundArgs]) error {
		return a.Till.PayBack(ctx, job.Args.ChannelID, job.Args.Order)
	})
	onDuty(workers, 0, func(ctx context.Context, _ *river.Job[sweepPaymentsArgs]) error {
		_, err := a.Till.Sweep(ctx)
		return err
	})
	onDuty(workers, lookTimeout, func(ctx context.Context, _ *river.Job[lookSubscriptionsArgs]) error {
		_, err := a.Till.RecheckSubscriptions(ctx)
		return err
	})
	onDuty(workers, lookTimeout, func(ctx context.Context, _ *river.Job[lookRefundsArgs]) error {
		_, err := a.Till.RecheckCharges(ctx)
		return err
	})
	onDuty(workers, paymentTimeout, func(ctx context.Context, job *river.Job[tidyCardsArgs]) error {
		return comeBack(a.Till.TidyCards(ctx, job.Args.ChannelID, job.Args.UserID))
	})
	onDuty(workers, paymentTimeout, func(ctx context.Context, job *river.Job[tellEmailArgs]) error {
		return a.Till.TellEmail(ctx, job.Args.ChannelID, job.Args.UserID)
	})
	onDuty(workers, paymentTimeout, func(ctx context.Context, job *river.Job[applyHoldsArgs]) error {
		return comeBack(a.Till.ApplyHolds(ctx, job.Args.ChannelID, job.Args.UserID))
	})
	onDuty(workers, paymentTimeout, func(ctx context.Context, job *river.Job[followRenewalArgs]) error {
		return comeBack(a.Till.FollowRenewal(ctx, job.Args.ChannelID, job.Args.Subscription, job.CreatedAt))
	})
	onDuty(workers, paymentTimeout, func(ctx context.Context, job *river.Job[forgetCustomerArgs]) error {
		return comeBack(a.Till.ForgetCustomer(ctx, job.Args.ChannelID, job.Args.UserID))
	})
}
