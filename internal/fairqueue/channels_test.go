package fairqueue

import (
	"fmt"
	"testing"
	"time"
)

const (
	channels = 40  // of a house that floods
	flooders = 110 // networks of a large flood
)

// turns returns the number of turns that a served caller waited.
func (c *testQueue) turns(name string) int {
	c.t.Helper()
	wait, served := c.longestWait[name]
	if !served {
		c.t.Errorf("%s got no turn", name)
	}
	return int(wait / c.queue.options.Every)
}

// floodChannels has networks call through all channels for 20 s, and fills the queue.
func (c *testQueue) floodChannels(networks int, kinds ...Lane) (again func(n int)) {
	sent := 0
	again = func(n int) {
		for range n {
			c.enter("flood", Caller{Group: int64(1 + sent%channels), Address: inProvider(sent % networks), Lane: kinds[sent%len(kinds)]})
			sent++
		}
	}
	again(limits.MaxWaiting)
	for range 20 {
		time.Sleep(time.Second)
		again(40) // 33 of which have a turn in the next second
	}
	again(limits.MaxWaiting)
	if c.queue.Waiting() != limits.MaxWaiting {
		c.t.Fatalf("%d wait: the queue is not full", c.queue.Waiting())
	}
	return again
}

// A flood through 40 channels, of one house or of 110 networks, takes a few turns from a fan of an unused
// network, in a channel of the flood or in another.
func TestAFloodThroughManyChannelsDelaysAFanByAFewTurns(t *testing.T) {
	for _, networks := range []int{1, flooders} {
		for kind := Unknown; kind < laneCount; kind++ {
			runQueueTest(t, limits, func(c *testQueue) {
				again := c.floodChannels(networks, kind)
				c.enter("fan", Caller{Group: 7, Address: inProvider(500), Lane: kind})
				c.enter("fan elsewhere", Caller{Group: 900, Address: inProvider(501), Lane: kind})
				again(200)
				c.group.Wait()
				for _, name := range []string{"fan", "fan elsewhere"} {
					if n := c.turns(name); n > 3 {
						t.Errorf("%d networks in lane %d: %s waited %d turns", networks, kind, name, n)
					}
				}
			})
		}
	}
}

// A pupil of a school that has logged in all the time waits for one turn of each network of a flood at
// most, whether the flood uses the school's channel or not.
func TestAFloodThroughManyChannelsDelaysASchoolByOneTurnOfEachNetwork(t *testing.T) {
	for networks, most := range map[int]int{1: 3, flooders: flooders + 3} {
		for _, channel := range []int64{7, 900} {
			runQueueTest(t, limits, func(c *testQueue) {
				for i := range 60 {
					c.enter(fmt.Sprint("early pupil ", i), Caller{Group: channel, Address: inProvider(700), Lane: PassedCaptcha})
				}
				again := c.floodChannels(networks, PassedCaptcha)
				for i := range 3 {
					c.enter(fmt.Sprint("pupil ", i), Caller{Group: channel, Address: inProvider(700), Lane: PassedCaptcha})
				}
				again(200)
				c.group.Wait()
				for i := range 3 {
					if n := c.turns(fmt.Sprint("pupil ", i)); n > most*(i+1) {
						t.Errorf("%d networks, channel %d: pupil %d waited %d turns", networks, channel, i, n)
					}
				}
			})
		}
	}
}

// Known devices of a school take no turns from its unknown devices: these wait for one turn of each
// network in their own lane, which has two turns of eight.
func TestAnotherLaneOfANetworkDoesNotDelayIt(t *testing.T) {
	runQueueTest(t, limits, func(c *testQueue) {
		again := c.floodChannels(20, PassedCaptcha)
		pupil := Caller{Group: 900, Address: inProvider(700), Lane: PassedCaptcha}
		c.enter("early pupil", pupil)
		for i := range 400 {
			c.enter("known pupil", Caller{Group: 900, Address: inProvider(700), Lane: Known, User: int64(1 + i)})
		}
		time.Sleep(time.Second)
		c.enter("pupil", pupil)
		again(200)
		c.group.Wait()
		if n := c.turns("pupil"); n > 4*(20+3) {
			t.Errorf("the pupil waited %d turns", n)
		}
	})
}

// Known devices of a school do not put its unknown devices behind the networks of a crowd, each of which
// calls for the first time.
func TestKnownDevicesDoNotPutTheirNetworkBehindUnusedOnes(t *testing.T) {
	for _, kind := range []Lane{Unknown, PassedCaptcha} {
		runQueueTest(t, limits, func(c *testQueue) {
			for i := range 60 {
				c.enter("known pupil", Caller{Group: 900, Address: inProvider(700), Lane: Known, User: int64(1 + i)})
			}
			c.group.Wait()
			c.enter("running", Caller{Address: inProvider(701), Lane: kind})
			c.enter("pupil", Caller{Group: 7, Address: inProvider(700), Lane: kind})
			for i := range 300 {
				c.enter("crowd", Caller{Group: 7, Address: inProvider(1000 + i), Lane: kind})
			}
			c.group.Wait()
			if n := c.turns("pupil"); n > 3 {
				t.Errorf("lane %d: the pupil waited %d turns", kind, n)
			}
		})
	}
}

