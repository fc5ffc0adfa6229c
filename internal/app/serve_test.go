package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A component that takes all of the time to stop leaves those after it their own.
func TestEachComponentHasItsTimeToStop(t *testing.T) {
	synctest.Test(t, testEachComponentStops)
}

func testEachComponentStops(t *testing.T) {
	var mu sync.Mutex // a component that is abandoned may still run
	var stopped []string
	note := func(name string) {
		mu.Lock()
		defer mu.Unlock()
		stopped = append(stopped, name)
	}
	stuck := component{
		name: "stuck", start: func(context.Context) error { return nil },
		stop: func(ctx context.Context) error {
			note("stuck")
			<-ctx.Done()
			return ctx.Err()
		},
	}
	last := component{
		name: "last", start: func(context.Context) error { return nil },
		stop: func(ctx context.Context) error {
			note("last")
			return ctx.Err()
		},
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := runComponents(ctx, slog.New(slog.DiscardHandler), 20*time.Millisecond, nil, []component{last, stuck, stuck}, cancel)
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(stopped, []string{"stuck", "stuck", "last"}) {
		t.Errorf("stopped are %v", stopped)
	}
	if want := "stop stuck: context deadline exceeded\nstop stuck: context deadline exceeded"; err == nil || err.Error() != want {
		t.Errorf("the shutdown says %v", err)
	}
}

// The encoders of the demo send to the server: they end when it begins to stop, not after it. A server that fails ends them too.
func TestWorkEndsWhenTheServerIsToldToStop(t *testing.T) {
	failure := errors.New("the port is taken")
	for name, serve := range map[string]func(ctx context.Context, stop, ended func()) error{
		"told to stop": func(_ context.Context, stop, ended func()) error { stop(); ended(); return nil },
		"failed":       func(context.Context, func(), func()) error { return failure },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			ended, ready := make(chan struct{}), false
			err := whileServing(ctx, func(ctx context.Context, begin func()) error {
				begin()
				return serve(ctx, stop, func() { <-ended })
			}, func() { ready = true }, func(ctx context.Context) {
				<-ctx.Done()
				close(ended)
			})
			<-ended
			if !ready || name == "failed" != errors.Is(err, failure) {
				t.Errorf("ready: %t, %v", ready, err)
			}
		})
	}
}

// A server that never became ready has begun no work.
func TestNoWorkBeginsBeforeTheServerIsReady(t *testing.T) {
	err := whileServing(t.Context(), func(context.Context, func()) error { return nil }, func() {}, func(context.Context) { t.Error("it works") })
	if err != nil {
		t.Error(err)
	}
}
