package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// zonesCommands look after time zones.
type zonesCommands struct {
	Recompute zonesRecomputeCommand `cmd:"" help:"List future events whose start differs with the present time zone data; with --apply, move them."`
}

type zonesRecomputeCommand struct {
	Channel  string `arg:"" optional:"" help:"Channel key (default: every channel)."`
	Apply    bool   `help:"Move the events. Without this flag, nothing is changed."`
	Instants bool   `help:"Also move events whose time was entered with an offset or in UTC."`
}

// Run prints a line for each event, and the number of those that move.
func (c zonesRecomputeCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		report, err := a.RecomputeZones(env.ctx, c.Channel, c.Apply, c.Instants)
		if err != nil {
			return fmt.Errorf("no event was moved: %w", err)
		}
		fmt.Fprintf(env.stdout, "time zone data: %s\n", report.Data)
		var moved int
		for _, m := range report.Moves {
			fmt.Fprintln(env.stdout, m)
			if m.Selected {
				moved++
			}
		}
		switch {
		case moved == 0:
			fmt.Fprintln(env.stdout, "no events need to move")
		case c.Apply:
			fmt.Fprintf(env.stdout, "%s moved. The local times stay the same, so no emails are sent\n", quantity(moved, "event"))
		default:
			fmt.Fprintf(env.stdout, "%s to move. Nothing was changed; add --apply to move them\n", quantity(moved, "event"))
		}
		return nil
	})
}
