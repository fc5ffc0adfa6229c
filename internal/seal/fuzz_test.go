package seal

import (
	"encoding/base64"
	"testing"
)

// A key has one spelling: what opens something cannot be written in another way.
func FuzzHashKey(f *testing.F) {
	key, _ := NewKey()
	for _, seed := range []string{key, key[:len(key)-1], key + "=", key[:10] + "\n" + key[11:], key[:42] + "_", "", string(make([]byte, 43))} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, key string) {
		if _, ok := HashKey(key); !ok {
			return
		}
		secret, err := base64.RawURLEncoding.DecodeString(key)
		if err != nil || len(secret) != keyBytes || base64.RawURLEncoding.EncodeToString(secret) != key {
			t.Errorf("%q is read as the key %x, %v", key, secret, err)
		}
	})
}

// What was not sealed for the place is not opened.
func FuzzOpen(f *testing.F) {
	s, err := New(make([]byte, keyBytes), "tests")
	if err != nil {
		f.Fatal(err)
	}
	sealed := s.Seal("here", "a value")
	f.Add("there", sealed)
	f.Add("here", sealed[1:])
	f.Add("here", "")
	f.Add("here", "AAAA")
	f.Fuzz(func(t *testing.T, place, text string) {
		if value, err := s.Open(place, text); err == nil && (place != "here" || value != "a value") {
			t.Errorf("%q of %q is opened: %q", text, place, value)
		}
	})
}
