package outbound

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
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
		"fec0::1": false, "feff::1": false, "::7f00:1": false, "::a00:1": false, "::ffff:0:127.0.0.1": false, "::ffff:0:a00:1": false,
		"64:ff9b:1::a00:1": false, "100::1": false, "5f00::1": false, "4000::1": false, "2001:0:7f00:1::": false, "fe80::1%eth0": false,
		"168.63.129.16": false, "::ffff:168.63.129.16": false, "168.63.129.17": true, "2a00:1450::1": true,
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
	if _, err := ask(NewGuard()); !errors.Is(err, ErrOutOfBounds) || hits != 0 {
		t.Errorf("%v, %d hits, want ErrOutOfBounds and none", err, hits)
	}
	// Control: the same call through a guard that admits this machine, which follows no
	// redirect.
	if status, err := ask(NewGuard(netip.MustParsePrefix("127.0.0.0/8"))); err != nil || status != http.StatusFound || hits != 1 {
		t.Errorf("%d, %v, %d hits, want 302 and one", status, err, hits)
	}
}

// A service cannot lead the server into its own network, whatever it says of itself.
func TestConnectionsGoWhereTheyMay(t *testing.T) {
	for address, want := range map[string][2]bool{ // for a service elsewhere, and on this machine
		"142.250.1.1:443": {true, false}, "[2607:f8b0::1]:443": {true, false},
		"127.0.0.1:80": {false, true}, "[::1]:80": {false, true}, "[::ffff:127.0.0.1]:80": {false, true},
		"10.0.0.1:80": {false, false}, "192.168.1.1:80": {false, false}, "172.16.0.1:80": {false, false}, "[fd00::1]:80": {false, false},
		"169.254.169.254:80": {false, false}, "[fe80::1]:80": {false, false}, "100.64.0.1:80": {false, false}, "[64:ff9b::a00:1]:80": {false, false},
		"0.0.0.0:80": {false, false}, "[::]:80": {false, false}, "224.0.0.1:80": {false, false}, "[::ffff:10.0.0.1]:80": {false, false},
		"nonsense": {false, false},
	} {
		for i, base := range []string{"https://accounts.example", "http://127.0.0.1:8080"} {
			if got := GuardFor(base).control("tcp", address, nil) == nil; got != want[i] {
				t.Errorf("%s, for %s: %v", address, base, got)
			}
		}
	}
}

func TestAnswersAreBoundedAndNotFollowed(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "/", http.StatusFound)
			return
		}
		_, _ = io.Copy(w, strings.NewReader(strings.Repeat("x", 2*maxAnswer)))
	}))
	defer server.Close()
	client := GuardFor(server.URL).Client(time.Minute)
	for path, want := range map[string]int{"/away": http.StatusFound, "/": http.StatusOK} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != want || len(body) > maxAnswer {
			t.Errorf("%s: %d, %d bytes, %v", path, answer.StatusCode, len(body), err)
		}
	}
}
