package position

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
)

// List returns where the actor left what they watched, the latest first. What the channel has
// removed since may be among it.
func (s *Service) List(ctx context.Context, by actor.Actor) ([]Position, error) {
	if err := by.RequireUser(); err != nil {
		return nil, err
	}
	return selectAll(ctx, s.db.Read(), by.ChannelID, by.UserID)
}

// Keep notes where the actor is, in place of what any of their devices said before; near the
// beginning, and at the end of what does not go on, nothing is kept. Unknown, or another
// channel's: NotFound, "subject_not_found".
func (s *Service) Keep(ctx context.Context, by actor.Actor, l Left) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	if err := l.check(); err != nil {
		return err
	}
	if l.anew() {
		return s.forget(ctx, by, l.Subject)
	}
	r := s.row(by, l)
	// All but the first of a viewing change what is there, and ask nobody else.
	if moved, err := update(ctx, s.db.Write(), r); err != nil || moved {
		return err
	}
	known, err := s.subjects.Known(ctx, by.ChannelID, l.Subject)
	if err != nil {
		return err
	}
	if !known {
		return errNoSubject()
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := insert(ctx, tx, r); err != nil {
			return err
		}
		return dropOldest(ctx, tx, by.ChannelID, by.UserID)
	})
}

// EraseUser removes everything that is kept here of a user, in the transaction that erases the
// user.
func (s *Service) EraseUser(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	return erase(ctx, tx, channelID, userID)
}

// ExportUser returns everything that is kept here of a user, the latest first.
func (s *Service) ExportUser(ctx context.Context, channelID, userID int64) ([]Position, error) {
	return selectAll(ctx, s.db.Read(), channelID, userID)
}
