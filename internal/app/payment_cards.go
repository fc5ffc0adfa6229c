package app

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/commerce"
)

type tidyCardsArgs struct {
	ChannelID int64 `json:"channel_id"`
	UserID    int64 `json:"user_id"`
}

// Kind names the job in the queue.
func (tidyCardsArgs) Kind() string { return "commerce.cards" }

type tidyCards struct {
	river.WorkerDefaults[tidyCardsArgs]
	till *commerce.Till
}

// Timeout is part of river.Worker.
func (w *tidyCards) Timeout(*river.Job[tidyCardsArgs]) time.Duration { return paymentTimeout }

// Work has every number of a card be saved once.
func (w *tidyCards) Work(ctx context.Context, job *river.Job[tidyCardsArgs]) error {
	return comeBack(w.till.TidyCards(ctx, job.Args.ChannelID, job.Args.UserID))
}

type followRenewalArgs struct {
	ChannelID    int64                   `json:"channel_id"`
	Subscription commerce.SubscriptionID `json:"subscription"`
}

// Kind names the job in the queue.
func (followRenewalArgs) Kind() string { return "commerce.renewal" }

type followRenewal struct {
	river.WorkerDefaults[followRenewalArgs]
	till *commerce.Till
}

// Timeout is part of river.Worker.
func (w *followRenewal) Timeout(*river.Job[followRenewalArgs]) time.Duration { return paymentTimeout }

// Work finds out whether a renewal that somebody is paying by themselves was paid.
func (w *followRenewal) Work(ctx context.Context, job *river.Job[followRenewalArgs]) error {
	return comeBack(w.till.FollowRenewal(ctx, job.Args.ChannelID, job.Args.Subscription, job.CreatedAt))
}

type forgetCustomerArgs struct {
	ChannelID int64 `json:"channel_id"`
	UserID    int64 `json:"user_id"`
}

// Kind names the job in the queue.
func (forgetCustomerArgs) Kind() string { return "commerce.forget" }

type forgetCustomer struct {
	river.WorkerDefaults[forgetCustomerArgs]
	till *commerce.Till
}

// Timeout is part of river.Worker.
func (w *forgetCustomer) Timeout(*river.Job[forgetCustomerArgs]) time.Duration { return paymentTimeout }

// Work has the provider forget somebody whose account is erased.
func (w *forgetCustomer) Work(ctx context.Context, job *river.Job[forgetCustomerArgs]) error {
	return comeBack(w.till.ForgetCustomer(ctx, job.Args.ChannelID, job.Args.UserID))
}
