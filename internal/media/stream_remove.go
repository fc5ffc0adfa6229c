package media

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// RemoveUnusedStream removes the stream of an event, with its key, if no encoder ever
// published it. Other streams stay, and used is true.
func (s *Service) RemoveUnusedStream(ctx context.Context, tx bun.Tx, channelID, eventID int64) (used bool, err error) {
	_, err = tx.NewDelete().Model((*streamRow)(nil)).
		Where("channel_id = ?", channelID).Where("event_id = ?", eventID).
		Where("state = ?", Idle).Where("started_ms IS NULL").Where("publisher = ''").Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("remove the unused stream of event %d: %w", eventID, err)
	}
	used, err = tx.NewSelect().Model((*streamRow)(nil)).Where("channel_id = ?", channelID).Where("event_id = ?", eventID).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("find the stream of event %d: %w", eventID, err)
	}
	return used, nil
}
