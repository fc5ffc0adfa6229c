package geo_test

import (
	"net/netip"
	"path/filepath"
	"testing"

	"github.com/maxmind/mmdbwriter/mmdbtype"

	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/geo/geotest"
)

// database is a small database of places.
func database(t *testing.T) *geo.Locator {
	t.Helper()
	canada := place("CA", "Canada", "Canada")
	return geotest.Open(t, map[string]mmdbtype.Map{
		"198.51.100.0/24":  {"country": canada},
		"203.0.113.0/25":   {"country": place("de", "Germany", "Allemagne")},
		"203.0.113.128/25": {"registered_country": place("US", "United States", "États-Unis")},
		"2a00::/16":        {"country": place("FR", "France", "France")},
		"192.0.2.0/24":     {"country": mmdbtype.String("not a map")},
		"10.0.0.0/8":       {"country": place("XX", "Nowhere", "Nulle part")},
		"198.18.0.0/16": {
			"country":      canada,
			"subdivisions": mmdbtype.Slice{place("qc", "Quebec", "Québec"), place("06", "Montérégie", "Montérégie")},
		},
		"198.19.0.0/16": {"registered_country": canada, "subdivisions": mmdbtype.Slice{place("QC", "Quebec", "Québec")}},
	})
}

func place(code, en, fr string) mmdbtype.Map {
	return geotest.Place(code, map[string]string{"en": en, "fr": fr})
}

func TestCountries(t *testing.T) {
	l := database(t)
	for address, want := range map[string]struct{ code, fr string }{
		"198.51.100.7":  {"CA", "Canada"},
		"203.0.113.5":   {"DE", "Allemagne"},
		"203.0.113.200": {"US", "États-Unis"},
		"2a00::1":       {"FR", "France"},
		"8.8.8.8":       {},
		"192.0.2.1":     {},
		"10.1.2.3":      {},
		"127.0.0.1":     {},
		"::1":           {},
		"fe80::1":       {},
	} {
		got := l.Find(netip.MustParseAddr(address))
		if got.Code != want.code || got.Name("fr") != want.fr {
			t.Errorf("%s: %+v", address, got)
		}
	}
	if got := l.Find(netip.Addr{}); got.Code != "" {
		t.Errorf("no address: %+v", got)
	}
}

func TestWithoutADatabaseNobodyKnows(t *testing.T) {
	l, err := geo.Open("")
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Find(netip.MustParseAddr("198.51.100.7")); got.Code != "" || got.Name("en") != "" {
		t.Errorf("got %+v", got)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := geo.Open(filepath.Join(t.TempDir(), "missing.mmdb")); err == nil {
		t.Error("a missing file was opened")
	}
}

func TestNames(t *testing.T) {
	c := geo.Country{Code: "CI", Names: map[string]string{"en": "Ivory Coast"}}
	if c.Name("fr") != "Ivory Coast" || (geo.Country{Code: "CI"}).Name("fr") != "CI" {
		t.Error("a name has no fallback")
	}
}

func TestBlocks(t *testing.T) {
	blocked := []string{"de", "FR"}
	for code, want := range map[string]bool{"DE": true, "FR": true, "CA": false, "": false} {
		if got := geo.Blocks(blocked, geo.Country{Code: code}); got != want {
			t.Errorf("%q: %v", code, got)
		}
	}
}

func TestRegions(t *testing.T) {
	l := database(t)
	for address, want := range map[string]string{
		"198.18.0.1": "CA-QC", "198.51.100.7": "CA", "198.19.0.1": "CA", "8.8.8.8": "", "203.0.113.200": "US",
	} {
		got := l.Find(netip.MustParseAddr(address))
		if got.String() != want || geo.ParsePlace(want).String() != want || geo.ParsePlace(want).Code != got.Code {
			t.Errorf("%s: %+v", address, got)
		}
	}
}

func TestClaims(t *testing.T) {
	for _, test := range []struct{ country, region, want string }{
		{"CA", "", "CA"},
		{"ca", "qc", "CA-QC"},
		{"CA", "CA-QC", "CA-QC"},
		{" FR ", "75", "FR-75"},
		{"XX", "QC", ""},
		{"T1", "", ""},
		{"", "QC", ""},
		{"CAN", "", ""},
		{"CA", "TOOLONG", "CA"},
		{"CA", "Q;C", "CA"},
		{"C-", "", ""},
		{"12", "", ""},
	} {
		if got := geo.Claim(test.country, test.region).String(); got != test.want {
			t.Errorf("%q %q: %q", test.country, test.region, got)
		}
	}
}
