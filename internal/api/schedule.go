package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
)

// Schedules changes whether and when events take place, with everything that depends on
// it in other domains.
type Schedules interface {
	// Change changes the schedule of an event; refund pays back the tickets of one that is
	// cancelled. Failures: see catalog.Service.ChangeSchedule.
	Change(ctx context.Context, by actor.Actor, channelID, eventID int64, change catalog.ScheduleChange, refund bool) error
	// Remove removes an event that was neither sold nor streamed. Failures: NotFound,
	// "event_not_found"; Conflict, "event_sold", "event_in_use"; Forbidden.
	Remove(ctx context.Context, by actor.Actor, channelID, eventID int64) error
}

func (a *API) registerSchedule() {
	register(a, Operation{
		ID: "set-event-schedule", Method: http.MethodPost, Path: "/api/events/{id}/schedule", Tag: "operator",
		Summary: "Cancel, postpone or reschedule an event. Buyers and users with a reminder get an email", Auth: AuthUser,
		Guard: GuardPart, // refunds
		Errors: []Failure{
			{fault.NotFound, "event_not_found"},
			{fault.Forbidden, "operator_required"},
			{fault.Conflict, "event_live"},
			{fault.Conflict, "event_recorded"},
		},
	}, a.setSchedule)
	register(a, Operation{
		ID: "remove-event", Method: http.MethodDelete, Path: "/api/events/{id}", Tag: "operator",
		Summary: "Remove an event that was never sold or streamed", Auth: AuthUser,
		Guard: GuardCall,
		Errors: []Failure{
			{fault.NotFound, "event_not_found"},
			{fault.Forbidden, "operator_required"},
			{fault.Conflict, "event_sold"},
			{fault.Conflict, "event_in_use"},
		},
	}, a.removeEvent)
}

func (a *API) setSchedule(ctx context.Context, c Caller, in *scheduleInput) (Data[EventScheduleDTO], error) {
	change := catalog.ScheduleChange{Status: catalog.ScheduleStatus(in.Body.ScheduleStatus), Insist: in.Body.Insist}
	if in.Body.EventUTCTS != nil {
		change.Start = time.Unix(*in.Body.EventUTCTS, 0).UTC()
		change.Entered.Fixed = change.Status == catalog.On
	}
	if in.Body.Refund && change.Status != catalog.Cancelled {
		return Data[EventScheduleDTO]{}, fault.InvalidFields(fault.Field{
			Field: "refund", Code: "invalid_value", Message: "You can refund all tickets at once only after the event is cancelled.",
		})
	}
	if in.Body.Refund {
		if err := a.Accounts.RequireStepUp(ctx, c.Actor); err != nil {
			return Data[EventScheduleDTO]{}, err
		}
	}
	if err := a.Schedules.Change(ctx, c.Actor, c.Channel.ID, in.ID.Value, change, in.Body.Refund); err != nil {
		return Data[EventScheduleDTO]{}, err
	}
	e, err := a.Catalog.FindEvent(ctx, c.Channel.ID, catalog.EventID(in.ID.Value))
	if err != nil {
		return Data[EventScheduleDTO]{}, err
	}
	return data(EventScheduleDTO{
		EventID: int64(e.ID), ScheduleStatus: e.ScheduleStatus, EventUTCTS: e.StartAt.Unix(), TimeTBA: e.TimeTBA,
		PreviousStart: secondsOrNull(e.PreviousStart), PreviousTBA: e.PreviousTBA,
	}), nil
}

func (a *API) removeEvent(ctx context.Context, c Caller, in *removeEventInput) (Data[RemovedEventDTO], error) {
	if err := a.Schedules.Remove(ctx, c.Actor, c.Channel.ID, in.ID.Value); err != nil {
		return Data[RemovedEventDTO]{}, err
	}
	return data(RemovedEventDTO{EventID: in.ID.Value}), nil
}

type scheduleInput struct {
	ID   PathID `path:"id"`
	Body struct {
		KeyField

		ScheduleStatus string `json:"schedule_status" enum:"on,postponed,cancelled,tba" doc:"After eventStatus of schema.org"`
		EventUTCTS     *int64 `json:"event_utc_ts,omitempty" minimum:"0" maximum:"7258118400" doc:"on: the new start, in seconds since the Unix epoch; tba: any moment of the new day; without it the event stays where it is"`
		Insist         bool   `json:"insist,omitempty" doc:"Tell people also of a move of less than 15 minutes"`
		Refund         bool   `json:"refund,omitempty" doc:"cancelled: pay back every ticket of the event"`
	}
}

type removeEventInput struct {
	ID PathID `path:"id"`
}

// EventScheduleDTO is when an event takes place, and whether.
type EventScheduleDTO struct {
	EventID        int64                  `json:"event_id"`
	ScheduleStatus catalog.ScheduleStatus `json:"schedule_status" enum:"on,postponed,cancelled,tba"`
	EventUTCTS     int64                  `json:"event_utc_ts" doc:"Start, in seconds since the Unix epoch"`
	TimeTBA        bool                   `json:"time_tba" doc:"Only the day of event_utc_ts is known"`
	PreviousStart  *int64                 `json:"previous_start_utc_ts" doc:"The start that was announced before the event moved; null if it never did"`
	PreviousTBA    bool                   `json:"previous_tba" doc:"Only the day of previous_start_utc_ts was announced"`
}

// RemovedEventDTO names an event that is there no more.
type RemovedEventDTO struct {
	EventID int64 `json:"event_id"`
}
