package app

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/reminder"
)

// belongings are what other domains keep of users.
func (a *App) belongings() []account.Belongings {
	return []account.Belongings{followed{a.Favourites}, reminded{a.Reminders}}
}

// followed are a user's favourites.
type followed struct{ favourites *favourite.Service }

// Name is part of account.Belongings.
func (followed) Name() string { return "favorites" }

// Export is part of account.Belongings.
func (f followed) Export(ctx context.Context, channelID int64, user account.UserID, add func(item any) error) error {
	personal, err := f.favourites.ExportUser(ctx, channelID, int64(user))
	if err != nil {
		return err
	}
	for _, one := range personal.Favourites {
		item := map[string]any{"id": one.ID, "favoritable_type": one.Kind, "favoritable_id": one.Subject.ID, "since": one.Since}
		if err := add(item); err != nil {
			return err
		}
	}
	return nil
}

// Erase is part of account.Belongings.
func (f followed) Erase(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) error {
	return f.favourites.EraseUser(ctx, tx, channelID, int64(user))
}

// reminded is of what a user is reminded.
type reminded struct{ reminders *reminder.Service }

// Name is part of account.Belongings.
func (reminded) Name() string { return "reminders" }

// Export is part of account.Belongings.
func (r reminded) Export(ctx context.Context, channelID int64, user account.UserID, add func(item any) error) error {
	wanted, err := r.reminders.ExportUser(ctx, channelID, int64(user))
	if err != nil {
		return err
	}
	for kind, ids := range map[string][]int64{"event": wanted.Events, "participant": wanted.Teams} {
		for _, id := range ids {
			if err := add(map[string]any{"type": kind, "id": id}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Erase is part of account.Belongings.
func (r reminded) Erase(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) error {
	return r.reminders.EraseUser(ctx, tx, channelID, int64(user))
}
