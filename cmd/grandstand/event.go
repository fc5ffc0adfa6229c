package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/app"
)

// eventCommands look after single events.
type eventCommands struct {
	List eventListCommand `cmd:"" help:"List events with their numbers."`

	Score  eventScoreCommand  `cmd:"" help:"Record the score of a game. Open pages show it within seconds."`
	Moment eventMomentCommand `cmd:"" help:"Tag a key moment. Open timelines show it within seconds."`

	Cancel   eventCancelCommand   `cmd:"" help:"Cancel an event. Buyers and people with a reminder get an email."`
	Postpone eventPostponeCommand `cmd:"" help:"Postpone an event whose new time is not known. Its sale is paused."`
	Schedule eventScheduleCommand `cmd:"" help:"Give an event a new time, or reinstate it."`
	TBA      eventTBACommand      `cmd:"" name:"tba" help:"Mark the time of an event as to be announced."`
	Remove   eventRemoveCommand   `cmd:"" help:"Remove an event that was never sold or streamed."`
}

// eventScoreCommand keeps the score of a game.
type eventScoreCommand struct {
	Event  eventNumber `arg:"" help:"Number of the event; event list prints it."`
	Away   *int64      `help:"Score of the away side."`
	Home   *int64      `help:"Score of the home side."`
	Period string      `help:"Period as on the scoreboard: P2."`
	Clock  string      `help:"Clock as on the scoreboard: 8:14."`
	Undo   bool        `help:"Remove the latest score instead. The score before it applies again."`
}

// Validate is part of kong's grammar.
func (c eventScoreCommand) Validate() error {
	given := c.Away != nil || c.Home != nil || c.Period != "" || c.Clock != ""
	switch {
	case c.Undo && given:
		return errors.New("leave the score out with --undo")
	case !c.Undo && (c.Away == nil || c.Home == nil):
		return errors.New("give the score of both sides: --away and --home")
	}
	return nil
}

// Run prints the score that the event shows from now on.
func (c eventScoreCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		stands, err := c.change(env, a)
		if err != nil {
			return err
		}
		if stands == nil {
			fmt.Fprintln(env.stdout, "no score")
			return nil
		}
		fmt.Fprintln(env.stdout, stands)
		return nil
	})
}

func (c eventScoreCommand) change(env *environment, a *app.App) (*app.Score, error) {
	if c.Undo {
		return a.UndoScore(env.ctx, int64(c.Event))
	}
	return a.AddScore(env.ctx, int64(c.Event), app.Score{Away: *c.Away, Home: *c.Home, Period: c.Period, Clock: c.Clock})
}

// eventMomentCommand tags key moments.
type eventMomentCommand struct {
	Event eventNumber   `arg:"" help:"Number of the event; event list prints it."`
	Kind  string        `arg:"" optional:"" help:"What happened, depending on the sport: goal, save, period_start, try, knockdown, finish, highlight … For an unknown kind, the command prints the list."`
	Team  string        `help:"Side that it belongs to." enum:"away,home," default:""`
	Note  string        `help:"A short note about it, in the channel's language."`
	Ago   time.Duration `help:"How long ago it happened, such as 8s."`
	Undo  bool          `help:"Remove the latest key moment instead."`
}

// Validate is part of kong's grammar.
func (c eventMomentCommand) Validate() error {
	given := c.Kind != "" || c.Team != "" || c.Note != "" || c.Ago != 0
	switch {
	case c.Undo && given:
		return errors.New("leave the moment out with --undo")
	case c.Ago < 0:
		return errors.New("--ago must not be in the future")
	}
	return nil
}

// Run prints the moment that was tagged or taken back.
func (c eventMomentCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		said, err := c.change(env, a)
		if err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, said)
		return nil
	})
}

func (c eventMomentCommand) change(env *environment, a *app.App) (string, error) {
	if c.Undo {
		return a.UndoMoment(env.ctx, int64(c.Event))
	}
	return a.AddMoment(env.ctx, int64(c.Event), app.Moment{Kind: c.Kind, Team: c.Team, Note: c.Note, Ago: c.Ago})
}
