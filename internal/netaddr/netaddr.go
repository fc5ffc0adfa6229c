// Package netaddr normalizes client addresses and returns the network keys for rate limits.
package netaddr

import "net/netip"

// The prefix lengths of the network keys.
const (
	ipv4ProviderBits   = 16
	ipv4NetworkBits    = 24
	ipv6ProviderBits   = 32 // the least that a registry assigns to a provider
	ipv6SiteBits       = 48 // the most that a provider assigns to one site
	ipv6SubscriberBits = 64 // one customer of an access provider
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

// Levels is the number of networks that NetworksOf returns.
const Levels = 3

// NetworksOf returns the networks of an address, from its provider's to its subscriber's: the IPv6 /32, /48 and /64, or
// the IPv4 /16, /24 and /32. They are zero for the zero Addr. Many providers have several networks of the first level.
func NetworksOf(address netip.Addr) [Levels]netip.Prefix {
	address = Normalize(address)
	bits := [Levels]int{ipv4ProviderBits, ipv4NetworkBits, address.BitLen()}
	if address.Is6() {
		bits = [Levels]int{ipv6ProviderBits, ipv6SiteBits, ipv6SubscriberBits}
	}
	var networks [Levels]netip.Prefix
	for level := range networks {
		networks[level] = prefixOf(address, bits[level])
	}
	return networks
}

// NetworkName returns the IPv4 /24 or the IPv6 /48 of an address as text, or "" for the zero Addr.
func NetworkName(address netip.Addr) string {
	if !address.IsValid() {
		return ""
	}
	return NetworksOf(address)[1].String()
}

// prefixOf returns the zero Prefix for the zero Addr.
func prefixOf(address netip.Addr, bits int) netip.Prefix {
	network, err := address.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}
