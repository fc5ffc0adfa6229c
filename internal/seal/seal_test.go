package seal_test

import (
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/seal"
)

func newSealer(t *testing.T, secret, purpose string) *seal.Sealer {
	t.Helper()
	s, err := seal.New([]byte(secret), purpose)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSealOpensAtItsPlaceOnly(t *testing.T) {
	secret := strings.Repeat("k", 32)
	s := newSealer(t, secret, "tests")
	sealed := s.Seal("row 1", "hunter-2")
	if got, err := s.Open("row 1", sealed); err != nil || got != "hunter-2" {
		t.Errorf("read back %q, %v", got, err)
	}
	if sealed == s.Seal("row 1", "hunter-2") {
		t.Error("the same value looks the same twice")
	}
	for name, open := range map[string]func() (string, error){
		"another place":   func() (string, error) { return s.Open("row 2", sealed) },
		"another purpose": func() (string, error) { return newSealer(t, secret, "others").Open("row 1", sealed) },
		"another secret":  func() (string, error) { return newSealer(t, strings.Repeat("x", 32), "tests").Open("row 1", sealed) },
		"altered":         func() (string, error) { return s.Open("row 1", "A"+sealed[1:]+"A") },
		"not base64":      func() (string, error) { return s.Open("row 1", "***") },
		"nothing":         func() (string, error) { return s.Open("row 1", "") },
	} {
		if got, err := open(); err == nil {
			t.Errorf("%s opens it: %q", name, got)
		}
	}
}

func TestASealerNeedsARealSecret(t *testing.T) {
	if _, err := seal.New([]byte("short"), "tests"); err == nil {
		t.Error("a short secret is taken")
	}
}
