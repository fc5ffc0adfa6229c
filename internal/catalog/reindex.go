package catalog

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/text"
)

// IndexOlderNames adds the words that the names of older events are also found by: "obrien" of "O'Brien", "saint" of "St".
// Events written since have them already.
func (s *Service) IndexOlderNames(ctx context.Context) error {
	var rows []*eventRow
	err := s.db.Read().NewSelect().Model(&rows).Column("id", "channel_id", "start_ms", "name").
		Where("name LIKE ? OR name LIKE ?", "%'%", "%’%").
		WhereOr("id IN (SELECT event_id FROM event_words WHERE channel_id IN (SELECT id FROM channels) AND word IN (?))", bun.List(text.SaintWords())).
		Scan(ctx)
	if err != nil {
		return fmt.Errorf("read the names of events: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return insertNames(ctx, tx, rows)
	})
}
