package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/app"
)

// eventCommands look after single events.
type eventCommands struct {
	Score  eventScoreCommand  `cmd:"" help:"Record the score of a game; open pages show it within seconds."`
	Moment eventMomentCommand `cmd:"" help:"Tag a key moment; it is on every open timeline within seconds."`

	Cancel   eventCancelCommand   `cmd:"" help:"Cancel an event; buyers and people with a reminder are told by letter."`
	Postpone eventPostponeCommand `cmd:"" help:"Postpone an event whose new time is not known; its sale pauses."`
	Schedule eventScheduleCommand `cmd:"" help:"Give an event a new time, or have it on again."`
	TBA      eventTBACommand      `cmd:"" name:"tba" help:"Say that the time of an event is to be announced."`
	Remove   eventRemoveCommand   `cmd:"" help:"Remove an event that was neither sold nor streamed."`
}

// eventScoreCommand keeps the score of a game.
type eventScoreCommand struct {
	Event  int64  `arg:"" help:"Number of the event."`
	Away   *int64 `help:"Score of the away side."`
	Home   *int64 `help:"Score of the home side."`
	Period string `help:"As the scoreboard says it: P2."`
	Clock  string `help:"As the scoreboard says it: 8:14."`
	Undo   bool   `help:"Take back the latest score instead; the one before it stands again."`
}

// Validate is part of kong's grammar.
func (c eventScoreCommand) Validate() error {
	given := c.Away != nil || c.Home != nil || c.Period != "" || c.Clock != ""
	switch {
	case c.Undo && given:
		return errors.New("--undo takes no score")
	case !c.Undo && (c.Away == nil || c.Home == nil):
		return errors.New("a score needs --away and --home")
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
		return a.UndoScore(env.ctx, c.Event)
	}
	return a.AddScore(env.ctx, c.Event, app.Score{Away: *c.Away, Home: *c.Home, Period: c.Period, Clock: c.Clock})
}

// eventMomentCommand tags key moments.
type eventMomentCommand struct {
	Event int64         `arg:"" help:"Number of the event."`
	Kind  string        `arg:"" optional:"" help:"What happened, by the event's sport: goal, save, period_start, try, knockdown, finish, highlight … What it does not know it answers with the list."`
	Team  string        `help:"Whose it is." enum:"away,home," default:""`
	Note  string        `help:"A line about it, in the channel's language."`
	Ago   time.Duration `help:"How long ago it happened: 8s."`
	Undo  bool          `help:"Take back what was tagged last instead."`
}

// Validate is part of kong's grammar.
func (c eventMomentCommand) Validate() error {
	given := c.Kind != "" || c.Team != "" || c.Note != "" || c.Ago != 0
	switch {
	case c.Undo && given:
		return errors.New("--undo takes no moment")
	case c.Ago < 0:
		return errors.New("--ago is not yet to come")
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
		return a.UndoMoment(env.ctx, c.Event)
	}
	return a.AddMoment(env.ctx, c.Event, app.Moment{Kind: c.Kind, Team: c.Team, Note: c.Note, Ago: c.Ago})
}
