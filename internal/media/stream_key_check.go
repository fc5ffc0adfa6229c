package media

import (
	"context"
	"fmt"
)

// maxCheckedKeys bounds the stream keys that a start tries to read.
const maxCheckedKeys = 1000

// EventsWithUnreadableKeys lists events that have not ended and whose stream keys were encrypted with
// another secret. Their encoders are refused until the key is rotated or the secret is back.
func (s *Service) EventsWithUnreadableKeys(ctx context.Context) (events []int64, err error) {
	var rows []streamRow
	err = s.DB.Read().NewSelect().Model(&rows).Column("id", "channel_id", "event_id", "stream_key", "sealed_key").
		Where("state <> ?", Ended).Where("removed_ms IS NULL").Order("id DESC").Limit(maxCheckedKeys).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list stream keys: %w", err)
	}
	for _, row := range rows {
		if _, err := s.StreamKeys.open(row); err != nil {
			events = append(events, row.EventID)
		}
	}
	return events, nil
}
