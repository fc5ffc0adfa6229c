package cache_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
)

var noon = time.Unix(1_800_000_000, 0)

// counting loads 1, 2, 3 … whatever the key.
func counting(now clock.Clock, lasts func(int) time.Duration) *cache.TTL[string, int] {
	var loads atomic.Int64
	return cache.NewTTL(cache.TTLOptions[string, int]{
		Load: func(context.Context, string) (int, error) { return int(loads.Add(1)), nil },
		TTL:  lasts, MaxWeight: 10, Clock: now,
	})
}

func get(t *testing.T, c *cache.TTL[string, int], key string, want int) {
	t.Helper()
	if got, err := c.Get(t.Context(), key); err != nil || got != want {
		t.Errorf("%s is %d, %v, want %d", key, got, err, want)
	}
}

func TestTTLOfEachValue(t *testing.T) {
	now := clock.NewManual(noon)
	c := counting(now, func(v int) time.Duration { return time.Duration(v) * time.Second })
	get(t, c, "a", 1)
	now.Advance(time.Second - 1)
	get(t, c, "a", 1)
	now.Advance(1)
	get(t, c, "a", 2)
	now.Advance(2*time.Second - 1)
	get(t, c, "a", 2)
	c.Invalidate("a")
	get(t, c, "a", 3)
	get(t, c, "b", 4)
	c.InvalidateAll()
	get(t, c, "b", 5)
}

func TestTTLKeepsNoErrors(t *testing.T) {
	broken, failing := errors.New("broken"), true
	c := cache.NewTTL(cache.TTLOptions[string, int]{
		Load: func(context.Context, string) (int, error) {
			if failing {
				return 0, broken
			}
			return 7, nil
		},
		TTL: cache.FixedTTL[int](time.Hour), MaxWeight: 10, Clock: clock.NewManual(noon),
	})
	if _, err := c.Get(t.Context(), "a"); !errors.Is(err, broken) {
		t.Errorf("error is %v, want %v", err, broken)
	}
	failing = false
	get(t, c, "a", 7)
}

// gated passes each load to the test, which decides when it ends and with which result.
func gated(now clock.Clock) (*cache.TTL[string, int], chan chan int) {
	loads := make(chan chan int)
	return cache.NewTTL(cache.TTLOptions[string, int]{
		Load: func(context.Context, string) (int, error) {
			end := make(chan int)
			loads <- end
			return <-end, nil
		},
		TTL: cache.FixedTTL[int](time.Hour), MaxWeight: 10, Clock: now,
	}), loads
}

func TestTTLLoadsOnceForConcurrentCallers(t *testing.T) {
	c, loads := gated(clock.NewManual(noon))
	const callers = 50
	got := make(chan int, callers)
	for range callers {
		go func() {
			v, _ := c.Get(t.Context(), "a")
			got <- v
		}()
	}
	(<-loads) <- 7
	for range callers {
		select {
		case v := <-got:
			if v != 7 {
				t.Errorf("a caller got %d", v)
			}
		case again := <-loads:
			t.Error("loaded again")
			again <- 7
		}
	}
}

// TestTTLInvalidateDuringLoad ends a session while it is looked up: a later caller must not get the
// session.
func TestTTLInvalidateDuringLoad(t *testing.T) {
	for name, forget := range map[string]func(*cache.TTL[string, int]){
		"one": func(c *cache.TTL[string, int]) { c.Invalidate("a") },
		"all": func(c *cache.TTL[string, int]) { c.InvalidateAll() },
	} {
		t.Run(name, func(t *testing.T) {
			c, loads := gated(clock.NewManual(noon))
			early, late := make(chan int), make(chan int)
			ask := func(answer chan int) {
				v, _ := c.Get(t.Context(), "a")
				answer <- v
			}
			go ask(early)
			before := <-loads
			forget(c)
			go ask(late)
			after := <-loads // the second caller does not wait for what began before
			before <- 1
			if v := <-early; v != 1 {
				t.Errorf("the early caller got %d", v)
			}
			after <- 2
			if v := <-late; v != 2 {
				t.Errorf("the late caller got %d", v)
			}
			get(t, c, "a", 2)
		})
	}
}

func TestTTLLoadSurvivesItsFirstCaller(t *testing.T) {
	c, loads := gated(clock.NewManual(noon))
	ctx, hangUp := context.WithCancel(t.Context())
	first := make(chan error)
	go func() {
		_, err := c.Get(ctx, "a")
		first <- err
	}()
	load := <-loads
	hangUp()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the cancelled caller got %v", err)
	}
	load <- 7
	get(t, c, "a", 7)
}

// A value that was loaded before the clock was set back is loaded again.
func TestTTLWhenTheClockIsSetBack(t *testing.T) {
	now := clock.NewManual(noon)
	c := counting(now, cache.FixedTTL[int](time.Minute))
	get(t, c, "a", 1)
	now.Advance(-3 * time.Hour)
	get(t, c, "a", 2)
	get(t, c, "a", 2)
	aged := cache.NewStaleWhileRevalidate[string, int](now, time.Minute, time.Hour, 10, nil)
	for want := range 2 {
		for range 2 {
			if v, err := aged.Get(t.Context(), "a", func(context.Context) (int, error) { return want, nil }); err != nil || v != want {
				t.Errorf("got %d, %v, want %d", v, err, want)
			}
		}
		now.Advance(-3 * time.Hour)
	}
}
