package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/backup"
)

// restoreCommand makes an installation of a backup.
type restoreCommand struct {
	Folder string `arg:"" help:"The backup." type:"existingdir"`
	Check  bool   `help:"Only check that the backup is complete; write nothing."`
}

// Run prints what was restored and what has to come from elsewhere.
func (c restoreCommand) Run(env *environment) error {
	if c.Check {
		about, err := backup.Check(env.ctx, c.Folder)
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "The backup %s is complete.\n", c.Folder)
		writeAbout(env.stdout, about)
		return nil
	}
	about, err := app.Restore(env.ctx, env.config, c.Folder, app.NewLogger(env.stderr, env.config))
	if err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "The backup is restored to %s.\n", env.config.Data)
	writeAbout(env.stdout, about)
	return nil
}
