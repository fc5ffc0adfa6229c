package catalog

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
)

// ScheduleStatus says whether an event takes place as scheduled. The names follow
// eventStatus of schema.org.
type ScheduleStatus string

// Schedule statuses. An event with the status On and a PreviousStart is EventRescheduled in
// schema.org.
const (
	On        ScheduleStatus = "on"        // EventScheduled
	Postponed ScheduleStatus = "postponed" // EventPostponed: there is no new time
	Cancelled ScheduleStatus = "cancelled" // EventCancelled
	TBA       ScheduleStatus = "tba"       // EventScheduled: the day is known, the time is not (Event.TimeTBA)
)

// ScheduleStatuses are all schedule statuses.
func ScheduleStatuses() []ScheduleStatus { return []ScheduleStatus{On, Postponed, Cancelled, TBA} }

// SmallMove is the shortest move of the start that is announced, unless Insist is set.
const SmallMove = 15 * time.Minute

// ScheduleChange is an operator's change of an event's schedule.
type ScheduleChange struct {
	Status ScheduleStatus
	Start  time.Time // On: the new start; TBA: any moment of the day; zero keeps the start
	Insist bool      // also announce a move shorter than SmallMove
	// Entered says how Start was entered.
	Entered Entered
}

// IsOff reports whether an event does not take place at its start.
func (e *Event) IsOff() bool { return e.ScheduleStatus == Cancelled || e.ScheduleStatus == Postponed }

// WasStreamed reports whether an encoder ever sent video for the event.
func (e *Event) WasStreamed() bool {
	return e.StreamState != StreamIdle || !e.LiveSince.IsZero() || !e.EndedAt.IsZero()
}

// wasStreamed is WasStreamed of a row.
func (r *eventRow) wasStreamed() bool {
	return r.StreamState != StreamIdle || r.LiveSinceMS.Valid || r.EndedMS.Valid
}

// ChangeSchedule cancels, postpones or schedules an event. The change is recorded for ListChanges
// in the same transaction. A change without effect is not recorded. An event that was streamed can
// be cancelled, and scheduled again at its start; its recording stays.
//
// Failures: NotFound, "event_not_found"; Conflict, "event_live", and "event_recorded" for other
// changes of an event that was streamed; Invalid with the field "start_at"; Forbidden.
func (s *Service) ChangeSchedule(ctx context.Context, by actor.Actor, channelID int64, id EventID, change ScheduleChange) error {
	return s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		row, err := s.selectRow(ctx, tx, channelID, id)
		if err != nil {
			return err
		}
		if err := row.refuseChange(change); err != nil {
			return err
		}
		was := *row
		if err := row.applyChange(change, s.clock.Now()); err != nil {
			return err
		}
		if row.StartMS == was.StartMS && row.TimeTBA == was.TimeTBA && row.ScheduleStatus == was.ScheduleStatus {
			return nil
		}
		if row.StartMS != was.StartMS || row.StartLocal == "" {
			row.setEntered(change.Entered)
		}
		return s.writeSchedule(ctx, tx, &was, row, change.Insist)
	})
}

// IsCancelled reports whether an event of the channel is cancelled.
func (s *Service) IsCancelled(ctx context.Context, channelID, eventID int64) (bool, error) {
	n, err := s.db.From(ctx).NewSelect().Table("events").
		Where("id = ? AND channel_id = ? AND schedule_status = ?", eventID, channelID, Cancelled).Count(ctx)
	if err != nil {
		return false, fmt.Errorf("read the schedule of event %d: %w", eventID, err)
	}
	return n > 0, nil
}

func (s *Service) selectRow(ctx context.Context, tx bun.Tx, channelID int64, id EventID) (*eventRow, error) {
	row := new(eventRow)
	query := tx.NewSelect().Model(row).Where("id = ? AND channel_id = ?", id, channelID)
	if s.db.Engine() == db.Postgres {
		query.For("UPDATE")
	}
	err := query.Scan(ctx)
	if db.IsNoRows(err) {
		return nil, errNoEvent()
	}
	if err != nil {
		return nil, fmt.Errorf("read event %d: %w", id, err)
	}
	return row, nil
}

// isLive reports whether an event is on air or waits for its encoder.
func (r *eventRow) isLive() bool {
	return r.Status == Live || r.StreamState == StreamLive || r.StreamState == StreamReconnecting
}

// refuseChange returns a Conflict for a change that the stream of an event does not allow.
func (r *eventRow) refuseChange(change ScheduleChange) error {
	switch {
	case r.isLive():
		return fault.New(fault.Conflict, "event_live", "This event is live. End its stream first.")
	case !r.allowsStatus(change.Status) || r.wasStreamed() && !change.Start.IsZero():
		return fault.New(fault.Conflict, "event_recorded", "This event has been streamed, so it cannot be moved or postponed. You can cancel it.")
	}
	return nil
}

