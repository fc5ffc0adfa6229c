package app

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
)

// schedules changes schedules with what depends on them in other domains.
type schedules struct{ app *App }

// Change is part of api.Schedules.
func (s schedules) Change(ctx context.Context, by actor.Actor, channelID, eventID int64, change catalog.ScheduleChange, refund bool) error {
	return s.app.DB.InTx(ctx, func(ctx context.Context, _ bun.Tx) error {
		if err := s.app.Catalog.ChangeSchedule(ctx, by, channelID, catalog.EventID(eventID), change); err != nil {
			return err
		}
		switch {
		case change.Status != catalog.Cancelled:
			return s.app.Till.StopEventRefund(ctx, channelID, eventID)
		case refund:
			return s.app.Till.RequestEventRefund(ctx, by, channelID, eventID)
		}
		return nil
	})
}

// Remove is part of api.Schedules.
func (s schedules) Remove(ctx context.Context, by actor.Actor, channelID, eventID int64) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	return s.app.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := s.app.Catalog.FindEvent(ctx, channelID, catalog.EventID(eventID)); err != nil {
			return err
		}
		sold, err := s.app.Till.IsSold(ctx, channelID, eventID)
		if err != nil {
			return err
		}
		if sold {
			return fault.New(fault.Conflict, "event_sold", "This event has been sold, so it cannot be removed. Cancel it instead.")
		}
		used, err := s.app.Media.RemoveUnusedStream(ctx, tx, channelID, eventID)
		if err != nil {
			return err
		}
		if used { // a failed statement would end an outer transaction on PostgreSQL
			return fault.New(fault.Conflict, "event_in_use", "This event has a stream and cannot be removed.")
		}
		return s.app.Catalog.DeleteEvent(ctx, by, channelID, catalog.EventID(eventID))
	})
}

// ScheduleChange is what the command line changes about the schedule of an event.
type ScheduleChange = catalog.ScheduleChange

// Schedule statuses for the command line.
const (
	On        = catalog.On
	Postponed = catalog.Postponed
	Cancelled = catalog.Cancelled
	TBA       = catalog.TBA
)

// EventSchedule is when an event takes place, and whether, for the command line.
type EventSchedule struct {
	Status   string
	Start    time.Time // in the zone of the venue
	TimeTBA  bool      // only the day of Start is known
	Refunded int       // tickets and add-ons whose money goes back
}

func (s EventSchedule) String() string {
	if s.TimeTBA {
		return s.Status + " " + s.Start.Format("2006-01-02")
	}
	return s.Status + " " + s.Start.Format("2006-01-02 15:04 MST")
}

// ChangeSchedule changes the schedule of an event.
func (a *App) ChangeSchedule(ctx context.Context, event int64, change catalog.ScheduleChange, refund bool) (EventSchedule, error) {
	by := actor.Actor{Role: actor.System}
	channelID, err := a.Catalog.ChannelOf(ctx, by, catalog.EventID(event))
	if err != nil {
		return EventSchedule{}, err
	}
	if err := (schedules{a}).Change(ctx, actor.ForSystem(channelID), channelID, event, change, refund); err != nil {
		return EventSchedule{}, err
	}
	var now EventSchedule
	if refund {
		if now.Refunded, err = a.Till.RefundRequestedEvents(ctx); err != nil {
			return EventSchedule{}, err
		}
	}
	e, err := a.Catalog.FindEvent(ctx, channelID, catalog.EventID(event))
	if err != nil {
		return EventSchedule{}, err
	}
	zone, err := time.LoadLocation(e.TimeZone)
	if err != nil {
		return EventSchedule{}, err
	}
	now.Status, now.Start, now.TimeTBA = string(e.ScheduleStatus), e.StartAt.In(zone), e.TimeTBA
	return now, nil
}

// EventZone returns the time zone of an event's venue.
func (a *App) EventZone(ctx context.Context, event int64) (*time.Location, error) {
	channelID, err := a.Catalog.ChannelOf(ctx, actor.Actor{Role: actor.System}, catalog.EventID(event))
	if err != nil {
		return nil, err
	}
	e, err := a.Catalog.FindEvent(ctx, channelID, catalog.EventID(event))
	if err != nil {
		return nil, err
	}
	return time.LoadLocation(e.TimeZone)
}

// RemoveEvent removes an event that was neither sold nor streamed.
func (a *App) RemoveEvent(ctx context.Context, event int64) error {
	channelID, err := a.Catalog.ChannelOf(ctx, actor.Actor{Role: actor.System}, catalog.EventID(event))
	if err != nil {
		return err
	}
	return schedules{a}.Remove(ctx, actor.ForSystem(channelID), channelID, event)
}
