package segment

import (
	"testing"
	"time"
)

func TestSegmentsAreRetriedForLongerThanTheEncoderIsHeldBack(t *testing.T) {
	for name, test := range map[string]struct {
		set      StoreOptions
		retryFor time.Duration
		pauses   int
	}{
		"default":          {StoreOptions{}, 77 * time.Second, 28},
		"more patience":    {StoreOptions{Patience: 10 * time.Minute}, 77*time.Second + 10*time.Minute - 15*time.Second, 223},
		"uneven patience":  {StoreOptions{Patience: 16 * time.Second}, 78 * time.Second, 29},
		"a longer backlog": {StoreOptions{Backlog: 30}, 107 * time.Second, 38},
		"retries set":      {StoreOptions{Retries: []time.Duration{}}, 77 * time.Second, 0},
		"time set":         {StoreOptions{RetryFor: 5 * time.Second}, 5 * time.Second, 4},
		"hardly any time":  {StoreOptions{RetryFor: time.Nanosecond}, time.Nanosecond, 3},
	} {
		t.Run(name, func(t *testing.T) {
			got := test.set.withDefaults()
			if got.RetryFor != test.retryFor || len(got.Retries) != test.pauses {
				t.Errorf("it is tried for %s with %d pauses, want %s with %d", got.RetryFor, len(got.Retries), test.retryFor, test.pauses)
			}
			var sum time.Duration
			for _, pause := range got.Retries {
				sum += pause
			}
			if test.set.Retries == nil && sum < got.RetryFor {
				t.Errorf("the pauses take %s, less than the %s of all attempts", sum, got.RetryFor)
			}
		})
	}
}

// The half minute after the default patience must stay the same: 100 ms, 400 ms, 1.6 s and 25 times 3 s.
func TestDefaultPausesBetweenAttempts(t *testing.T) {
	got := StoreOptions{}.withDefaults()
	if got.Backlog != 15 || got.Patience != 15*time.Second {
		t.Errorf("a backlog of %d, a patience of %s", got.Backlog, got.Patience)
	}
	for i, pause := range got.Retries {
		want := 3 * time.Second
		if i < 3 {
			want = []time.Duration{100 * time.Millisecond, 400 * time.Millisecond, 1600 * time.Millisecond}[i]
		}
		if pause != want {
			t.Errorf("pause %d is %s, want %s", i, pause, want)
		}
	}
}
