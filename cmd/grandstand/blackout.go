package main

import (
	"time"

	"github.com/grandstand/grandstand/internal/app"
)

// blackoutCommand replaces the rules of one event. Without places there are none.
type blackoutCommand struct {
	Event eventNumber   `arg:"" help:"Number of the event; event list prints it."`
	Deny  []string      `help:"Countries and regions where the event may not be watched, such as FR,CA-QC."`
	Allow []string      `help:"The only countries and regions where the event may be watched. Viewers whose location is unknown are refused."`
	Lift  time.Duration `default:"-1ns" help:"How long after the end everyone may watch, such as 48h (default: never)."`
	Sound bool          `help:"Viewers with access may listen where the event may not be watched."`
}

// Run sets the rules.
func (c blackoutCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		return a.BlackOut(env.ctx, int64(c.Event), c.Deny, c.Allow, c.Lift, c.Sound)
	})
}
