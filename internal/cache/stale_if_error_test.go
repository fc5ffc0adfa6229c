package cache_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
)

// An expired value is used for a limited time while loading fails, and a load is tried once a second.
// An error that says something about the value ends its use at once.
func TestTTLServesStaleValuesOnErrors(t *testing.T) {
	now, away, gone := clock.NewManual(time.Unix(1_800_000_000, 0)), errors.New("away"), errors.New("gone")
	var fails error
	loads := 0
	c := cache.NewTTL(cache.TTLOptions[string, int]{
		Load: func(context.Context, string) (int, error) {
			loads++
			return loads, fails
		},
		TTL:          cache.FixedTTL[int](20 * time.Second),
		StaleIfError: &cache.StaleIfError[int]{If: func(err error) bool { return errors.Is(err, away) }, Extra: cache.FixedTTL[int](80 * time.Second)},
		MaxWeight:    10, Clock: now,
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
