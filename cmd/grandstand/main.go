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

	ConfigFile string `name:"config" env:"GRANDSTAND_CONFIG" help:"JSON file with any of the settings below." type:"existingfile"`

	Serve    serveCommand     `cmd:"" default:"1" help:"Run the server."`
	Demo     demoCommand      `cmd:"" help:"Run the server with a demo channel and a live game."`
	Migrate  migrateCommand   `cmd:"" help:"Bring the database up to date and exit."`
	Backup   backupCommand    `cmd:"" help:"Copy everything that the installation keeps into a new folder, while it runs."`
	Restore  restoreCommand   `cmd:"" help:"Make a backup the data folder of a new installation, or check it."`
	Stream   streamCommands   `cmd:"" help:"Look after live streams."`
	Media    mediaCommands    `cmd:"" help:"Look after the media store."`
	Channel  channelCommands  `cmd:"" help:"Look after channels: each is a folder of text and pictures."`
	User     userCommands     `cmd:"" help:"Help single users."`
	Blackout blackoutCommand  `cmd:"" help:"Say where an event may not be watched."`
	Coupon   couponCommands   `cmd:"" help:"Make and stop promo codes."`
	Event    eventCommands    `cmd:"" help:"Look after single events."`
	Order    orderCommands    `cmd:"" help:"Look after single orders."`
	Commerce commerceCommands `cmd:"" help:"Look after all payments."`
	Events   eventsCommands   `cmd:"" help:"Look after many events at once."`
	VOD      vodCommands      `cmd:"" name:"vod" help:"Look after the videos of a library."`
	Report   reportCommand    `cmd:"" help:"Tell who watched a channel, for how long, and what it earned: as tables, CSV or a page with charts."`
	OpenAPI  openAPICommand   `cmd:"" name:"openapi" help:"Print the API's OpenAPI 3.1 document."`

	StripeSimulator stripeSimulatorCommand `cmd:"" help:"Play Stripe on --listen, for development without network: test cards, webhooks, faults."`

	Analytics analyticsCommands `cmd:"" help:"Look after what people do on a channel."`

	HashPasswords hashPasswordsCommand `cmd:"" hidden:"" help:"Hash passwords for a server, by questions on the standard input."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	program, err := os.Executable()
	if err == nil {
		err = run(ctx, program, os.Args[1:], os.Stdout, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "grandstand:", err)
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
	)
	if err != nil {
		return err
	}
	selected, err := parser.Parse(args)
	if err != nil {
		return err
	}
	if err := line.Validate(); err != nil {
		return fmt.Errorf("the configuration is not usable:\n%w", err)
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
