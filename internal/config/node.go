package config

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	// nodeFile is where a node's own part of its name is kept in the data folder.
	nodeFile = "node"
	// nodeLetters is how long that part is: enough that no two machines of an installation
	// that have the same name, as containers may, have the same part.
	nodeLetters = 8
)

// NodeName names this node among those that share the database, the same over restarts: the
// name of the machine, for people, and what the data folder keeps, which is made the first
// time.
func (c Config) NodeName() (string, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "node"
	}
	own, err := c.ownName()
	if err != nil {
		return "", fmt.Errorf("name this node: %w", err)
	}
	return host + "-" + own, nil
}

func (c Config) ownName() (string, error) {
	path := filepath.Join(c.Data, nodeFile)
	kept, err := os.ReadFile(path)
	if name := strings.TrimSpace(string(kept)); err == nil && name != "" {
		return name, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	name := strings.ToLower(rand.Text()[:nodeLetters])
	return name, os.WriteFile(path, []byte(name+"\n"), 0o600)
}
