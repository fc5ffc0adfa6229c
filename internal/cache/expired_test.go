package cache

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// TestExpiredValuesAreDropped fills the cache and lets its values expire. A few later calls remove them.
func TestExpiredValuesAreDropped(t *testing.T) {
	now := clock.NewManual(time.Unix(1_800_000_000, 0))
	c := NewTTL(TTLOptions[string, int]{
		Load: func(context.Context, string) (int, error) { return 0, nil },
		TTL:  FixedTTL[int](time.Second), MaxWeight: 1000, Clock: now,
	})
	ask := func(prefix string, keys int) {
		for i := range keys {
			if _, err := c.Get(t.Context(), prefix+strconv.Itoa(i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	ask("busy", 100)
	if held := c.values.values.Len(); held != 100 {
		t.Fatalf("%d values are held while all are in use, want 100", held)
	}
	now.Advance(2 * time.Second)
	ask("quiet", 60)
	if held := c.values.values.Len(); held != 60 {
		t.Errorf("%d values are held after the busy moment, want 60", held)
	}
}
