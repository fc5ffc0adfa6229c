package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// mediaCommands look after the media store.
type mediaCommands struct {
	Orphans mediaOrphansCommand `cmd:"" help:"Count the files that nothing refers to and that are more than a day old."`
}

// mediaOrphansCommand does by hand what a server does once a day.
type mediaOrphansCommand struct {
	Delete bool `help:"Remove them."`
}

// Run prints one line for each kind of file, and one for all.
func (c mediaOrphansCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		found, failed := a.Media.Orphans(env.ctx, c.Delete)
		const line = "%8d files %16d bytes  %s\n"
		var files int
		var bytes int64
		for _, o := range found {
			fmt.Fprintf(env.stdout, line, o.Files, o.Bytes, o.Kind)
			files, bytes = files+o.Files, bytes+o.Bytes
		}
		fmt.Fprintf(env.stdout, line, files, bytes, "in all")
		return failed
	})
}
