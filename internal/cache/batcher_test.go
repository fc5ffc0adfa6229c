package cache_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// squares loads n² for even keys, and counts the loads and the keys that they were given.
type squares struct {
	mu    sync.Mutex
	loads []int
}

func (s *squares) load(_ context.Context, keys []int) (map[int]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loads = append(s.loads, len(keys))
	values := map[int]int{}
	for _, key := range keys {
		if key%2 == 0 {
			values[key] = key * key
		}
	}
	return values, nil
}

// TestBatcherLoadsKeysTogether calls Get from many goroutines at once. Each gets the value of its own
// key, and all but the first are loaded in batches.
func TestBatcherLoadsKeysTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s squares
		g := cache.NewBatcher(s.load)
		const crowd = 1_201
		dbtest.AtOnce(crowd, func(i int) {
			got, found, err := g.Get(t.Context(), i/2)
			if even := i/2%2 == 0; err != nil || found != even || even && got != i/2*(i/2) {
				t.Errorf("%d is %d, %t, %v", i/2, got, found, err)
			}
		})
		time.Sleep(time.Second) // nothing waits any more
		keys := 0
		for _, n := range s.loads {
			keys += n
			if n > 500 {
				t.Errorf("%d keys at once", n)
			}
		}
		if keys != crowd || len(s.loads) > 4 {
			t.Errorf("%d keys in loads of %v", keys, s.loads)
		}
	})
}

// TestBatcherLoadsAfterTheCall shows that a caller never gets the value of an earlier load. Otherwise a
// session that has ended could still be found.
func TestBatcherLoadsAfterTheCall(t *testing.T) {
	loads := make(chan chan int)
	g := cache.NewBatcher(func(_ context.Context, keys []string) (map[string]int, error) {
		end := make(chan int)
		loads <- end
		return map[string]int{keys[0]: <-end}, nil
	})
	ask := func() chan int {
		answer := make(chan int)
		go func() {
			v, _, _ := g.Get(t.Context(), "a")
			answer <- v
		}()
		return answer
	}
	early := ask()
	before := <-loads
	late := ask()
	after := <-loads // though the first still hangs
	after <- 2
	if v := <-late; v != 2 {
		t.Errorf("the late caller got %d", v)
	}
	before <- 1
	if v := <-early; v != 1 {
		t.Errorf("the early caller got %d", v)
	}
}

func TestBatcherReturnsErrors(t *testing.T) {
	broken := errors.New("broken")
	g := cache.NewBatcher(func(_ context.Context, keys []string) (map[string]int, error) {
		switch keys[0] {
		case "broken":
			return nil, broken
		case "worse":
			panic("worse")
		}
		return map[string]int{keys[0]: 7}, nil
	})
	if _, _, err := g.Get(t.Context(), "broken"); !errors.Is(err, broken) {
		t.Errorf("error is %v, want %v", err, broken)
	}
	if _, _, err := g.Get(t.Context(), "worse"); err == nil {
		t.Error("a panic is not an error")
	}
	if v, found, err := g.Get(t.Context(), "a"); v != 7 || !found || err != nil {
		t.Errorf("then %d, %t, %v, want 7", v, found, err)
	}
}

func TestBatcherCallersCanCancel(t *testing.T) {
	release := make(chan struct{})
	ctx, hangUp := context.WithCancel(t.Context())
	g := cache.NewBatcher(func(context.Context, []string) (map[string]int, error) {
		hangUp()
		<-release
		return nil, nil //nolint:nilnil // no key has a value
	})
	if _, _, err := g.Get(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
	close(release)
}
