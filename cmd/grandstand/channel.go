package main

import (
	"fmt"
	"os"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/pack"
)

// channelCommands look after channels as folders.
type channelCommands struct {
	New    channelNewCommand    `cmd:"" help:"Create a folder for a new channel, with comments, legal pages and a first game."`
	Apply  channelApplyCommand  `cmd:"" help:"Create or update a channel from its folder, and print what changed."`
	Check  channelCheckCommand  `cmd:"" help:"Check a folder and print all problems, by file and line. Needs no database."`
	Export channelExportCommand `cmd:"" help:"Export a channel to a folder."`
}

// channelNewCommand writes the pack with which a new channel begins.
type channelNewCommand struct {
	Folder   string `arg:"" help:"Folder to write to. It must be empty or not exist yet."`
	Key      string `required:"" help:"Key of the channel in commands and the API: lower-case letters, digits and hyphens."`
	Name     string `required:"" help:"Name of the channel, as visitors read it."`
	Domain   string `required:"" help:"Host name of the site, such as tv.example.org."`
	Email    string `required:"" help:"Email address for questions of visitors."`
	Language string `default:"en" enum:"en,fr" help:"Main language of the site, en or fr. The other one is offered too."`
	Currency string `default:"CAD" help:"CAD or USD."`
	Zone     string `default:"America/Toronto" help:"Time zone, such as America/Halifax."`
}

// Run writes the folder and says what to do with it.
func (c channelNewCommand) Run(env *environment) error {
	starter := pack.Starter{
		Key: c.Key, Name: c.Name, Language: c.Language, Currency: c.Currency, TimeZone: c.Zone, Domain: c.Domain, Email: c.Email,
	}
	if err := starter.Write(c.Folder); err != nil {
		return fmt.Errorf("nothing was written:\n%w", err)
	}
	fmt.Fprintf(env.stdout, "The channel is in %s. Edit its files, then:\n  grandstand channel check %s\n  grandstand channel apply %s\n", c.Folder, c.Folder, c.Folder)
	return nil
}

// channelApplyCommand applies a pack.
type channelApplyCommand struct {
	Folder string `arg:"" type:"existingdir" help:"Folder of the pack."`
	DryRun bool   `name:"dry-run" help:"Only print what would change; change nothing."`
}

// Run applies the pack and prints one line for each change.
func (c channelApplyCommand) Run(env *environment) error {
	p, err := pack.ReadFolder(c.Folder, os.LookupEnv)
	if err != nil {
		return fmt.Errorf("the pack cannot be applied:\n%w", err)
	}
	return withAppOrNew(env, func(a *app.App) error {
		changes, err := pack.Apply(env.ctx, a.PackInstallation(), p, c.DryRun)
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
			fmt.Fprintf(env.stdout, "%s would be made to %s.\n", quantity(len(changes), "change"), p.State.Channel.Key)
		default:
			fmt.Fprintf(env.stdout, "%s made to %s.\n", quantity(len(changes), "change"), p.State.Channel.Key)
		}
		return nil
	})
}

// channelCheckCommand checks a pack, with or without an installation.
type channelCheckCommand struct {
	Folder    string `arg:"" type:"existingdir" help:"Folder of the pack."`
	Installed bool   `help:"Also accept events that the channel has in this installation. Without this option, videos and slides may name only events in schedule.csv; if the pack has no schedule.csv, and for id:<number>, the events are listed but not checked."`
}

// Run prints every problem; one is enough to fail.
func (c channelCheckCommand) Run(env *environment) error {
	p, err := pack.ReadFolder(c.Folder, nil)
	if err != nil {
		return fmt.Errorf("the pack has problems:\n%w", err)
	}
	if c.Installed {
		return withApp(env, func(a *app.App) error {
			return c.report(env, p, nil, pack.CheckStoredEvents(env.ctx, a.PackInstallation(), p))
		})
	}
	unchecked, err := p.CheckEvents()
	if err != nil {
		err = fmt.Errorf("%w\nIf the channel already has these events, check the pack with --installed", err)
	}
	return c.report(env, p, unchecked, err)
}

func (channelCheckCommand) report(env *environment, p *pack.Pack, unchecked []pack.Problem, err error) error {
	if err != nil {
		return fmt.Errorf("the pack has problems:\n%w", err)
	}
	if len(unchecked) == 0 {
		fmt.Fprintf(env.stdout, "The pack of %s has no problems.\n", p.State.Channel.Key)
		return nil
	}
	for _, event := range unchecked {
		fmt.Fprintln(env.stdout, "! "+event.String())
	}
	fmt.Fprintf(env.stdout, "The pack of %s has no problems in its files. The channel must have the events above before the pack is applied: --installed looks them up.\n",
		p.State.Channel.Key)
	return nil
}

// channelExportCommand writes a pack.
type channelExportCommand struct {
	Key    string `arg:"" help:"Channel key."`
	Folder string `arg:"" help:"Folder to write to. It must be empty or not exist yet."`
}

// Run writes the channel.
func (c channelExportCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		notes, err := pack.Export(env.ctx, a.PackInstallation(), c.Key, c.Folder)
		if err != nil {
			return err
		}
		for _, note := range notes {
			fmt.Fprintln(env.stdout, "! "+note)
		}
		fmt.Fprintf(env.stdout, "%s was exported to %s.\n", c.Key, c.Folder)
		return nil
	})
}
