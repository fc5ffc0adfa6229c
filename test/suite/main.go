// Command suite runs every test of the project, one stage after another, and ends with the line "N passed, N failed".
// It exits with 1 when anything failed. `suite go web` runs only the stages named. What each stage printed stays in
// artifacts/test/.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// stage is one kind of test. It runs to its end whatever fails in it and returns what it counted; an error says that
// it could not run, which counts as one failure.
type stage struct {
	name string
	run  func(ctx context.Context, artifacts string) (tally, error)
}

func stages() []stage {
	return []stage{
		{"go", runGo},
		{"race", runRace},
		{"web", runWeb},
		{"e2e", runEndToEnd},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	artifacts := filepath.Join("artifacts", "test")
	if err := os.MkdirAll(artifacts, 0o755); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if unknown := unknownStages(os.Args[1:]); len(unknown) > 0 {
		fmt.Fprintln(os.Stderr, "no such stage:", strings.Join(unknown, ", "))
		os.Exit(2)
	}
	if total := runStages(ctx, os.Args[1:], artifacts); total.failed > 0 {
		os.Exit(1)
	}
}

func unknownStages(wanted []string) []string {
	return slices.DeleteFunc(slices.Clone(wanted), func(name string) bool {
		return slices.ContainsFunc(stages(), func(s stage) bool { return s.name == name })
	})
}

func runStages(ctx context.Context, wanted []string, artifacts string) tally {
	var total tally
	for _, s := range stages() {
		if len(wanted) > 0 && !slices.Contains(wanted, s.name) {
			continue
		}
		fmt.Printf("\n== %s\n", s.name)
		start := time.Now()
		counted, err := s.run(ctx, artifacts)
		if err != nil {
			fmt.Printf("FAIL %s: %v\n", s.name, err)
			counted.failed++
		}
		fmt.Printf("== %s: %s in %s\n", s.name, counted, time.Since(start).Round(time.Second))
		total.add(counted)
	}
	fmt.Printf("\n%s\n%s\n", total.databases(), total)
	return total
}
