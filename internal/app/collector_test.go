package app

import "testing"

func TestMemoryIsGivenBackOnceAfterABusyMoment(t *testing.T) {
	released := 0
	c := collector{release: func() { released++ }, setPercent: func(int) {}}
	allocated := uint64(0)
	for i, step := range []struct {
		allocates uint64
		released  int
	}{
		{30 << 20, 0}, // busy
		{8 << 20, 0},  // still
		{10_000, 1},   // quiet
		{10_000, 1},   // and nothing new to give back
		{500_000, 1},
		{4 << 20, 1}, // busy
		{0, 2},
		{0, 2},
	} {
		allocated += step.allocates
		c.look(allocated, 1<<20)
		if released != step.released {
			t.Errorf("after step %d released %d times, want %d", i, released, step.released)
		}
	}
}

func TestASmallHeapIsCollectedLessOften(t *testing.T) {
	var set []int
	c := collector{release: func() {}, setPercent: func(p int) { set = append(set, p) }}
	for _, live := range []uint64{0, 3 << 20, 5 << 20, 6 << 20, 12 << 20, 20 << 20, 900 << 20, 5 << 20} {
		c.look(0, live)
		if c.percent > 100 && live*uint64(c.percent)/100 > heapFloor {
			t.Errorf("with %d alive the heap may grow by %d%%", live, c.percent)
		}
	}
	if want := []int{800, 400, 200, 100, 400}; len(set) != len(want) {
		t.Errorf("set %v, want %v", set, want)
	}
}
