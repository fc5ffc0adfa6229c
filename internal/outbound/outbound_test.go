package outbound

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

func TestGuardAdmitsWhatIsPublic(t *testing.T) {
	g := NewGuard()
	for address, want := range map[string]bool{
		"93.184.215.14": true, "2606:4700:4700::1111": true, "::ffff:93.184.215.14": true,
		"127.0.0.1": false, "::1": false, "::ffff:127.0.0.1": false, "0.0.0.0": false, "::": false,
		"10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false, "fe80::1": false, "fd00::1": false,
		"100.64.0.1": false, "224.0.0.1": false, "ff02::1": false, "255.255.255.255": false, "64:ff9b::a9fe:a9fe": false,
		"2002:7f00:1::": false, "198.18.0.1": false, "203.0.113.7": false, "2001:db8::1": false,
	} {
		if got := g.Admits(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: admitted %v, want %v", address, got, want)
		}
	}
}

func TestClientReachesNothingOfOurs(t *testing.T) {
	hits := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		hits++
		http.Redirect(w, &http.Request{}, "http://127.0.0.1/", http.StatusFound)
	}))
	defer server.Close()
	ask := func(g *Guard) (int, error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := g.Client(time.Minute).Do(r)
		if err != nil {
			return 0, err
		}
		return answer.StatusCode, answer.Body.Close()
	}
	if _, err := ask(NewGuard()); !errors.Is(err, ErrNotPublic) || hits != 0 {
		t.Errorf("%v, %d hits, want ErrNotPublic and none", err, hits)
	}
	// Control: the same call through a guard that admits this machine, which follows no
	// redirect.
	if status, err := ask(NewGuard(netip.MustParsePrefix("127.0.0.0/8"))); err != nil || status != http.StatusFound || hits != 1 {
		t.Errorf("%d, %v, %d hits, want 302 and one", status, err, hits)
	}
}
