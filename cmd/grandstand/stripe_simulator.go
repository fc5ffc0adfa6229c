package main

import "github.com/grandstand/grandstand/internal/app"

// stripeSimulatorCommand plays Stripe in a process of its own.
type stripeSimulatorCommand struct {
	Folder     string `help:"Folder for the payments (default: in memory only)." type:"path"`
	PagePrefix string `help:"Address of the simulator for browsers, if it is not the one that it listens on."`
}

// Run answers on --listen until it is told to stop.
func (c stripeSimulatorCommand) Run(env *environment) error {
	return app.RunStripeSimulator(env.ctx, env.config, app.NewLogger(env.stderr, env.config), env.stdout, c.Folder, c.PagePrefix)
}
