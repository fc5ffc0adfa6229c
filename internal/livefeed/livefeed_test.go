package livefeed_test

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/grandstand/grandstand/internal/livefeed"
)

// station is a source whose words come from the test.
type station struct {
	started, stopped atomic.Int64
	words            chan string
}

func newStation() *station { return &station{words: make(chan string)} }

// run tells each word as it comes; the whole is all of them in a row.
func (s *station) run(ctx context.Context, _ int64, tell func(change, whole string)) {
	s.started.Add(1)
	defer s.stopped.Add(1)
	whole := ""
	for {
		select {
		case <-ctx.Done():
			return
		case word := <-s.words:
			whole += word
			tell(word, whole)
		}
	}
}

func (s *station) say(words ...string) {
	for _, word := range words {
		s.words <- word
	}
	synctest.Wait()
}

func follow(t *testing.T, h *livefeed.Hub[int64, string], from string) *livefeed.Follower[string] {
	t.Helper()
	f, err := h.Follow(1, netip.MustParseAddr(from))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// heard takes what waits for a follower, and whether its news are over.
func heard(f *livefeed.Follower[string]) (words []string, over bool) {
	for {
		select {
		case word, ok := <-f.News():
			if !ok {
				return words, true
			}
			words = append(words, word)
		default:
			return words, false
		}
	}
}

func TestWhoJoinsHearsTheWholeAndThenEachChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStation()
		h := livefeed.NewHub(s.run, livefeed.Limits{})
		early := follow(t, h, "203.0.113.1")
		s.say("a", "b")
		late := follow(t, h, "203.0.113.2")
		s.say("c")
		for _, tt := range []struct {
			who  *livefeed.Follower[string]
			want []string
		}{{early, []string{"a", "b", "c"}}, {late, []string{"ab", "c"}}} {
			if words, over := heard(tt.who); !slices.Equal(words, tt.want) || over {
				t.Errorf("heard %q (over: %t), want %q", words, over, tt.want)
			}
			tt.who.Leave()
		}
		synctest.Wait()
		if s.started.Load() != 1 || s.stopped.Load() != 1 || h.Followers() != 0 {
			t.Errorf("%d producers started, %d stopped, %d follow", s.started.Load(), s.stopped.Load(), h.Followers())
		}
		again := follow(t, h, "203.0.113.1")
		s.say("z")
		if words, _ := heard(again); s.started.Load() != 2 || !slices.Equal(words, []string{"z"}) {
			t.Errorf("after all had left: %q from producer %d", words, s.started.Load())
		}
		again.Leave()
	})
}

func TestASlowFollowerIsDroppedAndHoldsUpNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStation()
		h := livefeed.NewHub(s.run, livefeed.Limits{})
		slow, quick := follow(t, h, "203.0.113.1"), follow(t, h, "203.0.113.2")
		var got []string
		for range 40 {
			s.say("x")
			words, _ := heard(quick)
			got = append(got, words...)
		}
		if len(got) != 40 {
			t.Errorf("the quick one heard %d of 40", len(got))
		}
		if words, over := heard(slow); !over || len(words) == 0 || len(words) > 16 {
			t.Errorf("the slow one heard %d words, over: %t", len(words), over)
		}
		slow.Leave()
		quick.Leave()
	})
}

func TestLimits(t *testing.T) {
	s := newStation()
	h := livefeed.NewHub(s.run, livefeed.Limits{Total: 3, PerAddress: 2})
	defer h.Close()
	one, two := follow(t, h, "203.0.113.1"), follow(t, h, "203.0.113.1")
	if _, err := h.Follow(1, netip.MustParseAddr("203.0.113.1")); !errors.Is(err, livefeed.ErrAddressFull) {
		t.Errorf("the third of an address: %v", err)
	}
	three := follow(t, h, "203.0.113.2")
	if _, err := h.Follow(2, netip.MustParseAddr("203.0.113.3")); !errors.Is(err, livefeed.ErrFull) {
		t.Errorf("the fourth: %v", err)
	}
	one.Leave()
	four := follow(t, h, "203.0.113.1")
	for _, f := range []*livefeed.Follower[string]{two, three, four} {
		f.Leave()
	}
	unnamed := livefeed.NewHub(s.run, livefeed.Limits{PerAddress: 1})
	defer unnamed.Close()
	for range 3 { // an address that is not known counts for nobody
		f, err := unnamed.Follow(1, netip.Addr{})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Leave()
	}
}

func TestCloseEndsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStation()
		h := livefeed.NewHub(s.run, livefeed.Limits{})
		f := follow(t, h, "203.0.113.1")
		h.Close()
		if _, over := heard(f); !over || s.stopped.Load() != 1 {
			t.Errorf("over: %t, %d producers stopped", over, s.stopped.Load())
		}
		f.Leave()
		if _, err := h.Follow(1, netip.Addr{}); !errors.Is(err, livefeed.ErrClosed) {
			t.Errorf("after the end: %v", err)
		}
	})
}
