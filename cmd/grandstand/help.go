package main

import (
	"fmt"
	"slices"

	"github.com/alecthomas/kong"
)

// everyCommandTakes are the settings that every command needs to find the installation.
var everyCommandTakes = []string{"help", "data", "db", "config"}

// printHelp prints the help of a command without the settings that only a server reads, which are more than a screen full.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if node := ctx.Selected(); node != nil && isServer(node.Name) {
		return kong.DefaultHelpPrinter(options, ctx)
	}
	for _, flag := range ctx.Model.Flags {
		flag.Hidden = !slices.Contains(everyCommandTakes, flag.Name)
	}
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil {
		return err
	}
	_, err := fmt.Fprintln(ctx.Stdout, "\n\"grandstand serve --help\" lists all settings of a server.")
	return err
}

func isServer(command string) bool { return command == "serve" || command == "demo" }
