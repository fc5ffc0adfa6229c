package main

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

func TestADiskThatIsNearlyFullIsNamed(t *testing.T) {
	folder := t.TempDir()
	if err := checkRoom(1, folder); err != nil {
		t.Errorf("with room for a byte: %v", err)
	}
	if err := checkRoom(math.MaxUint64, folder); err == nil || !strings.Contains(err.Error(), "on the disk of "+folder+", and ") {
		t.Errorf("without room: %v", err)
	}
	if err := checkRoom(1, folder+"/missing"); err == nil || !strings.Contains(err.Error(), folder+"/missing") {
		t.Errorf("a folder that does not exist: %v", err)
	}
}

func TestADiskThatFillsUpEndsTheRunAndIsNamedFirst(t *testing.T) {
	folder := t.TempDir()
	ctx, end := context.WithCancelCause(t.Context())
	ticks := make(chan time.Time, 1)
	fills := func(ctx context.Context, _ io.Writer, _ string) (tally, error) {
		ticks <- time.Now()
		endWhenFull(ctx, ticks, math.MaxUint64, []string{folder}, end)
		<-ctx.Done()
		return tally{failed: 1, failures: []failure{{name: "a test that could not write"}}}, nil
	}
	lines := []line{{{name: "fills", run: fills}}, {{name: "next", run: fills}}}
	total := runStages(ctx, lines, nil, time.Now().Add(time.Hour), t.TempDir())
	if total.failed != 2 || len(total.notStarted) != 1 {
		t.Fatalf("%d failed, not started: %v", total.failed, total.notStarted)
	}
	for _, want := range []string{"failed: a disk filled up during the run: ", "on the disk of " + folder + ", and "} {
		if first, _, _ := strings.Cut(total.failedNames(), "\n"); !strings.Contains(first, want) {
			t.Errorf("%q does not say %q", first, want)
		}
	}
}

func TestADiskWithRoomLetsTheRunGoOn(t *testing.T) {
	ctx, end := context.WithCancelCause(t.Context())
	ticks := make(chan time.Time) // each tick waits until the one before was handled
	go endWhenFull(ctx, ticks, 1, []string{t.TempDir()}, end)
	for range 3 {
		ticks <- time.Now()
	}
	if err := context.Cause(ctx); err != nil {
		t.Errorf("ended: %v", err)
	}
	end(nil)
}
