package main

import (
	"os"

	"github.com/grandstand/grandstand/internal/argon"
)

// hashPasswordsCommand is what a server runs beside itself (see app.HashPasswords).
type hashPasswordsCommand struct{}

// Run answers until the server that asks is gone.
func (hashPasswordsCommand) Run(env *environment) error { return argon.Serve(os.Stdin, env.stdout) }
