package throttle_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/throttle"
)

func TestBurstThenOneByOne(t *testing.T) {
	now := clock.NewManual(time.Unix(1_700_000_000, 0))
	l := throttle.New[string](throttle.Rate{Every: 10 * time.Second, Burst: 3}, now)
	for i := range 3 {
		if _, ok := l.Allow("a"); !ok {
			t.Fatalf("permit %d of the burst was refused", i)
		}
	}
	wait, ok := l.Allow("a")
	if ok || wait != 10*time.Second {
		t.Fatalf("after the burst: ok %v, wait %s", ok, wait)
	}
	if _, ok := l.Allow("b"); !ok {
		t.Error("one key's abuse stopped another")
	}
	now.Advance(wait)
	if _, ok := l.Allow("a"); !ok {
		t.Error("refused after the wait it announced")
	}
	l.Forget("a")
	if _, ok := l.Allow("a"); !ok {
		t.Error("refused after being forgiven")
	}
}

func TestOnePermitGivenBack(t *testing.T) {
	l := throttle.New[string](throttle.Rate{Every: time.Minute, Burst: 3}, clock.NewManual(time.Unix(1_700_000_000, 0)))
	take := func() bool {
		_, ok := l.Allow("a")
		return ok
	}
	for range 3 {
		if !take() {
			t.Fatal("the burst was refused")
		}
	}
	l.GiveBack("a")
	if !take() {
		t.Error("the permit did not come back")
	}
	if take() {
		t.Error("more came back than was given")
	}
}

func TestNilLimiterAllowsEverything(t *testing.T) {
	l := throttle.New[int](throttle.Rate{}, clock.System{})
	if _, ok := l.Allow(1); !ok {
		t.Error("refused")
	}
	l.Forget(1)
	l.GiveBack(1)
}

func TestParallelCallersShareOneBurst(t *testing.T) {
	l := throttle.New[int](throttle.Rate{Every: time.Hour, Burst: 5}, clock.NewManual(time.Unix(1_700_000_000, 0)))
	var allowed atomic.Int64
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if _, ok := l.Allow(1); ok {
				allowed.Add(1)
			}
		})
	}
	group.Wait()
	if allowed.Load() != 5 {
		t.Errorf("%d of 50 parallel callers passed a burst of 5", allowed.Load())
	}
}

// Whatever the rhythm of calls, no window holds more than the burst plus what the
// rate adds in it, and a refused caller is let in exactly when it was told.
func TestNeverMoreThanTheRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := throttle.Rate{
			Every: time.Duration(rapid.IntRange(1, 1000).Draw(t, "every_ms")) * time.Millisecond,
			Burst: rapid.IntRange(1, 20).Draw(t, "burst"),
		}
		now := clock.NewManual(time.Unix(1_700_000_000, 0))
		l := throttle.New[int](rate, now)
		start, passed := now.Now(), 0
		for range rapid.IntRange(1, 200).Draw(t, "calls") {
			now.Advance(time.Duration(rapid.IntRange(0, 500).Draw(t, "gap_ms")) * time.Millisecond)
			wait, ok := l.Allow(0)
			if ok {
				passed++
				if limit := rate.Burst + int(now.Now().Sub(start)/rate.Every); passed > limit {
					t.Fatalf("%d passed, at most %d may", passed, limit)
				}
				continue
			}
			now.Advance(wait)
			if _, ok := l.Allow(0); !ok {
				t.Fatalf("refused after the announced wait of %s", wait)
			}
			passed++
		}
	})
}

// A clock that was wrong and is set right locks nobody out.
func TestAClockThatIsSetBack(t *testing.T) {
	now := clock.NewManual(time.Unix(1_700_000_000, 0))
	l := throttle.New[string](throttle.Rate{Every: time.Minute, Burst: 3}, now)
	for range 4 {
		l.Allow("a")
	}
	now.Advance(-5 * time.Hour)
	for i := range 4 {
		if wait, ok := l.Allow("a"); ok != (i < 3) || wait > time.Minute {
			t.Errorf("permit %d: %v, wait %s", i+1, ok, wait)
		}
	}
	now.Advance(5 * time.Hour)
	if _, ok := l.Allow("a"); !ok {
		t.Error("nothing is given back when the clock goes ahead")
	}
}
