// Command suite runs the tests of the project, in stages, and ends with the line "N passed, N failed".
// It exits with 1 when anything failed, or when more than three browser journeys passed only at their second try. `suite go web` runs only the stages named, and `suite screens journeys` what
// is left out otherwise, as it takes long. `suite -start-within 10m screens journeys` starts no stage later than ten minutes
// after its own start, and names the stages that it did not start. What each stage printed stays in artifacts/test/.
package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
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

// stages run one after the other. Those in one line run side by side, because they mostly wait: compilers for one another,
// raced packages for broadcasts in real time, and fault tests for servers to come back. Stages that mostly compute run
// alone. The tests of the server took four times as long when the screens ran at the same time.
func stages() [][]stage {
	return [][]stage{
		{{name: "go", run: runGo}, {name: "race", run: runRace}, {name: "web", run: runWeb}},
		{{name: "e2e", run: runEndToEnd}},
		{{name: "faults", run: runFaults}, {name: "playback", run: runPlayback}},
		{{name: "server", run: runServer, long: true}},
		{{name: "journeys", run: runJourneys, long: true}},
		{{name: "screens", run: runScreens, long: true}},
		{{name: "postgres", run: runPostgres, long: true}},
	}
}

func main() {
	startWithin := flag.Duration("start-within", 0, "start no stage later than this after the start of the suite; 0 for no limit")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	artifacts := filepath.Join("artifacts", "test")
	if err := os.MkdirAll(artifacts, 0o755); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if unknown := unknownStages(flag.Args()); len(unknown) > 0 {
		fmt.Fprintln(os.Stderr, "no such stage:", strings.Join(unknown, ", "))
		os.Exit(2)
	}
	latestStart := time.Now().Add(cmp.Or(*startWithin, noLimit))
	if total := runStages(ctx, flag.Args(), latestStart, artifacts); !total.isGreen() {
		os.Exit(1)
	}
}

// noLimit is longer than all stages take.
const noLimit = 24 * time.Hour

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

// runStages runs the wanted stages whose turn comes before latestStart.
func runStages(ctx context.Context, wanted []string, latestStart time.Time, artifacts string) tally {
	var total tally
	for _, line := range stages() {
		line = slices.DeleteFunc(line, func(s stage) bool { return !s.isWanted(wanted) })
		if time.Now().After(latestStart) {
			for _, s := range line {
				total.notStarted = append(total.notStarted, s.name)
			}
			continue
		}
		total.add(sideBySide(ctx, line, artifacts))
	}
	if total.why != "" {
		fmt.Printf("\nwhat failed:\n%s", total.why)
	}
	if len(total.flaky) > 0 {
		fmt.Printf("\nwhat passed only at the second try:\n%s", strings.Join(total.flaky, ""))
	}
	fmt.Printf("\n%s\n%s\n%s\n", total.databases(), total.flakes(), total)
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
