package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// row is one line of the report.
type row struct {
	what    string
	aim     string
	figure  string
	reached verdict
	command string
}

// verdict is how a figure stands to its aim.
type verdict string

const (
	reached verdict = "yes"
	missed  verdict = "**no**"
	scale   verdict = "" // a figure that only gives another one its scale
)

func judge(holds bool) verdict {
	if holds {
		return reached
	}
	return missed
}

// ratio makes a row that compares a figure of ours with one of the same run.
func ratio(what string, ours, theirs float64, aim string, holds func(r float64) bool) row {
	r := ours / theirs
	return row{what: what, aim: aim, figure: fmt.Sprintf("%.2f", r), reached: judge(holds(r))}
}

func atLeast(limit float64) func(float64) bool { return func(v float64) bool { return v >= limit } }
func atMost(limit float64) func(float64) bool  { return func(v float64) bool { return v <= limit } }

// percentile gives the value below which the share p (0 to 1) of the values lies, by nearest rank.
func percentile[T cmp.Ordered](values []T, p float64) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(p*float64(len(sorted))))]
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

const reportHead = `# Benchmarks

Measured by ` + "`make bench`" + ` with the binary that ` + "`make build`" + ` makes. Loads are wrk's (one thread, 64 connections, loopback, answers
not compressed); nginx serves the same bytes from a folder in the same run, so that the ratios hold on any machine. CPU is
user and kernel time from /proc/<pid>/stat. Run it on an otherwise idle machine: on a shared one the absolute figures drop
and the tails grow.

`

// writeReport writes bench/README.md.
func writeReport(rows []row) error {
	root, err := stage.Root()
	if err != nil {
		return err
	}
	var text strings.Builder
	text.WriteString(reportHead)
	fmt.Fprintf(&text, "Machine: %s, %d cores, Linux %s, %s. Run on %s.\n\n",
		processor(), runtime.NumCPU(), kernel(), runtime.Version(), time.Now().UTC().Format("2 January 2006"))
	text.WriteString("| what | figure | aim | reached | command |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range rows {
		fmt.Fprintf(&text, "| %s | %s | %s | %s | `%s` |\n", r.what, r.figure, r.aim, r.reached, r.command)
	}
	name := filepath.Join(root, "bench", "README.md")
	text.WriteString(remarks(name))
	return os.WriteFile(name, []byte(text.String()), 0o644)
}

// remarksHead begins what people wrote about the figures, in chapters; a new run leaves all of them as they are.
const remarksHead = "\n## "

func remarks(name string) string {
	old, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	if _, after, ok := strings.Cut(string(old), remarksHead); ok {
		return remarksHead + after
	}
	return ""
}

func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

func kernel() string {
	text, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return "?"
	}
	return strings.TrimSpace(string(text))
}
