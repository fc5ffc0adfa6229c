package api

import (
	"net/http"
	"net/netip"
	"strings"

	"github.com/grandstand/grandstand/internal/netaddr"
)

// clientOf finds the client behind trusted proxies: the last address of
// X-Forwarded-For that is not a proxy of ours. Whoever is not trusted may write there
// what they like, and it is not read.
func clientOf(r *http.Request, proxies []netip.Prefix) (address netip.Addr, secure bool) {
	address, secure = remote(r), r.TLS != nil
	if !isTrusted(address, proxies) {
		return address, secure
	}
	if r.Header.Get("X-Forwarded-Proto") == "https" {
		secure = true
	}
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		address = netaddr.Normalize(hop)
		if !isTrusted(address, proxies) {
			break
		}
	}
	return address, secure
}

// remote is the address at the other end of the connection.
func remote(r *http.Request) netip.Addr {
	address, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return netaddr.Normalize(address.Addr())
}

// normalizeAll returns the networks as isTrusted compares them with normalized addresses.
func normalizeAll(networks []netip.Prefix) []netip.Prefix {
	normalized := make([]netip.Prefix, len(networks))
	for i, network := range networks {
		normalized[i] = netaddr.NormalizePrefix(network)
	}
	return normalized
}

func isTrusted(address netip.Addr, proxies []netip.Prefix) bool {
	for _, network := range proxies {
		if network.Contains(address) {
			return true
		}
	}
	return false
}
