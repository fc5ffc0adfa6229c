package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/zone"
)

type eventCancelCommand struct {
	Event  int64 `arg:"" help:"Number of the event."`
	Refund bool  `help:"Pay back every ticket of the event."`
}

// Run cancels an event.
func (c eventCancelCommand) Run(env *environment) error {
	return changeSchedule(env, c.Event, app.ScheduleChange{Status: app.Cancelled}, c.Refund)
}

type eventPostponeCommand struct {
	Event int64 `arg:"" help:"Number of the event."`
}

// Run postpones an event to a time that is not known yet.
func (c eventPostponeCommand) Run(env *environment) error {
	return changeSchedule(env, c.Event, app.ScheduleChange{Status: app.Postponed}, false)
}

type eventTBACommand struct {
	Event int64     `arg:"" help:"Number of the event."`
	Day   time.Time `arg:"" optional:"" format:"2006-01-02" help:"New day: 2026-12-05 (default: the same day)."`
}

// Run takes the time of an event back: only its day is known.
func (c eventTBACommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		change := app.ScheduleChange{Status: app.TBA}
		if !c.Day.IsZero() {
			venue, err := a.EventZone(env.ctx, c.Event)
			if err != nil {
				return err
			}
			change.Start, _ = zone.At(c.Day, 12, 0, venue)
		}
		return printSchedule(env, a, c.Event, change, false)
	})
}

type eventScheduleCommand struct {
	Event  int64     `arg:"" help:"Number of the event."`
	Day    time.Time `arg:"" optional:"" format:"2006-01-02" help:"New day: 2026-12-05. Without a day the event is on again at its old time."`
	Time   time.Time `arg:"" optional:"" format:"15:04" help:"New time at the venue: 19:30."`
	Zone   string    `help:"Zone of the time, such as America/Toronto or EST (default: that of the venue)."`
	Insist bool      `help:"Tell people also of a move of less than 15 minutes."`
}

// Validate is part of kong's grammar.
func (c eventScheduleCommand) Validate() error {
	if c.Day.IsZero() != c.Time.IsZero() {
		return errors.New("a day needs a time: 2026-12-05 19:30; for a day without a time use: event tba")
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
			change.Start = start
		}
		return printSchedule(env, a, c.Event, change, false)
	})
}

func (c eventScheduleCommand) start(env *environment, a *app.App) (time.Time, error) {
	loc, err := a.EventZone(env.ctx, c.Event)
	if err == nil && c.Zone != "" {
		loc, err = zone.Load(c.Zone)
	}
	if err != nil {
		return time.Time{}, err
	}
	start, ok := zone.At(c.Day, c.Time.Hour(), c.Time.Minute(), loc)
	if !ok {
		return time.Time{}, fmt.Errorf("%s does not exist on that day in %s: the clocks go forward", c.Time.Format("15:04"), loc)
	}
	return start, nil
}

type eventRemoveCommand struct {
	Event int64 `arg:"" help:"Number of the event."`
}

// Run removes an event.
func (c eventRemoveCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		if err := a.RemoveEvent(env.ctx, c.Event); err != nil {
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
		fmt.Fprintf(env.stdout, "%d tickets refunded; the server sends the money back and writes to the buyers\n", now.Refunded)
	}
	return nil
}
