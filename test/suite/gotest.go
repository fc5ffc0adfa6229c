package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const media = "./internal/media"

// racePackages are packages whose goroutines share memory. Their tests run under the race detector, all others without,
// because the detector makes tests several times slower. `make soak` also runs the whole server under the race detector. To do
// so here would compile most of the program a second time.
func racePackages() []string {
	return []string{
		media, media + "/ingest/rtmp", media + "/ingest/srt", media + "/ingest/whip", media + "/segment",
		"./internal/jobs/...", "./internal/db", "./internal/fairqueue", "./internal/stripesim",
	}
}

// slowPackages are racePackages with tests that slowUnderRace names.
func slowPackages() []string { return []string{media, media + "/segment", "./internal/fairqueue"} }

// slowUnderRace returns a pattern of tests that run without the race detector, in runUnraced. The detector would make them three to
// eight times slower. Those of media process pictures or start many processes. Those of segment have one goroutine. Those of
// fairqueue send floods of callers; smaller floods stay under the detector.
func slowUnderRace() string {
	return "^(" + strings.Join([]string{
		"TestCutsAreExactToThePicture", "TestKilledWhileMakingCuts", "TestSmallPictures.*", "TestPreview.*",
		"TestIndexInvariants", "TestTornSegmentsAreNotDescribed", "TestPartsKeepTheirTarget",
		"TestAFloodThatFillsTheQueueRefusesNoOneElse", "TestAFloodThroughManyChannels.*", "TestAFloodFromOneProvider.*",
	}, "|") + ")$"
}

// runGo tests all packages but racePackages, four at a time: many of their tests wait for PostgreSQL.
func runGo(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	all, err := packages(ctx, "./...")
	if err != nil {
		return tally{}, err
	}
	raced, err := packages(ctx, racePackages()...)
	if err != nil {
		return tally{}, err
	}
	rest := slices.DeleteFunc(all, func(p string) bool { return slices.Contains(raced, p) })
	return goTest(ctx, out, filepath.Join(artifacts, "go.json"), append([]string{"-p", "4"}, rest...)...)
}

// runUnraced runs the tests that are slow under the race detector, without it.
func runUnraced(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	args := append([]string{"-run", slowUnderRace()}, slowPackages()...)
	return goTest(ctx, out, filepath.Join(artifacts, "unraced.json"), args...)
}

// sqliteWithoutRace compiles modernc.org/sqlite without the race detector, which doubles the processor time of tests on SQLite.
// The library is C translated to Go and manages its own memory. The detector still sees its sync locks.
const sqliteWithoutRace = "-gcflags=modernc.org/...=-dwarf=false -race=false -d=checkptr=0"

// runRace tests racePackages under the race detector, but for the tests that are slow under it.
func runRace(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	args := append([]string{"-race", sqliteWithoutRace, "-skip", slowUnderRace()}, racePackages()...)
	return goTest(ctx, out, filepath.Join(artifacts, "race.json"), args...)
}

