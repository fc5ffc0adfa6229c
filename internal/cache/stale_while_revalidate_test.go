package cache_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
)

func TestStaleWhileRevalidateMaxAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := cache.NewStaleWhileRevalidate[string, int](clock.System{}, time.Second, 5*time.Second, 10, nil)
		expect := func(next, want int) {
			t.Helper()
			got, err := c.Get(t.Context(), "a", func(context.Context) (int, error) { return next, nil })
			if err != nil || got != want {
				t.Errorf("got %d, %v, want %d", got, err, want)
			}
			synctest.Wait()
		}
		expect(1, 1)
		time.Sleep(999 * time.Millisecond)
		expect(2, 1) // fresh
		time.Sleep(time.Second)
		expect(3, 1) // stale, and made again behind the caller's back
		expect(4, 3)
		time.Sleep(5 * time.Second)
		expect(5, 5) // too old: waited for
	})
}

func TestStaleWhileRevalidateKeepsNoErrors(t *testing.T) {
	now, broken := clock.NewManual(time.Unix(1_800_000_000, 0)), errors.New("broken")
	c := cache.NewStaleWhileRevalidate[string, int](now, time.Second, 5*time.Second, 10, nil)
	if _, err := c.Get(t.Context(), "a", func(context.Context) (int, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Fatalf("error is %v, want %v", err, broken)
	}
	if v, err := c.Get(t.Context(), "a", func(context.Context) (int, error) { return 7, nil }); err != nil || v != 7 {
		t.Errorf("then %d, %v, want 7", v, err)
	}
}
