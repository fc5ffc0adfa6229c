// Package outbound sends requests to URLs that users give. It connects only to public addresses,
// which it checks after DNS resolution, to prevent server-side request forgery.
package outbound

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// maxAnswer is the number of bytes of an answer that are read. Longer answers are cut off.
const maxAnswer = 1 << 20

// ErrOutOfBounds is the cause of a refused connection.
var ErrOutOfBounds = errors.New("the address is not public")

// globalIPv6 is the only IPv6 network from which public addresses are assigned (IANA, IPv6 Global Unicast Address
// Assignments). Everything outside of it, such as site-local (fec0::/10), IPv4-compatible (::/96), IPv4-translated
// (::ffff:0:0:0/96) and NAT64 addresses, is refused without its own list.
func globalIPv6() netip.Prefix { return netip.MustParsePrefix("2000::/3") }

// reserved lists the networks that are not public, but pass the checks of netip (RFC 6890 and the
// registries of IANA for special purposes). 168.63.129.16 is a public address the virtual public
// address of Azure's host services.
func reserved() []netip.Prefix {
	var out []netip.Prefix
	for _, network := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	} {
		out = append(out, netip.MustParsePrefix(network))
	}
	return out
}

// loopback returns the loopback networks.
func loopback() []netip.Prefix {
	return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
}

// Guard decides which addresses may be dialled.
type Guard struct {
	reserved []netip.Prefix
	admitted []netip.Prefix
	local    bool // only the admitted networks
}

// NewGuard returns a guard that allows public addresses and the given networks, such as those of a
// test or of an internal service.
func NewGuard(admitted ...netip.Prefix) *Guard {
	return &Guard{reserved: reserved(), admitted: admitted}
}

// GuardFor returns the guard for a service that is configured at base and may name further URLs
// (discovery). If base is a loopback address, as in tests and the demo, only loopback is allowed;
// otherwise only public addresses.
func GuardFor(base string) *Guard {
	if isLoopback(base) {
		return &Guard{admitted: loopback(), local: true}
	}
	return NewGuard()
}

func isLoopback(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	address, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && address.IsLoopback()
}

// Admits reports whether an address may be dialled.
func (g *Guard) Admits(address netip.Addr) bool {
	address = address.Unmap()
	for _, network := range g.admitted {
		if network.Contains(address) {
			return true
		}
	}
	if g.local {
		return false
	}
	for _, network := range g.reserved {
		if network.Contains(address) {
			return false
		}
	}
	if address.Is6() && !globalIPv6().Contains(address) {
		return false
	}
	return address.IsGlobalUnicast() && !address.IsPrivate()
}

// control checks the resolved address immediately before the connection. A check of the name before
// that would not stop DNS rebinding.
func (g *Guard) control(_, address string, _ syscall.RawConn) error {
	parsed, err := netip.ParseAddrPort(address)
	if err != nil || !g.Admits(parsed.Addr()) {
		return fmt.Errorf("dial %s: %w", address, ErrOutOfBounds)
	}
	return nil
}

// Client returns a client that goes through the guard on every hop, asks no proxy and reads answers
// up to maxAnswer. It follows no redirects, so that credentials are not sent to another host.
// timeout limits a request and the reading of its answer.
func (g *Guard) Client(timeout time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: timeout, Control: g.control}
	return &http.Client{
		Timeout: timeout,
		Transport: bounded{&http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: timeout,
			MaxIdleConns: 32, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10,
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// bounded cuts answers off at maxAnswer.
type bounded struct{ next http.RoundTripper }

// RoundTrip is part of http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(answer.Body, maxAnswer), answer.Body}
	return answer, nil
}
