package main

import (
	"time"

	"github.com/grandstand/grandstand/internal/app"
)

// blackoutCommand replaces the rules of one event. Without places there are none.
type blackoutCommand struct {
	Event int64         `arg:"" help:"Number of the event."`
	Deny  []string      `help:"Countries and regions where it may not be watched, such as FR,CA-QC."`
	Allow []string      `help:"The only countries and regions where it may be watched. A viewer whose place is not known is refused."`
	Lift  time.Duration `default:"-1ns" help:"How long after the end everybody may watch, such as 48h (default: never)."`
}

// Run sets the rules.
func (c blackoutCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		return a.BlackOut(env.ctx, c.Event, c.Deny, c.Allow, c.Lift)
	})
}
