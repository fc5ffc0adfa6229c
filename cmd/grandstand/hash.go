package main

import (
	"os"

	"github.com/grandstand/grandstand/internal/passwordhash"
)

// hashPasswordsCommand runs a password hash worker (see passwordhash.WorkerPool).
type hashPasswordsCommand struct{}

// Run serves the requests of the server that started it, until that server exits.
func (hashPasswordsCommand) Run(env *environment) error {
	return passwordhash.RunWorker(os.Stdin, env.stdout)
}
