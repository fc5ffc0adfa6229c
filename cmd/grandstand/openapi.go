package main

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/app"
)

// openAPICommand prints the description of the API, for generated clients.
type openAPICommand struct{}

// Run prints the document; no database is needed.
func (openAPICommand) Run(env *environment) error {
	document, err := app.OpenAPI()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, "%s\n", document)
	return err
}
