package app

import "testing"

func TestMemoryIsGivenBackOnceAfterABusyMoment(t *testing.T) {
	released := 0
	trim := trimmer{release: func() { released++ }}
	allocated := uint64(0)
	for i, step := range []struct {
		allocates uint64
		released  int
	}{
		{30 << 20, 0}, // busy
		{8 << 20, 0},  // still
		{10_000, 1},   // quiet
		{10_000, 1},   // and nothing new to give back
		{900_000, 1},
		{4 << 20, 1}, // busy
		{0, 2},
		{0, 2},
	} {
		allocated += step.allocates
		trim.look(allocated)
		if released != step.released {
			t.Errorf("after step %d released %d times, want %d", i, released, step.released)
		}
	}
}
