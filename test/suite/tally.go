package main

import (
	"fmt"
	"strings"
	"time"
)

// tally counts tests. Only tests without subtests count, so that the numbers are of cases and not of headings.
type tally struct {
	passed, failed, skipped int
	sqlite, postgres        int // how many of the passed ran on a database of each engine
	failures                []failure
	notStarted              []string // stages that came too late, or after a failed unit test
	stages                  []stageResult
	flaky                   []string // name and first output of each browser journey that failed once and then passed
}

// failure is a failed test.
type failure struct {
	name   string
	output string // the first lines that the test printed; all of them are far above, in the output of its stage
}

// stageResult is a row of the table at the end of a run.
type stageResult struct {
	name                  string
	passed, failed, flaky int
	took                  time.Duration
}

// mostFlaky is how many flaky journeys a run may have.
const mostFlaky = 3

// isGreen reports whether a run with these results is a success.
func (t tally) isGreen() bool { return t.failed == 0 && len(t.flaky) <= mostFlaky }

func (t *tally) add(other tally) {
	t.passed += other.passed
	t.failed += other.failed
	t.skipped += other.skipped
	t.sqlite += other.sqlite
	t.postgres += other.postgres
	t.failures = append(t.failures, other.failures...)
	t.notStarted = append(t.notStarted, other.notStarted...)
	t.flaky = append(t.flaky, other.flaky...)
	t.stages = append(t.stages, other.stages...)
}

func (t tally) String() string {
	line := fmt.Sprintf("%d passed, %d failed", t.passed, t.failed)
	if t.skipped > 0 {
		line += fmt.Sprintf(", %d skipped", t.skipped)
	}
	if len(t.notStarted) > 0 {
		line += fmt.Sprintf("; not started: %s", strings.Join(t.notStarted, ", "))
	}
	return line
}

// reasons returns each failed test with the beginning of its output.
func (t tally) reasons() string {
	if len(t.failures) == 0 {
		return ""
	}
	var text strings.Builder
	text.WriteString("\nwhat failed:\n")
	for _, f := range t.failures {
		text.WriteString(f.name + "\n" + f.output)
	}
	return text.String()
}

// failedNames returns the names of the failed tests, a line each. They are the last lines of a run: a reader of the end of its
// output sees them, however much each test printed.
func (t tally) failedNames() string {
	const most = 20
	var text strings.Builder
	for _, f := range t.failures[:min(most, len(t.failures))] {
		text.WriteString("failed: " + f.name + "\n")
	}
	if more := len(t.failures) - most; more > 0 {
		fmt.Fprintf(&text, "failed: %d more\n", more)
	}
	return text.String()
}

// databases names both engines and how many cases passed on each, so that a run that silently left one out shows.
func (t tally) databases() string {
	return fmt.Sprintf("databases: SQLite %d passed, PostgreSQL %d passed", t.sqlite, t.postgres)
}

// flakes returns the number of flaky journeys and, when the number fails the run, the limit.
func (t tally) flakes() string {
	line := fmt.Sprintf("flaky: %d", len(t.flaky))
	if len(t.flaky) > mostFlaky {
		line += fmt.Sprintf(" (FAIL: at most %d journeys may need a second try)", mostFlaky)
	}
	return line
}

// table has a row for each stage that ran.
func (t tally) table() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%-10s %7s %7s %7s %9s\n", "stage", "passed", "failed", "flaky", "seconds")
	for _, s := range t.stages {
		fmt.Fprintf(&text, "%-10s %7d %7d %7d %9.0f\n", s.name, s.passed, s.failed, s.flaky, s.took.Seconds())
	}
	return text.String()
}
