package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

//go:embed follow.mjs
var followPage []byte

// followAim is how soon a watch page that waits for the game shows it.
const followAim = 5 * time.Second

// watchers are watch pages that wait for a game in Chromium.
const (
	watchers     = 5
	watcherEvery = 900 * time.Millisecond
)

// audience is the browser that waits.
type audience struct {
	cmd *exec.Cmd
	out *bufio.Reader
}

// gather opens the event's watch pages and returns when all of them wait.
func (b *bench) gather(ctx context.Context, a *air) (*audience, error) {
	cmd, err := b.browse(ctx, "follow.mjs", followPage, map[string]any{
		"url": a.watchPage(), "pages": watchers, "every": watcherEvery.Milliseconds(),
	})
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	f := &audience{cmd: cmd, out: bufio.NewReader(out)}
	if _, err := f.out.ReadString('\n'); err != nil {
		return nil, fmt.Errorf("browser: %w", f.end(err))
	}
	return f, nil
}

// follow waits until the event is live for the API and until every page shows it, and returns the latest page's delay.
func (f *audience) follow(ctx context.Context, a *air) (time.Duration, error) {
	if _, err := a.fan.WaitEvent(ctx, a.event, "live", func(e stage.Event) bool { return e.StreamStatus == "live" }); err != nil {
		return 0, f.end(err)
	}
	live := time.Now()
	var shown []int64
	if err := json.NewDecoder(f.out).Decode(&shown); err != nil {
		return 0, fmt.Errorf("browser: %w", f.end(err))
	}
	var late []time.Duration
	for _, at := range shown {
		late = append(late, time.UnixMilli(at).Sub(live))
	}
	return percentile(late, 1), f.end(nil)
}

// end waits for the browser to go. What it says counts only when nothing failed before.
func (f *audience) end(cause error) error {
	_, _ = io.Copy(io.Discard, f.out)
	if err := f.cmd.Wait(); cause == nil {
		return err
	}
	return cause
}

// browse prepares a script that drives Chromium, with its settings.
func (b *bench) browse(ctx context.Context, name string, script []byte, settings map[string]any) (*exec.Cmd, error) {
	root, err := stage.Root()
	if err != nil {
		return nil, err
	}
	path := b.path(name)
	if err := os.WriteFile(path, script, 0o600); err != nil {
		return nil, err
	}
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "node", path, string(text))
	cmd.Dir = filepath.Join(root, "web") // whose packages hold Playwright
	cmd.Stderr = os.Stderr
	return cmd, nil
}

// watchPage is where a fan sees the event.
func (a *air) watchPage() string { return fmt.Sprintf("%s/watch/%d", a.server.URL, a.event) }
