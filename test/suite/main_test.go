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
	if got := wanted(); !slices.Equal(got, []string{"go", "race", "web", "pictures", "e2e", "faults", "playback"}) {
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
		return []line{{{{name: "first", unit: unit, run: fails}}}, {{{name: "browser", run: fails}}}}
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

func TestStagesOfALaneRunOneAfterAnother(t *testing.T) {
	var beside sync.WaitGroup
	beside.Add(1)
	ended := false
	lanes := line{
		{
			{name: "first", run: func(context.Context, io.Writer, string) (tally, error) {
				beside.Wait() // the other lane runs meanwhile
				ended = true
				return tally{passed: 1}, nil
			}},
			{name: "second", run: func(context.Context, io.Writer, string) (tally, error) {
				if !ended {
					t.Error("the second stage began before the first one ended")
				}
				return tally{passed: 1}, nil
			}},
		},
		{{name: "beside", run: func(context.Context, io.Writer, string) (tally, error) {
			beside.Done()
			return tally{passed: 1}, nil
		}}},
	}
	if total := runStages(t.Context(), []line{lanes}, nil, time.Now().Add(time.Hour), t.TempDir()); total.passed != 3 {
		t.Errorf("%d of 3 stages passed", total.passed)
	}
}
