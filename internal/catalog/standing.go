package catalog

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// Standing is what changes in an event while people look at it.
type Standing struct {
	ID          EventID
	Status      Status
	StreamState StreamState
	Schedule    ScheduleStatus
	StartAt     time.Time
	TimeTBA     bool   // only the day of StartAt is known
	Score       *Score // nil before the first
	Moments     int64  // how often its key moments have changed
}

// Equal reports whether two standings say the same.
func (s Standing) Equal(other Standing) bool {
	if s.ID != other.ID || s.Status != other.Status || s.StreamState != other.StreamState ||
		!s.IsScheduledAs(other) || s.Moments != other.Moments || (s.Score == nil) != (other.Score == nil) {
		return false
	}
	return s.Score == nil || *s.Score == *other.Score
}

// IsScheduledAs reports whether two standings have the same schedule.
func (s Standing) IsScheduledAs(other Standing) bool {
	return s.Schedule == other.Schedule && s.TimeTBA == other.TimeTBA && s.StartAt.Equal(other.StartAt)
}

// maxStandings bounds each half of what Standings returns, and recently how long ago an
// event that is not live may have changed.
const (
	maxStandings = 200
	recently     = 10 * time.Minute
)

// Standings are the events of a channel that are worth following: those that are live,
// and those that changed recently, at most maxStandings of each.
func (s *Service) Standings(ctx context.Context, channelID int64) ([]Standing, error) {
	live, err := selectStandings(ctx, s.db.Read(), `e.channel_id = ? AND e.status = 'live' ORDER BY e.start_ms DESC, e.id DESC LIMIT ?`, channelID, maxStandings)
	if err != nil {
		return nil, err
	}
	changed, err := selectStandings(ctx, s.db.Read(), `e.channel_id = ? AND e.updated_ms > ? ORDER BY e.updated_ms DESC, e.id DESC LIMIT ?`,
		channelID, clock.Millis(s.clock.Now().Add(-recently)), maxStandings)
	if err != nil {
		return nil, err
	}
	known := make(map[EventID]bool, len(live))
	for _, e := range live {
		known[e.ID] = true
	}
	for _, e := range changed {
		if !known[e.ID] {
			live = append(live, e)
		}
	}
	return live, nil
}

func selectStandings(ctx context.Context, from bun.IDB, which string, args ...any) ([]Standing, error) {
	var rows []struct {
		ID          EventID
		Status      Status
		StreamState StreamState
		Schedule    ScheduleStatus `bun:"schedule_status"`
		TimeTBA     bool           `bun:"time_tba"`
		StartMS     int64          `bun:"start_ms"`
		Score       string
		Moments     int64
	}
	err := from.NewRaw(`SELECT e.id, e.status, e.stream_state, e.schedule_status, e.time_tba, e.start_ms, e.score, e.moments FROM events AS e WHERE `+which, args...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read how events stand: %w", err)
	}
	standings := make([]Standing, len(rows))
	for i, r := range rows {
		score, err := decodeScore(r.Score)
		if err != nil {
			return nil, fmt.Errorf("decode score of event %d: %w", r.ID, err)
		}
		standings[i] = Standing{
			ID: r.ID, Status: r.Status, StreamState: r.StreamState, Schedule: r.Schedule, StartAt: clock.FromMillis(r.StartMS),
			TimeTBA: r.TimeTBA,
			Score:   score, Moments: r.Moments,
		}
	}
	return standings, nil
}
