//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// crowd does what people do while something is taken away from the server, and notes every answer that nobody should get.
type crowd struct {
	cancel context.CancelFunc
	group  sync.WaitGroup

	mu      sync.Mutex
	played  int // segments, by all viewers together
	refused int // calls that were told to come again
	wrong   []string
}

// gather starts a crowd that goes home with the test.
func gather(t *testing.T) (context.Context, *crowd) {
	t.Helper()
	c := &crowd{}
	ctx, cancel := context.WithCancel(t.Context())
	c.cancel = cancel
	t.Cleanup(c.goHome)
	return ctx, c
}

func (c *crowd) goHome() {
	c.cancel()
	c.group.Wait()
}

func (c *crowd) note(ctx context.Context, what string, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrong = append(c.wrong, what+": "+err.Error())
}

// watch plays a live stream as a player does: its list over and over, and each segment once. Every request has to be
// answered with what was asked for.
func (c *crowd) watch(ctx context.Context, viewer *stage.Client, media string) {
	c.group.Go(func() {
		next := -1
		every(ctx, func() {
			list, err := viewer.Playlist(ctx, media)
			c.note(ctx, "playlist", err)
			if err != nil {
				return
			}
			for _, s := range list.Segments {
				if s.Sequence <= next || next < 0 && s.Sequence != list.Segments[len(list.Segments)-1].Sequence {
					continue
				}
				next = s.Sequence
				address, err := viewer.Resolve(media, s.URI)
				if err == nil {
					_, err = viewer.Fetch(ctx, address)
				}
				c.note(ctx, "segment", err)
				c.mu.Lock()
				c.played++
				c.mu.Unlock()
			}
		})
	})
}

// call asks something over and over: it is answered, or told to come again.
func (c *crowd) call(ctx context.Context, what string, ask func(context.Context) error) {
	c.group.Go(func() {
		every(ctx, func() {
			err := ask(ctx)
			if _, busy := stage.RetryAfter(err); busy {
				c.mu.Lock()
				c.refused++
				c.mu.Unlock()
				return
			}
			c.note(ctx, what, err)
		})
	})
}

// every does something a few times a second until ctx is over.
func every(ctx context.Context, do func()) {
	ticker := time.NewTicker(200 * time.Millisecond)
	defer ticker.Stop()
	for ctx.Err() == nil {
		do()
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
}

// plays waits until the viewers have played so many segments more, and calls were refused, if that is expected.
func (c *crowd) plays(t *testing.T, more int, refused bool) {
	t.Helper()
	c.mu.Lock()
	played, told := c.played, c.refused
	c.mu.Unlock()
	what := fmt.Sprintf("%d more segments are played, refused is %v", more, refused)
	err := stage.Until(within(t, patience), what, func() (bool, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.played >= played+more && (!refused || c.refused > told), nil
	})
	if err != nil {
		t.Error(err)
	}
	c.judge(t)
}

// judge fails the test for answers that nobody should get.
func (c *crowd) judge(t *testing.T) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.wrong); n > 0 {
		t.Fatalf("%d wrong answers, first %q", n, slices.Compact(c.wrong[:min(n, 10)]))
	}
}

// lost counts the complete segments of one list that another lacks.
func lost(before, after *stage.Playlist) (count int) {
	for _, s := range before.Segments {
		if !contains(after, s) {
			count++
		}
	}
	return count
}

func contains(list *stage.Playlist, s stage.Segment) bool {
	return slices.ContainsFunc(list.Segments, func(other stage.Segment) bool {
		return other.URI == s.URI && other.Duration == s.Duration
	})
}
