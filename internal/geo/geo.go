// Package geo says in which country and region an address is, from any database in the
// MaxMind format (https://maxmind.github.io/MaxMind-DB/). Without one, nobody knows.
package geo

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/oschwald/maxminddb-golang/v2"
)

// Country is a country, or the zero value where it is not known.
type Country struct {
	Code  string            // ISO 3166-1 alpha-2, upper case
	Names map[string]string // by language
}

// Name is the country's name in a language, else in English, else its code.
func (c Country) Name(lang string) string {
	return cmp.Or(nameIn(c.Names, lang), c.Code)
}

// Place is where somebody is, as far as that is known.
type Place struct {
	Country
	Region string // ISO 3166-2, such as "CA-QC"; "" where it is not known

	RegionNames map[string]string // by language; none where only the code is known
	TownNames   map[string]string // by language; none where the town is not known
}

// RegionName returns the name of the region in a language, else in English, else "".
func (p Place) RegionName(lang string) string { return nameIn(p.RegionNames, lang) }

// TownName returns the name of the town in a language, else in English, else "".
func (p Place) TownName(lang string) string { return nameIn(p.TownNames, lang) }

func nameIn(names map[string]string, lang string) string { return cmp.Or(names[lang], names["en"]) }

// String is the narrowest code of the place, "" where nothing is known.
func (p Place) String() string {
	if p.Region != "" {
		return p.Region
	}
	return p.Code
}

// ParsePlace reads what String wrote.
func ParsePlace(s string) Place {
	country, _, found := strings.Cut(s, "-")
	p := Place{Country: Country{Code: country}}
	if found {
		p.Region = s
	}
	return p
}

// Claim is what a proxy says of where its client is, in headers of its own. Whoever
// calls must have made sure that the proxy is one to believe.
func Claim(country, region string) Place {
	country, region = strings.ToUpper(strings.TrimSpace(country)), strings.ToUpper(strings.TrimSpace(region))
	if !isCode(country, 2, 2) || country == "XX" {
		return Place{} // XX: the proxy does not know (Cloudflare, "CF-IPCountry")
	}
	p := Place{Country: Country{Code: country}}
	region = strings.TrimPrefix(region, country+"-")
	if isCode(region, 1, 3) {
		p.Region = country + "-" + region
	}
	return p
}

// isCode accepts letters, and digits where a code of a region is meant.
func isCode(s string, shortest, longest int) bool {
	return len(s) >= shortest && len(s) <= longest && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'A' || r > 'Z') && (longest == 2 || r < '0' || r > '9')
	})
}

// Locator finds places. The zero value knows none. It is safe for concurrent use.
type Locator struct {
	reader *maxminddb.Reader
}

// Open reads the database file at path; an empty path means none.
func Open(path string) (*Locator, error) {
	if path == "" {
		return &Locator{}, nil
	}
	reader, err := maxminddb.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the country database: %w", err)
	}
	return &Locator{reader: reader}, nil
}

// Close releases the file.
func (l *Locator) Close() error {
	if l.reader == nil {
		return nil
	}
	return l.reader.Close()
}

// record is the part of an entry that holds the place. The registered country stands
// in where an address has none, such as a satellite's. Files of countries alone have
// no subdivisions; the first one is the largest. Only files of cities have cities.
type record struct {
	Country      place   `maxminddb:"country"`
	Registered   place   `maxminddb:"registered_country"`
	Subdivisions []place `maxminddb:"subdivisions"`
	City         place   `maxminddb:"city"`
}

type place struct {
	Code  string            `maxminddb:"iso_code"`
	Names map[string]string `maxminddb:"names"`
}

// Find returns the place of an address. Addresses that are not on the public
// internet are nowhere, and so is what the database does not hold or holds damaged.
func (l *Locator) Find(address netip.Addr) Place {
	if l.reader == nil || !isPublic(address) {
		return Place{}
	}
	var found record
	if err := l.reader.Lookup(address).Decode(&found); err != nil {
		return Place{}
	}
	if found.Country.Code == "" {
		return Place{Country: Country{Code: strings.ToUpper(found.Registered.Code), Names: found.Registered.Names}}
	}
	p := Place{Country: Country{Code: strings.ToUpper(found.Country.Code), Names: found.Country.Names}}
	if len(found.Subdivisions) > 0 && found.Subdivisions[0].Code != "" {
		p.Region = p.Code + "-" + strings.ToUpper(found.Subdivisions[0].Code)
		p.RegionNames = found.Subdivisions[0].Names
	}
	p.TownNames = found.City.Names
	return p
}

func isPublic(address netip.Addr) bool {
	return address.IsValid() && address.IsGlobalUnicast() && !address.IsPrivate()
}

// Blocks reports whether a list of country codes holds the country. One that is not
// known is never blocked: a missing database must not close a channel.
func Blocks(blocked []string, c Country) bool {
	return c.Code != "" && slices.ContainsFunc(blocked, func(code string) bool { return strings.EqualFold(code, c.Code) })
}
