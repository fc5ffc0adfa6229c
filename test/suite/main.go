// Command suite runs the tests of the project, in stages, and ends with the line "N passed, N failed".
// It exits with 1 when anything failed. `suite go web` runs only the stages named, and `suite journeys` what is left out
// otherwise, as it takes long. What each stage printed stays in artifacts/test/.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// stage is one kind of test. It says on out what it does, runs to its end whatever fails in it, and returns what it
// counted; an error says that it could not run, which counts as one failure.
type stage struct {
	name string
	long bool // runs only when it is named
	run  func(ctx context.Context, out io.Writer, artifacts string) (tally, error)
}

// stages run one after the other but for those in one line, which run side by side: compilers wait for one another,
// broadcasts of raced packages for the time to pass, and what is done to servers for them to come back.
func stages() [][]stage {
	return [][]stage{
		{{name: "go", run: runGo}, {name: "race", run: runRace}, {name: "web", run: runWeb}},
		{{name: "e2e", run: runEndToEnd}},
		{{name: "faults", run: runFaults}, {name: "playback", run: runPlayback}},
		{{name: "journeys", run: runJourneys, long: true}},
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
		return slices.ContainsFunc(slices.Concat(stages()...), func(s stage) bool { return s.name == name })
	})
}

// isWanted says whether the stage runs when those named are to, or no name is given.
func (s stage) isWanted(names []string) bool {
	if len(names) == 0 {
		return !s.long
	}
	return slices.Contains(names, s.name)
}

func runStages(ctx context.Context, wanted []string, artifacts string) tally {
	var total tally
	for _, line := range stages() {
		line = slices.DeleteFunc(line, func(s stage) bool { return !s.isWanted(wanted) })
		total.add(sideBySide(ctx, line, artifacts))
	}
	if total.why != "" {
		fmt.Printf("\nwhat failed:\n%s", total.why)
	}
	fmt.Printf("\n%s\n%s\n", total.databases(), total)
	return total
}

// sideBySide runs stages at the same time. The first is heard as it goes, the others once they are over.
func sideBySide(ctx context.Context, line []stage, artifacts string) tally {
	counts, said := make([]tally, len(line)), make([]bytes.Buffer, len(line))
	var group sync.WaitGroup
	for i, s := range line {
		var out io.Writer = &said[i]
		if i == 0 {
			out = os.Stdout
		}
		group.Go(func() { counts[i] = s.count(ctx, out, artifacts) })
	}
	group.Wait()
	var total tally
	for i := range line {
		_, _ = said[i].WriteTo(os.Stdout)
		total.add(counts[i])
	}
	return total
}

// count runs the stage between its heading and its sum.
func (s stage) count(ctx context.Context, out io.Writer, artifacts string) tally {
	fmt.Fprintf(out, "\n== %s\n", s.name)
	start := time.Now()
	counted, err := s.run(ctx, out, artifacts)
	if err != nil {
		fmt.Fprintf(out, "FAIL %s: %v\n", s.name, err)
		counted.failed++
	}
	fmt.Fprintf(out, "== %s: %s in %s\n", s.name, counted, time.Since(start).Round(time.Second))
	return counted
}
