package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/pack"
)

// eventsCommands look after many events at once.
type eventsCommands struct {
	Import eventsImportCommand `cmd:"" help:"Bring a schedule (CSV) into a channel; events that are there already are updated."`
}

// eventsImportCommand imports a schedule.
type eventsImportCommand struct {
	Channel string `arg:"" help:"Channel key."`
	File    string `arg:"" type:"existingfile" help:"CSV file; its columns are described in docs/PACKS.md."`
}

// Run imports the file and says what that did.
func (c eventsImportCommand) Run(env *environment) error {
	root, err := os.OpenRoot(filepath.Dir(c.File))
	if err != nil {
		return err
	}
	defer root.Close()
	return withApp(env, func(a *app.App) error {
		bar := progress{out: env.stderr}
		imported, err := pack.Import(env.ctx, a.PackHouse(), c.Channel, root.FS(), filepath.Base(c.File), bar.show)
		bar.end()
		if err != nil {
			return fmt.Errorf("nothing was imported:\n%w", err)
		}
		fmt.Fprintf(env.stdout, "%d new, %d updated, %d as they were.\n", imported.Created, imported.Updated, imported.Unchanged)
		return nil
	})
}

// progress draws one line that fills, over and over in the same place.
type progress struct {
	out   io.Writer
	drawn bool
}

const progressWidth = 40 // characters

func (p *progress) show(done, all int) {
	filled := progressWidth * done / max(all, 1)
	fmt.Fprintf(p.out, "\r[%s%s] %d of %d events", strings.Repeat("=", filled), strings.Repeat(" ", progressWidth-filled), done, all)
	p.drawn = true
}

// end leaves the line, so that what is printed next has one of its own.
func (p *progress) end() {
	if p.drawn {
		fmt.Fprintln(p.out)
	}
}
