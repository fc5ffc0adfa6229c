package fairqueue

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

// inFlight is the number of logins that a flood keeps in the queue.
const inFlight = 260

// Addresses of one provider, site or subnet: another network of the next level for each i.
var inOneNetwork = map[string]func(i int) netip.Addr{
	"/48 of a /32": inSite,
	"/64 of a /48": func(i int) netip.Addr { return ipv6(1, i) },
	"/24 of a /16": func(i int) netip.Addr { return netip.AddrFrom4([4]byte{203, 0, byte(i), 1}) },
	"/32 of a /24": func(i int) netip.Addr { return netip.AddrFrom4([4]byte{203, 0, 113, byte(i)}) },
}

// inSite returns an address in site i of one provider.
func inSite(i int) netip.Addr { return ipv6(i, 1) }

// ipv6 returns an address of one provider, in the given subnet of the given site.
func ipv6(site, subnet int) netip.Addr {
	return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, byte(site >> 8), byte(site), byte(subnet >> 8), byte(subnet), 15: 1})
}

// flood keeps logins in the queue for a time, each from the next address.
type flood struct {
	*testQueue

	address func(i int) netip.Addr
	lane    Lane
	sent    int
}

func (f *flood) goOn(length time.Duration) {
	for range length / limits.Every {
		for f.queue.Waiting() < inFlight {
			f.enter("flood", Caller{Group: int64(1 + f.sent%channels), Address: f.address(f.sent), Lane: f.lane})
			f.sent++
		}
		time.Sleep(limits.Every)
	}
}

// delays returns the times that fans of two providers wait during the flood. One of the providers had no turn before.
func (f *flood) delays() (unused, used time.Duration) {
	f.goOn(20 * time.Second)
	f.enter("fan before", Caller{Group: 900, Address: inProvider(501), Lane: f.lane})
	f.goOn(limits.MaxWait)
	fans := map[string]netip.Addr{"fan of an unused provider": inProvider(500), "fan of a used provider": inProvider(501)}
	for name, address := range fans {
		f.enter(name, Caller{Group: 7, Address: address, Lane: f.lane})
	}
	f.goOn(limits.MaxWait)
	f.group.Wait()
	waitOf := func(name string) time.Duration {
		if wait, served := f.longestWait[name]; served {
			return wait
		}
		return limits.MaxWait
	}
	return waitOf("fan of an unused provider"), waitOf("fan of a used provider")
}

// A flood from ever new networks of one provider, site or subnet delays a fan of another provider by a few turns.
func TestAFloodFromOneProviderDelaysAFanElsewhereByAFewTurns(t *testing.T) {
	for name, address := range inOneNetwork {
		for kind := range laneCount {
			runQueueTest(t, limits, func(c *testQueue) {
				f := flood{testQueue: c, address: address, lane: kind}
				unused, used := f.delays()
				if most := 4 * limits.Every; unused > most || used > most {
					t.Errorf("ever new %s, lane %d: the fan of an unused provider waited %s, of a used one %s", name, kind, unused, used)
				}
			})
		}
	}
}

// The same flood shuts new devices out for seconds if each login comes from another provider. It would do so from one
// provider if a queue took all networks of a provider for equal to those of others.
func TestAFloodFromEverNewProvidersDelaysFans(t *testing.T) {
	runQueueTest(t, limits, func(c *testQueue) {
		f := flood{testQueue: c, address: func(i int) netip.Addr { return inProvider(1000 + i) }}
		if unused, used := f.delays(); unused < 3*time.Second || used < 3*time.Second {
			t.Errorf("the fan of an unused provider waited %s, of a used one %s", unused, used)
		}
	})
}

// The fans of a carrier, each in a network of their own, have the carrier's share of the turns during a flood from
// another provider, and all of them are logged in.
func TestACarrierKeepsItsShareDuringAFlood(t *testing.T) {
	runQueueTest(t, limits, func(c *testQueue) {
		f := flood{testQueue: c, address: inSite}
		f.goOn(20 * time.Second)
		const fans = 200
		for i := range fans {
			c.enter("fan", Caller{Group: 7, Address: netip.AddrFrom4([4]byte{203, 0, byte(i), 1})})
		}
		f.goOn(limits.MaxWait)
		c.group.Wait()
		if c.refused["fan"] > 0 || c.turns("fan") > 2*fans+2 {
			t.Errorf("%d fans were refused, the last one waited %d turns", c.refused["fan"], c.turns("fan"))
		}
	})
}