// packages returns the import paths that match patterns.
func packages(ctx context.Context, patterns ...string) ([]string, error) {
	list, err := exec.CommandContext(ctx, "go", append([]string{"list"}, patterns...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return strings.Fields(string(list)), nil
}

// Tests of test/e2e with a stage of their own.
const (
	playback = "^TestPlayback$"                         // plays one game from its announcement to its recording in a browser
	screens  = "^TestScreens$"                          // opens every screen
	journeys = "^(TestJourneys|TestBrowserOnPostgres)$" // all other browser tests that play video, and those of purchases
	faults   = "^TestFault"                             // a database, a disk or a node fails
)

// runEndToEnd tests the built binary (test/e2e). Many of these tests mostly wait, so twelve run at a time.
func runEndToEnd(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	return goTest(ctx, out, filepath.Join(artifacts, "e2e.json"), "-tags", "e2e", "-count", "1", "-parallel", "12",
		"-skip", strings.Join([]string{faults, playback, screens, journeys}, "|"), "./test/e2e/...")
}

// runPlayback plays video in real time. It runs apart from other journeys, because a slow machine drops frames under load.
func runPlayback(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	return goTest(ctx, out, filepath.Join(artifacts, "playback.json"), "-tags", "e2e", "-count", "1", "-run", playback, "./test/e2e")
}

func runScreens(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	return goTest(ctx, out, filepath.Join(artifacts, "screens.json"), "-tags", "e2e", "-count", "1", "-run", screens, "./test/e2e")
}

// runJourneys runs three groups of journeys at a time. Two of them play video, which they mostly wait for.
func runJourneys(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	return goTest(ctx, out, filepath.Join(artifacts, "journeys.json"), "-tags", "e2e", "-count", "1", "-parallel", "3", "-run", journeys, "./test/e2e")
}

// runFaults runs three fault tests at a time. With more tests, or with browsers, the servers get too little processor time
// and the tests time out.
func runFaults(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	return goTest(ctx, out, filepath.Join(artifacts, "faults.json"), "-tags", "e2e", "-count", "1", "-parallel", "3", "-run", faults, "./test/e2e")
}

// fewCollections makes Go programs collect garbage less often: compiling and linking take a fifth less time, unit tests a
// sixth less. Servers under test in test/e2e keep the default.
const fewCollections = "GOGC=400"

// byTurns has tests of both databases run on one where the other cannot differ (internal/db/dbtest). `make soak` runs them on both.
const byTurns = "GRANDSTAND_TEST_TURNS=1"

// goTest runs `go test` and saves its JSON events to the file record. It compiles with the flags of `make build`, so that
// both share the build cache. It skips vet, which `make lint` runs.
func goTest(ctx context.Context, out io.Writer, record string, args ...string) (tally, error) {
	file, err := os.Create(record)
	if err != nil {
		return tally{}, err
	}
	defer file.Close()
	cmd := killedWhole(exec.CommandContext(ctx, "go", append([]string{
		"test", "-json", "-vet=off", "-trimpath", "-gcflags=all=-dwarf=false", "-ldflags=-s -w",
		"-toolexec=env " + fewCollections, "-timeout", testLimit.String(),
	}, args...)...))
	cmd.Env = os.Environ()
	if !slices.Contains(args, "-race") { // which needs cgo
		cmd.Env = append(cmd.Env, "CGO_ENABLED=0")
	}
	if !slices.Contains(args, "e2e") {
		cmd.Env = append(cmd.Env, fewCollections, byTurns)
	}
	cmd.Stderr = os.Stderr
	events, err := cmd.StdoutPipe()
	if err != nil {
		return tally{}, err
	}
	if err := cmd.Start(); err != nil {
		return tally{}, err
	}
	results := newResults(out)
	stopReports := results.reportEachMinute(ctx)
	readErr := results.read(io.TeeReader(events, file))
	stopReports()
	if ctx.Err() != nil {
		results.showRunning()
	}
	counted := results.tally()
	if err := cmd.Wait(); err != nil && counted.failed == 0 {
		return counted, fmt.Errorf("go test: %w", err)
	}
	return counted, readErr
}

// testEvent is one line of `go test -json` (cmd/test2json).
type testEvent struct {
	Action      string
	Package     string
	ImportPath  string // of a build failure
	Test        string
	Output      string
	Elapsed     float64
	FailedBuild string
}

// results collects the events of one `go test`. It prints one line per package and the output of failed tests.
type results struct {
	out io.Writer

	mu       sync.Mutex           // guards the fields below
	started  map[string]time.Time // tests that run, without those that wait for their turn
	outcome  map[string]string    // "package test" to pass, fail or skip
	parents  map[string]bool      // tests that have subtests
	output   map[string][]string  // until the test or package ends
	count    map[string]int       // tests without subtests per package, for its line
	failures []failure            // failed tests without a failed subtest
	flaky    []string             // the same of each journey that passed only at its second try
}

func newResults(out io.Writer) *results {
	return &results{
		out: out, started: map[string]time.Time{}, outcome: map[string]string{}, parents: map[string]bool{},
		output: map[string][]string{}, count: map[string]int{},
	}
}

// read handles events until the stream ends. It prints lines that are not JSON events unchanged.
func (r *results) read(events io.Reader) error {
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e testEvent
			if json.Unmarshal(line, &e) == nil && e.Action != "" {
				r.handle(e)
			} else {
				fmt.Fprint(r.out, string(line))
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (r *results) handle(e testEvent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := e.Package + " " + e.Test
	switch e.Action {
	case "run", "cont":
		r.started[key] = time.Now()
	case "pause", "pass", "skip", "fail":
		delete(r.started, key)
	}
	switch e.Action {
	case "run":
		if i := strings.LastIndexByte(e.Test, '/'); i >= 0 {
			r.parents[e.Package+" "+e.Test[:i]] = true
		}
	case "output":
		r.output[key] = append(r.output[key], e.Output)
		if isResult(e.Output) {
			delete(r.started, key)
		}
	case "build-output":
		fmt.Fprint(r.out, e.Output)
	case "pass", "skip", "fail":
		if e.Test == "" {
			r.endPackage(e)
		} else {
			r.endTest(key, e)
		}
	}
}

// isResult reports whether a line of output says that its test has ended. cmd/test2json sends the event "pass" of a test only
// with the next line of output, which may be minutes later.
func isResult(line string) bool {
	line = strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "--- PASS: ") || strings.HasPrefix(line, "--- FAIL: ") || strings.HasPrefix(line, "--- SKIP: ")
}

func (r *results) endTest(key string, e testEvent) {
	r.outcome[key] = e.Action
	if !r.parents[key] {
		r.count[e.Package]++
	}
	if e.Action != "pass" {
		fmt.Fprint(r.out, strings.Join(r.output[key], ""))
	}
	if e.Action == "pass" && slices.ContainsFunc(r.output[key], saysFlaky) {
		r.flaky = append(r.flaky, key+"\n"+strings.Join(firstLines(r.output[key]), ""))
	}
	if e.Action == "fail" && !r.failedBelow(key) {
		r.failures = append(r.failures, failure{name: key, output: strings.Join(firstLines(r.output[key]), "")})
	}
	delete(r.output, key)
}

// saysFlaky reports whether a line is the one that test/e2e logs for a journey that passed only at its second try.
func saysFlaky(line string) bool { return strings.Contains(line, ": flaky journey") }

// firstLines are the first lines that a test printed, without those of go test.
func firstLines(output []string) []string {
	const most = 120 // end-to-end tests print whole pages
	output = slices.DeleteFunc(slices.Clone(output), func(line string) bool { return strings.HasPrefix(line, "=== ") })
	return output[:min(most, len(output))]
}

func (r *results) endPackage(e testEvent) {
	key := e.Package + " "
	switch {
	case e.Action == "fail":
		fmt.Fprint(r.out, strings.Join(r.output[key], ""))
		r.showUnfinished(e.Package)
		r.outcome[key] = "fail"
	case r.count[e.Package] > 0:
		fmt.Fprintf(r.out, "ok   %s: %d tests in %.1fs\n", e.Package, r.count[e.Package], e.Elapsed)
	}
	delete(r.output, key)
	maps.DeleteFunc(r.started, func(started string, _ time.Time) bool { return strings.HasPrefix(started, key) })
}

// showUnfinished prints the output of tests that were running when the process died.
func (r *results) showUnfinished(pkg string) {
	for key, output := range r.output {
		if _, ended := r.outcome[key]; !ended && strings.HasPrefix(key, pkg+" ") && key != pkg+" " {
			fmt.Fprint(r.out, strings.Join(output, ""))
		}
	}
}

// reportEachMinute prints a line with the running tests once a minute, until the returned function is called.
func (r *results) reportEachMinute(ctx context.Context) (stop func()) {
	ctx, stop = context.WithCancel(ctx)
	go func() {
		minute := time.NewTicker(time.Minute)
		defer minute.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-minute.C:
				if line := r.runningLine(time.Now()); line != "" {
					fmt.Fprintln(r.out, line)
				}
			}
		}
	}()
	return stop
}

// runningLine names the running tests with their times, the longest first. It is empty while none runs.
func (r *results) runningLine(now time.Time) string {
	const most = 6
	running := r.running()
	names := make([]string, 0, most)
	for _, key := range running[:min(most, len(running))] {
		_, test, _ := strings.Cut(key, " ")
		names = append(names, fmt.Sprintf("%s %s", test, now.Sub(r.since(key)).Round(time.Second)))
	}
	if more := len(running) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	if len(names) == 0 {
		return ""
	}
	return "running: " + strings.Join(names, ", ")
}

// running returns the keys of running tests without running subtests, the one that began first in front.
func (r *results) running() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	keys := slices.SortedFunc(maps.Keys(r.started), func(a, b string) int {
		return cmp.Or(r.started[a].Compare(r.started[b]), strings.Compare(a, b))
	})
	return slices.DeleteFunc(keys, func(key string) bool {
		return slices.ContainsFunc(keys, func(other string) bool { return strings.HasPrefix(other, key+"/") })
	})
}

