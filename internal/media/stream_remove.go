package media

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// RemoveUnusedStream removes the stream of an event, with its key, if no encoder ever
// published it. A stream with a recording stays.
func (s *Service) RemoveUnusedStream(ctx context.Context, tx bun.Tx, channelID, eventID int64) error {
	_, err := tx.NewDelete().Model((*streamRow)(nil)).
		Where("channel_id = ?", channelID).Where("event_id = ?", eventID).
		Where("state = ?", Idle).Where("started_ms IS NULL").Where("publisher = ''").Exec(ctx)
	if err != nil {
		return fmt.Errorf("remove the unused stream of event %d: %w", eventID, err)
	}
	return nil
}
