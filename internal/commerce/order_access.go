package commerce

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// Holds reports whether the order's money is here to stay as far as is known: it was paid and
// not given back. An order whose time is over holds still.
func (o *Order) Holds() bool { return o.Status == OrderPaid }

// OrdersThatHold returns those of a channel's orders that hold, as Order.Holds has it. Inside a
// transaction it sees that transaction's own changes.
func (s *Service) OrdersThatHold(ctx context.Context, channelID int64, ids []OrderID) (map[OrderID]bool, error) {
	hold := make(map[OrderID]bool, len(ids))
	if len(ids) == 0 {
		return hold, nil
	}
	var rows []orderRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Column("o.id", "o.status").Where("o.channel_id = ?", channelID).
		Where("o.id IN (?)", bun.List(ids)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("find orders that hold: %w", err)
	}
	for i := range rows {
		if rows[i].order().Holds() {
			hold[rows[i].ID] = true
		}
	}
	return hold, nil
}
