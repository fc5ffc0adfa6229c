package app

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/commerce"
)

// renewals stops and resumes subscriptions with the account of their user.
type renewals struct{ app *App }

// Stop is part of account.Renewals.
func (r renewals) Stop(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) ([]account.Renewal, error) {
	return accountRenewals(r.app.Till.StopRenewals(ctx, tx, channelID, int64(user)))
}

// Resume is part of account.Renewals.
func (r renewals) Resume(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) ([]account.Renewal, error) {
	return accountRenewals(r.app.Till.ResumeRenewals(ctx, tx, channelID, int64(user)))
}

func accountRenewals(list []commerce.HeldRenewal, err error) ([]account.Renewal, error) {
	var out []account.Renewal
	for _, one := range list {
		out = append(out, account.Renewal{Name: one.Name, Until: one.Until, Trial: one.Trial, Over: one.Over})
	}
	return out, err
}
