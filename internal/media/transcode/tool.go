// Package transcode runs ffmpeg: pure functions build its arguments, a [Tool] runs
// it under limits, and what it made is looked at before anybody believes it, since
// ffmpeg reports success for empty results too.
package transcode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// ErrFailed is wrapped when ffmpeg fails or its result is not what was asked for.
var ErrFailed = errors.New("ffmpeg failed")

// Limits bound one run.
type Limits struct {
	Time   time.Duration // until it is killed
	CPU    time.Duration // of all its threads together; Time where it is 0
	Memory uint64        // bytes of address space
	Output uint64        // bytes of any one file it writes
	Live   bool          // it is a part of a live stream: it yields to nobody
}

// DefaultLimits are for work on a few seconds of video.
func DefaultLimits() Limits {
	return Limits{Time: 20 * time.Second, Memory: 2 << 30, Output: 64 << 20}
}

// Tool is an installed ffmpeg. It is safe for concurrent use.
type Tool struct {
	path   string
	limits Limits
	slots  chan struct{}
}

// NewTool finds ffmpeg by name or path and allows so many runs at once.
func NewTool(name string, limits Limits, concurrency int) (*Tool, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, fmt.Errorf("find ffmpeg: %w", err)
	}
	return &Tool{path: path, limits: limits, slots: make(chan struct{}, concurrency)}, nil
}

// maxComplaint bounds how much of what ffmpeg says is kept for the error.
const maxComplaint = 2048

// run runs ffmpeg with input on its standard input.
func (t *Tool) run(ctx context.Context, args []string, input []byte) error {
	return t.runInto(ctx, args, input, nil)
}

// runInto is run, with what ffmpeg writes to its standard output.
func (t *Tool) runInto(ctx context.Context, args []string, input []byte, output io.Writer) error {
	select {
	case t.slots <- struct{}{}:
		defer func() { <-t.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return t.execute(ctx, execution{args: args, input: bytes.NewReader(input), output: output, limits: t.limits})
}

// execution is one process: what it is told, what it reads and what hears of it.
type execution struct {
	args   []string
	input  io.Reader // nil for nothing
	output io.Writer // nil where nobody wants to know
	limits Limits
}

// execute runs the tool under limits, whoever else is running it.
func (t *Tool) execute(ctx context.Context, e execution) error {
	ctx, cancel := context.WithTimeout(ctx, e.limits.Time)
	defer cancel()
	cmd := exec.CommandContext(ctx, t.path, e.args...)
	cmd.Stdin, cmd.Stdout = e.input, e.output
	complaint := &tail{limit: maxComplaint}
	cmd.Stderr = complaint
	cmd.Env = []string{"LC_ALL=C"}
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start ffmpeg: %w", err)
	}
	if err := limit(cmd.Process.Pid, e.limits); err != nil {
		cancel()
		_ = cmd.Wait()
		return fmt.Errorf("limit ffmpeg: %w", err)
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%w: %w: %s", ErrFailed, err, strings.TrimSpace(complaint.String()))
	}
	return nil
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
