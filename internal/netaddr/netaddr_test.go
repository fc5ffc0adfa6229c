package netaddr_test

import (
	"fmt"
	"net/netip"
	"testing"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/netaddr"
)

func TestNetworksOfAddresses(t *testing.T) {
	for _, test := range []struct{ address, subscriber, site, networks string }{
		{"203.0.113.7", "203.0.113.7", "203.0.113.7", "203.0.0.0/16 203.0.113.0/24 203.0.113.7/32"},
		{"::ffff:203.0.113.7", "203.0.113.7", "203.0.113.7", "203.0.0.0/16 203.0.113.0/24 203.0.113.7/32"},
		{"::ffff:203.0.113.7%eth0", "203.0.113.7", "203.0.113.7", "203.0.0.0/16 203.0.113.0/24 203.0.113.7/32"},
		{"2001:db8:1:2::1", "2001:db8:1:2::", "2001:db8:1::", "2001:db8::/32 2001:db8:1::/48 2001:db8:1:2::/64"},
		{"2001:db8:1:2:ffff::9", "2001:db8:1:2::", "2001:db8:1::", "2001:db8::/32 2001:db8:1::/48 2001:db8:1:2::/64"},
		{"2001:db8:1:3::1", "2001:db8:1:3::", "2001:db8:1::", "2001:db8::/32 2001:db8:1::/48 2001:db8:1:3::/64"},
		{"fe80::1%eth0", "fe80::", "fe80::", "fe80::/32 fe80::/48 fe80::/64"},
	} {
		address := netip.MustParseAddr(test.address)
		subscriber, site := netaddr.Subscriber(address), netaddr.Site(address)
		networks := netaddr.NetworksOf(address)
		if text := fmt.Sprintf("%s %s %s", networks[0], networks[1], networks[2]); subscriber.String() != test.subscriber || site.String() != test.site || text != test.networks {
			t.Errorf("%s: subscriber %s, site %s, networks %s", address, subscriber, site, text)
		}
		if name := netaddr.NetworkName(address); name != networks[1].String() {
			t.Errorf("%s: network name %q", address, name)
		}
	}
}

func TestTheUnknownAddressHasNoNetwork(t *testing.T) {
	var unknown netip.Addr
	if netaddr.Subscriber(unknown).IsValid() || netaddr.Site(unknown).IsValid() || netaddr.NetworksOf(unknown) != [netaddr.Levels]netip.Prefix{} || netaddr.NetworkName(unknown) != "" {
		t.Error("the zero address has a network")
	}
}

// An IPv4 address counts the same when it is written as IPv6, otherwise a client could evade a limit.
func TestMappedAddressesCountAsIPv4(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain := netip.AddrFrom4([4]byte(rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "address")))
		mapped := netip.AddrFrom16(plain.As16())
		if netaddr.Normalize(mapped) != plain || netaddr.Subscriber(mapped) != netaddr.Subscriber(plain) || netaddr.Site(mapped) != netaddr.Site(plain) ||
			netaddr.NetworksOf(mapped) != netaddr.NetworksOf(plain) || netaddr.NetworkName(mapped) != netaddr.NetworkName(plain) {
			t.Errorf("%s does not count as %s", mapped, plain)
		}
	})
}

func TestMappedNetworksContainIPv4(t *testing.T) {
	for text, want := range map[string]string{
		"::ffff:10.1.2.3/104": "10.0.0.0/8", "::ffff:10.1.2.3/128": "10.1.2.3/32", "::ffff:0:0/96": "0.0.0.0/0",
		"10.1.2.3/8": "10.0.0.0/8", "2001:db8::1/32": "2001:db8::/32", "::/0": "::/0",
	} {
		if got := netaddr.NormalizePrefix(netip.MustParsePrefix(text)); got.String() != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}
