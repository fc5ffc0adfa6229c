package cache_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/grandstand/grandstand/internal/cache"
)

func TestVersionedLoadsOncePerVersion(t *testing.T) {
	c, builds := cache.NewVersioned[string, int64, int](10), 0
	get := func(r int64) int {
		t.Helper()
		v, err := c.Get(t.Context(), "a", r, func(context.Context) (int, error) {
			builds++
			return builds, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for i, step := range []struct {
		revision int64
		want     int
	}{{1, 1}, {1, 1}, {2, 2}, {2, 2}, {1, 3}} {
		if got := get(step.revision); got != step.want {
			t.Errorf("step %d gives %d, want %d", i, got, step.want)
		}
	}
}

func TestVersionedKeepsNoErrors(t *testing.T) {
	c, broken := cache.NewVersioned[string, int64, int](10), errors.New("broken")
	if _, err := c.Get(t.Context(), "a", 0, func(context.Context) (int, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Fatalf("error is %v, want %v", err, broken)
	}
	if _, err := c.Get(t.Context(), "a", 0, func(context.Context) (int, error) { panic("worse") }); err == nil {
		t.Fatal("a panic is not an error")
	}
	got, err := c.Get(t.Context(), "a", 0, func(context.Context) (int, error) { return 7, nil })
	if err != nil || got != 7 {
		t.Errorf("then %d, %v, want 7", got, err)
	}
}

func TestVersionedServesTheOldValueWhileLoading(t *testing.T) {
	c := cache.NewVersioned[string, int64, string](10)
	ctx := t.Context()
	if _, err := c.Get(ctx, "a", 1, func(context.Context) (string, error) { return "old", nil }); err != nil {
		t.Fatal(err)
	}
	started, release := make(chan struct{}), make(chan struct{})
	var builder sync.WaitGroup
	builder.Go(func() {
		got, err := c.Get(ctx, "a", 2, func(context.Context) (string, error) {
			close(started)
			<-release
			return "new", nil
		})
		if err != nil || got != "new" {
			t.Errorf("the builder gets %q, %v", got, err)
		}
	})
	<-started
	got, err := c.Get(ctx, "a", 2, func(context.Context) (string, error) {
		return "", errors.New("built twice")
	})
	if err != nil || got != "old" {
		t.Errorf("meanwhile %q, %v, want the old value", got, err)
	}
	close(release)
	builder.Wait()
}

func TestVersionedCallersCanCancel(t *testing.T) {
	c, release := cache.NewVersioned[string, int64, int](10), make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	started := make(chan struct{})
	go func() {
		<-started
		cancel()
	}()
	_, err := c.Get(ctx, "a", 0, func(context.Context) (int, error) {
		close(started)
		<-release
		return 7, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
	close(release)
}
