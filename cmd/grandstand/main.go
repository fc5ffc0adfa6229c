// Command grandstand is the whole product in one binary: the API, the web app, live
// ingest, and the tools to run them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // for hosts that have no time zones of their own

	"github.com/alecthomas/kong"

	"github.com/grandstand/grandstand/internal/config"
)

// commands is the command line. The configuration's flags stand before the command
// and hold for all of them.
type commands struct {
	config.Config `embed:""`

	ConfigFile string `name:"config" env:"GRANDSTAND_CONFIG" help:"JSON file with settings." type:"existingfile"`

	Serve    serveCommand     `cmd:"" default:"1" help:"Run the server."`
	Demo     demoCommand      `cmd:"" help:"Run the server with a demo channel and a live game."`
	Migrate  migrateCommand   `cmd:"" help:"Migrate the database and exit."`
	Backup   backupCommand    `cmd:"" help:"Back up the whole installation to a new folder, while it runs."`
	Restore  restoreCommand   `cmd:"" help:"Restore a backup to the data folder of a new installation, or check the backup."`
	Stream   streamCommands   `cmd:"" help:"Manage live streams."`
	Media    mediaCommands    `cmd:"" help:"Manage the media store."`
	Channel  channelCommands  `cmd:"" help:"Manage channels. Each channel is a folder of texts and pictures."`
	Ad       adCommands       `cmd:"" help:"Check advertisements."`
	User     userCommands     `cmd:"" help:"Manage users."`
	Blackout blackoutCommand  `cmd:"" help:"Set where an event may not be watched."`
	Coupon   couponCommands   `cmd:"" help:"Manage promo codes."`
	Event    eventCommands    `cmd:"" help:"Manage single events."`
	Order    orderCommands    `cmd:"" help:"Manage single orders."`
	Commerce commerceCommands `cmd:"" help:"Check all payments."`
	Events   eventsCommands   `cmd:"" help:"Import and undo schedules."`
	Zones    zonesCommands    `cmd:"" help:"Recompute events for new time zone data."`
	VOD      vodCommands      `cmd:"" name:"vod" help:"Manage the videos of a library."`
	Report   reportCommand    `cmd:"" help:"Report who watched a channel, for how long, and what it earned: as tables, CSV or a page with charts."`
	OpenAPI  openAPICommand   `cmd:"" name:"openapi" help:"Print the API's OpenAPI 3.1 document."`

	StripeSimulator stripeSimulatorCommand `cmd:"" help:"Simulate Stripe on --listen, for development without a network: test cards, webhooks, faults."`

	Analytics analyticsCommands `cmd:"" help:"Export analytics."`

	HashPasswords hashPasswordsCommand `cmd:"" hidden:"" help:"Hash passwords for a server that sends questions on the standard input."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	program, err := os.Executable()
	if err == nil {
		err = run(ctx, program, os.Args[1:], os.Stdout, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "grandstand:", inWords(err))
		stop()
		os.Exit(1) //nolint:gocritic // stop ran
	}
}

// run is main without the process around it, so that tests drive it too: those leave
// program, the path of this binary, empty.
func run(ctx context.Context, program string, args []string, stdout, stderr io.Writer) error {
	file, err := openConfigFile(args)
	if err != nil {
		return err
	}
	var line commands
	parser, err := kong.New(&line,
		kong.Name("grandstand"),
		kong.Description("White-label streaming for sports and events."),
		kong.Writers(stdout, stderr),
		kong.Resolvers(file),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Help(printHelp),
	)
	if err != nil {
		return err
	}
	selected, err := parser.Parse(args)
	if err != nil {
		return err
	}
	if err := line.Validate(); err != nil {
		return fmt.Errorf("the configuration has problems:\n%w", err)
	}
	line.Program = program
	env := &environment{ctx: ctx, config: line.Config, stdout: stdout, stderr: stderr}
	if err := selected.Run(env); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// environment is what every command gets to work with.
type environment struct {
	ctx            context.Context //nolint:containedctx // lives exactly as long as one command
	config         config.Config
	stdout, stderr io.Writer
}
