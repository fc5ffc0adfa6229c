package vod

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/text"
)

// Played is what a medium is a part of and what it plays.
type Played struct {
	Item    ItemID
	Title   text.Text // the item's
	EventID int64     // whose recording it plays; 0 for a film
}

// Played tells of those of several media that the channel has.
func (s *Service) Played(ctx context.Context, channelID int64, ids []MediumID) (map[MediumID]Played, error) {
	out := make(map[MediumID]Played, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var rows []struct {
		ID      MediumID
		ItemID  ItemID
		Title   text.Text
		EventID int64
	}
	err := s.db.Read().NewSelect().TableExpr("vod_media AS m").Join("JOIN vod_items AS i ON i.id = m.item_id").
		ColumnExpr("m.id, m.item_id, i.title, COALESCE(m.event_id, 0) AS event_id").
		Where("m.channel_id = ?", channelID).Where("m.id IN (?)", bun.List(ids)).Scan(ctx, &rows)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("find what media play: %w", err)
	}
	for _, r := range rows {
		out[r.ID] = Played{r.ItemID, r.Title, r.EventID}
	}
	return out, nil
}
