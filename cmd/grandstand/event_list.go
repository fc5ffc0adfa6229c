package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/grandstand/grandstand/internal/app"
)

// eventListCommand prints the numbers of events.
type eventListCommand struct {
	Channel string    `required:"" help:"Channel key."`
	Search  string    `placeholder:"WORDS" help:"Only events that match these words: teams, venue, sport or name."`
	From    time.Time `format:"2006-01-02" help:"First day, in the channel's time zone (default: yesterday; with --search: all days)."`
	To      time.Time `format:"2006-01-02" help:"Last day, in the channel's time zone."`
	Limit   int       `default:"50" help:"Maximum number of lines."`
}

// Run prints one event on each line, the first to start first.
func (c eventListCommand) Run(env *environment) error {
	request := app.EventRequest{Search: c.Search, From: c.From, To: c.To, Limit: max(1, c.Limit)}
	return withApp(env, func(a *app.App) error {
		events, more, err := a.ListEvents(env.ctx, c.Channel, request)
		if err != nil {
			return err
		}
		if len(events) == 0 {
			fmt.Fprintln(env.stdout, "No events found.")
			return nil
		}
		table := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "NUMBER\tSTART AT THE VENUE\tEVENT\tSTATUS\tACCESS")
		for _, e := range events {
			start := e.Start.Format("2006-01-02 15:04 MST")
			if e.TimeTBA {
				start = e.Start.Format("2006-01-02")
			}
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", e.Number, start, e.Name, e.Status, e.Access)
		}
		if err := table.Flush(); err != nil {
			return err
		}
		if more {
			last := events[len(events)-1]
			from := min(last.Start.Format(time.DateOnly), last.Day.Format(time.DateOnly)) // no event between the two is left out
			fmt.Fprintf(env.stdout, "There are more events. Continue with --from %s, or raise --limit.\n", from)
		}
		return nil
	})
}
