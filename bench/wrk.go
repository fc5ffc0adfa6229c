package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

//go:embed wrk.lua
var wrkScript string

// load is what one run of wrk measured.
type load struct {
	Requests int   `json:"requests"`
	Bytes    int64 `json:"bytes"`
	Took     int64 `json:"us"`
	P50      int64 `json:"p50_us"`
	P99      int64 `json:"p99_us"`
	Failed   int   `json:"failed"`

	CPU time.Duration // of the server, over the run
}

// perSecond is the rate of answers.
func (l load) perSecond() float64 { return float64(l.Requests) / (float64(l.Took) / 1e6) }

// p99 is the latency that 99% of answers stay under.
func (l load) p99() time.Duration { return time.Duration(l.P99) * time.Microsecond }

// cpuPerGB is the server's CPU seconds for 10^9 bytes sent.
func (l load) cpuPerGB() float64 { return l.CPU.Seconds() / (float64(l.Bytes) / 1e9) }

func (l load) String() string {
	return fmt.Sprintf("%.0f/s, p99 %s", l.perSecond(), milliseconds(l.p99()))
}

// add counts another run in. Rates and CPU are those of both; of the tails, which cannot be added, the longer stays.
func (l *load) add(other load) {
	l.Requests += other.Requests
	l.Bytes += other.Bytes
	l.Took += other.Took
	l.Failed += other.Failed
	l.CPU += other.CPU
	l.P50, l.P99 = max(l.P50, other.P50), max(l.P99, other.P99)
}

// loadURL asks for one address as fast as 64 connections can, after a short warm-up, and charges the server's process
// with the CPU it took. An answer that is no success makes the figure worthless and is an error.
func (b *bench) loadURL(ctx context.Context, pid int, url string, length time.Duration) (load, error) {
	if _, err := b.wrk(ctx, url, time.Second); err != nil {
		return load{}, err
	}
	before, err := stage.CPU(pid)
	if err != nil {
		return load{}, err
	}
	l, err := b.wrk(ctx, url, length)
	if err != nil {
		return load{}, err
	}
	after, err := stage.CPU(pid)
	l.CPU = after - before
	return l, err
}

func (b *bench) wrk(ctx context.Context, url string, length time.Duration) (load, error) {
	var l load
	if err := b.runWrk(ctx, wrkScript, &l, "-c64", seconds(length), url); err != nil {
		return load{}, err
	}
	if l.Failed > 0 {
		return load{}, fmt.Errorf("%d of %d answers of %s were no success", l.Failed, l.Requests, url)
	}
	return l, nil
}

func seconds(length time.Duration) string { return fmt.Sprintf("-d%d", int(length.Seconds())) }

// runWrk runs wrk with a script that prints a line of JSON. Each run has its own file of the script, because runs that measure
// two addresses at once could read it while it is written.
func (b *bench) runWrk(ctx context.Context, script string, into any, arguments ...string) error {
	folder, err := os.MkdirTemp(b.dir, "wrk")
	if err != nil {
		return err
	}
	file := filepath.Join(folder, "wrk.lua")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, "wrk", append([]string{"-t1", "-s", file}, arguments...)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("wrk: %w: %s", err, out)
	}
	_, line, found := strings.Cut(string(out), "RESULT ")
	if !found {
		return fmt.Errorf("wrk printed no result: %s", out)
	}
	return json.Unmarshal([]byte(strings.TrimSpace(line)), into)
}
