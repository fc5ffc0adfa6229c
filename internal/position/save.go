package position

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
)

// List returns the positions of the actor, the latest first. It may contain subjects that the channel
// has removed since.
func (s *Service) List(ctx context.Context, by actor.Actor) ([]Position, error) {
	if err := by.RequireUser(); err != nil {
		return nil, err
	}
	return selectAll(ctx, s.db.Read(), by.ChannelID, by.UserID)
}

// Save replaces the actor's position in a subject, which any of their devices may have saved. Near the
// start of a subject, and at the end of one that is not live, it deletes the position instead. A
// subject that the channel does not have is NotFound, "subject_not_found".
func (s *Service) Save(ctx context.Context, by actor.Actor, l Progress) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	if err := l.check(); err != nil {
		return err
	}
	if l.startsOver() {
		return s.deletePosition(ctx, by, l.Subject)
	}
	r := s.row(by, l)
	// Usually the position exists already. Then no other query is necessary.
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

// EraseUser deletes the positions of a user, in the transaction that erases the user.
func (s *Service) EraseUser(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	return erase(ctx, tx, channelID, userID)
}

// ExportUser returns the positions of a user, the latest first.
func (s *Service) ExportUser(ctx context.Context, channelID, userID int64) ([]Position, error) {
	return selectAll(ctx, s.db.Read(), channelID, userID)
}
