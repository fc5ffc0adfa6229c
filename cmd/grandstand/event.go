package main

import (
	"errors"
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// eventCommands look after single events.
type eventCommands struct {
	Score eventScoreCommand `cmd:"" help:"Record the score of a game; open pages show it within seconds."`
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
