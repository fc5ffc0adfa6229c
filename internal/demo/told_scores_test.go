package demo

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
)

// Every second of the last minutes stays; of the time before, one in ten seconds and every change of the score.
func TestALiveGameForgetsTheSecondsOfItsClock(t *testing.T) {
	told := toldScores{}
	kept := map[time.Time]kit.Mark{}
	const hour = 3600
	for second := range hour {
		at := friday.Add(time.Duration(second) * time.Second)
		m := kit.Mark{Home: second / 95, Clock: at.Format("04:05")}
		kept[at] = m
		for _, old := range told.add(m, at) {
			delete(kept, old)
		}
	}
	now := friday.Add((hour - 1) * time.Second)
	for second := range hour {
		at := friday.Add(time.Duration(second) * time.Second)
		_, there := kept[at]
		if recent := now.Sub(at) <= clockKept; recent && !there {
			t.Fatalf("the clock of %v ago is gone", now.Sub(at))
		}
		if scored := second > 0 && second/95 != (second-1)/95; scored && !there {
			t.Fatalf("the score of second %d is gone", second)
		}
	}
	if limit := 600 + hour/10 + hour/95; len(kept) > limit || len(kept) < 800 {
		t.Errorf("%d scores stay, the limit is %d", len(kept), limit)
	}
}
