package social

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

	"golang.org/x/oauth2"
)

const (
	// timeout bounds one question: somebody is waiting for the answer.
	timeout   = 8 * time.Second
	maxAnswer = 1 << 20
)

// newHTTPClient asks a provider that is configured at base. What the provider says of
// itself (where its keys are, where codes are exchanged) leads to no address of a
// private network, whichever name it hides behind: it is looked at when it is dialled.
// Secrets go where they were meant to, so that no redirect is followed.
func newHTTPClient(base string) *http.Client {
	dialer := &net.Dialer{Timeout: timeout, Control: refuseInside(isLoopback(base))}
	return &http.Client{
		Timeout: timeout,
		Transport: bounded{&http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: timeout,
			MaxIdleConnsPerHost: 4, IdleConnTimeout: 90 * time.Second,
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func isLoopback(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	address, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && address.IsLoopback()
}

// refuseInside lets connections go to the internet only, or, for a provider on this
// machine, to this machine only.
func refuseInside(local bool) func(network, address string, _ syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("dial %s: %w", address, err)
		}
		ip := to.Addr().Unmap()
		if local == ip.IsLoopback() && (local || ip.IsGlobalUnicast() && !ip.IsPrivate() && !isShared(ip)) {
			return nil
		}
		return fmt.Errorf("a provider leads to %s", ip)
	}
}

// isShared reports addresses between a provider of access and its customers (RFC 6598),
// and those that only stand for others (RFC 6052).
func isShared(ip netip.Addr) bool {
	return netip.MustParsePrefix("100.64.0.0/10").Contains(ip) || netip.MustParsePrefix("64:ff9b::/96").Contains(ip)
}

// bounded ends answers that do not.
type bounded struct{ next http.RoundTripper }

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

// withoutAddress drops the address from an error: it may hold what is secret.
func withoutAddress(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// withoutAnswer says of a refused code only what the standard has a word for
// (RFC 6749, 5.2).
func withoutAnswer(err error) error {
	if e, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		status := 0
		if e.Response != nil {
			status = e.Response.StatusCode
		}
		return fmt.Errorf("refused with status %d, %q", status, e.ErrorCode)
	}
	return withoutAddress(err)
}
