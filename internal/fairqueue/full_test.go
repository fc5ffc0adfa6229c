package fairqueue

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/netaddr"
)

// A flood of 110 networks fills every place of the queue, from one lane or from all of them. A
// caller of each lane, of another network or of another channel, gets in and waits a few turns. The caller of
// another channel shares the flood's network whose last turn is the earliest: of equal networks, the queue refuses
// the one with the latest turn.
func TestAFloodThatFillsTheQueueRefusesNoOneElse(t *testing.T) {
	for name, flood := range map[string][]Lane{
		"unknown": {Unknown}, "passed captcha": {PassedCaptcha}, "known": {Known},
		"passed captcha and known": {PassedCaptcha, Known}, "every lane": {Unknown, PassedCaptcha, Known},
	} {
		t.Run(name, func(t *testing.T) {
			runQueueTest(t, limits, func(c *testQueue) {
				fill := func(n int) {
					for i := range n {
						c.enter("flood", Caller{Group: 1, Address: inProvider(i % 110), Lane: flood[i%len(flood)], User: int64(1 + i)})
					}
				}
				for range 35 { // each network has a turn in each lane
					fill(2 * limits.MaxWaiting)
					time.Sleep(time.Second)
				}
				fill(2 * limits.MaxWaiting)
				if c.queue.Waiting() != limits.MaxWaiting {
					t.Fatalf("%d wait: the queue is not full", c.queue.Waiting())
				}
				others := map[string]Caller{}
				for kind := Unknown; kind < laneCount; kind++ {
					others[fmt.Sprint("fan in lane ", kind)] = Caller{Group: 1, Address: inProvider(500 + int(kind)), Lane: kind}
					others[fmt.Sprint("other channel in lane ", kind)] = Caller{Group: 2, Address: c.earliestTurn(kind, 110), Lane: kind}
				}
				for name, caller := range others {
					c.enter(name, caller)
					fill(330)
				}
				c.group.Wait()
				for name, caller := range others {
					limit := 300 * time.Millisecond
					if caller.Lane == Unknown {
						limit = time.Second // its share is one turn of nine
					}
					if wait, served := c.longestWait[name]; !served || wait > limit {
						t.Errorf("%s: served %t after %s", name, served, wait)
					}
				}
				if c.refused["flood"] == 0 {
					t.Error("the flood was never refused")
				}
			})
		})
	}
}

// A lane below its share of the places loses no caller to a flood of another lane.
func TestAFloodLeavesALaneItsShareOfPlaces(t *testing.T) {
	o := limits
	o.MaxWaiting = 90
	for kind := Unknown; kind < laneCount; kind++ {
		runQueueTest(t, o, func(c *testQueue) {
			c.enter("running", Caller{})
			share := int(laneWeights[kind]) * 10
			for i := range share {
				c.enter("crowd", Caller{Address: inProvider(200), Lane: kind, User: int64(1 + i)})
			}
			for i := range 4 * o.MaxWaiting {
				c.enter("flood", Caller{Address: inProvider(i % 110), Lane: (kind + 1) % laneCount})
			}
			c.group.Wait()
			if c.refused["crowd"] != 0 || c.refused["flood"] == 0 {
				t.Errorf("lane %d: refused %v", kind, c.refused)
			}
		})
	}
}

// One user has a few places, from any networks; the other users keep theirs.
func TestOneUserHasFewPlaces(t *testing.T) {
	o := limits
	o.MaxOfUser = 5
	runQueueTest(t, o, func(c *testQueue) {
		c.enter("running", Caller{})
		for i := range 2 * o.MaxWaiting {
			c.enter("flood", Caller{Group: 1, Address: inProvider(i), Lane: Known, User: 7})
		}
		if c.queue.Waiting() != o.MaxOfUser {
			t.Errorf("%d wait", c.queue.Waiting())
		}
		for i := range 20 {
			c.enter("school", Caller{Group: 1, Address: inProvider(1), Lane: Known, User: int64(100 + i)})
			c.enter("visitors", Caller{Group: 1, Address: inProvider(1)})
		}
		c.group.Wait()
		if c.refused["school"]+c.refused["visitors"] != 0 || c.refused["flood"] != 2*o.MaxWaiting-o.MaxOfUser {
			t.Errorf("refused: %v", c.refused)
		}
		c.enter("flood", Caller{Group: 1, Lane: Known, User: 7})
		c.group.Wait()
		if c.refused["flood"] != 2*o.MaxWaiting-o.MaxOfUser {
			t.Error("the places are not free again")
		}
	})
}

// earliestTurn returns an address in the network with the earliest last turn in a lane, of the first n providers.
func (c *testQueue) earliestTurn(kind Lane, n int) netip.Addr {
	now := time.Now()
	lastTurn := func(i int) time.Time {
		return c.queue.lanes[kind].networks[0].find(netaddr.NetworksOf(inProvider(i))[0], now).lastTurn(now)
	}
	earliest := 0
	for i := range n {
		if lastTurn(i).Before(lastTurn(earliest)) {
			earliest = i
		}
	}
	return inProvider(earliest)
}
