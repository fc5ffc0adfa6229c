package main

import (
	"fmt"
	"os"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/pack"
)

// channelCommands look after channels as folders.
type channelCommands struct {
	Apply  channelApplyCommand  `cmd:"" help:"Make a channel what a folder says of it, or create it, and print what that changed."`
	Check  channelCheckCommand  `cmd:"" help:"Check a folder and print everything that is wrong with it, by file and line."`
	Export channelExportCommand `cmd:"" help:"Write a channel as a folder."`
}

// channelApplyCommand applies a pack.
type channelApplyCommand struct {
	Folder string `arg:"" type:"existingdir" help:"Folder of the pack."`
	DryRun bool   `name:"dry-run" help:"Change nothing, only print what would be."`
}

// Run applies the pack and prints one line for each change.
func (c channelApplyCommand) Run(env *environment) error {
	p, err := pack.ReadFolder(c.Folder, os.LookupEnv)
	if err != nil {
		return fmt.Errorf("the pack cannot be applied:\n%w", err)
	}
	return withApp(env, func(a *app.App) error {
		changes, err := pack.Apply(env.ctx, a.PackHouse(), p, c.DryRun)
		if err != nil {
			return err
		}
		for _, change := range changes {
			fmt.Fprintln(env.stdout, change)
		}
		switch {
		case len(changes) == 0:
			fmt.Fprintf(env.stdout, "%s is up to date.\n", p.State.Channel.Key)
		case c.DryRun:
			fmt.Fprintf(env.stdout, "%d changes would be made to %s.\n", len(changes), p.State.Channel.Key)
		default:
			fmt.Fprintf(env.stdout, "%d changes made to %s.\n", len(changes), p.State.Channel.Key)
		}
		return nil
	})
}

// channelCheckCommand checks a pack without a database.
type channelCheckCommand struct {
	Folder string `arg:"" type:"existingdir" help:"Folder of the pack."`
}

// Run prints every problem; one is enough to fail.
func (c channelCheckCommand) Run(env *environment) error {
	p, err := pack.ReadFolder(c.Folder, nil)
	if err != nil {
		return fmt.Errorf("the pack is not right:\n%w", err)
	}
	fmt.Fprintf(env.stdout, "%s is right.\n", p.State.Channel.Key)
	return nil
}

// channelExportCommand writes a pack.
type channelExportCommand struct {
	Key    string `arg:"" help:"Channel key."`
	Folder string `arg:"" help:"Folder to write; it must be empty or not there."`
}

// Run writes the channel.
func (c channelExportCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		notes, err := pack.Export(env.ctx, a.PackHouse(), c.Key, c.Folder)
		if err != nil {
			return err
		}
		for _, note := range notes {
			fmt.Fprintln(env.stdout, "! "+note)
		}
		fmt.Fprintf(env.stdout, "%s is written to %s.\n", c.Key, c.Folder)
		return nil
	})
}
