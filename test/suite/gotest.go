package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// raced are the packages whose tests run under the race detector: those where goroutines share memory. The detector
// makes the embedded database ten times slower, so the others' run without.
func raced() []string {
	return []string{
		app, media, media + "/ingest/rtmp", media + "/ingest/srt", media + "/ingest/whip", media + "/segment",
		"./internal/jobs/...", "./internal/db", "./internal/stripesim",
	}
}

const (
	app   = "./internal/app/..."
	media = "./internal/media"
	// drawn are tests of app and media that scale or compare pictures, or start processes over and over, for most of a
	// minute where the detector counts every pixel. They run without it only.
	drawn = "^(TestAPromoterSpeaksOfFights|TestPicturesOfAPackFitScreens|TestCutsAreExactToThePicture|TestACutAtOnceLeadsToItsPicture|TestKilledWhileMakingCuts)$"
)

func runGo(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	all, err := packages(ctx, "./...")
	if err != nil {
		return tally{}, err
	}
	elsewhere, err := packages(ctx, raced()...)
	if err != nil {
		return tally{}, err
	}
	here := slices.DeleteFunc(all, func(p string) bool { return slices.Contains(elsewhere, p) })
	counted, err := goTest(ctx, out, filepath.Join(artifacts, "go.json"), here...)
	if err != nil {
		return counted, err
	}
	pictures, err := goTest(ctx, out, filepath.Join(artifacts, "pictures.json"), "-run", drawn, app, media)
	counted.add(pictures)
	return counted, err
}

func runRace(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	return goTest(ctx, out, filepath.Join(artifacts, "race.json"), append([]string{"-race", "-skip", drawn}, raced()...)...)
}

// packages are the import paths that patterns name.
func packages(ctx context.Context, patterns ...string) ([]string, error) {
	list, err := exec.CommandContext(ctx, "go", append([]string{"list"}, patterns...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return strings.Fields(string(list)), nil
}

// runEndToEnd drives the built binary; see test/e2e. What waits for real time to pass runs beside what keeps processors busy.
func runEndToEnd(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	return goTest(ctx, out, filepath.Join(artifacts, "e2e.json"), "-tags", "e2e", "-count", "1", "-parallel", "12",
		"-skip", faults+"|"+playback+"|"+journeys, "./test/e2e/...")
}

// playback is the journey of test/e2e that plays a game from its announcement to its recording, journeys are all others
// that play video.
const (
	playback = "^TestPlayback$"
	journeys = "^TestJourneys$"
)

// runPlayback shows video in a browser that decodes, which has to keep up with real time: next to all other
// journeys on a slow machine it would not.
func runPlayback(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	return goTest(ctx, out, filepath.Join(artifacts, "playback.json"), "-tags", "e2e", "-count", "1", "-run", playback, "./test/e2e")
}

// runJourneys shows video in two browsers at a time.
func runJourneys(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	return goTest(ctx, out, filepath.Join(artifacts, "journeys.json"), "-tags", "e2e", "-count", "1", "-run", journeys, "./test/e2e")
}

// faults are the tests of test/e2e that take something away from servers.
const faults = "^TestFault"

// runFaults takes a few things away at a time: all at once, or beside the browsers, their servers would wait for the
// processors until the time of each test is over.
func runFaults(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	return goTest(ctx, out, filepath.Join(artifacts, "faults.json"), "-tags", "e2e", "-count", "1", "-parallel", "3", "-run", faults, "./test/e2e")
}

// goTest runs `go test` with its events kept in the file named. It compiles as `make build` does, so that what that has
// compiled serves again, and vets nothing: `make lint` does.
func goTest(ctx context.Context, out io.Writer, record string, args ...string) (tally, error) {
	file, err := os.Create(record)
	if err != nil {
		return tally{}, err
	}
	defer file.Close()
	cmd := exec.CommandContext(ctx, "go", append([]string{"test", "-json", "-vet=off", "-trimpath", "-timeout", "80m"}, args...)...)
	if !slices.Contains(args, "-race") { // which needs cgo
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
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
	readErr := results.read(io.TeeReader(events, file))
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

// results gathers the events of one `go test`, showing a line per package and the whole output of what failed.
type results struct {
	out     io.Writer
	outcome map[string]string   // "package test" to pass, fail or skip
	heading map[string]bool     // tests that have subtests
	output  map[string][]string // until the test or package ends
	count   map[string]int      // outcomes of leaves per package, for the line shown
	why     string              // what tests said that failed by themselves, shortened
}

func newResults(out io.Writer) *results {
	return &results{
		out: out, outcome: map[string]string{}, heading: map[string]bool{},
		output: map[string][]string{}, count: map[string]int{},
	}
}

// read takes events until the stream ends. Lines that are no events (a tool's own words) are shown as they are.
func (r *results) read(events io.Reader) error {
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e testEvent
			if json.Unmarshal(line, &e) == nil && e.Action != "" {
				r.take(e)
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

func (r *results) take(e testEvent) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "run":
		if i := strings.LastIndexByte(e.Test, '/'); i >= 0 {
			r.heading[e.Package+" "+e.Test[:i]] = true
		}
	case "output":
		r.output[key] = append(r.output[key], e.Output)
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

func (r *results) endTest(key string, e testEvent) {
	r.outcome[key] = e.Action
	if !r.heading[key] {
		r.count[e.Package]++
	}
	if e.Action != "pass" {
		fmt.Fprint(r.out, strings.Join(r.output[key], ""))
	}
	if e.Action == "fail" && !r.failedBelow(key) {
		r.why += key + "\n" + strings.Join(firstWords(r.output[key]), "")
	}
	delete(r.output, key)
}

// firstWords are a test's own lines, as many as a reader of many failures wants.
func firstWords(output []string) []string {
	const most = 120 // a page of an end-to-end test is long
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
}

// showUnfinished shows what tests said that never ended, because the process died under them.
func (r *results) showUnfinished(pkg string) {
	for key, output := range r.output {
		if _, ended := r.outcome[key]; !ended && strings.HasPrefix(key, pkg+" ") && key != pkg+" " {
			fmt.Fprint(r.out, strings.Join(output, ""))
		}
	}
}

// tally counts leaves. A heading or a package that failed although nothing below it did counts as one failure.
func (r *results) tally() tally {
	t := tally{why: r.why}
	for key, outcome := range r.outcome {
		_, test, _ := strings.Cut(key, " ")
		switch {
		case outcome == "fail" && !r.failedBelow(key):
			t.failed++
		case outcome == "fail", test == "", r.heading[key]:
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

// countEngine counts a test by the subtest that dbtest.Each and the end-to-end tests name after the engine.
func (t *tally) countEngine(test string) {
	names := strings.Split(test, "/")
	if slices.Contains(names, "sqlite") {
		t.sqlite++
	}
	if slices.Contains(names, "postgres") {
		t.postgres++
	}
}
