package main

import (
	"math"
	"slices"
	"time"
)

// tally is what fans have met since the last one. It adds up over processes.
type tally struct {
	Calls  map[string]*timings `json:"calls"`  // by what was asked for
	Shed   map[string]int      `json:"shed"`   // told to come again because of too many calls, by class
	Wrong  map[string]int      `json:"wrong"`  // answers that nobody should get
	Counts map[string]int      `json:"counts"` // of what happened, by name
	Bytes  int64               `json:"bytes"`
	// Back is after how many seconds each had a new segment again.
	Back   []float64 `json:"back"`
	Traces []trace   `json:"traces"`
}

// timings is the good answers to one kind of request.
type timings struct {
	Count int `json:"count"`
	// Spread counts them by how long they took, in steps of a fiftieth.
	Spread map[int]int `json:"timings"`
}

// trace is when a call was admitted or refused while there were too many.
type trace struct {
	Class string    `json:"class"`
	Shed  bool      `json:"shed"`
	Begun time.Time `json:"begun"`
	Ended time.Time `json:"ended"`
}

func newTally() *tally {
	return &tally{Calls: map[string]*timings{}, Shed: map[string]int{}, Wrong: map[string]int{}, Counts: map[string]int{}}
}

// step is how finely times are kept.
const step = 1.02

func (t *tally) took(name string, d time.Duration) {
	c := t.Calls[name]
	if c == nil {
		c = &timings{Spread: map[int]int{}}
		t.Calls[name] = c
	}
	c.Count++
	c.Spread[int(math.Log(max(1, float64(d.Microseconds())))/math.Log(step))]++
}

// add puts another process's tally to this one.
func (t *tally) add(other *tally) {
	for name, c := range other.Calls {
		if t.Calls[name] == nil {
			t.Calls[name] = &timings{Spread: map[int]int{}}
		}
		t.Calls[name].Count += c.Count
		for at, n := range c.Spread {
			t.Calls[name].Spread[at] += n
		}
	}
	for _, m := range []struct{ to, from map[string]int }{{t.Shed, other.Shed}, {t.Wrong, other.Wrong}, {t.Counts, other.Counts}} {
		for name, n := range m.from {
			m.to[name] += n
		}
	}
	t.Bytes += other.Bytes
	t.Back = append(t.Back, other.Back...)
	t.Traces = append(t.Traces, other.Traces...)
}

// at gives the time below which the share p (0 to 1) of the answers of a kind lies, and 0 where there are none.
func (t *tally) at(name string, p float64) time.Duration {
	c := t.Calls[name]
	if c == nil || c.Count == 0 {
		return 0
	}
	places := make([]int, 0, len(c.Spread))
	for at := range c.Spread {
		places = append(places, at)
	}
	slices.Sort(places)
	rank, seen := min(c.Count-1, int(p*float64(c.Count))), 0
	for _, at := range places {
		if seen += c.Spread[at]; seen > rank {
			return time.Duration(math.Pow(step, float64(at)+1)) * time.Microsecond
		}
	}
	return 0
}

func (t *tally) answered() (all int) {
	for _, c := range t.Calls {
		all += c.Count
	}
	return all
}

func (t *tally) wrong() (all int) {
	for _, n := range t.Wrong {
		all += n
	}
	return all
}

// outOfTurn counts the cheap calls that were admitted while dear ones were refused: those that began after the first dear
// one was refused and ended before a purchase that had been waiting was answered, since from there on room is given back.
func outOfTurn(traces []trace, cheap, dear string) (admitted int) {
	refused := firstRefused(traces, dear)
	if refused.IsZero() {
		return 0
	}
	var relieved time.Time
	for _, t := range traces {
		if t.Class == purchase && !t.Shed && t.Ended.After(refused) && (relieved.IsZero() || t.Ended.Before(relieved)) {
			relieved = t.Ended
		}
	}
	for _, t := range traces {
		if t.Class == cheap && !t.Shed && t.Begun.After(refused) && (relieved.IsZero() || t.Ended.Before(relieved)) {
			admitted++
		}
	}
	return admitted
}

// firstRefused is when the first call of a class was refused, zero where none was.
func firstRefused(traces []trace, class string) (at time.Time) {
	for _, t := range traces {
		if t.Class == class && t.Shed && (at.IsZero() || t.Ended.Before(at)) {
			at = t.Ended
		}
	}
	return at
}

// refusedInOrder reports whether calls of each class were refused, and those of one not before those of the class before it.
func refusedInOrder(traces []trace, classes ...string) bool {
	var before time.Time
	for _, class := range classes {
		at := firstRefused(traces, class)
		if at.IsZero() || at.Before(before) {
			return false
		}
		before = at
	}
	return true
}
