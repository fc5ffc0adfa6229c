package account

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

// Identity is who a user is elsewhere: a way in beside the password.
type Identity struct {
	Provider social.Provider // "remote" for the channel's own membership system
	Email    string          // what was said there when the two were connected, or empty
	Since    time.Time
}

func identityNotFound() error {
	return fault.NotFoundf("identity", "Your account is not connected to this login.")
}

func lastWayIn() error {
	return fault.New(fault.Conflict, "last_way_in", "Your account has no password. Set one before you disconnect this login.")
}

// Identities lists who the actor is elsewhere, the oldest first.
func (s *Service) Identities(ctx context.Context, by actor.Actor) ([]Identity, error) {
	if err := by.RequireUser(); err != nil {
		return nil, err
	}
	var rows []identityRow
	err := s.db.Read().NewSelect().Model(&rows).
		Where("i.channel_id = ? AND i.user_id = ?", by.ChannelID, by.UserID).OrderExpr("i.id").Scan(ctx)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("list identities: %w", err)
	}
	list := make([]Identity, len(rows))
	for i, r := range rows {
		list[i] = Identity{Provider: r.Provider, Email: r.Email, Since: clock.FromMillis(r.CreatedMS)}
	}
	return list, nil
}

// Disconnect ends a way into the actor's account, unless it is the only one: who has no
// password would be locked out. The user is locked first, so that of two ways that are
// ended at once the second sees that it is the last. It asks for no proof, since it lets
// nobody in; the user is told, in language unless they chose another.
func (s *Service) Disconnect(ctx context.Context, by actor.Actor, p social.Provider, language string) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		user, err := s.lockUser(ctx, tx, by.ChannelID, UserID(by.UserID))
		if err != nil {
			return err
		}
		changed, err := db.Changed(tx.NewDelete().Model((*identityRow)(nil)).
			Where("channel_id = ? AND user_id = ? AND provider = ?", by.ChannelID, by.UserID, p).Exec(ctx))
		if err != nil {
			return fmt.Errorf("delete identity: %w", err)
		}
		if !changed {
			return identityNotFound()
		}
		if err := requireWayIn(ctx, tx, user); err != nil {
			return err
		}
		return s.post(ctx, tx, user, wayDisconnected(user.letterLanguage(language), p))
	})
}

// requireWayIn refuses what leaves a user no way into their account.
func requireWayIn(ctx context.Context, tx bun.Tx, user User) error {
	if user.HasPassword() {
		return nil
	}
	others, err := tx.NewSelect().Model((*identityRow)(nil)).
		Where("i.channel_id = ? AND i.user_id = ?", user.ChannelID, user.ID).Exists(ctx)
	if err != nil {
		return fmt.Errorf("look for another identity: %w", err)
	}
	if !others {
		return lastWayIn()
	}
	return nil
}
