// Command suite runs the tests of the project, in stages. It ends with the names of the failed tests and the line "N passed,
// N failed". It exits with 1 when anything failed, or when more than three browser journeys passed only at their second try.
// `suite go web` runs only the stages named, `suite screens journeys` also stages that are left out otherwise, as they take long,
// and `suite all` every stage. `suite -start-within 10m all` starts no stage later than ten minutes after its own start, and names
// the stages that it did not start. What each stage printed stays in artifacts/test/.
//
// After a failed unit test no further stage starts. Limits nest: a test process has 25 minutes (testLimit), a stage 30
// (stageLimit). At a limit the suite prints the running tests, kills all that the stage started, and counts a failure.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// stage is one kind of test. It says on out what it does, runs to its end whatever fails in it, and returns what it
// counted; an error says that it could not run, which counts as one failure.
type stage struct {
	name string
	unit bool // unit tests: when one fails, no further stage starts
	long bool // runs only when it is named
	run  func(ctx context.Context, out io.Writer, artifacts string) (tally, error)
}

// line holds stages that run side by side.
type line []stage

// stages returns the lines in the order in which they run. Stages share a line if they mostly wait: compilers for one
// another, unit tests for a database, raced packages for broadcasts in real time, fault tests for servers to come back.
// Browser tests mostly compute. They have the machine to themselves, since with less of it they drop frames of video.
func stages() []line {
	return []line{
		{
			{name: "go", unit: true, run: runGo},
			{name: "race", unit: true, run: runRace},
			{name: "web", unit: true, run: runWeb},
			{name: "unraced", unit: true, run: runUnraced},
		},
		{{name: "e2e", run: runEndToEnd}},
		{{name: "faults", run: runFaults}, {name: "playback", run: runPlayback}},
		{{name: "journeys", long: true, run: runJourneys}},
		{{name: "screens", long: true, run: runScreens}},
	}
}

// allStages returns the stages of all lines.
func allStages(lines []line) []stage {
	var all []stage
	for _, l := range lines {
		all = append(all, l...)
	}
	return all
}

func main() {
	startWithin := flag.Duration("start-within", 0, "start no stage later than this after the start of the suite; 0 for no limit")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	artifacts := filepath.Join("artifacts", "test")
	if err := errors.Join(os.Setenv(marker, suiteID()), os.MkdirAll(artifacts, 0o755)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	folders, err := writtenFolders(ctx)
	if err == nil {
		err = checkRoom(roomNeeded, folders...)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if unknown := unknownStages(flag.Args()); len(unknown) > 0 {
		fmt.Fprintln(os.Stderr, "no such stage:", strings.Join(unknown, ", "))
		os.Exit(2)
	}
	removeShared, err := shareFolder()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	latestStart := time.Now().Add(cmp.Or(*startWithin, noLimit))
	ctx, end := context.WithCancelCause(ctx)
	go endWhenFull(ctx, time.Tick(roomInterval), roomLeft, folders, end)
	total := runStages(ctx, stages(), flag.Args(), latestStart, artifacts)
	if err := removeShared(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if !total.isGreen() {
		os.Exit(1)
	}
}

// noLimit is longer than all stages take.
const noLimit = 24 * time.Hour

// everyStage is the argument that names every stage, the long ones too.
const everyStage = "all"

// suiteID tells this run from others.
func suiteID() string { return strconv.Itoa(os.Getpid()) }

func unknownStages(wanted []string) []string {
	return slices.DeleteFunc(slices.Clone(wanted), func(name string) bool {
		return name == everyStage || slices.ContainsFunc(allStages(stages()), func(s stage) bool { return s.name == name })
	})
}

// isWanted says whether the stage runs when those named are to, or no name is given.
func (s stage) isWanted(names []string) bool {
	if len(names) == 0 {
		return !s.long
	}
	return slices.Contains(names, everyStage) || slices.Contains(names, s.name)
}

// Each limit is shorter than the one around it; CI's own is 90 minutes for everything.
const (
	testLimit  = 25 * time.Minute // of one process of `go test`
	stageLimit = 30 * time.Minute
)

// runStages runs the wanted stages line by line, unless the turn of a line comes after latestStart or a unit test failed. If ctx
// ends with a cause of its own (context.WithCancelCause), the cause is the first failure that the run names.
func runStages(ctx context.Context, lines []line, wanted []string, latestStart time.Time, artifacts string) tally {
	var total tally
	unitTestFailed := false
	for _, l := range lines {
		l = l.wanted(wanted)
		if unitTestFailed || ctx.Err() != nil || time.Now().After(latestStart) {
			for _, s := range l {
				total.notStarted = append(total.notStarted, s.name)
			}
			continue
		}
		if len(l) == 0 {
			continue
		}
		total.add(l.run(ctx, artifacts))
		unitTestFailed = total.failed > 0 && l[0].unit
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, ctx.Err()) {
		total.failed++
		total.failures = slices.Insert(total.failures, 0, failure{name: cause.Error()})
	}
	fmt.Print(total.reasons())
	if len(total.flaky) > 0 {
		fmt.Printf("\nwhat passed only at the second try:\n%s", strings.Join(total.flaky, ""))
	}
	fmt.Printf("\n%s\n%s\n%s\n%s%s\n", total.table(), total.databases(), total.flakes(), total.failedNames(), total)
	return total
}

// wanted returns the line without the stages that the names leave out.
func (l line) wanted(names []string) line {
	return slices.DeleteFunc(slices.Clone(l), func(s stage) bool { return !s.isWanted(names) })
}

// run runs the stages at the same time. Each stage prints its lines as they come. Afterwards no process of the stages is left.
func (l line) run(ctx context.Context, artifacts string) tally {
	out := &screen{to: os.Stdout}
	counts := make([]tally, len(l))
	var group sync.WaitGroup
	for i, s := range l {
		group.Go(func() { counts[i] = s.count(ctx, &lineWriter{screen: out}, artifacts) })
	}
	group.Wait()
	killLeftovers(os.Stdout, suiteID(), leftoverGrace)
	var total tally
	for _, counted := range counts {
		total.add(counted)
	}
	return total
}

// count runs the stage between its heading and its sum.
func (s stage) count(ctx context.Context, out io.Writer, artifacts string) tally {
	fmt.Fprintf(out, "\n== %s\n", s.name)
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, stageLimit)
	defer cancel()
	counted, err := s.run(ctx, out, artifacts)
	if err != nil {
		fmt.Fprintf(out, "FAIL %s: %v\n", s.name, err)
		counted.failed++
		counted.failures = append(counted.failures, failure{name: s.name, output: err.Error() + "\n"})
	}
	took := time.Since(start).Round(time.Second)
	fmt.Fprintf(out, "== %s: %s in %s\n", s.name, counted, took)
	counted.stages = []stageResult{{s.name, counted.passed, counted.failed, len(counted.flaky), took}}
	return counted
}
