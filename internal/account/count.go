package account

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// CountClips adds n, which may be negative, to the clips that a user has made, inside the
// transaction tx. A user of another channel is not touched.
func (s *Service) CountClips(ctx context.Context, tx bun.Tx, channelID int64, id UserID, n int64) error {
	return addTo(ctx, tx, "clips_count", channelID, id, n)
}

// CountDownloads does the same with what a user has loaded down.
func (s *Service) CountDownloads(ctx context.Context, tx bun.Tx, channelID int64, id UserID, n int64) error {
	return addTo(ctx, tx, "downloads_count", channelID, id, n)
}

func addTo(ctx context.Context, tx bun.Tx, column string, channelID int64, id UserID, n int64) error {
	_, err := tx.NewUpdate().Model((*userRow)(nil)).Set("? = ? + ?", bun.Ident(column), bun.Ident(column), n).
		Where("channel_id = ? AND id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("add to %s of user %d: %w", column, id, err)
	}
	return nil
}
