package api

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/throttle"
)

// An IPv4 client is one client, also when an address is written as IPv6 (::ffff:203.0.113.7): by the
// connection, by the proxy and in the list of trusted proxies.
func TestMappedAddressesAreTheIPv4Client(t *testing.T) {
	for _, proxies := range []string{"10.0.0.0/8", "::ffff:10.0.0.0/104"} {
		trusted := normalizeAll([]netip.Prefix{netip.MustParsePrefix(proxies)})
		for _, test := range []struct{ from, forwarded string }{
			{"203.0.113.7:1", ""},
			{"[::ffff:203.0.113.7]:1", ""},
			{"[::ffff:203.0.113.7]:1", "198.51.100.1"},
			{"10.0.0.1:1", "203.0.113.7"},
			{"10.0.0.1:1", "::ffff:203.0.113.7"},
			{"[::ffff:10.0.0.1]:1", "::ffff:cb00:7107"},
			{"[::ffff:10.0.0.1]:1", "::ffff:203.0.113.7, ::ffff:10.0.0.2"},
		} {
			r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
			r.RemoteAddr = test.from
			r.Header.Set("X-Forwarded-For", test.forwarded)
			if address, _ := clientOf(r, trusted); address.String() != "203.0.113.7" {
				t.Errorf("from %s for %q by proxies %s: %s", test.from, test.forwarded, proxies, address)
			}
		}
	}
}

// Each limit counts a client's mapped address as the client's IPv4 address.
func TestMappedAddressesShareEachLimit(t *testing.T) {
	plain, mapped, other := netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("::ffff:203.0.113.7"), netip.MustParseAddr("::ffff:203.0.113.8")
	rate := throttle.Rate{Every: time.Hour, Burst: 1}
	l := newLimits(Limits{
		General: rate, Session: rate, Credential: rate, Login: rate, Form: rate, Report: rate,
		Exempt: []netip.Prefix{netip.MustParsePrefix("::ffff:192.0.2.0/120")},
	}, clock.NewManual(time.Unix(1_700_000_000, 0)))
	for kind := range l.kinds {
		allows := func(address netip.Addr) bool {
			_, ok := l.allow(LimitKind(kind), address)
			return ok
		}
		if !allows(plain) || allows(mapped) || !allows(other) {
			t.Errorf("limit %d counts a mapped address on its own", kind)
		}
		l.giveBack(LimitKind(kind), mapped)
		if !allows(plain) {
			t.Errorf("limit %d gives nothing back to a mapped address", kind)
		}
		for range 2 {
			if !allows(netip.MustParseAddr("192.0.2.1")) {
				t.Errorf("limit %d counts an address of a mapped exempt network", kind)
			}
		}
	}
	if l.counted(mapped) != l.counted(plain) {
		t.Error("the live feed counts a mapped address on its own")
	}
	reports := &API{edge: edge{limits: l}}
	if reports.limitedClient(mapped) != reports.limitedClient(plain) {
		t.Error("analytics and low latency count a mapped address on its own")
	}
}