// A school that has logged in before gets every eighth turn of its lane during a flood from ever new networks, once
// its pupils have waited for a third of the limit.
func TestAFloodFromEverNewNetworksLeavesASchoolItsTurns(t *testing.T) {
	for kind := Unknown; kind < laneCount; kind++ {
		runQueueTest(t, limits, func(c *testQueue) {
			c.enter("early pupil", Caller{Group: 7, Address: inProvider(700), Lane: kind})
			c.group.Wait()
			sent := 0
			flood := func(n int) {
				for range n {
					c.enter("flood", Caller{Group: int64(1 + sent%channels), Address: inProvider(1000 + sent), Lane: kind})
					sent++
				}
			}
			flood(100)
			for i := range 3 {
				c.enter(fmt.Sprint("pupil ", i), Caller{Group: 7, Address: inProvider(700), Lane: kind})
			}
			for range 20 {
				time.Sleep(time.Second)
				flood(40) // 33 of which have a turn in the next second
			}
			c.group.Wait()
			for i := range 3 {
				if n := c.turns(fmt.Sprint("pupil ", i)); n > int(limits.MaxWait/limits.Every)/overdueDivisor+8*(i+1) {
					t.Errorf("lane %d: pupil %d waited %d turns", kind, i, n)
				}
			}
		})
	}
}

// A fan of a small channel does not wait for 500 fans of a busy one: each fan with their own network, or
// all in one, such as the network of a mobile carrier. The small channel's fans before do not change that.
func TestASmallChannelDoesNotWaitForABusyOne(t *testing.T) {
	for name, networkOf := range map[string]func(i int) int{
		"own networks": func(i int) int { return i },
		"one network":  func(int) int { return 1 },
	} {
		for _, earlier := range []int{0, 20} {
			runQueueTest(t, limits, func(c *testQueue) {
				for i := range earlier {
					c.enter("earlier fan", Caller{Group: 2, Address: inProvider(networkOf(1000 + i)), Lane: PassedCaptcha})
				}
				c.group.Wait()
				for i := range 500 {
					c.enter(fmt.Sprint("busy ", i), Caller{Group: 1, Address: inProvider(networkOf(i)), Lane: PassedCaptcha})
				}
				time.Sleep(time.Second)
				c.enter("fan", Caller{Group: 2, Address: inProvider(networkOf(999)), Lane: PassedCaptcha})
				c.group.Wait()
				if n := c.turns("fan"); n > 3 {
					t.Errorf("%s, %d earlier fans: the fan of the small channel waited %d turns", name, earlier, n)
				}
			})
		}
	}
}

// A full queue refuses callers of a flood through 40 channels, and not those of a crowd that has more
// callers in one channel or a caller in a network of the flood.
func TestAFullQueueRefusesAFloodThroughManyChannels(t *testing.T) {
	for _, networks := range []int{1, flooders} {
		runQueueTest(t, limits, func(c *testQueue) {
			again := c.floodChannels(networks, PassedCaptcha)
			for i := range 100 {
				c.enter("crowd", Caller{Group: 50, Address: inProvider(2000 + i), Lane: PassedCaptcha})
			}
			c.enter("neighbor", Caller{Group: 51, Address: inProvider(0), Lane: PassedCaptcha})
			if networks == 1 {
				c.enter("neighbor", Caller{Group: 50, Address: inProvider(0), Lane: PassedCaptcha})
			}
			again(200)
			c.group.Wait()
			if c.refused["crowd"]+c.refused["neighbor"] != 0 || c.refused["flood"] == 0 {
				t.Errorf("%d networks: refused %v", networks, c.refused)
			}
		})
	}
}

// A lane that was alone in the queue for long has its share afterwards, and no debt.
func TestALaneThatWasAloneKeepsItsShare(t *testing.T) {
	runQueueTest(t, limits, func(c *testQueue) {
		for range 500 {
			c.enter("alone", Caller{Lane: Unknown})
		}
		c.group.Wait()
		for range 70 {
			c.enter("known", Caller{Lane: Known})
		}
		c.enter("unknown", Caller{Lane: Unknown})
		c.group.Wait()
		if n := c.turns("unknown"); n > 8 {
			t.Errorf("waited %d turns", n)
		}
	})
}