// allowsStatus reports whether the stream of an event allows a schedule status. A game can be abandoned after its start, and an
// encoder can be tested before a game that is cancelled later. So an event that was streamed can be cancelled, and the
// cancellation can be taken back. A new start would need a new stream.
func (r *eventRow) allowsStatus(to ScheduleStatus) bool {
	switch {
	case to == r.ScheduleStatus || !r.wasStreamed():
		return true
	case r.isLive():
		return false
	}
	return to == Cancelled || r.ScheduleStatus == Cancelled && to == On
}

// refuseRemoval returns a Conflict for an event that is live or was streamed.
func (r *eventRow) refuseRemoval() error {
	if r.StreamState != StreamIdle || r.Status == Live {
		return errInUse()
	}
	return nil
}

func errInUse() *fault.Error {
	return fault.New(fault.Conflict, "event_in_use", "This event has been streamed, so it cannot be removed. Its recording would be lost.")
}

func (r *eventRow) applyChange(change ScheduleChange, now time.Time) error {
	switch change.Status {
	case Cancelled, Postponed:
		r.ScheduleStatus = change.Status
		return nil
	case On, TBA:
		if r.wasStreamed() { // the cancellation is taken back; its start is over
			r.ScheduleStatus = change.Status
			return nil
		}
	default:
		return fault.InvalidFields(fault.Field{
			Field: "schedule_status", Code: "invalid_value", Message: "The schedule status must be on, postponed, cancelled or tba.",
		})
	}
	start := change.Start
	if start.IsZero() && change.Status == On && r.TimeTBA {
		return fault.InvalidFields(fault.Field{Field: "start_at", Code: "required", Message: "This event has no time yet. Enter one."})
	}
	if start.IsZero() {
		start = clock.FromMillis(r.StartMS)
	}
	latest := now
	if change.Status == TBA {
		start = clock.FromMillis(r.venueNoon(clock.Millis(start)))
		latest = now.Add(-12 * time.Hour) // today has begun
	}
	if !start.After(latest) || !start.Before(eventBounds[1]) {
		return fault.InvalidFields(fault.Field{Field: "start_at", Code: "in_the_past", Message: "The new start is in the past or too far in the future."})
	}
	r.ScheduleStatus, r.Status = change.Status, Upcoming
	r.moveTo(clock.Millis(start), change.Status == TBA)
	return nil
}

// Noon returns the start that is stored for a day without a time. Noon at the venue is on the
// same date in most zones.
func Noon(day time.Time, zone *time.Location) time.Time {
	d := day.In(zone)
	return time.Date(d.Year(), d.Month(), d.Day(), 12, 0, 0, 0, zone)
}

// moveTo sets the start; tba says that only its day is known. A move of SmallMove or more stores the
// announced start as PreviousStart. Giving a time to an event whose day was announced already is not a move.
func (r *eventRow) moveTo(start int64, tba bool) {
	sameDay := r.TimeTBA && r.venueNoon(start) == r.venueNoon(r.StartMS)
	if difference(r.StartMS, start) >= SmallMove && !sameDay {
		r.PreviousStartMS, r.PreviousTBA = r.StartMS, r.TimeTBA
	}
	r.StartMS, r.TimeTBA = start, tba
	if r.PreviousStartMS == start && r.PreviousTBA == tba {
		r.PreviousStartMS, r.PreviousTBA = 0, false // back at the announced start
	}
}

// venueNoon returns noon at the venue on the day of start: it is stored for events whose time is unknown.
func (r *eventRow) venueNoon(start int64) int64 {
	zone, err := time.LoadLocation(r.TimeZone)
	if err != nil {
		zone = time.UTC // validateEvent refuses such zones
	}
	return clock.Millis(Noon(clock.FromMillis(start), zone))
}

func difference(a, b int64) time.Duration {
	return time.Duration(max(a, b)-min(a, b)) * time.Millisecond
}

// writeSchedule writes the schedule of an event and its copies in event_participants and
// event_words and records the change.
func (s *Service) writeSchedule(ctx context.Context, tx bun.Tx, was, row *eventRow, insist bool) error {
	now := clock.Millis(s.clock.Now())
	res, err := tx.NewRaw(`UPDATE events SET schedule_status = ?, status = ?, start_ms = ?, start_local = ?, start_zone = ?, start_fixed = ?, time_tba = ?, previous_start_ms = ?, previous_tba = ?, updated_ms = ?,
		listed_ms = CASE WHEN listed_ms + 1000 > ? THEN listed_ms + 1000 ELSE ? END WHERE id = ? AND channel_id = ?`,
		row.ScheduleStatus, row.Status, row.StartMS, row.StartLocal, row.StartZone, row.StartFixed, row.TimeTBA, nullMillis(row.PreviousStartMS), row.PreviousTBA, now, now, now, row.ID, row.ChannelID).Exec(ctx)
	if err := changedOne(res, err); err != nil {
		return err
	}
	if err := moveIndexes(ctx, tx, row.ID, row.StartMS); err != nil {
		return err
	}
	return recordChange(ctx, tx, was, row.ScheduleStatus, now, insist)
}

func nullMillis(ms int64) any {
	if ms == 0 {
		return nil
	}
	return ms
}
