package catalog

import (
	"context"
	"fmt"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// ChannelOf finds the channel of an event, for the command line, where an event is
// named by its number alone; only the installation's owner may ask.
func (s *Service) ChannelOf(ctx context.Context, by actor.Actor, id EventID) (int64, error) {
	if by.Role < actor.Owner {
		return 0, fault.New(fault.Forbidden, "owner_required", "Only the owner of the installation may do this.")
	}
	var channelID int64
	err := s.db.Read().NewSelect().Table("events").Column("channel_id").Where("id = ?", id).Scan(ctx, &channelID)
	if db.IsNoRows(err) {
		return 0, errNoEvent()
	}
	if err != nil {
		return 0, fmt.Errorf("find the channel of event %d: %w", id, err)
	}
	return channelID, nil
}
