package main

import "github.com/grandstand/grandstand/internal/app"

// demoCommand runs the server with the demo channel.
type demoCommand struct {
	Broadcast app.DemoBroadcast `enum:"all,one,none" default:"all" help:"Games to keep live, as encoders would do: all (one of each channel), one (of the demo channel) or none."`
}

// Run builds the demo channel where there is none and serves it until it is told to
// stop.
func (c demoCommand) Run(env *environment) error {
	return app.RunDemo(env.ctx, env.config, app.NewLogger(env.stderr, env.config), env.stdout, c.Broadcast)
}
