package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/reminder"
)

func (a *API) registerReminder() {
	register(a, Operation{
		ID: "list-reminders", Method: http.MethodGet, Path: "/api/reminders", Tag: "reminders",
		Summary: "List the user's reminders", Auth: AuthUser,
	}, a.listReminders)
	for _, one := range []struct {
		id, method, path, summary string
		change                    func(context.Context, Caller, int64) error
		failures                  []Failure
	}{
		{
			"add-event-reminder", http.MethodPost, "/api/events/{id}/reminder", "Set a reminder for an event: emails a day, an hour and five minutes before, and when it is moved or cancelled",
			func(ctx context.Context, c Caller, id int64) error { return a.Reminders.Remind(ctx, c.Actor, id) },
			[]Failure{{fault.NotFound, "event_not_found"}, {fault.Unprocessable, "event_begun"}, {fault.Unprocessable, "too_many_reminders"}},
		},
		{
			"remove-event-reminder", http.MethodDelete, "/api/events/{id}/reminder", "Remove the reminder for an event",
			func(ctx context.Context, c Caller, id int64) error { return a.Reminders.Forget(ctx, c.Actor, id) }, nil,
		},
		{
			"add-participant-reminder", http.MethodPost, "/api/participants/{id}/reminder", "Set reminders for all events of a participant",
			func(ctx context.Context, c Caller, id int64) error { return a.Reminders.RemindOfTeam(ctx, c.Actor, id) },
			[]Failure{{fault.NotFound, "participant_not_found"}, {fault.Unprocessable, "too_many_reminders"}},
		},
		{
			"remove-participant-reminder", http.MethodDelete, "/api/participants/{id}/reminder", "Remove the reminders for the events of a participant",
			func(ctx context.Context, c Caller, id int64) error { return a.Reminders.ForgetTeam(ctx, c.Actor, id) }, nil,
		},
	} {
		op := Operation{ID: one.id, Method: one.method, Path: one.path, Tag: "reminders", Summary: one.summary, Auth: AuthUser, Errors: one.failures}
		if one.method == http.MethodPost {
			register(a, op, func(ctx context.Context, c Caller, in *reminderInput) (Data[remindersDTO], error) {
				return a.changeReminders(ctx, c, in.ID.Value, one.change)
			})
			continue
		}
		register(a, op, func(ctx context.Context, c Caller, in *byIDInput) (Data[remindersDTO], error) {
			return a.changeReminders(ctx, c, in.ID.Value, one.change)
		})
	}
	register(a, Operation{
		ID: "stop-reminders", Method: http.MethodPost, Path: "/api/reminders/stop", Tag: "reminders",
		Summary: "Stop all reminders of the user with this token, without a login", Auth: AuthChannel,
		Errors: []Failure{{fault.NotFound, "reminder_not_found"}},
	}, func(ctx context.Context, c Caller, in *stopRemindersInput) (Data[stoppedDTO], error) {
		return data(stoppedDTO{true}), a.Reminders.Stop(ctx, c.Channel.ID, in.Body.Token)
	})
}

func (a *API) listReminders(ctx context.Context, c Caller, _ *struct{}) (Data[remindersDTO], error) {
	wanted, err := a.Reminders.List(ctx, c.Actor)
	return data(remindersOf(wanted)), err
}

func (a *API) changeReminders(ctx context.Context, c Caller, id int64, change func(context.Context, Caller, int64) error) (Data[remindersDTO], error) {
	if err := change(ctx, c, id); err != nil {
		return Data[remindersDTO]{}, err
	}
	return a.listReminders(ctx, c, nil)
}

// stopByLetter answers the POST of mail programs (RFC 8058), which carry nothing but the
// address that was in the letter.
func (a *API) stopByLetter(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	c, err := a.Channels.ChannelByHost(r.Context(), hostname(r.Host))
	if err == nil {
		err = a.Reminders.Stop(r.Context(), c.ID, r.URL.Query().Get("token"))
	}
	if err != nil {
		a.fail(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func remindersOf(w reminder.Wanted) remindersDTO {
	return remindersDTO{Events: listed(w.Events), Participants: listed(w.Teams)}
}

type reminderInput struct {
	ID   PathID `path:"id"`
	Body struct{ KeyField }
}

type stopRemindersInput struct {
	Body struct {
		KeyField

		Token string `json:"token" maxLength:"100"`
	}
}

type remindersDTO struct {
	Events       []int64 `json:"events" doc:"That are yet to come"`
	Participants []int64 `json:"participants" doc:"Of which every event is reminded of"`
}

type stoppedDTO struct {
	Stopped bool `json:"stopped"`
}
