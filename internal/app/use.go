package app

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/commerce"
)

// totals keeps with the accounts how often users made clips and loaded something down.
type totals struct{ app *App }

// AddUses is part of commerce.Totals.
func (t totals) AddUses(ctx context.Context, tx bun.Tx, channelID, userID int64, f commerce.Feature, n int64) error {
	if f == commerce.Clips {
		return t.app.Accounts.CountClips(ctx, tx, channelID, account.UserID(userID), n)
	}
	return t.app.Accounts.CountDownloads(ctx, tx, channelID, account.UserID(userID), n)
}
