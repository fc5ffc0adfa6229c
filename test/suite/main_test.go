package main

import (
	"slices"
	"testing"
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
