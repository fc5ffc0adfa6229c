package main

import (
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/app"
)

// streamCommands look after live streams.
type streamCommands struct {
	Key    streamKeyCommand    `cmd:"" help:"Print the stream key of an event. Creates its stream if needed."`
	End    streamEndCommand    `cmd:"" help:"End a live event now and disconnect its encoder. Its recording is on demand immediately."`
	Reopen streamReopenCommand `cmd:"" help:"Let an encoder continue an event that stream end has ended, within an hour of its end."`

	Status streamStatusCommand `cmd:"" help:"Show what encoders send, what is wrong and how to fix it."`
}

// streamKeyCommand prints what an encoder publishes with.
type streamKeyCommand struct {
	Event  eventNumber `arg:"" help:"Number of the event; event list prints it."`
	Rotate bool        `help:"Create a new key. The old one stops working, and an encoder that uses it is disconnected within a second."`
}

// Run prints the key alone on a line, so that scripts can use it.
func (c streamKeyCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		key, err := a.StreamKey(env.ctx, int64(c.Event), c.Rotate)
		if err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, key)
		return nil
	})
}

// streamEndCommand ends a live event on any server.
type streamEndCommand struct {
	Event eventNumber   `arg:"" help:"Number of the event; event list prints it."`
	Wait  time.Duration `help:"How long to wait for the server with the encoder. The request stays in force after that." default:"30s"`
}

// Run prints what happened to the encoder and the event.
func (c streamEndCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		said, err := a.EndStream(env.ctx, int64(c.Event), c.Wait)
		if err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, said)
		return nil
	})
}

// streamReopenCommand takes back the end of an event.
type streamReopenCommand struct {
	Event eventNumber `arg:"" help:"Number of the event; event list prints it."`
}

// Run prints how long an encoder may connect.
func (c streamReopenCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		said, err := a.ReopenStream(env.ctx, int64(c.Event))
		if err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, said)
		return nil
	})
}
