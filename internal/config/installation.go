package config

import "path/filepath"

// SecretPath is the file of the signing key, "" if the settings hold the key.
func (c Config) SecretPath() string {
	if c.Secret != "" {
		return ""
	}
	return filepath.Join(c.Data, secretFile)
}
