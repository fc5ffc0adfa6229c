package main

import (
	"encoding/json"
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// streamStatusCommand tells what arrives from encoders.
type streamStatusCommand struct {
	Channel string `help:"Channel key (default: all channels)."`
	JSON    bool   `name:"json" help:"Print JSON for programs."`
}

// Run prints a stream in two lines, and one more for each thing that is wrong.
func (c streamStatusCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		streams, err := a.StreamStatus(env.ctx, c.Channel)
		if err != nil {
			return err
		}
		if c.JSON {
			out := json.NewEncoder(env.stdout)
			out.SetIndent("", "  ")
			return out.Encode(streams)
		}
		if len(streams) == 0 {
			fmt.Fprintln(env.stdout, "No stream is live.")
		}
		for _, s := range streams {
			fmt.Fprintf(env.stdout, "%s, event %d, %s: %s\n  %s\n", s.Channel, s.Event, s.Name, s.State, s.Summary)
			for _, finding := range s.Findings {
				fmt.Fprintf(env.stdout, "  ! %s\n", finding.Text)
			}
			switch {
			case !s.Publishing || len(s.Findings) > 0:
			case s.Encoder == nil || !s.Encoder.Settled:
				fmt.Fprintln(env.stdout, "  No problems so far. Check again in half a minute.")
			default:
				fmt.Fprintln(env.stdout, "  No problems.")
			}
		}
		return nil
	})
}
