package archtest

import (
	"slices"
	"strings"
	"testing"
)

// normalizers lists the files that may normalize addresses or derive networks from them. outbound
// judges addresses that this server connects to, not those of clients.
var normalizers = []string{"internal/netaddr/netaddr.go", "internal/outbound/outbound.go"}

// readers lists the files that may read the address of a request's connection.
var readers = []string{"internal/api/proxy.go", "internal/media/ingest/rtmp/conn.go", "internal/media/ingest/srt/server.go", "internal/media/ingest/whip/server.go"}

// Client addresses enter in few files, and one package derives networks from them. Elsewhere an
// IPv4 address that is written as IPv6 would count on its own.
func TestAddressesAreNormalizedInOnePlace(t *testing.T) {
	judged := 0
	eachText(t, func(name, text string) {
		if !strings.HasPrefix(name, "internal/") || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || isTestCode(name) || strings.HasPrefix(name, "internal/archtest/") {
			return
		}
		judged++
		for _, call := range []string{".Unmap()", ".WithZone(", "Addr.Prefix(", "ddress.Prefix(", "lient.Prefix("} {
			if strings.Contains(text, call) && !slices.Contains(normalizers, name) {
				t.Errorf("%s calls %s: take networks of addresses from internal/netaddr", name, call)
			}
		}
		if (strings.Contains(text, ".RemoteAddr") || strings.Contains(text, "X-Forwarded-For\"")) && !slices.Contains(readers, name) {
			t.Errorf("%s reads the address of a connection: take the client's from api.Caller or API.AddressOf", name)
		}
	})
	if judged < 500 {
		t.Errorf("%d files were judged", judged)
	}
}
