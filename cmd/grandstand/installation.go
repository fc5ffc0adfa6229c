package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db"
)

// installationParts are the paths without which there is no installation, in the order in which they are told. An empty
// one is not needed.
type installationParts struct {
	database string // file; empty for a database server
	secret   string // file; empty if the settings hold the signing key
	data     string // folder
}

func partsOf(c config.Config) (installationParts, error) {
	data, err := filepath.Abs(c.Data)
	if err != nil {
		return installationParts{}, fmt.Errorf("find the data folder: %w", err)
	}
	p := installationParts{data: data, secret: c.SecretPath()}
	if path, ok := db.SQLitePath(c.DatabaseDSN()); ok {
		p.database = path
	}
	for _, path := range []*string{&p.database, &p.secret} {
		if *path == "" {
			continue
		}
		if *path, err = filepath.Abs(*path); err != nil {
			return installationParts{}, fmt.Errorf("find a part of the installation: %w", err)
		}
	}
	return p, nil
}

// missing returns the parts that do not exist.
func (p installationParts) missing() ([]string, error) {
	var out []string
	for _, path := range []string{p.database, p.secret, p.data} {
		if path == "" {
			continue
		}
		switch _, err := os.Stat(path); {
		case errors.Is(err, os.ErrNotExist):
			out = append(out, path)
		case err != nil:
			return nil, err
		}
	}
	return out, nil
}

// withApp opens the installation for one command. It does not make one: a command that is run in another folder than the
// server, or without its settings, must not answer from an empty database, nor write with another signing key.
func withApp(env *environment, run func(*app.App) error) error {
	parts, missing, err := missingParts(env)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		return parts.incomplete(missing)
	}
	return openApp(env, run)
}

func missingParts(env *environment) (installationParts, []string, error) {
	parts, err := partsOf(env.config)
	if err != nil {
		return parts, nil, err
	}
	missing, err := parts.missing()
	return parts, missing, err
}

// incomplete is the error of a command that needs an installation.
func (p installationParts) incomplete(missing []string) error {
	advice := "Name the data folder of the server with --data or GRANDSTAND_DATA, and its database with --db or GRANDSTAND_DB if it has its own"
	if missing[0] == p.secret && !slices.Contains(missing, p.data) {
		advice += ". If the signing key is lost, start the server: it makes a new one. With the old key the stream keys, " +
			"the channels' payment and login keys, the users' two-step logins and the letters in the queue are lost (docs/OPERATIONS.md, \"Secrets\")"
	}
	return fmt.Errorf("there is no installation here: %s does not exist. %s", missing[0], advice)
}

// withNewApp is withApp for a command that creates the installation if there is none. It also completes one that has lost
// its data folder or its signing key.
func withNewApp(env *environment, run func(*app.App) error) error {
	parts, missing, err := missingParts(env)
	if err != nil {
		return err
	}
	switch {
	case len(missing) == 0:
	case len(missing) == 1 && missing[0] == parts.data:
		fmt.Fprintf(env.stderr, "Creating the data folder %s. Use the same --data in later commands.\n", parts.data)
	case len(missing) == 1 && missing[0] == parts.secret:
		fmt.Fprintf(env.stderr, "Creating the signing key %s.\n", parts.secret)
	default:
		fmt.Fprintf(env.stderr, "Creating a new installation in %s. Use the same --data in later commands.\n", parts.data)
	}
	return openApp(env, run)
}

// withAppOrNew is withNewApp for a command that may begin an installation but must not complete another one. With a new
// signing key it would encrypt what the server could not read.
func withAppOrNew(env *environment, run func(*app.App) error) error {
	parts, missing, err := missingParts(env)
	if err != nil {
		return err
	}
	begun, err := parts.hasDatabase(env, missing)
	if err != nil {
		return err
	}
	if len(missing) > 0 && begun {
		return parts.incomplete(missing)
	}
	return withNewApp(env, run)
}

// hasDatabase reports whether the database of an incomplete installation exists. The database of a server is opened only
// if the signing key is missing, because nothing else is lost then.
func (p installationParts) hasDatabase(env *environment, missing []string) (has bool, err error) {
	if p.database != "" {
		return !slices.Contains(missing, p.database), nil
	}
	if !slices.Contains(missing, p.secret) {
		return false, nil
	}
	d, err := db.Open(env.ctx, env.config.DatabaseDSN(), app.NewLogger(env.stderr, env.config))
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	empty, err := d.IsEmpty(env.ctx)
	return !empty, err
}

func openApp(env *environment, run func(*app.App) error) (err error) {
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
