package catalog

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// Change is a change of an event's schedule that people have not been told of. Several
// changes in a row are one: Known is what people knew before the first.
type Change struct {
	EventID     EventID
	ChannelID   int64
	KnownStart  time.Time
	KnownTBA    bool // only the day of KnownStart was announced
	KnownStatus ScheduleStatus
	Insist      bool // a move shorter than SmallMove is told too
	At          time.Time
}

// recordChange notes what people knew of an event that is being changed to a schedule status. A new start of an event that has
// begun is past news; that the event is cancelled, or no longer cancelled, is not.
func recordChange(ctx context.Context, tx bun.Tx, was *eventRow, to ScheduleStatus, now int64, insist bool) error {
	if was.wasStreamed() && to == was.ScheduleStatus {
		return nil
	}
	_, err := tx.NewRaw(`INSERT INTO event_changes (event_id, channel_id, known_start_ms, known_tba, known_status, insist, changed_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (event_id) DO UPDATE
		SET changed_ms = EXCLUDED.changed_ms, insist = event_changes.insist OR EXCLUDED.insist`,
		was.ID, was.ChannelID, was.StartMS, was.TimeTBA, was.ScheduleStatus, insist, now).Exec(ctx)
	if err != nil {
		return fmt.Errorf("record the change of event %d: %w", was.ID, err)
	}
	return nil
}

// ListChanges returns the channel's changes that were last touched before a time, the
// oldest first. Channel 0 is every channel.
func (s *Service) ListChanges(ctx context.Context, channelID int64, before time.Time) ([]Change, error) {
	var rows []struct {
		EventID      EventID
		ChannelID    int64
		KnownStartMS int64 `bun:"known_start_ms"`
		KnownTBA     bool  `bun:"known_tba"`
		KnownStatus  ScheduleStatus
		Insist       bool
		ChangedMS    int64 `bun:"changed_ms"`
	}
	err := s.db.Read().NewRaw(`SELECT event_id, channel_id, known_start_ms, known_tba, known_status, insist, changed_ms FROM event_changes
		WHERE changed_ms <= ? AND (channel_id = ? OR ? = 0) ORDER BY changed_ms, event_id`,
		clock.Millis(before), channelID, channelID).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list changes of events: %w", err)
	}
	changes := make([]Change, len(rows))
	for i, r := range rows {
		changes[i] = Change{
			EventID: r.EventID, ChannelID: r.ChannelID, KnownStart: clock.FromMillis(r.KnownStartMS), KnownTBA: r.KnownTBA, KnownStatus: r.KnownStatus,
			Insist: r.Insist, At: clock.FromMillis(r.ChangedMS),
		}
	}
	return changes, nil
}

// ForgetChange removes a change once people know of it. A later change of the same event
// stays.
func (s *Service) ForgetChange(ctx context.Context, tx bun.IDB, channelID int64, id EventID, at time.Time) error {
	_, err := tx.NewRaw("DELETE FROM event_changes WHERE channel_id = ? AND event_id = ? AND changed_ms = ?",
		channelID, id, clock.Millis(at)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("forget the change of event %d: %w", id, err)
	}
	return nil
}
