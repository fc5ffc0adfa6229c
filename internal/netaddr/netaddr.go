// Package netaddr normalizes client addresses and returns the network keys for rate limits.
package netaddr

import "net/netip"

// The prefix lengths of the network keys.
const (
	ipv4NetworkBits    = 24
	ipv6SubscriberBits = 64 // one customer of an access provider
	ipv6SiteBits       = 48 // the most that a provider assigns to one site
	mappedBits         = 96 // ::ffff:0:0/96 holds the IPv4-mapped addresses
)

// Normalize returns an IPv4-mapped IPv6 address (::ffff:203.0.113.7) as IPv4 and removes the zone.
// Every client address passes through it once, where a request enters.
func Normalize(address netip.Addr) netip.Addr { return address.Unmap().WithZone("") }

// NormalizePrefix returns a network of IPv4-mapped addresses as an IPv4 network, without host bits.
// netip.Prefix.Contains never finds an IPv4 address in a mapped network.
func NormalizePrefix(network netip.Prefix) netip.Prefix {
	if network.Addr().Is4In6() && network.Bits() >= mappedBits {
		network = netip.PrefixFrom(network.Addr().Unmap(), network.Bits()-mappedBits)
	}
	return network.Masked()
}

// Subscriber returns the rate-limit key of one subscriber: an IPv4 address, or the first address of an IPv6 /64. One
// customer has all addresses of a /64.
func Subscriber(address netip.Addr) netip.Addr { return firstOf(address, ipv6SubscriberBits) }

// Site returns the rate-limit key of one site: an IPv4 address, or the first address of an IPv6 /48. One site may have
// 65,536 networks of 64 bits.
func Site(address netip.Addr) netip.Addr { return firstOf(address, ipv6SiteBits) }

func firstOf(address netip.Addr, ipv6Bits int) netip.Addr {
	address = Normalize(address)
	if !address.Is6() {
		return address
	}
	return prefixOf(address, ipv6Bits).Addr()
}

// Network returns the IPv4 /24 or the IPv6 /48 of an address, or the zero Prefix for the zero Addr.
func Network(address netip.Addr) netip.Prefix {
	address = Normalize(address)
	if address.Is6() {
		return prefixOf(address, ipv6SiteBits)
	}
	return prefixOf(address, ipv4NetworkBits)
}

// NetworkName returns Network as text, or "" for the zero Addr.
func NetworkName(address netip.Addr) string {
	if !address.IsValid() {
		return ""
	}
	return Network(address).String()
}

// prefixOf returns the zero Prefix for the zero Addr.
func prefixOf(address netip.Addr, bits int) netip.Prefix {
	network, err := address.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}
