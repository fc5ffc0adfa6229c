// Package seal keeps small secrets in the database so that a copy of it gives none of them
// away: encrypted, or, where it is enough to recognise them, as hashes.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
)

// keyBytes makes it AES-256, and a key that nobody guesses; it is the least that an
// installation's secret may have.
const keyBytes = 32

// Sealer encrypts with AES-256-GCM (NIST SP 800-38D). What it seals is bound to a place:
// moved to another row it cannot be read. It is safe for concurrent use.
type Sealer struct{ aead cipher.AEAD }

// New derives an encryption key for one purpose from the installation's secret
// (RFC 5869), which comes from the environment and never lies in the database.
func New(secret []byte, purpose string) (*Sealer, error) {
	key, err := derive(secret, purpose)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("prepare the key for %s: %w", purpose, err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("prepare the key for %s: %w", purpose, err)
	}
	return &Sealer{aead}, nil
}

// Fingerprint recognises an installation's secret without giving it away.
func Fingerprint(secret []byte) (string, error) {
	key, err := derive(secret, "fingerprint")
	return hex.EncodeToString(key), err
}

func derive(secret []byte, purpose string) ([]byte, error) {
	if len(secret) < keyBytes {
		return nil, errors.New("the installation's secret is too short to encrypt with")
	}
	key, err := hkdf.Key(sha256.New, secret, nil, purpose, keyBytes)
	if err != nil {
		return nil, fmt.Errorf("derive the key for %s: %w", purpose, err)
	}
	return key, nil
}

// Seal returns the value encrypted for a place, in base64.
func (s *Sealer) Seal(place, value string) string {
	sealed := s.aead.Seal(nil, nil, []byte(value), []byte(place)) //nolint:gosec // this mode draws the nonce itself
	return base64.RawStdEncoding.EncodeToString(sealed)
}

// Open reads what Seal wrote for the same place. The error never holds the value.
func (s *Sealer) Open(place, sealed string) (string, error) {
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return "", fmt.Errorf("decode what is sealed for %q: %w", place, err)
	}
	value, err := s.aead.Open(nil, nil, raw, []byte(place))
	if err != nil {
		return "", fmt.Errorf("what is sealed for %q was sealed for another place or with another key: %w", place, err)
	}
	return string(value), nil
}
