package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// starts is how often the start is measured.
const starts = 20

// measureStart starts the binary on a database that exists and counts until the first answer, then lets it idle.
func measureStart(ctx context.Context, b *bench) ([]row, error) {
	dir, err := b.seed(ctx, 10_000)
	if err != nil {
		return nil, err
	}
	took := make([]time.Duration, starts)
	for i := range took {
		if took[i], err = firstAnswer(ctx, dir); err != nil {
			return nil, err
		}
	}
	median := percentile(took, 0.5)
	memory, err := idleMemory(ctx, dir)
	if err != nil {
		return nil, err
	}
	return []row{
		{
			what: "exec to the first 200 of /readyz, existing database of 10,000 events, median of 20", aim: "at most 40 ms",
			figure: fmt.Sprintf("%s (worst %s)", milliseconds(median), milliseconds(percentile(took, 1))), reached: judge(median <= 40*time.Millisecond),
		},
		{
			what: "memory (RSS) idle, 10 s after the home page's calls", aim: "under 45 MB",
			figure: fmt.Sprintf("%.1f MB", float64(memory)/1e6), reached: judge(memory < 45e6),
		},
	}, nil
}

// firstAnswer counts from exec to the first 200. It asks without pause; connection refusals cost microseconds.
func firstAnswer(ctx context.Context, dir string) (time.Duration, error) {
	binary, err := stage.Binary()
	if err != nil {
		return 0, err
	}
	address, err := stage.FreeAddress()
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, binary, "serve")
	cmd.Env = append(os.Environ(), "GRANDSTAND_LISTEN="+address, "GRANDSTAND_ADMIN_LISTEN=", "GRANDSTAND_DATA="+dir,
		"GRANDSTAND_RTMP_LISTEN=127.0.0.1:0", "GRANDSTAND_SRT_LISTEN=127.0.0.1:0", "GRANDSTAND_WHIP_LISTEN=127.0.0.1:0")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	defer func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	}()
	for time.Since(begin) < 10*time.Second {
		response, err := http.Get("http://" + address + "/readyz")
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return time.Since(begin), nil
			}
		}
		time.Sleep(200 * time.Microsecond) // leave the processor to what is measured
	}
	return 0, errors.New("no answer within 10 s")
}

func idleMemory(ctx context.Context, dir string) (int64, error) {
	s, stop, err := serve(ctx, dir)
	if err != nil {
		return 0, err
	}
	defer stop()
	c := stage.NewClient(s.URL, channel)
	if err := c.Open(ctx); err != nil {
		return 0, err
	}
	for _, path := range []string{"/api/channel-bootstrap-data", "/api/events-for-homepage", "/api/events"} {
		var answer json.RawMessage
		if err := c.Get(ctx, path, nil, &answer); err != nil {
			return 0, err
		}
	}
	if err := wait(ctx, 10*time.Second); err != nil {
		return 0, err
	}
	return stage.RSS(s.PID())
}
