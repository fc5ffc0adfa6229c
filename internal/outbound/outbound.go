// Package outbound calls addresses that other people gave: it reaches the public
// internet and nothing behind it, whatever a name resolves to at the moment of dialling.
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

// maxAnswer is how many bytes of an answer are read: one without end ends there.
const maxAnswer = 1 << 20

// ErrOutOfBounds is the cause of a refused connection.
var ErrOutOfBounds = errors.New("the address is out of bounds")

// globalIPv6 is the only IPv6 network from which public addresses are assigned (IANA, IPv6 Global Unicast Address
// Assignments). Everything outside of it, such as site-local (fec0::/10), IPv4-compatible (::/96), IPv4-translated
// (::ffff:0:0:0/96) and NAT64 addresses, is refused without its own list.
func globalIPv6() netip.Prefix { return netip.MustParsePrefix("2000::/3") }

// reserved are the networks that are not public although netip does not say so (RFC 6890
// and the registries of IANA for special purposes). 168.63.129.16 is a public address at which Azure's hosts answer
// their own guests.
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

// loopback are the networks of the machine itself.
func loopback() []netip.Prefix {
	return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
}

// Guard decides which addresses may be dialled.
type Guard struct {
	reserved []netip.Prefix
	admitted []netip.Prefix
	local    bool // nothing but the admitted
}

// NewGuard returns a guard that lets public addresses through, and those of the given
// networks: a test's own machine, a company's own service.
func NewGuard(admitted ...netip.Prefix) *Guard {
	return &Guard{reserved: reserved(), admitted: admitted}
}

// GuardFor returns a guard for a service that is configured at base and says itself where
// else it is asked: on the internet that is the internet, and on this machine, as in tests
// and the demo, this machine alone.
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

// control looks at the address that a name was resolved to, just before it is dialled:
// later than any check of the name could.
func (g *Guard) control(_, address string, _ syscall.RawConn) error {
	parsed, err := netip.ParseAddrPort(address)
	if err != nil || !g.Admits(parsed.Addr()) {
		return fmt.Errorf("dial %s: %w", address, ErrOutOfBounds)
	}
	return nil
}

// Client returns a client that goes through the guard on every hop, asks no proxy and reads
// answers up to maxAnswer. It follows no redirects, so that secrets go where they were
// meant to. timeout bounds a whole call.
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

// bounded ends answers that do not.
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
