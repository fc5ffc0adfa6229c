package main

import (
	"errors"
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// streamCommands look after live streams.
type streamCommands struct {
	Key streamKeyCommand `cmd:"" help:"Print the stream key of an event, making its stream if need be."`
	End streamEndCommand `cmd:"" help:"End the live stream of an event now; its recording is on demand at once."`

	Status streamStatusCommand `cmd:"" help:"Say what arrives from encoders, what is wrong with it, and what to do."`
}

// streamKeyCommand prints what an encoder publishes with.
type streamKeyCommand struct {
	Event  int64 `arg:"" help:"Number of the event."`
	Rotate bool  `help:"Make a new key first; the old one stops working."`
}

// Run prints the key alone on a line, so that scripts can use it.
func (c streamKeyCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		key, err := a.StreamKey(env.ctx, c.Event, c.Rotate)
		if err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, key)
		return nil
	})
}

// streamEndCommand ends a stream without waiting for its encoder.
type streamEndCommand struct {
	Event int64 `arg:"" help:"Number of the event."`
}

// Run ends the stream.
func (c streamEndCommand) Run(env *environment) error {
	return withApp(env, func(a *app.App) error {
		return a.EndStream(env.ctx, c.Event)
	})
}

// withApp opens the house for one command.
func withApp(env *environment, run func(*app.App) error) (err error) {
	a, err := app.Open(env.ctx, env.config, app.NewLogger(env.stderr, env.config))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	if err := a.UseDemoSimulator(); err != nil {
		return err
	}
	return run(a)
}
