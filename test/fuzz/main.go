// Command fuzz runs every fuzz target of the project one after the other, each for a while, and says of each what came of
// it. It finds the targets itself, so that a new one is not forgotten. What breaks a target, Go leaves as a file below the
// testdata of its package: committed, it is tried with every test from then on. FUZZ_TIME says for how long each runs, and
// FUZZ_TARGETS, a regular expression, which.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// timeByDefault is for how long each target runs.
const timeByDefault = time.Minute

// minimizing bounds how long each input that leads on is made shorter, which would take most of the time of a target that is
// slow.
const minimizing = "2s"

// target is one fuzz target.
type target struct{ pkg, name string }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	each, err := time.ParseDuration(cmp.Or(os.Getenv("FUZZ_TIME"), timeByDefault.String()))
	if err != nil {
		return fmt.Errorf("FUZZ_TIME: %w", err)
	}
	wanted, err := regexp.Compile(os.Getenv("FUZZ_TARGETS"))
	if err != nil {
		return fmt.Errorf("FUZZ_TARGETS: %w", err)
	}
	targets, err := find(ctx)
	if err != nil {
		return err
	}
	tried, broken := 0, 0
	for _, t := range targets {
		if !wanted.MatchString(t.name) {
			continue
		}
		tried++
		if err := t.fuzz(ctx, out, each); err != nil {
			fmt.Fprintf(out, "FAIL %s %s: %v\n", t.pkg, t.name, err)
			broken++
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	fmt.Fprintf(out, "%d targets, %d broken\n", tried, broken)
	if broken > 0 || tried == 0 {
		return errors.New("fuzzing failed")
	}
	return nil
}

// find lists the targets of all packages.
func find(ctx context.Context) ([]target, error) {
	said, err := exec.CommandContext(ctx, "go", "test", "-vet=off", "-list", "^Fuzz", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go test -list: %w\n%s", err, said)
	}
	return read(string(said)), nil
}

// read takes apart what `go test -list` says: names, and then the package that has them.
func read(said string) (targets []target) {
	var names []string
	for line := range strings.Lines(said) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 1 && strings.HasPrefix(fields[0], "Fuzz"):
			names = append(names, fields[0])
		case len(fields) > 1 && fields[0] == "ok":
			for _, name := range names {
				targets = append(targets, target{fields[1], name})
			}
			names = nil
		}
	}
	return targets
}

// progress is what Go says of a target as it goes.
var progress = regexp.MustCompile(`^fuzz: elapsed: .*, execs: (\d+) .*new interesting: (\d+)`)

// fuzz runs the target and says in one line how much of it there was. What a target that breaks says is shown whole.
func (t target) fuzz(ctx context.Context, out io.Writer, each time.Duration) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-vet=off", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", each.String(), "-fuzzminimizetime", minimizing, t.pkg)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Stderr = os.Stderr
	lines, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	said, executions, interesting := "", "0", "0"
	for scanner := bufio.NewScanner(lines); scanner.Scan(); {
		if m := progress.FindStringSubmatch(scanner.Text()); m != nil {
			executions, interesting = m[1], m[2]
			continue
		}
		said += scanner.Text() + "\n"
	}
	if err := cmd.Wait(); err != nil && !endedLate(said) {
		fmt.Fprint(out, said)
		return err
	}
	fmt.Fprintf(out, "ok   %s %s: %s executions, %s new ways through\n", t.pkg, t.name, executions, interesting)
	return nil
}

// endedLate tells a target in which nothing was found from one that is broken: Go counts it as failed when its time ends
// while a worker is busy (https://go.dev/issue/75804).
func endedLate(said string) bool {
	return strings.Contains(said, "context deadline exceeded") && !strings.Contains(said, "Failing input") && !strings.Contains(said, "panic:")
}
