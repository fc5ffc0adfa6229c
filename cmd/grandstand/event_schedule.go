package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/zone"
)

type eventCancelCommand struct {
	Event  eventNumber `arg:"" help:"Number of the event; event list prints it."`
	Refund bool        `help:"Refund every ticket of the event."`
}

// Run cancels an event.
func (c eventCancelCommand) Run(env *environment) error {
	return changeSchedule(env, int64(c.Event), app.ScheduleChange{Status: app.Cancelled}, c.Refund)
}

type eventPostponeCommand struct {
	Event eventNumber `arg:"" help:"Number of the event; event list prints it."`
}

// Run postpones an event to a time that is not known yet.
func (c eventPostponeCommand) Run(env *environment) error {
	return changeSchedule(env, int64(c.Event), app.ScheduleChange{Status: app.Postponed}, false)
}

type eventTBACommand struct {
	Event eventNumber `arg:"" help:"Number of the event; event list prints it."`
	Day   time.Time   `arg:"" optional:"" format:"2006-01-02" help:"New day, such as 2026-12-05 (default: the same day)."`
}

// Run takes the time of an event back: only its day is known.
func (c eventTBACommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		change := app.ScheduleChange{Status: app.TBA}
		if !c.Day.IsZero() {
			venue, err := a.EventZone(env.ctx, int64(c.Event))
			if err != nil {
				return err
			}
			change.Start, _ = zone.At(c.Day, 12, 0, venue)
		}
		return printSchedule(env, a, int64(c.Event), change, false)
	})
}

type eventScheduleCommand struct {
	Event  eventNumber `arg:"" help:"Number of the event; event list prints it."`
	Day    time.Time   `arg:"" optional:"" format:"2006-01-02" help:"New day, such as 2026-12-05. Without a day, the event is reinstated at its old time."`
	Time   time.Time   `arg:"" optional:"" format:"15:04" help:"New time at the venue, such as 19:30."`
	Zone   string      `help:"Time zone of the new time, such as America/Toronto or EST (default: the venue's)."`
	Insist bool        `help:"Email people even if the event moves by less than 15 minutes."`
}

// Validate is part of kong's grammar.
func (c eventScheduleCommand) Validate() error {
	if c.Day.IsZero() != c.Time.IsZero() {
		return errors.New("give a day and a time, such as 2026-12-05 19:30. For a day without a time, use: event tba")
	}
	return nil
}

// Run gives an event a time, or has it on again.
func (c eventScheduleCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		change := app.ScheduleChange{Status: app.On, Insist: c.Insist}
		if !c.Day.IsZero() {
			start, err := c.start(env, a)
			if err != nil {
				return err
			}
			change.Start, change.Entered.Zone = start, start.Location().String()
		}
		return printSchedule(env, a, int64(c.Event), change, false)
	})
}

func (c eventScheduleCommand) start(env *environment, a *app.App) (time.Time, error) {
	loc, err := a.EventZone(env.ctx, int64(c.Event))
	if err == nil && c.Zone != "" {
		loc, err = zone.Load(c.Zone)
	}
	if err != nil {
		return time.Time{}, err
	}
	start, ok := zone.At(c.Day, c.Time.Hour(), c.Time.Minute(), loc)
	if !ok {
		return time.Time{}, fmt.Errorf("%s does not exist on that day in %s, because the clocks go forward", c.Time.Format("15:04"), loc)
	}
	return start, nil
}

type eventRemoveCommand struct {
	Event eventNumber `arg:"" help:"Number of the event; event list prints it."`
}

// Run removes an event.
func (c eventRemoveCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		if err := a.RemoveEvent(env.ctx, int64(c.Event)); err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, "removed")
		return nil
	})
}

func changeSchedule(env *environment, event int64, change app.ScheduleChange, refund bool) error {
	return withApp(env, func(a *app.App) error { return printSchedule(env, a, event, change, refund) })
}

func printSchedule(env *environment, a *app.App, event int64, change app.ScheduleChange, refund bool) error {
	now, err := a.ChangeSchedule(env.ctx, event, change, refund)
	if err != nil {
		return err
	}
	fmt.Fprintln(env.stdout, now)
	if refund {
		fmt.Fprintf(env.stdout, "%s refunded. The server sends the money back and emails the buyers.\n", quantity(now.Refunded, "order"))
	}
	return nil
}
