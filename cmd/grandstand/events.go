package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/schollz/progressbar/v3"

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
		bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(env.stderr), progressbar.OptionSetDescription("events"),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
		imported, err := pack.Import(env.ctx, a.PackHouse(), c.Channel, root.FS(), filepath.Base(c.File), func(done, all int) {
			bar.ChangeMax(all)
			_ = bar.Set(done) // a bar that cannot be drawn is no reason to stop
		})
		_ = bar.Finish()
		if err != nil {
			return fmt.Errorf("nothing was imported:\n%w", err)
		}
		fmt.Fprintf(env.stdout, "%d new, %d updated, %d as they were.\n", imported.Created, imported.Updated, imported.Unchanged)
		return nil
	})
}
