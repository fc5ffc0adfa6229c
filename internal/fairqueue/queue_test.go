package fairqueue

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grandstand/grandstand/internal/netaddr"
)

var limits = Options{Every: 30 * time.Millisecond, Burst: 1, AtOnce: 1, MaxWait: 18 * time.Second, MaxWaiting: 600}

// inProvider returns an address in the network of provider i.
func inProvider(i int) netip.Addr { return netip.AddrFrom4([4]byte{byte(10 + i>>8), byte(i), 0, 1}) }

// testQueue is a queue with the callers of one test, by name.
type testQueue struct {
	t           *testing.T
	queue       *Queue
	group       sync.WaitGroup
	mu          sync.Mutex
	order       []string
	longestWait map[string]time.Duration
	refused     map[string]int
}

func newTestQueue(t *testing.T, o Options) *testQueue {
	return &testQueue{t: t, queue: New(o), longestWait: map[string]time.Duration{}, refused: map[string]int{}}
}

// enter adds a caller and returns once it waits or has its turn.
func (c *testQueue) enter(name string, caller Caller) {
	begun := time.Now()
	c.group.Go(func() {
		done, err := c.queue.Enter(c.t.Context(), caller)
		c.mu.Lock()
		defer c.mu.Unlock()
		switch {
		case errors.Is(err, ErrFull):
			c.refused[name]++
		case err != nil:
			c.t.Error(err)
		default:
			c.order = append(c.order, name)
			c.longestWait[name] = max(c.longestWait[name], time.Since(begun))
			done()
		}
	})
	synctest.Wait()
}

// served returns the number of callers that had their turn.
func (c *testQueue) served() int {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.order)
}

// runQueueTest runs a test in simulated time, and then checks that no caller is left in the queue.
func runQueueTest(t *testing.T, o Options, run func(c *testQueue)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := newTestQueue(t, o)
		run(c)
		c.group.Wait()
		if c.queue.Waiting() != 0 || c.queue.running != 0 || len(c.queue.users) != 0 {
			t.Errorf("left over: %d wait, %d run, %d users", c.queue.Waiting(), c.queue.running, len(c.queue.users))
		}
		for kind, l := range c.queue.lanes {
			if l.all.waiting != 0 || len(l.sources) != 0 {
				t.Errorf("left over in lane %d: %d wait, %d sources", kind, l.all.waiting, len(l.sources))
			}
			for level := range l.networks {
				for network, a := range l.networks[level] {
					if a.waiting != 0 {
						t.Errorf("left over in lane %d: %d wait in %s", kind, a.waiting, network)
					}
				}
			}
			for group, a := range l.groups {
				if a.waiting != 0 {
					t.Errorf("left over in lane %d: %d wait in group %d", kind, a.waiting, group)
				}
			}
		}
	})
}

func TestTurnsStartEveryInterval(t *testing.T) {
	runQueueTest(t, limits, func(c *testQueue) {
		for i := range 500 {
			c.enter(fmt.Sprint(i), Caller{Group: 1, Address: inProvider(1)})
		}
		c.group.Wait()
		for i := range 500 {
			if want := time.Duration(i) * limits.Every; c.longestWait[fmt.Sprint(i)] != want {
				t.Fatalf("caller %d waited %s, want %s", i, c.longestWait[fmt.Sprint(i)], want)
			}
		}
	})
}

// A flood of 110 networks that ask all the time delays a new network, a known device and
// another channel by a few turns only.
func TestAFloodDelaysOthersByAFewTurns(t *testing.T) {
	for _, lane := range []Lane{Unknown, PassedCaptcha} {
		runQueueTest(t, limits, func(c *testQueue) {
			for range 20 {
				for n := range 110 {
					c.enter("flood", Caller{Group: 1, Address: inProvider(n), Lane: lane})
				}
				time.Sleep(time.Second)
			}
			c.enter("fan", Caller{Group: 1, Address: inProvider(500), Lane: PassedCaptcha})
			c.enter("known device", Caller{Group: 1, Address: inProvider(3), Lane: Known})
			c.enter("other channel", Caller{Group: 2, Address: inProvider(3)})
			c.group.Wait()
			for _, name := range []string{"fan", "known device", "other channel"} {
				if wait, served := c.longestWait[name]; !served || wait > 300*time.Millisecond {
					t.Errorf("%s, flood in lane %d: served %t after %s", name, lane, served, wait)
				}
			}
			if c.refused["flood"] == 0 {
				t.Error("the flood was never refused")
			}
		})
	}
}

// 500 people behind one address log in during a flood from other networks: both are served.
func TestAllCallersBehindOneAddressAreServed(t *testing.T) {
	o := limits
	o.MaxWait = time.Minute
	runQueueTest(t, o, func(c *testQueue) {
		for i := range 500 {
			c.enter(fmt.Sprint("pupil ", i), Caller{Group: 1, Address: inProvider(1), Lane: PassedCaptcha})
		}
		for n := range 50 {
			c.enter("flood", Caller{Group: 1, Address: inProvider(n + 2), Lane: PassedCaptcha})
		}
		c.group.Wait()
		if len(c.refused) > 0 || len(c.order) != 550 {
			t.Errorf("%d served, refused: %v", len(c.order), c.refused)
		}
	})
}

