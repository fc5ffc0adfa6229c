package main

import (
	"slices"
	"testing"
	"time"
)

func TestLongStagesRunWhenTheyAreNamed(t *testing.T) {
	wanted := func(names ...string) []string {
		var run []string
		for _, s := range slices.Concat(stages()...) {
			if s.isWanted(names) {
				run = append(run, s.name)
			}
		}
		return run
	}
	if got := wanted(); !slices.Equal(got, []string{"go", "race", "web", "e2e", "faults", "playback"}) {
		t.Errorf("without a name: %v", got)
	}
	if got := wanted("journeys", "web"); !slices.Equal(got, []string{"web", "journeys"}) {
		t.Errorf("by name: %v", got)
	}
	if got := unknownStages([]string{"go", "nothing"}); !slices.Equal(got, []string{"nothing"}) {
		t.Errorf("unknown: %v", got)
	}
}

func TestStagesThatWouldStartTooLate(t *testing.T) {
	total := runStages(t.Context(), []string{"screens", "server"}, time.Now().Add(-time.Second), t.TempDir())
	if got := total.notStarted; !slices.Equal(got, []string{"server", "screens"}) {
		t.Errorf("not started: %v", got)
	}
	if got, want := total.String(), "0 passed, 0 failed; no time was left to start: server, screens"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
