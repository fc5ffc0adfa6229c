package social

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A provider cannot lead the server into its own network, whatever it says of itself.
func TestConnectionsGoWhereTheyMay(t *testing.T) {
	for address, want := range map[string][2]bool{ // for a provider elsewhere, and on this machine
		"142.250.1.1:443": {true, false}, "[2607:f8b0::1]:443": {true, false},
		"127.0.0.1:80": {false, true}, "[::1]:80": {false, true}, "[::ffff:127.0.0.1]:80": {false, true},
		"10.0.0.1:80": {false, false}, "192.168.1.1:80": {false, false}, "172.16.0.1:80": {false, false}, "[fd00::1]:80": {false, false},
		"169.254.169.254:80": {false, false}, "[fe80::1]:80": {false, false}, "100.64.0.1:80": {false, false}, "[64:ff9b::a00:1]:80": {false, false},
		"0.0.0.0:80": {false, false}, "[::]:80": {false, false}, "224.0.0.1:80": {false, false}, "[::ffff:10.0.0.1]:80": {false, false},
		"nonsense": {false, false},
	} {
		for i, local := range []bool{false, true} {
			if got := refuseInside(local)("tcp", address, nil) == nil; got != want[i] {
				t.Errorf("%s, local %v: %v", address, local, got)
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
	client := newHTTPClient(server.URL)
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
