package api

import (
	"net/http"
	"net/netip"
	"strings"
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
		address = hop.Unmap().WithZone("")
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
	return address.Addr().Unmap().WithZone("")
}

func isTrusted(address netip.Addr, proxies []netip.Prefix) bool {
	for _, network := range proxies {
		if network.Contains(address) {
			return true
		}
	}
	return false
}
