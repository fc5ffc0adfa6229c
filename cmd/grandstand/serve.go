package main

import (
	"github.com/grandstand/grandstand/internal/app"
)

// serveCommand runs the server until it is told to stop.
type serveCommand struct{}

// Run serves; it returns nil after an orderly shutdown.
func (serveCommand) Run(env *environment) error {
	app.DelayCollection()
	return withNewApp(env, func(a *app.App) error { return a.Run(env.ctx, func() {}) })
}

// migrateCommand brings the database up to date, for installations whose servers
// start with an account that may not change the schema.
type migrateCommand struct{}

// Run migrates; opening the application does it.
func (migrateCommand) Run(env *environment) error {
	return withNewApp(env, func(*app.App) error { return nil })
}
