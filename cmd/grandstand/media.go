package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/grandstand/grandstand/internal/app"
)

// mediaCommands look after the media store.
type mediaCommands struct {
	Orphans mediaOrphansCommand `cmd:"" help:"Count the files that nothing names and that are a day old."`
}

// mediaOrphansCommand does by hand what a server does once a day.
type mediaOrphansCommand struct {
	Delete bool `help:"Remove them."`
}

// Run prints one line for each kind of file, and one for all.
func (c mediaOrphansCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		found, failed := a.Media.Orphans(env.ctx, c.Delete)
		table := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
		var files int
		var bytes int64
		for _, o := range found {
			fmt.Fprintf(table, "%d\t files\t%d\t bytes\t%s\t\n", o.Files, o.Bytes, o.Kind)
			files, bytes = files+o.Files, bytes+o.Bytes
		}
		fmt.Fprintf(table, "%d\t files\t%d\t bytes\tin all\t\n", files, bytes)
		if err := table.Flush(); err != nil {
			return fmt.Errorf("print orphans: %w", err)
		}
		return failed
	})
}
