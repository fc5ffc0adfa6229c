package analytics

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// EraseUser removes what says what a user did, in the transaction that erases the user. Their views
// stay as anybody's, so that what was watched still adds up.
func (s *Service) EraseUser(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	for _, model := range []any{(*sessionRow)(nil), (*eventRow)(nil)} {
		if _, err := tx.NewDelete().Model(model).Where("channel_id = ? AND user_id = ?", channelID, userID).Exec(ctx); err != nil {
			return fmt.Errorf("delete a user's analytics: %w", err)
		}
	}
	_, err := tx.NewUpdate().Model((*viewRow)(nil)).Set("user_id = NULL").Set("session_uuid = ''").Set("visitor = ''").
		Where("channel_id = ? AND user_id = ?", channelID, userID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("make a user's views anybody's: %w", err)
	}
	return nil
}

// Watched is a view of a user's, for the file of their own data.
type Watched struct {
	Subject

	Live    bool
	Device  string
	Country string
	From    time.Time
	Until   time.Time
	Watched time.Duration
}

// Did is something that a user did.
type Did struct {
	At      time.Time
	Name    string
	Subject Subject
	Extras  json.RawMessage
}

// exported is how many rows are in memory at once.
const exported = 500

// ExportViews hands over what a user watched, the latest first.
func (s *Service) ExportViews(ctx context.Context, channelID, userID int64, add func(Watched) error) error {
	for offset := int64(0); ; offset += exported {
		var rows []viewRow
		err := s.db.Read().NewSelect().Model(&rows).Where("v.channel_id = ? AND v.user_id = ?", channelID, userID).
			Order("v.last_ms DESC", "v.uuid").Limit(exported).Offset(offset).Scan(ctx)
		if err != nil {
			return fmt.Errorf("select a user's views: %w", err)
		}
		for i := range rows {
			if err := add(rows[i].watched()); err != nil {
				return err
			}
		}
		if len(rows) < exported {
			return nil
		}
	}
}

func (r *viewRow) watched() Watched {
	return Watched{
		Subject: r.subject(), Live: r.Live, Device: r.Device, Country: r.Country, From: clock.FromMillis(r.FirstMS), Until: clock.FromMillis(r.LastMS),
		Watched: time.Duration(r.WatchedMS) * time.Millisecond,
	}
}

// ExportEvents hands over what a user did, as long as it is kept, the latest first.
func (s *Service) ExportEvents(ctx context.Context, channelID, userID int64, add func(Did) error) error {
	for offset := int64(0); ; offset += exported {
		var rows []eventRow
		err := s.db.Read().NewSelect().Model(&rows).Where("e.channel_id = ? AND e.user_id = ?", channelID, userID).
			Order("e.id DESC").Limit(exported).Offset(offset).Scan(ctx)
		if err != nil {
			return fmt.Errorf("select a user's events: %w", err)
		}
		for i := range rows {
			r := &rows[i]
			if err := add(Did{clock.FromMillis(r.AtMS), r.Name, r.subject(), json.RawMessage(r.Extras)}); err != nil {
				return err
			}
		}
		if len(rows) < exported {
			return nil
		}
	}
}

// Prune returns what deletes up to a number of events and sessions that are older than days, and
// says how many it did.
func (s *Service) Prune(days int) func(ctx context.Context, limit int64) (int64, error) {
	return func(ctx context.Context, limit int64) (int64, error) {
		before := clock.Millis(s.clock.Now().AddDate(0, 0, -days))
		var deleted int64
		for _, statement := range [...]string{
			`DELETE FROM analytics_events WHERE id IN (SELECT id FROM analytics_events WHERE at_ms < ? ORDER BY at_ms LIMIT ?)`,
			`DELETE FROM analytics_sessions WHERE (channel_id, uuid) IN
				(SELECT channel_id, uuid FROM analytics_sessions WHERE opened_ms < ? ORDER BY opened_ms LIMIT ?)`,
		} {
			result, err := s.db.Write().NewRaw(statement, before, limit).Exec(ctx)
			if err != nil {
				return deleted, fmt.Errorf("delete old analytics: %w", err)
			}
			n, err := result.RowsAffected()
			if err != nil {
				return deleted, fmt.Errorf("count deleted analytics: %w", err)
			}
			deleted = max(deleted, n)
		}
		return deleted, nil
	}
}

// PruneViews returns what deletes up to a number of views that nothing was told of for days, and says
// how many it did. Their sums by minutes stay; different viewers of then are known no longer.
func (s *Service) PruneViews(days int) func(ctx context.Context, limit int64) (int64, error) {
	return func(ctx context.Context, limit int64) (int64, error) {
		before := clock.Millis(s.clock.Now().AddDate(0, 0, -days))
		// The last of each channel is looked up by its index: one over all channels would have to be kept
		// in order by every report that comes in.
		var channels []int64
		if err := s.db.Read().NewRaw(`SELECT id FROM channels ORDER BY id`).Scan(ctx, &channels); err != nil {
			return 0, fmt.Errorf("list the channels that have views: %w", err)
		}
		var deleted int64
		for _, channelID := range channels {
			result, err := s.db.Write().NewRaw(`DELETE FROM analytics_views WHERE channel_id = ? AND uuid IN
				(SELECT uuid FROM analytics_views WHERE channel_id = ? AND last_ms < ? ORDER BY last_ms LIMIT ?)`,
				channelID, channelID, before, limit-deleted).Exec(ctx)
			if err != nil {
				return deleted, fmt.Errorf("delete old views: %w", err)
			}
			n, err := result.RowsAffected()
			if err != nil {
				return deleted, fmt.Errorf("count deleted views: %w", err)
			}
			if deleted += n; deleted >= limit {
				break
			}
		}
		return deleted, nil
	}
}
