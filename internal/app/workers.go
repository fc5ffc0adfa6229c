package app

import (
	"context"
	"log/slog"

	"github.com/riverqueue/river"
	"github.com/uptrace/bun"

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

// Work deletes what has expired: sessions, links, codes of devices, tickets and logins
// elsewhere.
func (w *pruneSessions) Work(ctx context.Context, _ *river.Job[pruneSessionsArgs]) error {
	for _, prune := range []func(context.Context, int64) (int64, error){
		w.accounts.PruneSessions, w.accounts.PruneTokens, w.accounts.PruneDeviceCodes, w.accounts.PruneTickets,
		w.accounts.PruneLogins, w.accounts.PruneRemoteTokens, w.accounts.PruneLoginCodes, w.accounts.PruneChallenges,
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

// pruneLeasesArgs deletes the places of players that are gone.
type pruneLeasesArgs struct{}

// Kind names the job in the queue.
func (pruneLeasesArgs) Kind() string { return "lease.prune" }

// sendResetArgs writes to whoever forgot a password, if they are a user.
type sendResetArgs struct {
	Request account.ResetRequest `json:"request"`
}

// Kind names the job in the queue.
func (sendResetArgs) Kind() string { return "account.send_reset" }

// errands puts what accounts have done later into the queue.
type errands struct{ app *App }

// EnqueueReset is part of account.Queue.
func (e errands) EnqueueReset(ctx context.Context, tx bun.Tx, r account.ResetRequest) error {
	return e.app.queue.InsertTx(ctx, tx, sendResetArgs{r}, nil)
}

// sendRegistrationArgs goes on with a registration by letter.
type sendRegistrationArgs struct {
	Request account.RegistrationRequest `json:"request"`
}

// Kind names the job in the queue.
func (sendRegistrationArgs) Kind() string { return "account.send_registration" }

// EnqueueRegistration is part of account.Queue.
func (e errands) EnqueueRegistration(ctx context.Context, tx bun.Tx, r account.RegistrationRequest) error {
	return e.app.queue.InsertTx(ctx, tx, sendRegistrationArgs{r}, nil)
}

// sendLoginCodeArgs sends the code of a login.
type sendLoginCodeArgs struct {
	Request account.LoginCodeRequest `json:"request"`
}

// Kind names the job in the queue.
func (sendLoginCodeArgs) Kind() string { return "account.send_login_code" }

// EnqueueLoginCode is part of account.Queue.
func (e errands) EnqueueLoginCode(ctx context.Context, tx bun.Tx, r account.LoginCodeRequest) error {
	return e.app.queue.InsertTx(ctx, tx, sendLoginCodeArgs{r}, nil)
}

// EnqueueTellEmail is part of account.Queue. Who never paid is not known to the provider.
func (e errands) EnqueueTellEmail(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) error {
	known, err := e.app.Till.KnowsCustomer(ctx, tx, channelID, int64(user))
	if err != nil || !known {
		return err
	}
	return e.app.queue.InsertTx(ctx, tx, tellEmailArgs{channelID, int64(user)}, nil)
}

type eraseAccountsArgs struct{}

// Kind names the job in the queue.
func (eraseAccountsArgs) Kind() string { return "account.erase" }

type eraseAccounts struct {
	river.WorkerDefaults[eraseAccountsArgs]
	accounts *account.Service
	log      *slog.Logger
}

// Work erases the accounts whose time of grace is over until none is left.
func (w *eraseAccounts) Work(ctx context.Context, _ *river.Job[eraseAccountsArgs]) error {
	return pruneAll(ctx, func(ctx context.Context, limit int64) (int64, error) {
		n, err := w.accounts.EraseDeleted(ctx, limit)
		if n > 0 {
			w.log.InfoContext(ctx, "deleted accounts are erased", "accounts", n)
		}
		return n, err
	})
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
