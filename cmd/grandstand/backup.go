package main

import (
	"fmt"
	"io"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/backup"
)

// backupCommand copies a running installation.
type backupCommand struct {
	Folder   string `arg:"" help:"Folder to create. It must not exist yet." type:"path"`
	Previous string `help:"An earlier backup on the same file system. Media that it already has are linked, not copied." type:"existingdir"`
}

// Run prints what the backup holds and what it does not.
func (c backupCommand) Run(env *environment) error {
	about, err := app.Backup(env.ctx, env.config, c.Folder, c.Previous, app.NewLogger(env.stderr, env.config))
	if err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "The backup is written to %s.\n", c.Folder)
	writeAbout(env.stdout, about)
	return nil
}

// writeAbout tells what somebody asks who has to rely on a backup.
func writeAbout(out io.Writer, about backup.About) {
	fmt.Fprintf(out, "%s of %s, migration %d, %d files, %d bytes.\n",
		about.Engine, about.Made.Format("2006-01-02 15:04:05 MST"), about.Schema, about.Files, about.Bytes)
	for _, sentence := range about.Holds {
		fmt.Fprintln(out, "  holds:", sentence)
	}
	for _, sentence := range about.Lacks {
		fmt.Fprintln(out, "  lacks:", sentence)
	}
}
