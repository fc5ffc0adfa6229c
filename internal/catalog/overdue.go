package catalog

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/revision"
)

// overdueAfter is how long past its planned end an event may still begin.
const overdueAfter = 6 * time.Hour

// FinishOverdue ends the events that were to come and never did, in every channel, so
// that what is upcoming is really to come. It returns how many there were.
func (s *Service) FinishOverdue(ctx context.Context) (int64, error) {
	latest := clock.Millis(s.clock.Now().Add(-overdueAfter))
	var channels []int64
	err := s.db.Read().NewRaw(`SELECT c.id FROM channels AS c WHERE EXISTS (
		SELECT 1 FROM events AS e WHERE e.channel_id = c.id AND `+overdue+`)`, latest, latest).Scan(ctx, &channels)
	if err != nil {
		return 0, fmt.Errorf("find overdue events: %w", err)
	}
	var finished int64
	for _, id := range channels {
		n, err := s.finishOverdueOf(ctx, id, latest)
		if err != nil {
			return finished, err
		}
		finished += n
	}
	return finished, nil
}

// overdue is true for an event (alias e) that should have ended before a time, given
// twice: once as the limit of the index, once with the event's length. An event without
// a time has half a day more: its start is noon.
const overdue = `e.status = 'upcoming' AND e.start_ms < ? AND e.stream_state = 'idle'
	AND e.start_ms + COALESCE(e.duration_ms, 0) + CASE WHEN e.time_tba THEN 43200000 ELSE 0 END < ?`

func (s *Service) finishOverdueOf(ctx context.Context, channelID, latest int64) (n int64, err error) {
	err = s.change(ctx, actor.ForSystem(channelID), channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewRaw(`UPDATE events AS e SET status = 'finished', updated_ms = ? WHERE e.channel_id = ? AND `+overdue,
			clock.Millis(s.clock.Now()), channelID, latest, latest).Exec(ctx)
		if err != nil {
			return fmt.Errorf("finish overdue events: %w", err)
		}
		n, err = res.RowsAffected()
		return err
	})
	return n, err
}
