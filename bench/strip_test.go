package main

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestStripRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		made := time.UnixMilli(rapid.Int64Range(0, 1<<42).Draw(t, "made"))
		late := time.Duration(rapid.Int64Range(0, 59_999).Draw(t, "late")) * time.Millisecond
		fields := make([]byte, stripBits)
		for i := range fields {
			fields[i] = byte(16 + 219*(made.UnixMilli()>>i&1)) // as limited-range video shows black and white
		}
		got, ok := behind(made.Add(late), readStrip(fields))
		if !ok || got != late {
			t.Fatalf("a frame %s late reads as %s (%t)", late, got, ok)
		}
	})
}

func TestBehindRefusesTheImpossible(t *testing.T) {
	now := time.UnixMilli(1 << 40)
	if late, ok := behind(now, readStrip(make([]byte, stripBits))+1); ok {
		t.Errorf("a clock from the future reads as %s late", late)
	}
}

func TestPercentile(t *testing.T) {
	values := []int{5, 1, 4, 2, 3, 6, 7, 8, 9, 10}
	for p, want := range map[float64]int{0: 1, 0.5: 6, 0.95: 10, 1: 10} {
		if got := percentile(values, p); got != want {
			t.Errorf("percentile %.2f is %d, want %d", p, got, want)
		}
	}
}
