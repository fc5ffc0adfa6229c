package seal

import (
	"encoding/base64"
	"testing"

	"pgregory.net/rapid"
)

func TestEveryKeyIsReadBackAndNothingElse(t *testing.T) {
	key, hash := NewKey()
	if got, ok := HashKey(key); !ok || got != hash {
		t.Fatal("a new key is not read back")
	}
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, len(key)-1).Draw(t, "at")
		c := rapid.Byte().Draw(t, "byte")
		if key[i] == c {
			return
		}
		if got, ok := HashKey(key[:i] + string([]byte{c}) + key[i+1:]); ok && got == hash {
			t.Fatalf("byte %d changed to %q is the same key", i, c)
		}
	})
}

// A decoder of base64 skips line breaks: a key that ends in a zero byte must not open
// without it.
func TestALineBreakIsNoPartOfAKey(t *testing.T) {
	var secret [keyBytes]byte
	key := base64.RawURLEncoding.EncodeToString(secret[:])
	if _, ok := HashKey(key); !ok {
		t.Fatal("the key itself is refused")
	}
	for _, other := range []string{key[:len(key)-1] + "\n", "\r" + key[1:], key[:20] + "\n" + key[21:]} {
		if _, ok := HashKey(other); ok {
			t.Errorf("%q is read as a key", other)
		}
	}
}

func TestASecretIsRecognisedByItsFingerprint(t *testing.T) {
	secret := []byte("0123456789abcdef0123456789abcdef")
	one, err := Fingerprint(secret)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := Fingerprint(secret)
	other, _ := Fingerprint([]byte("0123456789abcdef0123456789abcdeg"))
	if one != again || one == other || len(one) != 2*keyBytes {
		t.Errorf("%q, %q and %q", one, again, other)
	}
	if _, err := Fingerprint(secret[:keyBytes-1]); err == nil {
		t.Error("a short secret has one")
	}
}
