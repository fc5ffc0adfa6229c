package revision_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/grandstand/grandstand/internal/revision"
)

func TestKeptBuildsOncePerRevision(t *testing.T) {
	kept, builds := revision.NewKept[string, int](10), 0
	get := func(r int64) int {
		t.Helper()
		v, err := kept.Get(t.Context(), "a", revision.Set{Channel: r}, func(context.Context) (int, error) {
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

func TestKeptForgetsFailures(t *testing.T) {
	kept, broken := revision.NewKept[string, int](10), errors.New("broken")
	if _, err := kept.Get(t.Context(), "a", revision.Set{}, func(context.Context) (int, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Fatalf("error is %v, want %v", err, broken)
	}
	if _, err := kept.Get(t.Context(), "a", revision.Set{}, func(context.Context) (int, error) { panic("worse") }); err == nil {
		t.Fatal("a panic is not an error")
	}
	got, err := kept.Get(t.Context(), "a", revision.Set{}, func(context.Context) (int, error) { return 7, nil })
	if err != nil || got != 7 {
		t.Errorf("then %d, %v, want 7", got, err)
	}
}

func TestKeptServesTheOldWhileItBuilds(t *testing.T) {
	kept := revision.NewKept[string, string](10)
	ctx := t.Context()
	if _, err := kept.Get(ctx, "a", revision.Set{Events: 1}, func(context.Context) (string, error) { return "old", nil }); err != nil {
		t.Fatal(err)
	}
	started, release := make(chan struct{}), make(chan struct{})
	var builder sync.WaitGroup
	builder.Go(func() {
		got, err := kept.Get(ctx, "a", revision.Set{Events: 2}, func(context.Context) (string, error) {
			close(started)
			<-release
			return "new", nil
		})
		if err != nil || got != "new" {
			t.Errorf("the builder gets %q, %v", got, err)
		}
	})
	<-started
	got, err := kept.Get(ctx, "a", revision.Set{Events: 2}, func(context.Context) (string, error) {
		return "", errors.New("built twice")
	})
	if err != nil || got != "old" {
		t.Errorf("meanwhile %q, %v, want the old value", got, err)
	}
	close(release)
	builder.Wait()
}

func TestKeptLetsCallersGo(t *testing.T) {
	kept, release := revision.NewKept[string, int](10), make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	started := make(chan struct{})
	go func() {
		<-started
		cancel()
	}()
	_, err := kept.Get(ctx, "a", revision.Set{}, func(context.Context) (int, error) {
		close(started)
		<-release
		return 7, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
	close(release)
}
