package favourite

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/seal"
)

// A calendar program has no api key: it reads the calendar by an address that nobody
// else knows. Whoever has the address sees what its owner follows, and nothing else.

type feedRow struct {
	bun.BaseModel `bun:"table:favorite_feeds,alias:c"`

	ChannelID int64 `bun:"channel_id,pk"`
	UserID    int64 `bun:"user_id,pk"`
	Hash      string
	CreatedMS int64 `bun:"created_ms"`
}

// CalendarSince returns since when the actor's calendar has its address, zero without one.
func (s *Service) CalendarSince(ctx context.Context, by actor.Actor) (time.Time, error) {
	if err := by.RequireUser(); err != nil {
		return time.Time{}, err
	}
	return calendarSince(ctx, s.db.Read(), by.ChannelID, by.UserID)
}

func calendarSince(ctx context.Context, from bun.IDB, channelID, userID int64) (time.Time, error) {
	var created int64
	err := from.NewSelect().Model((*feedRow)(nil)).Column("created_ms").Where("c.channel_id = ? AND c.user_id = ?", channelID, userID).Scan(ctx, &created)
	if db.IsNoRows(err) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("select calendar of favourites: %w", err)
	}
	return clock.FromMillis(created), nil
}

// OpenCalendar gives the actor's calendar a new secret; one that it had opens nothing any
// more. This is the only time the secret is seen.
func (s *Service) OpenCalendar(ctx context.Context, by actor.Actor) (secret string, since time.Time, err error) {
	if err := by.RequireUser(); err != nil {
		return "", time.Time{}, err
	}
	secret, hash := seal.NewKey()
	r := feedRow{ChannelID: by.ChannelID, UserID: by.UserID, Hash: hash.String(), CreatedMS: clock.Millis(s.clock.Now())}
	_, err = s.db.Write().NewInsert().Model(&r).
		On("CONFLICT (channel_id, user_id) DO UPDATE").Set("hash = EXCLUDED.hash").Set("created_ms = EXCLUDED.created_ms").Exec(ctx)
	if db.IsForeignKey(err) {
		return "", time.Time{}, actor.LoginNeeded()
	}
	if err != nil {
		return "", time.Time{}, fmt.Errorf("insert calendar of favourites: %w", err)
	}
	return secret, clock.FromMillis(r.CreatedMS), nil
}

// CloseCalendar takes the address of the actor's calendar back. Without one, nothing
// happens.
func (s *Service) CloseCalendar(ctx context.Context, by actor.Actor) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	return closeCalendar(ctx, s.db.Write(), by.ChannelID, by.UserID)
}

// RevokeCalendar takes the address of a user's calendar back, in the transaction in which
// the account gets another owner.
func (s *Service) RevokeCalendar(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	return closeCalendar(ctx, tx, channelID, userID)
}

func closeCalendar(ctx context.Context, from bun.IDB, channelID, userID int64) error {
	_, err := from.NewDelete().Model((*feedRow)(nil)).Where("channel_id = ? AND user_id = ?", channelID, userID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete calendar of favourites: %w", err)
	}
	return nil
}

// FollowedBy returns what the owner of a calendar's secret follows. A secret that opens
// nothing on the channel, and that of an account which is being deleted: NotFound,
// "feed_not_found".
func (s *Service) FollowedBy(ctx context.Context, channelID int64, secret string) ([]Subject, error) {
	hash, ok := seal.HashKey(secret)
	if !ok {
		return nil, errNoCalendar()
	}
	var r feedRow
	err := s.db.Read().NewSelect().Model(&r).Where("c.hash = ? AND c.channel_id = ?", hash.String(), channelID).
		Where("NOT EXISTS (SELECT 1 FROM users AS u WHERE u.id = c.user_id AND u.deleting_ms IS NOT NULL)").Scan(ctx)
	if db.IsNoRows(err) {
		return nil, errNoCalendar()
	}
	if err != nil {
		return nil, fmt.Errorf("find calendar of favourites: %w", err)
	}
	all, err := selectAll(ctx, s.db.Read(), channelID, r.UserID)
	return subjectsOf(all), err
}

func errNoCalendar() error { return fault.NotFoundf("feed", "Calendar not found.") }
