package seal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// Lookup makes keyed hashes (HMAC-SHA256, RFC 2104), by which a row is found and its value is not read. Without the
// installation's secret a guess cannot be compared with a hash.
type Lookup struct{ key []byte }

// NewLookup derives a key for one purpose from the installation's secret.
func NewLookup(secret []byte, purpose string) (*Lookup, error) {
	key, err := derive(secret, purpose)
	if err != nil {
		return nil, err
	}
	return &Lookup{key}, nil
}

// Hash returns the hash of a value, in base64.
func (l *Lookup) Hash(value string) string {
	mac := hmac.New(sha256.New, l.key)
	mac.Write([]byte(value)) // a hash never fails
	return base64.RawStdEncoding.EncodeToString(mac.Sum(nil))
}
