// Package geotest writes small databases of places for tests.
package geotest

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/maxmind/mmdbwriter"
	"github.com/maxmind/mmdbwriter/mmdbtype"

	"github.com/grandstand/grandstand/internal/geo"
)

// Write writes a database of records by network and returns its path.
func Write(t testing.TB, records map[string]mmdbtype.Map) string {
	t.Helper()
	tree, err := mmdbwriter.New(mmdbwriter.Options{DatabaseType: "Test-City", RecordSize: 24, IncludeReservedNetworks: true})
	if err != nil {
		t.Fatal(err)
	}
	for network, record := range records {
		_, n, err := net.ParseCIDR(network)
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Insert(n, record); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "places.mmdb")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.WriteTo(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// Open writes a database and opens it until the test ends.
func Open(t testing.TB, records map[string]mmdbtype.Map) *geo.Locator {
	t.Helper()
	l, err := geo.Open(Write(t, records))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// Place is what a database says of a country or region; names by language.
func Place(code string, names map[string]string) mmdbtype.Map {
	said := mmdbtype.Map{}
	for lang, name := range names {
		said[mmdbtype.String(lang)] = mmdbtype.String(name)
	}
	return mmdbtype.Map{"iso_code": mmdbtype.String(code), "names": said}
}
