// Package geo says in which country an address is, from any database in the MaxMind
// format (https://maxmind.github.io/MaxMind-DB/). Without one, nobody knows.
package geo

import (
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
	for _, l := range [...]string{lang, "en"} {
		if name := c.Names[l]; name != "" {
			return name
		}
	}
	return c.Code
}

// Locator finds countries. The zero value knows none. It is safe for concurrent use.
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

// record is the part of an entry that holds the country. The registered country
// stands in where an address has no place, such as a satellite's.
type record struct {
	Country    place `maxminddb:"country"`
	Registered place `maxminddb:"registered_country"`
}

type place struct {
	Code  string            `maxminddb:"iso_code"`
	Names map[string]string `maxminddb:"names"`
}

// Find returns the country of an address. Addresses that are not on the public
// internet are nowhere, and so is what the database does not hold or holds damaged.
func (l *Locator) Find(address netip.Addr) Country {
	if l.reader == nil || !isPublic(address) {
		return Country{}
	}
	var found record
	if err := l.reader.Lookup(address).Decode(&found); err != nil {
		return Country{}
	}
	at := found.Country
	if at.Code == "" {
		at = found.Registered
	}
	return Country{Code: strings.ToUpper(at.Code), Names: at.Names}
}

func isPublic(address netip.Addr) bool {
	return address.IsValid() && address.IsGlobalUnicast() && !address.IsPrivate()
}

// Blocks reports whether a list of country codes holds the country. One that is not
// known is never blocked: a missing database must not close a channel.
func Blocks(blocked []string, c Country) bool {
	return c.Code != "" && slices.ContainsFunc(blocked, func(code string) bool { return strings.EqualFold(code, c.Code) })
}
