// Command bench measures the built binary on this machine: how fast it starts and answers, beside nginx serving the
// same bytes in the same run, what live video costs, how late it is, and what a crowd of fans meets. It takes about a
// quarter of an hour and writes bench/README.md; `go run ./bench <group>...` measures some groups only and prints their
// rows.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// group measures some rows that share a server.
type group struct {
	name    string
	measure func(ctx context.Context, b *bench) ([]row, error)
}

func groups() []group {
	return []group{
		{"start", measureStart},
		{"api", measureAPI},
		{"media", measureMedia},
		{"storm", measureStorm},
		{"flood", measureFlood},
		{"live", measureLive},
		{"viewers", measureViewers},
		{"latency", measureLatency},
		{"slow", measureSlow},
		{"commerce", measureCommerce},
		{"kickoff", measureKickoff},
		{"revoke", measureRevoke},
		{"clip", measureClip},
		{"pages", measurePages},
	}
}

// bench is what all groups work with.
type bench struct {
	dir   string        // scratch, gone afterwards
	load  time.Duration // how long wrk runs for one figure
	large int           // events of the large database
	// viewers is how many watch one game at once.
	viewers int
	// fans is how many come to a game within a minute.
	fans int
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := live(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1)
	}
}

// live leads the life that the environment names: that of a process beside the measuring one, or that one's.
func live(ctx context.Context) error {
	switch {
	case os.Getenv(bareEnv) != "":
		return serveBare(os.Args[1:])
	case os.Getenv(stormEnv) != "":
		return serveStorm(ctx, os.Stdin, os.Stdout)
	case os.Getenv(fansEnv) != "":
		return serveFans(ctx, os.Stdin, os.Stdout)
	}
	load := flag.Duration("load", 9*time.Second, "how long each load lasts, in whole seconds")
	large := flag.Int("large", 1_000_000, "events of the large database")
	viewers := flag.Int("viewers", viewersByDefault, "how many watch one game at once")
	fans := flag.Int("fans", fansByDefault, "how many come to a game within a minute")
	flag.Parse()
	return run(ctx, &bench{load: *load, large: *large, viewers: *viewers, fans: *fans}, flag.Args())
}

func run(ctx context.Context, b *bench, wanted []string) error {
	if unknown := unknownGroups(wanted); len(unknown) > 0 {
		return fmt.Errorf("no such group: %s (flags come before the groups)", strings.Join(unknown, ", "))
	}
	dir, err := os.MkdirTemp("", "grandstand-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b.dir = dir
	var rows []row
	for _, g := range groups() {
		if len(wanted) > 0 && !slices.Contains(wanted, g.name) {
			continue
		}
		fmt.Printf("== %s\n", g.name)
		measured, err := g.measure(ctx, b)
		if err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
		for _, r := range measured {
			r.command = "go run ./bench " + g.name
			fmt.Printf("%-62s %-26s aim %s\n", r.what, r.figure, r.aim)
			rows = append(rows, r)
		}
	}
	if len(wanted) > 0 {
		return nil
	}
	return writeReport(rows)
}

func unknownGroups(wanted []string) []string {
	return slices.DeleteFunc(slices.Clone(wanted), func(name string) bool {
		return slices.ContainsFunc(groups(), func(g group) bool { return g.name == name })
	})
}

// serve starts the binary on a data folder and stops it when the measure is over.
func serve(ctx context.Context, dir string, command ...string) (*stage.Server, func(), error) {
	starting, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	s, err := stage.Start(starting, stage.Config{Dir: dir, Command: command})
	if err != nil {
		return nil, nil, err
	}
	return s, func() {
		if err := s.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
	}, nil
}

// wait pauses for a time that is part of a measure.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}

// path gives a place in the scratch folder.
func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }
