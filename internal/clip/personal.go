package clip

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// exportedAtOnce is how many clips are in memory at once.
const exportedAtOnce = 500

// ExportUser hands over all clips of a user, the oldest first.
func (s *Service) ExportUser(ctx context.Context, channelID, userID int64, add func(*Clip) error) error {
	for last := ID(0); ; {
		var rows []row
		err := s.db.Read().NewSelect().Model(&rows).Where("c.channel_id = ? AND c.user_id = ? AND c.id > ?", channelID, userID, last).
			Order("c.id").Limit(exportedAtOnce).Scan(ctx)
		if err != nil {
			return fmt.Errorf("list the clips of user %d: %w", userID, err)
		}
		clips, err := clipsOf(rows)
		if err != nil || len(clips) == 0 {
			return err
		}
		for _, c := range clips {
			if err := add(c); err != nil {
				return err
			}
		}
		last = clips[len(clips)-1].ID
	}
}

// EraseUser deletes, in the transaction that erases an account, its clips with their
// videos, and what it loaded down.
func (s *Service) EraseUser(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	var rows []row
	err := tx.NewSelect().Model(&rows).Column("id", "cut_id").Where("c.channel_id = ? AND c.user_id = ?", channelID, userID).Scan(ctx)
	if err != nil {
		return fmt.Errorf("list the clips of user %d: %w", userID, err)
	}
	for _, r := range rows {
		if err := s.remove(ctx, tx, channelID, r.ID, r.CutID); err != nil {
			return err
		}
	}
	if _, err := tx.NewRaw(`DELETE FROM clip_downloads WHERE channel_id = ? AND user_id = ?`, channelID, userID).Exec(ctx); err != nil {
		return fmt.Errorf("forget what user %d loaded down: %w", userID, err)
	}
	return nil
}
