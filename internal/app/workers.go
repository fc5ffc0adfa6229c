package app

import (
	"context"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/account"
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

// Work deletes expired sessions until none is left.
func (w *pruneSessions) Work(ctx context.Context, _ *river.Job[pruneSessionsArgs]) error {
	for {
		deleted, err := w.accounts.PruneSessions(ctx, pruneBatch)
		if err != nil || deleted < pruneBatch {
			return err
		}
	}
}
