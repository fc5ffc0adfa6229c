package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// runWeb checks the types of the web app and runs its unit tests. `make` has put the pinned Node on the PATH and
// installed the packages.
func runWeb(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	var counted tally
	if err := npm(ctx, out, "typecheck"); err != nil {
		counted.failed++
		counted.failures = append(counted.failures, failure{name: "web types", output: err.Error() + "\n"})
		fmt.Fprintf(out, "FAIL web types: %v\n", err)
	} else {
		counted.passed++
	}
	record, err := filepath.Abs(filepath.Join(artifacts, "vitest.json"))
	if err != nil {
		return counted, err
	}
	if err := os.RemoveAll(record); err != nil { // an older run's counts must not stand for this one's
		return counted, err
	}
	runErr := npm(ctx, out, "test", "--", "--reporter=default", "--reporter=json", "--outputFile.json="+record)
	units, err := readVitest(record)
	counted.add(units)
	if runErr != nil && units.failed == 0 {
		return counted, errors.Join(runErr, err)
	}
	return counted, err
}

func npm(ctx context.Context, out io.Writer, script string, args ...string) error {
	cmd := killedWhole(exec.CommandContext(ctx, "npm", append([]string{"run", "--silent", script}, args...)...))
	cmd.Dir = "web"
	cmd.Stdout, cmd.Stderr = out, out
	return cmd.Run()
}

// vitestReport is the part of the report of vitest's JSON reporter that is counted and shown. It has the shape of Jest's.
type vitestReport struct {
	Passed  int          `json:"numPassedTests"`
	Failed  int          `json:"numFailedTests"`
	Pending int          `json:"numPendingTests"`
	Files   []vitestFile `json:"testResults"`
}

type vitestFile struct {
	Path       string       `json:"name"`
	Status     string       `json:"status"`
	Message    string       `json:"message"` // why the file could not be loaded
	Assertions []vitestTest `json:"assertionResults"`
}

type vitestTest struct {
	Name     string   `json:"fullName"`
	Status   string   `json:"status"`
	Messages []string `json:"failureMessages"`
}

const vitestFailed = "failed"

func readVitest(record string) (tally, error) {
	text, err := os.ReadFile(record)
	if err != nil {
		return tally{}, err
	}
	var report vitestReport
	if err := json.Unmarshal(text, &report); err != nil {
		return tally{}, fmt.Errorf("read %s: %w", record, err)
	}
	counted := tally{passed: report.Passed, failed: report.Failed, skipped: report.Pending}
	for _, file := range report.Files {
		counted.failures = append(counted.failures, file.failures()...)
	}
	return counted, nil
}

// failures returns the failed tests of the file, or the file itself if it has none and failed.
func (f vitestFile) failures() []failure {
	var failed []failure
	for _, test := range f.Assertions {
		if test.Status == vitestFailed {
			output := strings.SplitAfter(strings.Join(test.Messages, "\n")+"\n", "\n")
			failed = append(failed, failure{name: f.Path + ": " + test.Name, output: strings.Join(firstLines(output), "")})
		}
	}
	if f.Status == vitestFailed && len(failed) == 0 {
		return []failure{{name: f.Path, output: f.Message + "\n"}}
	}
	return failed
}
