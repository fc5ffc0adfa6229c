package cache_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
)

// A value outlives its time while none can be loaded, for a while, and is asked for once a
// second; an answer about it ends it at once.
func TestKeptSparesWhatCannotBeLoaded(t *testing.T) {
	now, away, gone := clock.NewManual(time.Unix(1_800_000_000, 0)), errors.New("away"), errors.New("gone")
	var fails error
	loads := 0
	c := cache.NewKept(cache.KeptOptions[string, int]{
		Load: func(context.Context, string) (int, error) {
			loads++
			return loads, fails
		},
		Lasts: cache.For[int](20 * time.Second),
		Spare: &cache.Spare[int]{If: func(err error) bool { return errors.Is(err, away) }, Lasts: cache.For[int](80 * time.Second)},
		Limit: 10, Clock: now,
	})
	expect := func(want int, wrong error, asked int) {
		t.Helper()
		v, err := c.Get(t.Context(), "a")
		if !errors.Is(err, wrong) || err == nil && v != want || loads != asked {
			t.Errorf("%d, %v after %d loads, want %d, %v after %d", v, err, loads, want, wrong, asked)
		}
	}
	expect(1, nil, 1)
	fails = away
	now.Advance(20 * time.Second)
	expect(1, nil, 2)
	expect(1, nil, 2) // not asked again at once
	now.Advance(time.Second)
	expect(1, nil, 3)
	now.Advance(79 * time.Second)
	expect(0, away, 4)
	fails = nil
	expect(5, nil, 5)
	fails = gone
	now.Advance(20 * time.Second)
	expect(0, gone, 6)
}
