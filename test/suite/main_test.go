package main

import (
	"context"
	"io"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestLongStagesRunWhenTheyAreNamed(t *testing.T) {
	wanted := func(names ...string) []string {
		var run []string
		for _, s := range allStages(stages()) {
			if s.isWanted(names) {
				run = append(run, s.name)
			}
		}
		return run
	}
	if got := wanted(); !slices.Equal(got, []string{"go", "race", "web", "unraced", "e2e", "faults", "playback"}) {
		t.Errorf("without a name: %v", got)
	}
	if got := wanted("journeys", "web"); !slices.Equal(got, []string{"web", "journeys"}) {
		t.Errorf("by name: %v", got)
	}
	if got := wanted(everyStage); len(got) != len(allStages(stages())) {
		t.Errorf("all: %v", got)
	}
	if got := unknownStages([]string{"go", "nothing"}); !slices.Equal(got, []string{"nothing"}) {
		t.Errorf("unknown: %v", got)
	}
}

func TestStagesThatWouldStartTooLate(t *testing.T) {
	total := runStages(t.Context(), stages(), []string{"screens", "race"}, time.Now().Add(-time.Second), t.TempDir())
	if got := total.notStarted; !slices.Equal(got, []string{"race", "screens"}) {
		t.Errorf("not started: %v", got)
	}
	if got, want := total.String(), "0 passed, 0 failed; not started: race, screens"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNoBrowserStartsAfterAFailedUnitTest(t *testing.T) {
	fails := func(context.Context, io.Writer, string) (tally, error) { return tally{failed: 1}, nil }
	lines := func(unit bool) []line {
		return []line{{{name: "first", unit: unit, run: fails}}, {{name: "browser", run: fails}}}
	}
	total := runStages(t.Context(), lines(true), nil, time.Now().Add(time.Hour), t.TempDir())
	if got := total.notStarted; !slices.Equal(got, []string{"browser"}) || total.failed != 1 {
		t.Errorf("after a unit test: %d failed, not started: %v", total.failed, got)
	}
	total = runStages(t.Context(), lines(false), nil, time.Now().Add(time.Hour), t.TempDir())
	if len(total.notStarted) > 0 || total.failed != 2 {
		t.Errorf("after another test: %d failed, not started: %v", total.failed, total.notStarted)
	}
}

func TestStagesOfALineRunSideBySide(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	meets := func(context.Context, io.Writer, string) (tally, error) {
		both.Done()
		both.Wait() // the other stage runs meanwhile
		return tally{passed: 1}, nil
	}
	stages := line{{name: "first", run: meets}, {name: "second", run: meets}}
	if total := runStages(t.Context(), []line{stages}, nil, time.Now().Add(time.Hour), t.TempDir()); total.passed != 2 {
		t.Errorf("%d of 2 stages passed", total.passed)
	}
}
