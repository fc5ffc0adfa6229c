package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// A calendar that somebody subscribed to keeps an event until it is told that the
// event is cancelled; that it is no longer listed says nothing (RFC 5546, 3.2.5). So
// a removed event leaves a tombstone.

const (
	// RemovedFor is how long ListRemoved tells of a removed event: calendars ask at
	// least once a week.
	RemovedFor = 60 * 24 * time.Hour
	// maxRemoved bounds ListRemoved: the latest are told.
	maxRemoved = 500
)

// insertTombstone notes an event that is about to be deleted, and forgets those that
// are old. It counts as a change after the last that calendars heard of, to the
// second: they compare by seconds.
func insertTombstone(ctx context.Context, tx bun.Tx, channelID int64, id EventID, now time.Time) error {
	at := clock.Millis(now)
	_, err := tx.NewRaw(`INSERT INTO event_tombstones
		(event_id, channel_id, event_category_id, location_id, name, participants, start_ms, duration_ms, time_zone, time_tba, home_participant_id, removed_ms)
		SELECT e.id, e.channel_id, e.event_category_id, COALESCE(e.location_id, 0), e.name, e.participants, e.start_ms,
			COALESCE(e.planned_ms, 0), e.time_zone, e.time_tba, COALESCE(e.home_participant_id, 0), CASE WHEN e.listed_ms + 1000 > ? THEN e.listed_ms + 1000 ELSE ? END
		FROM events AS e WHERE e.id = ? AND e.channel_id = ?`, at, at, id, channelID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note that event %d is removed: %w", id, err)
	}
	_, err = tx.NewRaw(`DELETE FROM event_tombstones WHERE channel_id = ? AND removed_ms < ?`,
		channelID, clock.Millis(now.Add(-RemovedFor))).Exec(ctx)
	if err != nil {
		return fmt.Errorf("forget old tombstones: %w", err)
	}
	return nil
}

// removedColumns are those that scanRemoved reads.
const removedColumns = "event_id, event_category_id, location_id, name, participants, start_ms, duration_ms, time_zone, time_tba, home_participant_id, removed_ms"

// ListRemoved returns what is left of the events that were removed in the last
// RemovedFor, the latest first: names, who was to play, when and where. ListedAt is
// when it was removed.
func (s *Service) ListRemoved(ctx context.Context, channelID int64) ([]*Event, error) {
	return scanRemoved(s.db.From(ctx).QueryContext(ctx, `SELECT `+removedColumns+`
		FROM event_tombstones WHERE channel_id = ? AND removed_ms >= ? ORDER BY removed_ms DESC, event_id DESC LIMIT ?`,
		channelID, clock.Millis(s.clock.Now().Add(-RemovedFor)), maxRemoved))
}

// FindRemoved returns what is left of one event that was removed. Unknown, or removed for longer than RemovedFor: NotFound,
// "event_not_found".
func (s *Service) FindRemoved(ctx context.Context, channelID int64, id EventID) (*Event, error) {
	found, err := scanRemoved(s.db.From(ctx).QueryContext(ctx, `SELECT `+removedColumns+` FROM event_tombstones WHERE channel_id = ? AND event_id = ?`, channelID, id))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errNoEvent()
	}
	return found[0], nil
}

func scanRemoved(rows *sql.Rows, err error) ([]*Event, error) {
	if err != nil {
		return nil, fmt.Errorf("list removed events: %w", err)
	}
	defer rows.Close()
	var out []*Event
	for rows.Next() {
		e := new(Event)
		var participants string
		var start, duration, removed int64
		err := rows.Scan(&e.ID, &e.CategoryID, &e.LocationID, &e.Name, &participants, &start, &duration, &e.TimeZone, &e.TimeTBA, &e.HomeID, &removed)
		if err != nil {
			return nil, fmt.Errorf("list removed events: %w", err)
		}
		if err := json.Unmarshal([]byte(participants), &e.Participants); err != nil {
			return nil, fmt.Errorf("decode removed event %d: %w", e.ID, err)
		}
		e.StartAt, e.Planned = clock.FromMillis(start), time.Duration(duration)*time.Millisecond
		e.ListedAt = clock.FromMillis(removed)
		out = append(out, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list removed events: %w", err)
	}
	return out, nil
}

// Stamp says since when an event is what it is, as far as that tells nothing of how it
// went.
type Stamp struct {
	ID        EventID
	Status    Status
	StartAt   time.Time
	LiveSince time.Time // zero before the stream first started
	ListedAt  time.Time
}

// Stamp is what lists of addresses need of the event.
func (e *Event) Stamp() Stamp {
	return Stamp{ID: e.ID, Status: e.Status, StartAt: e.StartAt, LiveSince: e.LiveSince, ListedAt: e.ListedAt}
}

// Stamps returns the stamps of the events that start from from on and before before,
// the latest first, at most limit: for lists of addresses, which need nothing else.
func (s *Service) Stamps(ctx context.Context, channelID int64, from, before time.Time, limit int) ([]Stamp, error) {
	rows, err := s.db.Read().QueryContext(ctx, `SELECT id, status, start_ms, COALESCE(live_since_ms, 0), listed_ms FROM events
		WHERE channel_id = ? AND start_ms >= ? AND start_ms < ? ORDER BY start_ms DESC, id DESC LIMIT ?`,
		channelID, clock.Millis(from), clock.Millis(before), limit)
	if err != nil {
		return nil, fmt.Errorf("list stamps of events: %w", err)
	}
	defer rows.Close()
	var out []Stamp
	for rows.Next() {
		var stamp Stamp
		var start, live, listed int64
		if err := rows.Scan(&stamp.ID, &stamp.Status, &start, &live, &listed); err != nil {
			return nil, fmt.Errorf("list stamps of events: %w", err)
		}
		stamp.StartAt, stamp.LiveSince, stamp.ListedAt = clock.FromMillis(start), timeOf(live), clock.FromMillis(listed)
		out = append(out, stamp)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list stamps of events: %w", err)
	}
	return out, nil
}
