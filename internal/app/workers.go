package app

import (
	"context"
	"log/slog"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/catalog"
)

// The workers connect jobs to the domain methods that do the work.

type pruneSessionsArgs struct{}

// Kind names the job in the queue.
func (pruneSessionsArgs) Kind() string { return "account.prune_sessions" }

type pruneSessions struct {
	river.WorkerDefaults[pruneSessionsArgs]
	accounts *account.Service
}

// pruneBatch bounds how many rows one statement deletes.
const pruneBatch = 1000

// Work deletes expired sessions, links and logins elsewhere until none is left.
func (w *pruneSessions) Work(ctx context.Context, _ *river.Job[pruneSessionsArgs]) error {
	for _, prune := range []func(context.Context, int64) (int64, error){
		w.accounts.PruneSessions, w.accounts.PruneTokens, w.accounts.PruneLogins, w.accounts.PruneRemoteTokens,
	} {
		if err := pruneAll(ctx, prune); err != nil {
			return err
		}
	}
	return nil
}

func pruneAll(ctx context.Context, prune func(context.Context, int64) (int64, error)) error {
	for {
		deleted, err := prune(ctx, pruneBatch)
		if err != nil || deleted < pruneBatch {
			return err
		}
	}
}

type finishOverdueArgs struct{}

// Kind names the job in the queue.
func (finishOverdueArgs) Kind() string { return "catalog.finish_overdue" }

type finishOverdue struct {
	river.WorkerDefaults[finishOverdueArgs]
	catalog *catalog.Service
	log     *slog.Logger
}

// Work ends the events that never began.
func (w *finishOverdue) Work(ctx context.Context, _ *river.Job[finishOverdueArgs]) error {
	n, err := w.catalog.FinishOverdue(ctx)
	if n > 0 {
		w.log.InfoContext(ctx, "events that never began are finished", "events", n)
	}
	return err
}
