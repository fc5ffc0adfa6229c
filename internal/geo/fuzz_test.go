package geo_test

import (
	"regexp"
	"testing"

	"github.com/grandstand/grandstand/internal/geo"
)

// Whatever a proxy claims is nowhere, or a place whose codes can be such, in one spelling.
func FuzzClaim(f *testing.F) {
	for _, seed := range [][2]string{{"CA", "QC"}, {" ca ", "ca-qc"}, {"XX", ""}, {"T1", "QC"}, {"CA", "CA-CA-QC"}, {"ÇA", ""}, {"CA", "Québec"}, {"us", "1234"}, {"\xff", "\x00"}, {"ıq", ""}} {
		f.Add(seed[0], seed[1])
	}
	country, region := regexp.MustCompile(`^[A-Z]{2}$`), regexp.MustCompile(`^[A-Z]{2}-[A-Z0-9]{1,3}$`)
	f.Fuzz(func(t *testing.T, said, part string) {
		p := geo.Claim(said, part)
		if p.Code == "" {
			if p.Region != "" {
				t.Errorf("%q, %q is %+v", said, part, p)
			}
			return
		}
		if !country.MatchString(p.Code) || p.Region != "" && (!region.MatchString(p.Region) || p.Region[:2] != p.Code) {
			t.Errorf("%q, %q is %+v", said, part, p)
		}
		if again := geo.ParsePlace(p.String()); again.Code != p.Code || again.Region != p.Region {
			t.Errorf("%+v is written %q and read as %+v", p, p.String(), again)
		}
	})
}
