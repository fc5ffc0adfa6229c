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
)

// runWeb checks the types of the web app and runs its unit tests. `make` has put the pinned Node on the PATH and
// installed the packages.
func runWeb(ctx context.Context, out io.Writer, artifacts string) (tally, error) {
	var counted tally
	if err := npm(ctx, out, "typecheck"); err != nil {
		counted.failed++
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

// vitestReport is what vitest's JSON reporter counts.
type vitestReport struct {
	Passed  int `json:"numPassedTests"`
	Failed  int `json:"numFailedTests"`
	Pending int `json:"numPendingTests"`
}

func readVitest(record string) (tally, error) {
	text, err := os.ReadFile(record)
	if err != nil {
		return tally{}, err
	}
	var report vitestReport
	if err := json.Unmarshal(text, &report); err != nil {
		return tally{}, fmt.Errorf("read %s: %w", record, err)
	}
	return tally{passed: report.Passed, failed: report.Failed, skipped: report.Pending}, nil
}
