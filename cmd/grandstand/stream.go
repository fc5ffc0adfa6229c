package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// streamCommands look after live streams.
type streamCommands struct {
	Key streamKeyCommand `cmd:"" help:"Print the stream key of an event. Creates its stream if needed."`
	End streamEndCommand `cmd:"" help:"End the live stream of an event now. Its recording is on demand immediately."`

	Status streamStatusCommand `cmd:"" help:"Show what encoders send, what is wrong and how to fix it."`
}

// streamKeyCommand prints what an encoder publishes with.
type streamKeyCommand struct {
	Event  eventNumber `arg:"" help:"Number of the event; event list prints it."`
	Rotate bool        `help:"Create a new key. The old one stops working."`
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

// streamEndCommand ends a stream without waiting for its encoder.
type streamEndCommand struct {
	Event eventNumber `arg:"" help:"Number of the event; event list prints it."`
}

// Run ends the stream.
func (c streamEndCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		return a.EndStream(env.ctx, int64(c.Event))
	})
}
