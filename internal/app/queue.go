package app

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/jobs"
)

// newQueue knows every kind of job, and which of them come by themselves.
func (a *App) newQueue() (*jobs.Queue, error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &pruneSessions{accounts: a.Accounts})
	river.AddWorker(workers, &eraseAccounts{accounts: a.Accounts, log: a.Log})
	river.AddWorker(workers, &finishOverdue{catalog: a.Catalog, log: a.Log})
	river.AddWorker(workers, &makePictures{pictures: a.Pictures})
	river.AddWorker(workers, &sweepPictures{pictures: a.Pictures, metrics: a.Metrics})
	river.AddWorker(workers, &makeCut{media: a.Media, clips: a.Clips, clock: a.Clock, log: a.Log})
	river.AddWorker(workers, &keepRecordings{app: a})
	river.AddWorker(workers, &reapOrphans{media: a.Media, log: a.Log})
	river.AddWorker(workers, &makeUpload{media: a.Media, clock: a.Clock, log: a.Log})
	a.paymentDuties(workers)
	a.plainDuties(workers)
	return jobs.New(a.DB, jobs.Options{
		Log: a.Log, Clock: a.Clock, Workers: workers, Concurrency: a.Config.Workers,
		Restartable: []string{drawBoardsArgs{}.Kind(), makePreviewsArgs{}.Kind()}, // they go on with the next picture that is missing
		Periodic: []*river.PeriodicJob{
			every(time.Hour, pruneSessionsArgs{}), every(24*time.Hour, eraseAccountsArgs{}), every(10*time.Minute, finishOverdueArgs{}), every(6*time.Hour, sweepPicturesArgs{}),
			every(time.Minute, sendRemindersArgs{}), every(5*time.Minute, sweepPaymentsArgs{}), every(time.Hour, lookSubscriptionsArgs{}),
			every(time.Hour, lookRefundsArgs{}), every(time.Minute, sweepCutsArgs{}), every(time.Hour, reapCutsArgs{}), every(time.Minute, sweepClipsArgs{}),
			every(time.Hour, keepRecordingsArgs{}), every(24*time.Hour, reapOrphansArgs{}), every(time.Hour, pruneLeasesArgs{}), every(time.Hour, pruneAnalyticsArgs{}),
			every(10*time.Minute, sweepUploadsArgs{}), every(time.Minute, drawBoardsArgs{}), every(time.Minute, makePreviewsArgs{}),
		},
	})
}

// plainDuties are the jobs that are one call of the domain that they belong to.
func (a *App) plainDuties(workers *river.Workers) {
	onDuty(workers, 0, func(ctx context.Context, _ *river.Job[pruneLeasesArgs]) error {
		return errors.Join(pruneAll(ctx, a.Leases.DeleteExpired), pruneAll(ctx, a.Leases.DeleteExpiredNetworks))
	})
	onDuty(workers, 0, func(ctx context.Context, _ *river.Job[pruneAnalyticsArgs]) error {
		return a.pruneAnalytics(ctx)
	})
	onDuty(workers, 0, func(ctx context.Context, job *river.Job[sendResetArgs]) error {
		return a.Accounts.SendReset(ctx, job.Args.Request)
	})
	onDuty(workers, 0, func(ctx context.Context, job *river.Job[sendRegistrationArgs]) error {
		return a.Accounts.SendRegistration(ctx, job.Args.Request)
	})
	onDuty(workers, 0, func(ctx context.Context, job *river.Job[sendLoginCodeArgs]) error {
		return a.Accounts.SendLoginCode(ctx, job.Args.Request)
	})
	onDuty(workers, 0, func(ctx context.Context, _ *river.Job[sendRemindersArgs]) error {
		_, err := a.Till.RefundRequestedEvents(ctx)
		_, failed := a.Reminders.Sweep(ctx)
		return errors.Join(err, failed)
	})
	onDuty(workers, mailTimeout, a.postman.sendSealed)
	onDuty(workers, mailTimeout, a.postman.sendPlain)
	onDuty(workers, noteTimeout, func(ctx context.Context, job *river.Job[sendNoteArgs]) error {
		return a.Push.Send(ctx, job.Args.ChannelID, job.Args.Subscription, job.Args.Note)
	})
	onDuty(workers, 0, func(ctx context.Context, _ *river.Job[sweepClipsArgs]) error {
		_, err := a.Clips.Sweep(ctx)
		return err
	})
	onDuty(workers, 0, func(ctx context.Context, _ *river.Job[sweepCutsArgs]) error {
		_, err := a.Media.FailOverdueCuts(ctx)
		return err
	})
	onDuty(workers, 0, func(ctx context.Context, _ *river.Job[reapCutsArgs]) error {
		_, err := a.Media.ReapCuts(ctx)
		return err
	})
	onDuty(workers, boardsTimeout, func(ctx context.Context, _ *river.Job[drawBoardsArgs]) error {
		_, err := a.Media.DrawBoards(ctx)
		return err
	})
	onDuty(workers, previewsTimeout, func(ctx context.Context, _ *river.Job[makePreviewsArgs]) error {
		_, err := a.Media.MakePreviews(ctx)
		return err
	})
	onDuty(workers, 0, func(ctx context.Context, _ *river.Job[sweepUploadsArgs]) error {
		if _, err := a.Media.SweepUploads(ctx); err != nil {
			return err
		}
		_, err := a.Media.ReapUploads(ctx)
		return err
	})
}

// every runs a job at start-up and then once per interval, on one node at a time.
func every(interval time.Duration, args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(interval),
		func() (river.JobArgs, *river.InsertOpts) {
			return args, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: interval}}
		}, &river.PeriodicJobOpts{RunOnStart: true})
}

// duty is a job that one call does.
type duty[A river.JobArgs] struct {
	river.WorkerDefaults[A]
	timeout time.Duration
	call    func(ctx context.Context, job *river.Job[A]) error
}

// Timeout is part of river.Worker.
func (d *duty[A]) Timeout(*river.Job[A]) time.Duration { return d.timeout }

// Work is part of river.Worker.
func (d *duty[A]) Work(ctx context.Context, job *river.Job[A]) error { return d.call(ctx, job) }

// onDuty has a kind of jobs be done by one call; timeout bounds an attempt, and 0 leaves that to the queue.
func onDuty[A river.JobArgs](
	workers *river.Workers, timeout time.Duration, call func(ctx context.Context, job *river.Job[A]) error,
) {
	river.AddWorker(workers, &duty[A]{timeout: timeout, call: call})
}

// comeBack ends a job that is done, and has one come back that is told when to; 0 is for not at all.
func comeBack(again time.Duration, err error) error {
	if err == nil && again > 0 {
		return river.JobSnooze(again)
	}
	return err
}
