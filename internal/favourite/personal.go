package favourite

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"
)

// EraseUser removes everything that is kept here of a user, in the transaction that
// erases the user.
func (s *Service) EraseUser(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	if _, err := tx.NewDelete().Model((*row)(nil)).Where("channel_id = ? AND user_id = ?", channelID, userID).Exec(ctx); err != nil {
		return fmt.Errorf("delete favourites: %w", err)
	}
	return closeCalendar(ctx, tx, channelID, userID)
}

// Personal is everything that is kept here of a user.
type Personal struct {
	Favourites    []Favourite
	CalendarSince time.Time // zero without a calendar
}

// ExportUser returns everything that is kept here of a user.
func (s *Service) ExportUser(ctx context.Context, channelID, userID int64) (Personal, error) {
	all, err := selectAll(ctx, s.db.Read(), channelID, userID)
	if err != nil {
		return Personal{}, err
	}
	since, err := calendarSince(ctx, s.db.Read(), channelID, userID)
	return Personal{Favourites: all, CalendarSince: since}, err
}
