package demo

import (
	"time"

	"github.com/grandstand/grandstand/demo/kit"
)

const (
	// clockKept is how long every second of a live game's clock stays: viewers who go back that far see the clock of the
	// picture.
	clockKept = 10 * time.Minute
	// clockStep is how far apart what stays of the clock is after that.
	clockStep = 10 * time.Second
)

// toldScores remembers which scores of a live game were told, so that a game that is played for hours does not keep every
// second of its clock.
type toldScores struct {
	recent []toldScore
	kept   time.Time // of the last one that stays
	last   kit.Mark
}

type toldScore struct {
	at   time.Time
	tick bool // the clock alone changed
}

// add notes a score that was told at a time, and returns the times of those to remove now.
func (t *toldScores) add(m kit.Mark, at time.Time) []time.Time {
	tick := len(t.recent) > 0 && m.Away == t.last.Away && m.Home == t.last.Home && m.Period == t.last.Period
	t.recent, t.last = append(t.recent, toldScore{at, tick}), m
	var remove []time.Time
	for len(t.recent) > 0 && at.Sub(t.recent[0].at) > clockKept {
		old := t.recent[0]
		t.recent = t.recent[1:]
		if old.tick && old.at.Sub(t.kept) < clockStep {
			remove = append(remove, old.at)
			continue
		}
		t.kept = old.at
	}
	return remove
}
