package seal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// KeyHash is what the database keeps of a key: its SHA-256. A key has 256 random bits, so
// that a plain hash is as good as a slow one.
type KeyHash [sha256.Size]byte

func (h KeyHash) String() string { return base64.RawStdEncoding.EncodeToString(h[:]) }

// NewKey draws a key that opens something for whoever has it, and its hash.
func NewKey() (key string, hash KeyHash) {
	var secret [keyBytes]byte
	_, _ = rand.Read(secret[:]) // it never fails: crypto/rand ends the process instead
	return base64.RawURLEncoding.EncodeToString(secret[:]), sha256.Sum256(secret[:])
}

// HashKey reads a key; anything but the one form that NewKey writes is none.
func HashKey(key string) (hash KeyHash, ok bool) {
	var secret [keyBytes]byte
	if len(key) != base64.RawURLEncoding.EncodedLen(keyBytes) {
		return KeyHash{}, false
	}
	// The decoder skips line breaks, so that their place is missing from the bytes.
	if n, err := base64.RawURLEncoding.Strict().Decode(secret[:], []byte(key)); err != nil || n != keyBytes {
		return KeyHash{}, false
	}
	return sha256.Sum256(secret[:]), true
}