func TestLanesGetTurnsByTheirWeights(t *testing.T) {
	runQueueTest(t, limits, func(c *testQueue) {
		c.enter("first", Caller{})
		for lane, name := range []string{"unknown", "passed captcha", "known"} {
			for range 90 {
				c.enter(name, Caller{Lane: Lane(lane)})
			}
		}
		c.group.Wait()
		got := map[string]int{}
		for _, name := range c.order[1:91] {
			got[name]++
		}
		for name, want := range map[string]int{"unknown": 10, "passed captcha": 20, "known": 60} {
			if got[name] < want-2 || got[name] > want+2 {
				t.Errorf("%s: %d of 90 turns, want about %d", name, got[name], want)
			}
		}
	})
}

// A lane that was empty for long has no more turns than its share afterwards.
func TestALaneGetsNoExtraTurnsAfterItWasEmpty(t *testing.T) {
	runQueueTest(t, limits, func(c *testQueue) {
		for range 200 {
			c.enter("passed captcha", Caller{Lane: PassedCaptcha})
		}
		time.Sleep(3 * time.Second)
		served := c.served()
		for range 50 {
			c.enter("unknown", Caller{Lane: Unknown})
		}
		c.group.Wait()
		early := c.order[served : served+30] // the share of the unknown lane is 10
		if n := len(early) - len(slices.DeleteFunc(slices.Clone(early), func(name string) bool { return name == "unknown" })); n > 12 {
			t.Errorf("the unknown lane got %d of the next 30 turns, want at most 12", n)
		}
	})
}

func TestAFullQueueRefusesTheLargestNetwork(t *testing.T) {
	o := limits
	o.MaxWaiting = 10
	runQueueTest(t, o, func(c *testQueue) {
		c.enter("running", Caller{})
		for range 10 {
			c.enter("large", Caller{Address: inProvider(1)})
		}
		c.enter("small", Caller{Address: inProvider(2)})
		c.enter("known", Caller{Address: inProvider(1), Lane: Known})
		c.enter("large", Caller{Address: inProvider(1)})
		c.group.Wait()
		if c.refused["large"] != 3 || c.refused["small"]+c.refused["known"] != 0 {
			t.Errorf("refused: %v", c.refused)
		}
	})
}

func TestACancelledCallerNoLongerWaits(t *testing.T) {
	runQueueTest(t, limits, func(c *testQueue) {
		ctx, cancel := context.WithCancel(c.t.Context())
		c.enter("running", Caller{})
		for range 3 {
			c.group.Go(func() {
				if _, err := c.queue.Enter(ctx, Caller{}); !errors.Is(err, context.Canceled) {
					t.Errorf("got a turn, or %v", err)
				}
			})
		}
		synctest.Wait()
		if c.queue.Waiting() != 3 {
			t.Errorf("%d wait", c.queue.Waiting())
		}
		cancel()
		synctest.Wait()
		if c.queue.Waiting() != 0 {
			t.Errorf("%d still wait", c.queue.Waiting())
		}
	})
}

// A caller that gives up at the moment it gets a turn returns the turn. The next caller gets a turn at once, and the network's last turn
// is the one before.
func TestACallerCancelledDuringAdmissionReturnsItsTurn(t *testing.T) {
	for _, earlier := range []int{0, 2} {
		runQueueTest(t, limits, func(c *testQueue) {
			caller := Caller{Group: 1, Address: inProvider(1), Lane: PassedCaptcha}
			for range earlier {
				c.enter("earlier", caller)
			}
			c.group.Wait()
			time.Sleep(10 * limits.Every)
			lastTurn := func() time.Time {
				return c.queue.lanes[PassedCaptcha].networks[0].find(netaddr.NetworksOf(caller.Address)[0], time.Now()).lastTurn(time.Now())
			}
			last, passed := lastTurn(), c.queue.lanes[PassedCaptcha].virtualTime
			for range 3 {
				c.queue.leave(c.queue.add(caller))
			}
			if now := lastTurn(); !now.Equal(last) {
				t.Errorf("%d earlier turns: the last turn was at %s, want %s", earlier, now, last)
			}
			if c.queue.lanes[PassedCaptcha].virtualTime > passed {
				t.Errorf("%d earlier turns: the lane has had %f turns more", earlier, c.queue.lanes[PassedCaptcha].virtualTime-passed)
			}
			c.enter("next", caller)
			c.group.Wait()
			if n := c.turns("next"); n != 0 {
				t.Errorf("%d earlier turns: the next caller waited %d turns", earlier, n)
			}
		})
	}
}

func TestACallerWaitsNoLongerThanTheLimit(t *testing.T) {
	runQueueTest(t, limits, func(c *testQueue) {
		done, err := c.queue.Enter(c.t.Context(), Caller{})
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		begun := time.Now()
		if _, err := c.queue.Enter(c.t.Context(), Caller{}); !errors.Is(err, ErrFull) || time.Since(begun) != limits.MaxWait {
			t.Errorf("after %s: %v", time.Since(begun), err)
		}
	})
}

func TestActivitiesWithoutWaitingCallersAreEvictedAtTheLimit(t *testing.T) {
	a, now := activities[int]{}, time.Now()
	for key := range maxActivities {
		a.find(key, now).addTurn(now)
	}
	a.find(0, now).waiting++
	a.find(-1, now.Add(recentWindow)).addTurn(now.Add(recentWindow))
	if len(a) != 2 || a[0] == nil || a[-1] == nil {
		t.Errorf("%d activities", len(a))
	}
	for key := range maxActivities {
		a.find(1+key, now.Add(recentWindow)).addTurn(now.Add(recentWindow))
	}
	if len(a) > maxActivities || a[0] == nil {
		t.Errorf("%d activities are kept, want at most %d and those with waiting callers", len(a), maxActivities)
	}
}
