package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"
)

// givesAccess is the one rule by which an order that is paid gives access at a moment: its payment is not disputed, and its
// end, if it has one, is not reached. Grants and orders both ask it.
func givesAccess(disputed bool, until, now time.Time) bool {
	return !disputed && (until.IsZero() || until.After(now))
}

func (g Grant) givesAccess(now time.Time) bool { return givesAccess(g.Disputed, g.Until, now) }

// Holds reports whether the order's money is here to stay as far as is known: it was paid, not given back, and no bank disputes
// it. An order whose time is over holds still.
func (o *Order) Holds() bool { return o.Status == OrderPaid && o.Dispute != DisputeOpen }

// GivesAccess reports whether the order opens what was bought at a moment.
func (o *Order) GivesAccess(now time.Time) bool {
	return o.Holds() && o.Live && givesAccess(o.Dispute == DisputeOpen, o.Until, now)
}

// OrdersThatHold returns those of a channel's orders that hold, as Order.Holds has it. Inside a transaction it sees that
// transaction's own changes.
func (s *Service) OrdersThatHold(ctx context.Context, channelID int64, ids []OrderID) (map[OrderID]bool, error) {
	hold := make(map[OrderID]bool, len(ids))
	if len(ids) == 0 {
		return hold, nil
	}
	var rows []orderRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Column("o.id", "o.status", "o.dispute").Where("o.channel_id = ?", channelID).
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
