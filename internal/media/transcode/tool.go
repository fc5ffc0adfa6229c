// Package transcode runs ffmpeg: pure functions build its arguments, a [Tool] runs
// it in a sandbox, and its results are checked, since ffmpeg reports success for
// empty results too.
package transcode

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/sandbox"
)

// ErrFailed is wrapped when ffmpeg fails or its result is not what was asked for.
var ErrFailed = errors.New("ffmpeg failed")

// Limits bound one run.
type Limits struct {
	Time     time.Duration // until it is killed
	LiveTime time.Duration // replaces Time in [Tool.Resize]
	CPU      time.Duration // processor time of all threads together; Time if it is 0
	Memory   uint64        // bytes of address space
	Output   uint64        // bytes of any one file it writes
	Live     bool          // it runs as part of a live stream, without a lower priority
}

// DefaultLimits are for work on a few seconds of video. Time is much longer than CPU because
// these runs have a low priority: a busy machine may hardly let them run for a while. LiveTime is
// short because the stream goes on meanwhile.
func DefaultLimits() Limits {
	return Limits{Time: 2 * time.Minute, LiveTime: 10 * time.Second, CPU: 20 * time.Second, Memory: 2 << 30, Output: 64 << 20}
}

// Tool is an installed ffmpeg. It is safe for concurrent use.
type Tool struct {
	path   string
	limits Limits
	slots  chan struct{}
}

// NewTool finds ffmpeg by name or path and allows so many runs at once.
func NewTool(name string, limits Limits, concurrency int) (*Tool, error) {
	path, err := findProgram(name)
	if err != nil {
		return nil, err
	}
	return &Tool{path: path, limits: limits, slots: make(chan struct{}, concurrency)}, nil
}

// findProgram returns the absolute path of a program, as the sandbox needs it.
func findProgram(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", fmt.Errorf("find %s: %w", name, err)
	}
	return path, nil
}

// maxComplaint bounds how much of what ffmpeg says is kept for the error.
const maxComplaint = 2048

// run is like execute with the tool's own limits, but waits for one of its slots.
func (t *Tool) run(ctx context.Context, e execution) error {
	select {
	case t.slots <- struct{}{}:
		defer func() { <-t.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	e.limits = t.limits
	return t.execute(ctx, e)
}

// execution is one process.
type execution struct {
	args   []string
	input  io.Reader // its standard input, nil for nothing
	output io.Writer // gets its standard output, nil where that is not needed
	reads  []string  // absolute paths of files that it may read
	folder string    // absolute path of the one folder that it may write to, empty for none
	limits Limits
}

// niceness lets live streams go first.
const niceness = 10

// rules are the process's bounds in the sandbox.
func (e execution) rules() sandbox.Rules {
	r := sandbox.Rules{Read: e.reads, Memory: e.limits.Memory, Output: e.limits.Output, CPU: cmp.Or(e.limits.CPU, e.limits.Time), Nice: niceness}
	if e.folder != "" {
		r.Write = []string{e.folder}
	}
	if e.limits.Live {
		r.Nice = 0
	}
	return r
}

// execute runs the tool in a sandbox, without waiting for other runs.
func (t *Tool) execute(ctx context.Context, e execution) error {
	ctx, cancel := context.WithTimeout(ctx, e.limits.Time)
	defer cancel()
	cmd := sandbox.Command(ctx, e.rules(), t.path, e.args...)
	cmd.Stdin, cmd.Stdout = e.input, e.output
	complaint := &tail{limit: maxComplaint}
	cmd.Stderr = complaint
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch {
	case err == nil:
		return nil
	case cmd.Process == nil && ctx.Err() == nil: // else its time was over before it started, which is a failure like any later
		return fmt.Errorf("start ffmpeg: %w", err)
	}
	return fmt.Errorf("%w: %w: %s", ErrFailed, err, strings.TrimSpace(complaint.String()))
}

// tail keeps the end of what is written to it.
type tail struct {
	bytes.Buffer
	limit int
}

func (t *tail) Write(p []byte) (int, error) {
	_, _ = t.Buffer.Write(p) // a buffer takes everything
	if excess := t.Len() - t.limit; excess > 0 {
		t.Next(excess)
	}
	return len(p), nil
}
