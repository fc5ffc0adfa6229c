package seal_test

import (
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/seal"
)

func TestAValueIsFoundByItsHash(t *testing.T) {
	hash := func(secret, purpose, value string) string {
		l, err := seal.NewLookup([]byte(strings.Repeat(secret, 32)), purpose)
		if err != nil {
			t.Fatal(err)
		}
		return l.Hash(value)
	}
	one := hash("a", "tests", "value")
	if hash("a", "tests", "value") != one {
		t.Error("the same value has two hashes")
	}
	for name, other := range map[string]string{
		"another value": hash("a", "tests", "other"), "another purpose": hash("a", "others", "value"), "another secret": hash("b", "tests", "value"),
	} {
		if other == one {
			t.Errorf("%s has the same hash", name)
		}
	}
	if _, err := seal.NewLookup([]byte("short"), "tests"); err == nil {
		t.Error("a short secret is taken")
	}
}
