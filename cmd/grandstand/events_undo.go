package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// eventsImportsCommand lists imports.
type eventsImportsCommand struct {
	Channel string `arg:"" help:"Channel key."`
}

// Run prints a line for each import that is kept.
func (c eventsImportsCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		imports, err := a.Imports(env.ctx, c.Channel)
		if err != nil {
			return err
		}
		if len(imports) == 0 {
			fmt.Fprintln(env.stdout, "no imports")
		}
		for _, i := range imports {
			fmt.Fprintf(env.stdout, "%d  %s  %s: %d new, %d updated, %d unchanged", i.ID, i.At.UTC().Format("2006-01-02 15:04 MST"), i.File, i.Created, i.Updated, i.Unchanged)
			if i.Source != "" {
				fmt.Fprintf(env.stdout, "; source %s", i.Source)
			}
			if !i.Undone.IsZero() {
				fmt.Fprintf(env.stdout, "; undone %s", i.Undone.UTC().Format("2006-01-02 15:04 MST"))
			}
			fmt.Fprintln(env.stdout)
		}
		return nil
	})
}

// eventsUndoCommand takes an import back.
type eventsUndoCommand struct {
	Channel string `arg:"" help:"Channel key."`
	Import  int64  `arg:"" help:"Number of the import; events imports lists them."`
}

// Run undoes the import and tells which events stay.
func (c eventsUndoCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		done, err := a.UndoImport(env.ctx, c.Channel, c.Import)
		if err != nil {
			return fmt.Errorf("nothing was undone: %w", err)
		}
		for _, kept := range done.Kept {
			fmt.Fprintf(env.stdout, "event %d: %s\n", kept.ID, kept.Reason)
		}
		fmt.Fprintf(env.stdout, "%d removed, %d restored, %d kept (listed above).\n", done.Removed, done.Restored, len(done.Kept))
		return nil
	})
}

// eventsMappingCommands look after the answers that are kept of each source.
type eventsMappingCommands struct {
	List   eventsMappingListCommand   `cmd:"" help:"List the sources of a channel's schedules."`
	Show   eventsMappingShowCommand   `cmd:"" help:"Print the mapping of a source (YAML)."`
	Set    eventsMappingSetCommand    `cmd:"" help:"Replace the mapping of a source with a file."`
	Remove eventsMappingRemoveCommand `cmd:"" help:"Delete the mapping of a source."`
}

type eventsMappingListCommand struct {
	Channel string `arg:"" help:"Channel key."`
}

// Run prints the names of the sources.
func (c eventsMappingListCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		sources, err := a.ScheduleSources(env.ctx, c.Channel)
		if err != nil {
			return err
		}
		for _, s := range sources {
			fmt.Fprintf(env.stdout, "%s  %s\n", s.Name, s.Updated.UTC().Format("2006-01-02 15:04 MST"))
		}
		return nil
	})
}

type eventsMappingShowCommand struct {
	Channel string `arg:"" help:"Channel key."`
	Source  string `arg:"" help:"Name of the source."`
}

// Run prints the mapping.
func (c eventsMappingShowCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		mapping, err := a.ScheduleMapping(env.ctx, c.Channel, c.Source)
		if err != nil {
			return err
		}
		fmt.Fprint(env.stdout, mapping)
		return nil
	})
}

type eventsMappingSetCommand struct {
	Channel string `arg:"" help:"Channel key."`
	Source  string `arg:"" help:"Name of the source."`
	File    string `arg:"" type:"existingfile" help:"Mapping (YAML), as docs/SCHEDULES.md describes it."`
}

// Run stores the mapping.
func (c eventsMappingSetCommand) Run(env *environment) error {
	content, err := readMappingFile(c.File)
	if err != nil {
		return err
	}
	return withApp(env, func(a *app.App) error {
		return a.SetScheduleMapping(env.ctx, c.Channel, c.Source, content)
	})
}

type eventsMappingRemoveCommand struct {
	Channel string `arg:"" help:"Channel key."`
	Source  string `arg:"" help:"Name of the source."`
}

// Run forgets the mapping.
func (c eventsMappingRemoveCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error { return a.RemoveScheduleMapping(env.ctx, c.Channel, c.Source) })
}