func (r *results) since(key string) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.started[key]
}

// showRunning prints the running tests and the last lines of each, after `go test` was killed.
func (r *results) showRunning() {
	const most = 20
	for _, key := range r.running() {
		r.mu.Lock()
		output := r.output[key]
		r.outcome[key] = "fail"
		r.failures = append(r.failures, failure{name: key, output: "it ran when it was ended\n"})
		r.mu.Unlock()
		fmt.Fprintf(r.out, "it ran when it was ended: %s\n%s", key, strings.Join(output[max(0, len(output)-most):], ""))
	}
}

// tally counts tests without subtests. A parent or a package that failed without a failed subtest counts as one failure.
func (r *results) tally() tally {
	t := tally{failures: r.failures, flaky: r.flaky}
	for key, outcome := range r.outcome {
		_, test, _ := strings.Cut(key, " ")
		switch {
		case outcome == "fail" && !r.failedBelow(key):
			t.failed++
		case outcome == "fail", test == "", r.parents[key]:
		case outcome == "skip":
			t.skipped++
		default:
			t.passed++
			t.countEngine(test)
		}
	}
	return t
}

// failedBelow says whether a subtest (or, for a package, any test) under key failed.
func (r *results) failedBelow(key string) bool {
	prefix := key + "/"
	if strings.HasSuffix(key, " ") {
		prefix = key
	}
	for other, outcome := range r.outcome {
		if outcome == "fail" && other != key && strings.HasPrefix(other, prefix) {
			return true
		}
	}
	return false
}

// countEngine counts a test by its database. dbtest.Each and the end-to-end tests name subtests after the engine.
func (t *tally) countEngine(test string) {
	names := strings.Split(test, "/")
	if slices.Contains(names, "sqlite") {
		t.sqlite++
	}
	if slices.Contains(names, "postgres") {
		t.postgres++
	}
}
