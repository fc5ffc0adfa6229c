package config

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

const secretFile = "secret.key"

// LoadSecret returns the configured signing key, or the one kept in the data
// folder, which it makes the first time. The file is readable by its owner only.
func (c Config) LoadSecret() ([]byte, error) {
	if c.Secret != "" {
		return []byte(c.Secret), nil
	}
	path := c.SecretPath()
	secret, err := os.ReadFile(path)
	if err == nil {
		if len(secret) < minSecret {
			return nil, fmt.Errorf("%s is damaged: it has fewer than %d characters", path, minSecret)
		}
		return secret, nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("read the signing key: %w", err)
	}
	return makeSecret(path)
}

// makeSecret writes a new key so that of two processes that start together both
// end up with the same one.
func makeSecret(path string) ([]byte, error) {
	random := make([]byte, 32)
	_, _ = rand.Read(random) // never fails: see crypto/rand
	secret := []byte(hex.EncodeToString(random))
	temporary, err := os.CreateTemp(filepath.Dir(path), secretFile+".*")
	if err != nil {
		return nil, fmt.Errorf("make a signing key: %w", err)
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(secret)
	if err := errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return nil, fmt.Errorf("make a signing key: %w", err)
	}
	if err := os.Link(temporary.Name(), path); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("keep the signing key: %w", err)
	}
	return os.ReadFile(path)
}