// The fans of a carrier do not delay those of small providers, and wait no longer than all logins take.
func TestACarrierAndSmallProvidersAreServedTogether(t *testing.T) {
	runQueueTest(t, limits, func(c *testQueue) {
		for i := range 400 {
			c.enter("carrier", Caller{Group: 1, Address: inSite(i)})
		}
		for i := range 100 {
			c.enter(fmt.Sprint("provider ", i%10), Caller{Group: 1, Address: inProvider(i % 10)})
		}
		c.group.Wait()
		if len(c.refused) > 0 || c.turns("carrier") > 500 {
			t.Errorf("refused: %v, the carrier's last fan waited %d turns", c.refused, c.turns("carrier"))
		}
		for i := range 10 {
			if n := c.turns(fmt.Sprint("provider ", i)); n > 11*11 {
				t.Errorf("the last fan of provider %d waited %d turns", i, n)
			}
		}
	})
}

// Within the network of a flood from ever new smaller networks, a used one gets every eighth turn once its callers have
// waited long. A school of another provider, whose turns are all of a used network, does not change that.
func TestAFloodLeavesAUsedNetworkOfItsProviderItsTurns(t *testing.T) {
	for _, name := range []string{"/48 of a /32", "/64 of a /48"} {
		address := inOneNetwork[name]
		for _, schools := range []int{0, 1} {
			runQueueTest(t, limits, func(c *testQueue) {
				early := Caller{Group: 7, Address: address(0)}
				c.enter("early", early)
				f := flood{testQueue: c, address: func(i int) netip.Addr { return address(1 + i) }}
				school := func() {
					for range schools * 200 {
						c.enter("school", Caller{Group: 8, Address: inProvider(700)})
					}
				}
				f.goOn(time.Second)
				school()
				for i := range 3 {
					c.enter(fmt.Sprint("neighbor ", i), early)
				}
				f.goOn(limits.MaxWait / overdueDivisor)
				school()
				f.goOn(2 * limits.MaxWait / overdueDivisor)
				c.group.Wait()
				for i := range 3 {
					if n := c.turns(fmt.Sprint("neighbor ", i)); n > int(limits.MaxWait/limits.Every)/overdueDivisor+8*(1+schools)*(i+1) {
						t.Errorf("%s, %d schools: neighbor %d waited %d turns", name, schools, i, n)
					}
				}
			})
		}
	}
}

// A full queue refuses the newest caller of the largest provider, there of the largest site, there of the largest
// subscriber, and there of the largest group.
func TestAFullQueueRefusesByLevels(t *testing.T) {
	o := limits
	o.MaxWaiting = 21
	runQueueTest(t, o, func(c *testQueue) {
		c.enter("running", Caller{})
		for range 10 { // the largest site, subscriber and source, in a smaller provider
			c.enter("small provider", Caller{Group: 1, Address: inProvider(1)})
		}
		for range 3 { // the largest source of the provider, in a smaller site
			c.enter("small site", Caller{Group: 2, Address: ipv6(1, 1)})
		}
		for range 3 { // the largest source of the site, in a smaller subscriber
			c.enter("small subscriber", Caller{Group: 2, Address: ipv6(2, 10)})
		}
		for i := range 3 {
			c.enter("small group", Caller{Group: int64(10 + i), Address: ipv6(2, 1)})
		}
		c.enter("first", Caller{Group: 1, Address: ipv6(2, 1)})
		c.enter("newest", Caller{Group: 1, Address: ipv6(2, 1)})
		c.enter("fan", Caller{Group: 1, Address: inProvider(2)})
		c.group.Wait()
		if c.refused["newest"] != 1 || len(c.refused) != 1 {
			t.Errorf("refused: %v", c.refused)
		}
	})
}
