package commerce

import (
	"context"
	"fmt"
)

// CountRenewing returns the number of a channel's subscriptions that renew.
func (s *Service) CountRenewing(ctx context.Context, channelID int64) (int64, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*subscriptionRow)(nil)).Where("s.channel_id = ?", channelID).
		Where("s.period_end_ms > 0").Where("s.ended_ms = 0").Where("s.auto_renew = TRUE").Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count subscriptions that renew: %w", err)
	}
	return n, nil
}
