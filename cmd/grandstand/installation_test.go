package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// An empty folder is no installation: a command that needs one says so and leaves the folder as it is.
func TestCommandsDoNotMakeAnInstallation(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	for _, args := range [][]string{{"event", "list", "--channel", "north"}, {"order", "refund", "GS-000001"}, {"stream", "key", "1"}} {
		for _, settings := range [][]string{
			{"--db", ""},
			{"--db", "postgres://nowhere.invalid/grandstand"},
			{"--db", "postgres://nowhere.invalid/grandstand", "--secret", strings.Repeat("s", 32)},
		} {
			var out strings.Builder
			err := run(t.Context(), "", slices.Concat([]string{"--data", data}, settings, args), &out, &out)
			if err == nil || !strings.Contains(err.Error(), "there is no installation here: "+data) {
				t.Errorf("%q with %q: %v", args, settings, err)
			}
			if _, err := os.Stat(data); !errors.Is(err, os.ErrNotExist) {
				t.Fatalf("%q made %s", args, data)
			}
		}
	}
	for _, command := range []string{"migrate", "serve"} {
		fresh := filepath.Join(t.TempDir(), "data")
		ctx, stop := context.WithCancel(t.Context())
		log := writerFunc(func(line string) {
			if strings.Contains(line, "serving") {
				stop() // it is on
			}
		})
		args := []string{"--data", fresh, "--listen", "127.0.0.1:0", "--admin-listen", "", "--rtmp-listen", "", "--srt-listen", "", "--whip-listen", "", command}
		if err := run(ctx, "", args, io.Discard, log); err != nil {
			t.Errorf("%s begins an installation: %v", command, err)
		}
		stop()
		if _, err := os.Stat(filepath.Join(fresh, "grandstand.db")); err != nil {
			t.Errorf("%s: %v", command, err)
		}
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "channel.yaml"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, log strings.Builder
	if err := run(t.Context(), "", []string{"--data", data, "channel", "apply", folder}, &out, &log); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "Creating a new installation in "+data+".") {
		t.Errorf("a new installation is told as %q", log.String())
	}
}

// A command that finds the database but not the data folder stops: it would make another signing key, and the
// server could not read what it encrypts.
func TestCommandsDoNotCompleteAnInstallation(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "channel.yaml"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			database, data := dsn(t), filepath.Join(t.TempDir(), "data")
			try := func(args ...string) error {
				var out strings.Builder
				return run(t.Context(), "", slices.Concat([]string{"--db", database}, args), &out, &out)
			}
			if err := try("--data", data, "migrate"); err != nil {
				t.Fatal(err)
			}
			if err := try("--data", data, "channel", "apply", folder); err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir()) // another folder, without --data
			list := []string{"order", "list", "--channel", "north"}
			for name, args := range map[string][]string{"a list": list, "a pack": {"channel", "apply", folder}, "a list with a key": slices.Concat([]string{"--secret", strings.Repeat("s", 32)}, list)} {
				err := try(args...)
				if err == nil || !strings.Contains(err.Error(), "there is no installation here: ") || !strings.Contains(err.Error(), "does not exist. Name the data folder of the server with --data") {
					t.Errorf("%s: %v", name, err)
				}
			}
			if _, err := os.Stat("data"); !errors.Is(err, os.ErrNotExist) {
				t.Error("a command made a data folder")
			}
			if err := try(slices.Concat([]string{"--data", data}, list)...); err != nil {
				t.Errorf("with its data folder: %v", err)
			}
			if err := os.Remove(filepath.Join(data, "secret.key")); err != nil {
				t.Fatal(err)
			}
			if err := try(slices.Concat([]string{"--data", data}, list)...); err == nil || !strings.Contains(err.Error(), "secret.key does not exist") || !strings.Contains(err.Error(), "If the signing key is lost") {
				t.Errorf("without its signing key: %v", err)
			}
			if err := try("--data", data, "migrate"); err != nil {
				t.Errorf("a new signing key: %v", err)
			}
			if err := try(slices.Concat([]string{"--data", data}, list)...); err != nil {
				t.Errorf("with the new signing key: %v", err)
			}
		})
	}
}

// A pack may begin an installation in a database server that has no tables yet.
func TestAPackBeginsAnInstallationInAnEmptyDatabase(t *testing.T) {
	folder, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(filepath.Join(folder, "channel.yaml"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, log strings.Builder
	if err := run(t.Context(), "", []string{"--data", data, "--db", dbtest.EmptyPostgresDSN(t), "channel", "apply", folder}, &out, &log); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "Creating a new installation in "+data+".") {
		t.Errorf("a new installation is told as %q", log.String())
	}
}

// The address of a SQLite database may begin with its scheme.
func TestASchemeBeforeASQLiteFile(t *testing.T) {
	data := t.TempDir()
	var out strings.Builder
	database := filepath.Join(t.TempDir(), "x.db")
	list := []string{"order", "list", "--channel", "north"}
	for _, dsn := range []string{"sqlite:" + database, "sqlite://" + database} {
		if err := run(t.Context(), "", slices.Concat([]string{"--data", data, "--db", dsn}, list), &out, &out); err == nil || !strings.Contains(err.Error(), database+" does not exist") {
			t.Errorf("before: %v", err)
		}
	}
	if err := run(t.Context(), "", []string{"--data", data, "--db", "sqlite:" + database, "migrate"}, &out, &out); err != nil {
		t.Fatal(err)
	}
	for _, dsn := range []string{database, "sqlite:" + database, "sqlite://" + database} {
		if err := run(t.Context(), "", slices.Concat([]string{"--data", data, "--db", dsn}, list), &out, &out); err == nil || !strings.Contains(err.Error(), `no channel "north"`) {
			t.Errorf("%s: %v", dsn, err)
		}
	}
}

// writerFunc is called with each line of a log.
type writerFunc func(line string)

func (f writerFunc) Write(line []byte) (int, error) {
	f(string(line))
	return len(line), nil
}
